// Wrappers, and the ways to get one: from labels, from a mined table, from pages alone, from a domain.

#include "weft/wrapper.h"

#include "api/access.h"
#include "base/json.h"
#include "dom/shingle.h"
#include "group/cluster.h"
#include "induce/inducers.h"
#include "mine/mine.h"
#include "site/auto_site.h"
#include "site/grouping.h"
#include "site/input_files.h"
#include "site/learn.h"
#include "site/learn_list.h"
#include "templates/templates.h"
#include "weft/group.h"
#include "weft/learn.h"
#include "weft/mine.h"
#include "weft/template.h"
#include "wrap/kinds.h"

namespace weft {

using api::Access;

Result<Wrapper> Access::wrapper(std::shared_ptr<const model::Wrapper> wrapper,
                                model::Schema schema) {
  Schema shown = api::schema_of(schema);
  WEFT_ASSIGN(auto extractor, extract::extractor_for(wrapper, "wrapper", std::move(schema)));
  return Wrapper(std::make_shared<const api::WrapperState>(
      api::WrapperState{std::move(wrapper), std::move(extractor), std::move(shown)}));
}

Result<Wrapper> Wrapper::parse(std::string_view json) {
  WEFT_ASSIGN(const Json read, parse_json(json));
  WEFT_ASSIGN(std::unique_ptr<model::Wrapper> wrapper, wrap::load_wrapper(read));
  WEFT_ASSIGN(model::Schema schema, model::schema_of_wrapper(read));
  return Access::wrapper(std::move(wrapper), std::move(schema));
}

std::string Wrapper::to_json() const {
  return dump_json_pretty(model::save_wrapper(*state_->wrapper, state_->extractor.schema()));
}

std::string Wrapper::kind() const { return std::string(state_->wrapper->kind()); }
const Schema& Wrapper::schema() const { return state_->schema; }

std::vector<Record> Wrapper::extract(const Page& page) const {
  return api::records_of(state_->extractor.extract(Access::page(page)).extraction);
}

std::vector<Explanation> Wrapper::explain(const Node& node) const {
  std::vector<Explanation> all;
  for (model::Explanation& one :
       state_->wrapper->explain(Access::state(node)->page, Access::ref(node).node))
    all.push_back(
        {std::move(one.attribute), one.extracted, std::move(one.rule), std::move(one.reasons)});
  return all;
}

Result<Learned> learn(std::span<const Page> pages, std::span<const Label> labels,
                      const LearnOptions& options) {
  WEFT_ASSIGN(model::Schema schema, api::schema_of(options.schema));
  model::InducerInput input;
  input.pages = api::pointers(pages);
  input.schema = &schema;
  for (const Label& label : labels) {
    if (label.page >= pages.size())
      return Error{ErrorCode::kInvalidArgument, "a label names page " + std::to_string(label.page) +
                                                    " of " + std::to_string(pages.size())};
    input.labels.push_back({.page = pages[label.page].id(),
                            .record = label.record,
                            .attribute = label.attribute,
                            .path = label.path,
                            .value = label.value});
  }
  WEFT_ASSIGN(site::Learned learned,
              site::learn(input, options.inducer.empty() ? induce::kDefaultInducer
                                                         : std::string_view(options.inducer)));
  WEFT_ASSIGN(Wrapper wrapper,
              Access::wrapper(std::move(learned.induced.wrapper), std::move(schema)));
  return Learned{std::move(wrapper), std::move(learned.induced.problems)};
}

namespace {

Result<std::vector<mine::Region>> regions_of(const Page& page, const MineOptions& options) {
  mine::MineOptions own{.max_regions = options.max_tables,
                        .min_confidence = options.min_confidence};
  if (!options.method.empty()) {
    const auto method = enum_named<mine::Method>(options.method);
    if (!method)
      return Error{ErrorCode::kInvalidArgument, "there is no way to mine called " + options.method};
    own.method = *method;
  }
  return mine::mine(Access::page(page).document, own);
}

}  // namespace

Result<std::vector<Table>> mine_tables(const Page& page, const MineOptions& options) {
  WEFT_ASSIGN(const std::vector<mine::Region> regions, regions_of(page, options));
  std::vector<Table> tables;
  for (const mine::Region& region : regions) {
    Table table{.confidence = region.confidence};
    for (const Attribute& attribute : api::schema_of(mine::to_schema(region)).attributes) {
      table.columns.push_back(attribute.name);
      table.types.push_back(attribute.type);
    }
    table.records = api::records_of(mine::to_extraction(Access::page(page), region));
    tables.push_back(std::move(table));
  }
  return tables;
}

Result<Wrapper> learn_table(const Page& page, const MineOptions& options) {
  WEFT_ASSIGN(const std::vector<mine::Region> regions, regions_of(page, options));
  if (regions.empty()) return Error{ErrorCode::kNotFound, "no table was found on " + page.id()};
  WEFT_ASSIGN(site::LearnedList learned, site::learn_list({{&Access::page(page), &regions[0]}}));
  return Access::wrapper(std::move(learned.induced.wrapper), std::move(learned.schema));
}

std::vector<PageGroup> group_pages(std::span<const Page> pages) {
  std::vector<PageGroup> groups;
  for (site::GroupedPages& one : site::group_pages(api::pointers(pages)))
    groups.push_back({std::move(one.page_template.url_pattern), std::move(one.pages)});
  return groups;
}

uint64_t page_vector(const Page& page) {
  return dom::shingle_vector(Access::page(page).document, model::Template().shingles).packed;
}

std::vector<VectorGroup> group_vectors(std::span<const uint64_t> vectors) {
  std::vector<dom::ShingleVector> own;
  own.reserve(vectors.size());
  for (const uint64_t vector : vectors) own.push_back({vector});
  const uint32_t least = group::default_min_count(group::clustering_sample_size(own.size()));
  std::vector<VectorGroup> groups;
  for (const group::Cluster& one : group::cluster_pages(own, {.min_count = least}).clusters)
    groups.push_back({one.signature.packed, one.signature.fixed, one.importance});
  return groups;
}

std::optional<size_t> find_group(std::span<const VectorGroup> groups, uint64_t vector) {
  for (size_t i = 0; i < groups.size(); ++i) {
    if (dom::MaskedShingle{groups[i].signature, groups[i].fixed}.covers({vector})) return i;
  }
  return std::nullopt;
}

Result<PageTemplate> find_template(std::span<const Page> pages, std::string_view method) {
  WEFT_ASSIGN(const templates::TemplateMethod find,
              templates::find_template_method(method.empty() ? templates::template_methods().front()
                                                             : std::string(method)));
  WEFT_ASSIGN(templates::PageTemplate found, find(api::pointers(pages)));
  WEFT_ASSIGN(Wrapper wrapper, Access::wrapper(std::move(found.wrapper), std::move(found.schema)));
  return PageTemplate{std::move(wrapper), std::move(found.problems)};
}

struct Domain::State {
  annotate::Domain domain;
};

const annotate::Domain& Access::domain(const Domain& domain) { return domain.state_->domain; }

std::vector<std::string> Domain::all_shipped() {
  std::vector<std::string> names;
  for (const EmbeddedFile& one : annotate::shipped_domains()) names.emplace_back(one.name);
  return names;
}

Result<Domain> Domain::shipped(const std::string& name) {
  WEFT_ASSIGN(const std::string text, annotate::shipped_domain(name));
  return parse(text);
}

Result<Domain> Domain::parse(std::string_view toml) {
  WEFT_ASSIGN(annotate::Domain domain,
              annotate::parse_domain(toml, "domain", annotate::shipped_domain));
  return Domain(std::make_shared<const State>(State{std::move(domain)}));
}

Result<DomainSite> learn_by_domain(std::span<const Page> pages, const Domain& domain,
                                   const std::string& site_directory) {
  WEFT_ASSIGN(site::AutoSite learned,
              site::learn_by_domain(api::copies(pages), Access::domain(domain)));
  if (!learned.found_any())
    return Error{ErrorCode::kNotFound, "the pages show nothing of the domain"};
  if (!site_directory.empty()) WEFT_TRY(site::put_in_bundle(site_directory, learned));
  std::map<std::string, size_t> place;
  for (size_t i = 0; i < pages.size(); ++i) place[pages[i].id()] = i;
  DomainSite out;
  for (site::AutoTemplate& one : learned.templates) {
    if (one.wrapper == nullptr) continue;
    WEFT_ASSIGN(Wrapper wrapper, Access::wrapper(one.wrapper, learned.schema));
    DomainTemplate shown{std::move(wrapper), {}, {}};
    for (const site::AutoAttribute& attribute : one.attributes) {
      if (attribute.found) shown.attributes.push_back(attribute.name);
    }
    for (const model::Page& page : one.pages) shown.pages.push_back(place[page.id]);
    out.templates.push_back(std::move(shown));
  }
  for (const site::AutoQuestion& question : learned.questions)
    out.questions.push_back("is \"" + question.attribute.value + "\" the " +
                            question.attribute.name + " of " + question.attribute.page + "?");
  return out;
}

}  // namespace weft
