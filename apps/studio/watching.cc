// The studio adds nothing to a visit: pages newer than the bellwethers are judged as `weft watch` judges them
// (site/visit.h), what would be repaired is kept as a proposal (site/proposal.h), and a person's answer puts
// it in force or drops it.

#include "studio/watching.h"

#include <fmt/format.h>

#include "html/parser.h"
#include "induce/active/label_session.h"
#include "site/label_place.h"
#include "site/proposal.h"
#include "site/visit.h"
#include "site/watch_memory.h"
#include "studio/json_views.h"
#include "warc/writer.h"
#include "wrap/kinds.h"

namespace weft::studio {
namespace {

using site::Bundle;
using site::SampleRole;

constexpr size_t kShownRuns = 90;

// A page that the bundle keeps; null if there is none of the role.
Result<std::shared_ptr<const model::Page>> kept_page(const Bundle& bundle,
                                                     const std::string& template_name,
                                                     SampleRole role, const std::string& id,
                                                     const Limits& limits) {
  WEFT_ASSIGN(const auto samples, bundle.samples(template_name, role));
  for (const site::Sample& sample : samples) {
    if (!id.empty() && sample.page != id) continue;
    WEFT_ASSIGN(const site::StoredPage stored, bundle.read_sample(sample));
    html::Parser parser;
    site::RawPage raw;
    raw.id = stored.id;
    raw.url = stored.url;
    raw.charset = "utf-8";
    raw.fetched_at = stored.fetched_at;
    raw.bytes = stored.body;
    return std::make_shared<const model::Page>(site::parse_page(parser, raw, limits));
  }
  return std::shared_ptr<const model::Page>();
}

// What a wrapper gives on a page, with nodes, for marks.
Json side_json(const std::shared_ptr<StudioSite>& site, Frames& frames,
               const std::shared_ptr<const model::Page>& page, const model::Wrapper* wrapper) {
  Json values = Json::array();
  if (wrapper != nullptr) {
    for (const model::Label& label : induce::labels_of(wrapper->apply(*page))) {
      Json one = {{"attribute", label.attribute}, {"value", label.value}};
      add_place(one, page->document, site::place_of(page->document, label));
      values.push_back(std::move(one));
    }
  }
  return {{"frame", frames.address(site, page, Frames::Kind::kPage)},
          {"nodes", page->document.size()},
          {"fetched", page->fetched_at},
          {"values", std::move(values)}};
}

}  // namespace

Result<Json> watch_json(StudioSite& site) {
  Json json = {{"runs", Json::array()},
               {"proposals", Json::array()},
               {"versions", Json::array()},
               {"watchable", Json::array()}};
  WEFT_TRY(site.with_bundle([&](Bundle& bundle) -> Status {
    WEFT_ASSIGN(const auto runs, bundle.runs(kShownRuns));
    for (const site::Run& run : runs) {
      if (run.verb != "watch") continue;
      const auto details = parse_json(run.details);
      json["runs"].push_back({{"at", run.started_at},
                              {"outcome", run.outcome},
                              {"pages", run.pages},
                              {"templates", details.ok() ? (*details)["templates"] : Json()}});
    }
    WEFT_ASSIGN(const auto proposals, bundle.proposals());
    for (const site::Proposal& one : proposals) {
      const auto proof = parse_json(one.proof);
      json["proposals"].push_back({{"id", one.id},
                                   {"template", one.template_name},
                                   {"at", one.created_at},
                                   {"state", one.state},
                                   {"decided", one.decided_at},
                                   {"proof", proof.ok() ? *proof : Json()}});
    }
    WEFT_ASSIGN(const auto versions, bundle.wrapper_history());
    for (const site::WrapperVersion& one : versions)
      json["versions"].push_back({{"template", one.template_name},
                                  {"version", one.version},
                                  {"note", one.note},
                                  {"at", one.created_at},
                                  {"current", one.current}});
    WEFT_ASSIGN(const auto templates, bundle.templates());
    for (const model::Template& one : templates) {
      if (one.wrapper_version != 0) json["watchable"].push_back(one.name);
    }
    return {};
  }));
  return json;
}

Result<Json> before_and_after(const std::shared_ptr<StudioSite>& site, Frames& frames,
                              const std::string& template_name, const Limits& limits) {
  Json json = Json::object();
  WEFT_TRY(site->with_bundle([&](Bundle& bundle) -> Status {
    WEFT_ASSIGN(const auto fresh, kept_page(bundle, template_name, SampleRole::kFresh, "", limits));
    if (fresh == nullptr) return {};
    // Before a repair was accepted the old page is a bellwether, afterwards a former one.
    auto old = kept_page(bundle, template_name, SampleRole::kFormer, fresh->id, limits);
    const bool accepted = old.ok() && *old != nullptr;
    if (!accepted)
      old = kept_page(bundle, template_name, SampleRole::kBellwether, fresh->id, limits);
    if (!old.ok()) return old.error();
    if (*old == nullptr) return {};
    std::shared_ptr<const model::Wrapper> now, then;
    if (auto wrapper = bundle.wrapper(template_name); wrapper.ok()) now = std::move(*wrapper);
    then = now;
    if (accepted) {
      WEFT_ASSIGN(const model::Template known, bundle.find_template(template_name));
      if (auto wrapper = bundle.wrapper(template_name, known.wrapper_version - 1); wrapper.ok())
        then = std::move(*wrapper);
    } else {
      WEFT_ASSIGN(const auto open, bundle.proposals("open"));
      for (const site::Proposal& one : open) {
        if (one.template_name != template_name) continue;
        WEFT_ASSIGN(const Json body, parse_json(one.wrapper));
        if (auto wrapper = wrap::load_wrapper(body); wrapper.ok()) now = std::move(*wrapper);
      }
    }
    json = {{"page", fresh->url.empty() ? fresh->id : fresh->url},
            {"old", side_json(site, frames, *old, then.get())},
            {"new", side_json(site, frames, fresh, now.get())}};
    return {};
  }));
  return json;
}

Status watch_site(StudioSite& site, const std::string& path, const ReadPages& read,
                  const Limits& limits, Job& job) {
  const std::string started = warc::warc_date_now();
  std::vector<site::ReadPage> pages;
  html::Parser parser;
  WEFT_TRY(read(path, kMostPages, [&](const site::RawPage& raw) {
    if (job.progress.stop) return false;
    if (raw.error) return true;
    auto page = std::make_shared<const model::Page>(site::parse_page(parser, raw, limits));
    pages.push_back({.key = site::page_key(page->url, page->id), .page = page});
    ++job.progress.done;
    return true;
  }));
  // A connection of our own, so that labelling goes on meanwhile.
  WEFT_ASSIGN(Bundle bundle, Bundle::open(site.bundle_path(), Bundle::Mode::kWrite));
  WEFT_ASSIGN(auto known, site::load_watched(bundle, limits));
  if (known.empty())
    return Error{ErrorCode::kNotFound,
                 "there are no rules in force to watch: label a page and extract first"};
  std::set<std::string> taken;
  WEFT_ASSIGN(const auto templates, bundle.templates());
  for (const model::Template& one : templates) taken.insert(one.name);
  WEFT_ASSIGN(const auto schema, bundle.schema());
  const site::Visit visit =
      site::visit_site(std::move(known), std::move(taken), schema.value_or(model::Schema{}), pages,
                       {.all_asked = true, .repair = true});
  WEFT_ASSIGN(const auto proposed, site::put_proposals(bundle, visit, pages, started));
  job.set_result({{"health", std::string(name_of(visit.health()))},
                  {"pages", pages.size()},
                  {"proposals", proposed.size()}});
  return {};
}

Status decide(StudioSite& site, int64_t proposal, bool accept, const Limits& limits) {
  WEFT_TRY(site.with_own_bundle([&](Bundle& bundle) {
    return accept ? site::accept_proposal(bundle, proposal, limits)
                  : bundle.decide_proposal(proposal, false);
  }));
  site.forget_desks();
  return {};
}

Status roll_back(StudioSite& site, const std::string& template_name, uint32_t version) {
  WEFT_TRY(site.with_own_bundle([&](Bundle& bundle) -> Status {
    const auto done = bundle.rollback(template_name, version);
    return done.ok() ? Status() : Status(done.error());
  }));
  site.forget_desks();
  return {};
}

}  // namespace weft::studio
