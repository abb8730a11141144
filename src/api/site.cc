#include "weft/site.h"

#include <algorithm>

#include "api/access.h"
#include "site/learn.h"
#include "site/rule_book.h"
#include "site/visit.h"
#include "site/watch_memory.h"
#include "warc/writer.h"

namespace weft {

using api::Access;

struct Site::State {
  site::RuleBook::Site extractor;
  Schema schema;
};

Result<Site> Site::open(const std::string& directory) {
  WEFT_ASSIGN(const site::RuleBook book, site::RuleBook::load({.site = directory}));
  WEFT_ASSIGN(site::RuleBook::Site extractor, book.for_url(""));
  return Site(
      std::make_shared<const State>(State{std::move(extractor), api::schema_of(book.schema())}));
}

Status Site::put(const std::string& directory, const Wrapper& wrapper, std::span<const Page> pages,
                 const std::string& template_name) {
  const api::WrapperState& own = Access::wrapper(wrapper);
  WEFT_TRY(site::put_in_site(directory, template_name, *own.wrapper, "put by a program",
                             own.extractor.schema(), api::copies(pages)));
  return {};
}

const Schema& Site::schema() const { return state_->schema; }

SiteRecords Site::extract(const Page& page) const {
  const extract::PageResult result = state_->extractor->extract(Access::page(page));
  SiteRecords out{.records = api::records_of(result.extraction)};
  if (result.match.found())
    out.template_name = state_->extractor->matcher().templates()[result.match.index].name;
  for (const extract::RecordHealth& health : result.health) {
    for (const std::string& name : health.missing) {
      if (std::find(out.missing.begin(), out.missing.end(), name) == out.missing.end())
        out.missing.push_back(name);
    }
  }
  return out;
}

Result<std::vector<TemplateHealth>> Site::watch(const std::string& directory,
                                                std::span<const Page> pages, bool repair) {
  const std::string started = warc::warc_date_now();
  WEFT_ASSIGN(site::Bundle bundle, site::Bundle::open(directory, site::Bundle::Mode::kWrite));
  WEFT_ASSIGN(std::vector<site::WatchedTemplate> known, site::load_watched(bundle, {}));
  WEFT_ASSIGN(std::set<std::string> taken, site::template_names(bundle));
  WEFT_ASSIGN(const auto schema, bundle.schema());
  std::vector<site::ReadPage> read;
  for (const Page& page : pages) {
    const model::Page& own = Access::page(page);
    read.push_back({site::page_key(own.url, own.id),
                    std::shared_ptr<const model::Page>(Access::state(page), &own),
                    {}});
  }
  const site::VisitOptions options{.repair = repair};
  const site::Visit visit = site::visit_site(std::move(known), std::move(taken),
                                             schema.value_or(model::Schema()), read, options);
  WEFT_TRY(site::put_visit(bundle, visit, read, options, started));
  std::vector<TemplateHealth> all;
  for (const site::WatchedNow& now : visit.all) {
    const watch::TemplateVerdict& verdict = now.verdict();
    TemplateHealth one{.name = verdict.template_name,
                       .health = std::string(name_of(verdict.health))};
    if (!verdict.evidence.empty()) one.summary = verdict.evidence.front();
    for (const watch::AttributeRepair& attribute : now.repair.attributes) {
      if (attribute.state == watch::RepairState::kAccepted)
        one.repaired.push_back(attribute.attribute);
    }
    all.push_back(std::move(one));
  }
  return all;
}

void extract_all(const Site& site, const PageSource& pages, const SiteSink& sink,
                 unsigned workers) {
  map_pages(
      pages, [&](const Page& page) { return std::any(site.extract(page)); },
      [&](const Page& page, const std::any& found) {
        return sink(page, *std::any_cast<SiteRecords>(&found));
      },
      workers);
}

}  // namespace weft
