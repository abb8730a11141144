// Pages that share a template: their signature, the pattern of their URLs, and which they are.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/page.h"
#include "model/template.h"

namespace weft::site {

struct GroupedPages {
  model::Template page_template;  // Named t1, t2…
  std::vector<size_t> pages;      // Places among those given.
};

// By importance; pages like no others are in none. `least`: pages that a template needs; 0: as
// many as their number asks for (group/cluster.h). Shingles are made as `like` says, so that
// signatures compare with those of known templates.
std::vector<GroupedPages> group_pages(const std::vector<const model::Page*>& pages,
                                      uint32_t least = 0, const model::Template& like = {});

// What a person knows pages by, for signs_of().
struct PageSigns {
  std::string address;             // Its URL, or where its file is.
  std::set<std::string> headings;  // The first of them.
};
PageSigns signs_of(const model::Page& page);

// What a person knows a template by: "shop.example/product/*", "Price · In stock".
struct TemplateSigns {
  std::string place;  // The deepest folder that nearly all of its pages are below.
  std::vector<std::string>
      headings;  // That most of them have, those that fewest others have first.
};
// Of the template of which these of the pages are.
TemplateSigns signs_of(const std::vector<const PageSigns*>& pages,
                       const std::vector<size_t>& members);

// A template with its pages.
struct TemplatePages {
  model::Template page_template;
  std::vector<model::Page> pages;
};

// The pages by their templates, the largest first; a dozen pages, or pages that show no groups, are
// one template called "page". Pages in none are counted.
std::vector<TemplatePages> split_by_template(std::vector<model::Page> pages, uint32_t least,
                                             size_t& ungrouped);

}  // namespace weft::site
