// Templates of pages nobody labelled: a handful of pages in, the columns that they share out, as a
// wrapper for all pages of the template and the schema of what it gives.
//
// Methods stand in rooms of their own; which there are, and how they compare, is in README.md.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/wrapper.h"

namespace weft::templates {

struct PageTemplate {
  std::unique_ptr<model::Wrapper> wrapper;
  model::Schema schema;  // Sets, options and alternatives as its attributes say.
  // One sentence each: what could not be solved, which limit was reached.
  std::vector<std::string> problems;
};

// Fails with kInvalidArgument for too few pages, kNotFound when they share no column.
using TemplateMethod =
    std::function<Result<PageTemplate>(const std::vector<const model::Page*>& pages)>;

// What is drawn of a node of a page, as a number (render::look_of); 0: nothing.
using LookOfNode = std::function<uint64_t(const model::Page& page, dom::NodeId node)>;

// Names of the methods; the first is the default.
std::vector<std::string> template_methods();
// `look`: for those who have pictures of the pages. Fails with kInvalidArgument for an unknown name, and
// for a look and a method that compares none.
Result<TemplateMethod> find_template_method(std::string_view name, LookOfNode look = {});

// Weft's own: lists of merged trees, other columns by keys (lists_and_keys.cc). One page will do if it
// holds a list.
Result<PageTemplate> find_lists_and_keys(const std::vector<const model::Page*>& pages);
// Its columns by keys alone (key_columns.cc), for those who want what a page says once.
Result<PageTemplate> find_key_columns(const std::vector<const model::Page*>& pages);
// [Liu]: union-free regular expressions by solving mismatches (roadrunner.cc).
Result<PageTemplate> find_by_roadrunner(const std::vector<const model::Page*>& pages);
// [Fiva] 3: trees merged by their peer nodes (fivatech.cc). One page will do if it holds a list.
Result<PageTemplate> find_by_fivatech(const std::vector<const model::Page*>& pages);
// [Liu]: the pages as children of one root, aligned as NET aligns records (net_pages.cc).
Result<PageTemplate> find_by_net(const std::vector<const model::Page*>& pages);
// [Fiva] 4: template blocks are taken out first, those of equal looks if there are any, else equal subtrees;
// peer nodes are found by a decision tree (fivatech2.cc).
Result<PageTemplate> find_by_fivatech2(const std::vector<const model::Page*>& pages,
                                       const LookOfNode& look = {});

}  // namespace weft::templates
