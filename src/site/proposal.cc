#include "site/proposal.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "html/parser.h"
#include "model/record_json.h"
#include "site/raw_page.h"
#include "site/watch_memory.h"
#include "watch/repair/repair_report.h"
#include "wrap/kinds.h"

namespace weft::site {
namespace {

StoredPage fresh_page(const ReadPage& read) {
  const model::Page& page = *read.page;
  return {.id = read.key,
          .url = page.url,
          .status = page.status,
          .content_type = "text/html; charset=utf-8",
          .fetched_at = page.fetched_at,
          .body = std::string(page.document.source())};
}

// What a person has to know to decide.
Json proof_of(const WatchedNow& now) {
  Json changes = Json::array();
  for (const watch::RuleChange& change : now.changes) changes.push_back(write_json(change));
  Json attributes = Json::array();
  for (const watch::AttributeRepair& one : now.repair.attributes)
    attributes.push_back({{"attribute", one.attribute},
                          {"state", std::string(name_of(one.state))},
                          {"reason", one.reason}});
  return {{"before", to_json(now.assessment.verdict)},
          {"after", to_json(now.verdict())},
          {"changes", std::move(changes)},
          {"attributes", std::move(attributes)},
          {"ask_page", now.repair.ask_page},
          {"ask_attributes", now.repair.ask_attributes},
          {"signature", to_string(with_new_signature(now).signature)}};
}

// The pages of a template that the visit read, as they are now.
std::vector<StoredPage> fresh_pages(const WatchedNow& now, const std::vector<ReadPage>& pages) {
  std::vector<StoredPage> stored;
  for (const watch::FreshPage* fine : now.assessment.fine) {
    const auto read = std::find_if(pages.begin(), pages.end(),
                                   [&](const ReadPage& page) { return page.key == fine->id; });
    if (read != pages.end() && read->page != nullptr && stored.size() < kFreshPages)
      stored.push_back(fresh_page(*read));
  }
  return stored;
}

}  // namespace

Status keep_fresh(Bundle& bundle, const WatchedNow& now, const std::vector<ReadPage>& pages) {
  if (now.assessment.verdict.health == watch::Health::kHealthy || !now.known->split_from.empty())
    return {};
  return bundle.put_samples(now.known->page_template.name, SampleRole::kFresh,
                            fresh_pages(now, pages));
}

Status keep_former(Bundle& bundle, const std::string& template_name) {
  WEFT_ASSIGN(auto samples, bundle.samples(template_name, SampleRole::kBellwether));
  if (samples.size() > kFormerPages) samples.resize(kFormerPages);
  std::vector<StoredPage> former;
  for (const Sample& sample : samples) {
    WEFT_ASSIGN(StoredPage page, bundle.read_sample(sample));
    former.push_back(std::move(page));
  }
  return former.empty() ? Status() : bundle.put_samples(template_name, SampleRole::kFormer, former);
}

Result<std::vector<int64_t>> put_proposals(Bundle& bundle, const Visit& visit,
                                           const std::vector<ReadPage>& pages,
                                           const std::string& started) {
  std::vector<int64_t> added;
  for (const WatchedNow& now : visit.all) {
    const std::string& name = now.known->page_template.name;
    WEFT_TRY(put_golden(bundle, now));
    if (now.assessment.verdict.health == watch::Health::kHealthy) continue;
    WEFT_TRY(keep_fresh(bundle, now, pages));
    if (now.repair.wrapper == nullptr) continue;
    WEFT_ASSIGN(const auto open, bundle.proposals("open"));
    for (const Proposal& one : open) {
      if (one.template_name == name) WEFT_TRY(bundle.decide_proposal(one.id, false));
    }
    WEFT_ASSIGN(const int64_t id,
                bundle.add_proposal({.template_name = name,
                                     .wrapper = dump_json(model::save_wrapper(*now.repair.wrapper)),
                                     .proof = dump_json(proof_of(now))}));
    added.push_back(id);
  }
  WEFT_TRY(put_run(bundle, visit.all, started));
  return added;
}

Status accept_proposal(Bundle& bundle, int64_t id, const Limits& limits) {
  WEFT_ASSIGN(const auto open, bundle.proposals("open"));
  const auto it =
      std::find_if(open.begin(), open.end(), [&](const Proposal& one) { return one.id == id; });
  if (it == open.end()) return bundle.decide_proposal(id, true);  // Says why not.
  const std::string& name = it->template_name;
  WEFT_ASSIGN(const Json body, parse_json(it->wrapper));
  WEFT_ASSIGN(const auto wrapper, wrap::load_wrapper(body));
  WEFT_ASSIGN(const Json proof, parse_json(it->proof));
  WEFT_ASSIGN(model::Template known, bundle.find_template(name));
  if (const auto signature = dom::parse_shingle(proof.text_of("signature")); signature.ok())
    known.signature = *signature;
  WEFT_ASSIGN(const auto samples, bundle.samples(name, SampleRole::kFresh));
  std::vector<StoredPage> fresh;
  for (const Sample& sample : samples) {
    WEFT_ASSIGN(StoredPage page, bundle.read_sample(sample));
    fresh.push_back(std::move(page));
  }
  WEFT_TRY(keep_former(bundle, name));
  WEFT_TRY(bundle.put_template(known));
  WEFT_TRY(bundle.put_wrapper(name, *wrapper, fmt::format("proposal {} accepted", id)));
  WEFT_TRY(bundle.put_samples(name, SampleRole::kBellwether, fresh));
  html::Parser parser;
  for (const StoredPage& stored : fresh) {
    RawPage raw;
    raw.id = stored.id;
    raw.url = stored.url;
    raw.charset = "utf-8";
    raw.bytes = stored.body;
    model::Extraction said = wrapper->apply(parse_page(parser, raw, limits));
    said.page = stored.id;
    if (!said.records.empty()) WEFT_TRY(bundle.put_golden(name, said));
  }
  return bundle.decide_proposal(id, true);
}

}  // namespace weft::site
