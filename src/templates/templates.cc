#include "templates/templates.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dom/text.h"

namespace weft::templates {
namespace {

using Pages = std::vector<const model::Page*>;

struct NamedMethod {
  std::string_view name;
  Result<PageTemplate> (*find)(const Pages& pages);
  Result<PageTemplate> (*find_by_looks)(const Pages& pages, const LookOfNode& look) = nullptr;
};
constexpr NamedMethod kMethods[] = {
    {"weft", &find_lists_and_keys},
    {"fivatech2", [](const Pages& pages) { return find_by_fivatech2(pages); }, &find_by_fivatech2},
    {"fivatech", &find_by_fivatech},
    {"roadrunner", &find_by_roadrunner},
    {"net", &find_by_net},
};

bool shows_text(const dom::Document& doc) {
  for (const dom::NodeId n : doc.nodes()) {
    if (dom::is_visible_text(doc, n)) return true;
  }
  return false;
}

// Of the first characters, more than a few are such as no text has.
bool is_binary(const dom::Document& doc) {
  constexpr size_t kLooked = 4'096;
  constexpr size_t kLeastShare = 100;  // One in so many.
  const std::string_view begin = doc.source().substr(0, kLooked);
  const auto odd = std::count_if(begin.begin(), begin.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 &&
           std::string_view("\t\n\f\r\x1b").find(c) == std::string_view::npos;
  });
  return static_cast<size_t>(odd) * kLeastShare > begin.size();
}

// What every method is spared: pages that show nothing, and saying why there is no template.
Result<PageTemplate> find_on_good_pages(const TemplateMethod& method, const Pages& pages) {
  Pages good;
  std::vector<std::string> problems;
  for (const model::Page* page : pages) {
    if (is_binary(page->document)) {
      problems.push_back(fmt::format("{}: binary data, no page", page->id));
    } else if (!shows_text(page->document)) {
      problems.push_back(fmt::format("{}: there is nothing to read on it", page->id));
    } else {
      good.push_back(page);
    }
  }
  if (good.empty())
    return Error{ErrorCode::kNotFound, problems.empty() ? "no pages" : problems.front()};
  auto found = method(good);
  if (found.ok()) {
    found->problems.insert(found->problems.begin(), problems.begin(), problems.end());
    return found;
  }
  if (found.error().code != ErrorCode::kNotFound) return found;
  if (good.size() == 1) {
    return Error{ErrorCode::kInvalidArgument,
                 "nothing repeats on this page: give at least two pages of one template"};
  }
  const bool equal = std::all_of(good.begin(), good.end(), [&](const model::Page* page) {
    return page->document.source() == good[0]->document.source();
  });
  return Error{ErrorCode::kNotFound,
               equal ? "the pages are equal: give pages of one template that say different things"
                     : "the pages share no place at which they say different things: 'weft group' "
                       "tells whether they are of one template"};
}

}  // namespace

std::vector<std::string> template_methods() {
  std::vector<std::string> names;
  for (const NamedMethod& method : kMethods) names.emplace_back(method.name);
  return names;
}

Result<TemplateMethod> find_template_method(std::string_view name, LookOfNode look) {
  for (const NamedMethod& method : kMethods) {
    if (method.name != name) continue;
    TemplateMethod find = method.find;
    if (look) {
      if (method.find_by_looks == nullptr) {
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("method '{}' compares no pictures; fivatech2 does", name)};
      }
      find = [by_looks = method.find_by_looks, look = std::move(look)](const Pages& pages) {
        return by_looks(pages, look);
      };
    }
    return TemplateMethod(
        [find = std::move(find)](const Pages& pages) { return find_on_good_pages(find, pages); });
  }
  return Error{ErrorCode::kInvalidArgument, fmt::format("no method '{}'; there are {}", name,
                                                        fmt::join(template_methods(), ", "))};
}

}  // namespace weft::templates
