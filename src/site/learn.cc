#include "site/learn.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/pointers.h"
#include "induce/inducers.h"
#include "site/pins.h"
#include "site/watch_memory.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::site {
namespace {

// The template a wrapper is for: the one named, or the only one, or a first one called "page".
Result<std::string> template_for(Bundle& bundle, const std::string& named) {
  WEFT_ASSIGN(const std::vector<model::Template> templates, bundle.templates());
  if (named.empty() && templates.size() > 1) {
    std::vector<std::string> names;
    for (const model::Template& one : templates) names.push_back(one.name);
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} has several templates: say --template NAME, one of {}",
                             bundle.directory(), fmt::join(names, ", "))};
  }
  const std::string name = !named.empty()      ? named
                           : templates.empty() ? "page"
                                               : templates.front().name;
  if (!bundle.find_template(name).ok()) WEFT_TRY(bundle.put_template({.name = name}));
  return name;
}

std::set<std::string> attributes_found(const model::Wrapper& wrapper,
                                       const std::vector<model::Page>& pages) {
  std::set<std::string> names;
  for (const model::Page& page : pages) {
    for (const model::Record& record : wrapper.apply(page).records) {
      for (const model::Record::Field& field : record.fields) names.insert(field.name);
    }
  }
  return names;
}

}  // namespace

Result<Learned> learn(const model::InducerInput& input, std::string_view inducer) {
  WEFT_ASSIGN(const model::Inducer induce, induce::find_inducer(inducer));
  Learned learned;
  WEFT_ASSIGN(learned.induced, induce(input));
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(learned.induced.wrapper.get());
  if (rules != nullptr)
    learned.pages = induce::check_consistency(rules->rules(), input.pages, input.labels);
  return learned;
}

Result<PutWrapper> put_in_site(const std::string& directory, const std::string& template_name,
                               const model::Wrapper& wrapper, const std::string& note,
                               const std::optional<model::Schema>& schema,
                               const std::vector<model::Page>& pages,
                               const std::vector<model::Template>& grouped) {
  WEFT_ASSIGN(Bundle bundle, Bundle::open(directory, Bundle::Mode::kCreate));
  for (const model::Template& one : grouped) {
    if (!bundle.find_template(one.name).ok()) WEFT_TRY(bundle.put_template(one));
  }
  std::vector<const model::Page*> borrowed = pointers_to(pages);
  return put_in_site(bundle, template_name, wrapper, note, schema, borrowed);
}

Result<PutWrapper> put_in_site(Bundle& bundle, const std::string& template_name,
                               const model::Wrapper& wrapper, const std::string& note,
                               const std::optional<model::Schema>& schema,
                               const std::vector<const model::Page*>& pages) {
  PutWrapper put;
  WEFT_ASSIGN(put.template_name, template_for(bundle, template_name));
  if (schema) WEFT_TRY(bundle.put_schema(*schema));
  WEFT_ASSIGN(put.version, bundle.put_wrapper(put.template_name, wrapper, note));
  WEFT_ASSIGN(const auto in_force, bundle.wrapper(put.template_name));
  put.pinned = pinned_attributes(*in_force);
  std::vector<ReadPage> read;
  for (const model::Page* page : pages) {
    read.push_back(borrow_page(*page));
    read.back().key = page_key(page->url, page->id);
  }
  std::vector<const ReadPage*> all = pointers_to(read);
  WEFT_TRY(put_memory(bundle, put.template_name, all));
  put.bellwethers = std::min(all.size(), kBellwethers);
  return put;
}

std::shared_ptr<const model::Wrapper> wrapper_in_force(const std::string& directory,
                                                       const std::string& template_name) {
  const auto bundle = Bundle::open(directory, Bundle::Mode::kRead);
  if (!bundle.ok()) return nullptr;
  const auto templates = bundle->templates();
  if (!templates.ok()) return nullptr;
  for (const model::Template& one : *templates) {
    if (one.wrapper_version == 0) continue;
    if (one.name != template_name && templates->size() > 1) continue;
    if (auto wrapper = bundle->wrapper(one.name); wrapper.ok()) return std::move(*wrapper);
  }
  return nullptr;
}

std::vector<std::string> lost_attributes(const model::Wrapper& before, const model::Wrapper& now,
                                         const std::vector<model::Page>& pages) {
  const std::set<std::string> had = attributes_found(before, pages);
  const std::set<std::string> has = attributes_found(now, pages);
  std::vector<std::string> lost;
  std::set_difference(had.begin(), had.end(), has.begin(), has.end(), std::back_inserter(lost));
  return lost;
}

}  // namespace weft::site
