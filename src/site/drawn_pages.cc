// Tested by apps/cli/verbs/template_test.cc.

#include "site/drawn_pages.h"

#include <filesystem>

namespace weft::site {
namespace {

RenderSettings drawing() {
  RenderSettings settings;
  settings.page.scripts = false;
  settings.page.screenshot = true;
  settings.page.wait.until = render::WaitRule::Until::kLoad;
  return settings;
}

}  // namespace

DrawnPages::DrawnPages(render::BrowserPool& pool) : renderer_(pool, drawing()) {}

Status DrawnPages::add(const model::Page& page) {
  const std::filesystem::path file = page.id;
  std::error_code none;
  const bool saved = std::filesystem::is_regular_file(file, none);
  const std::string url = "http://saved.invalid/" + (saved ? file.filename().string() : "");
  render::StoredResources nothing;
  FolderResources beside(saved && file.has_parent_path() ? file.parent_path().string() : ".", url);
  render::Resource sent{.headers = {{"Content-Type", "text/html; charset=utf-8"}},
                        .body = std::string(page.document.source())};
  WEFT_ASSIGN(ShownPage shown, renderer_.show_stored(
                                   url, std::move(sent),
                                   saved ? static_cast<render::ResourceLoader&>(beside) : nothing));
  WEFT_ASSIGN(render::Picture picture, render::read_png(shown.rendered.screenshot));
  pictures_->insert_or_assign(page.id, std::move(picture));
  model::Page& drawn = pages_.emplace_back();
  drawn.id = page.id;
  drawn.url = page.url;
  drawn.document = std::move(shown.rendered.document);
  drawn.layout = std::move(shown.rendered.layout);
  return {};
}

templates::LookOfNode DrawnPages::look() const {
  return [pictures = pictures_](const model::Page& page, dom::NodeId node) -> uint64_t {
    const auto it = pictures->find(page.id);
    return it == pictures->end() || !page.layout
               ? 0
               : render::look_of(it->second, page.layout->box(node));
  };
}

}  // namespace weft::site
