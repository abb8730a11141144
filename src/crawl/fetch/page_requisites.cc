// One pass over the elements; <base> counts, as for links. Tested by page_requisites_test.cc.

#include "crawl/fetch/page_requisites.h"

#include <algorithm>

#include "base/strings.h"
#include "url/css_rewrite.h"
#include "url/url.h"

namespace weft::crawl {
namespace {

namespace atoms = dom::atoms;
using dom::NodeId;

class RequisiteList {
 public:
  RequisiteList(std::string_view base, size_t most) : most_(most) {
    if (auto parsed = url::Url::parse(base); parsed.ok()) base_ = std::move(*parsed);
  }

  void rebase(std::string_view href) {
    if (auto stated = url::Url::parse(href, &base_); stated.ok() && stated->is_http())
      base_ = std::move(*stated);
  }

  void add(std::string_view address) {
    if (trim(address).empty() || found_.size() >= most_) return;
    const auto parsed = url::Url::parse(trim(address), &base_);
    const bool beside = parsed.ok() && parsed->scheme == "file" && base_.scheme == "file";
    if (!parsed.ok() || (!parsed->is_http() && !beside)) return;
    std::string absolute = parsed->href_without_fragment();
    if (std::find(found_.begin(), found_.end(), absolute) == found_.end())
      found_.push_back(std::move(absolute));
  }

  void add_style(std::string_view css) {
    url::rewrite_css(css, [this](std::string_view address, url::Wanted) {
      add(address);
      return std::string();
    });
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  url::Url base_;
  size_t most_;
  std::vector<std::string> found_;
};

bool is_style_sheet(const dom::Document& doc, NodeId n) {
  const std::string words =
      " " + ascii_lower(normalize_space(doc.attribute(n, atoms::kRel).value_or(""))) + " ";
  return words.find(" stylesheet ") != std::string::npos &&
         words.find(" alternate ") == std::string::npos;
}

}  // namespace

std::vector<std::string> page_requisites(const dom::Document& doc, std::string_view page_url,
                                         size_t most) {
  RequisiteList list(page_url, most);
  const auto stated = [&](NodeId n, std::string_view name) {
    return doc.attribute(n, dom::atom_of(name)).value_or("");
  };
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != atoms::kBase || stated(n, "href").empty()) continue;
    list.rebase(stated(n, "href"));
    break;
  }
  for (const NodeId n : doc.nodes()) {
    if (doc.is_text(n) && doc.name(doc.parent(n)) == atoms::kStyle) list.add_style(doc.text(n));
    if (!doc.is_element(n)) continue;
    if (doc.name(n) == atoms::kLink && is_style_sheet(doc, n)) list.add(stated(n, "href"));
    if (doc.name(n) == atoms::kImg) {
      for (const char* name : {"data-src", "data-original", "data-lazy-src", "src"}) {
        if (trim(stated(n, name)).empty()) continue;
        list.add(stated(n, name));
        break;
      }
    }
    list.add(stated(n, "background"));
    if (const std::string_view css = stated(n, "style"); css.find('(') != std::string_view::npos)
      list.add_style(css);
  }
  return list.take();
}

std::vector<std::string> style_requisites(std::string_view css, std::string_view sheet_url,
                                          size_t most) {
  RequisiteList list(sheet_url, most);
  list.add_style(css);
  return list.take();
}

}  // namespace weft::crawl
