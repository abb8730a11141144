#include "site/extract.h"

#include "base/json.h"
#include "site/bundle.h"
#include "warc/writer.h"

namespace weft::site {

Extraction::Extraction(const RuleBook& rules, std::string bundle)
    : rules_(rules), bundle_(std::move(bundle)), drift_(DriftWatch::of(bundle_)) {
  summary.program = "weft " WEFT_VERSION;
  summary.site = rules.name();
  summary.started = warc::warc_date_now();
}

Result<Extraction::Outcome> Extraction::extract(
    const std::string& url, const std::function<const model::Page&()>& page) const {
  const model::Page* parsed = url.empty() ? &page() : nullptr;
  const std::string& known = parsed != nullptr ? parsed->url : url;
  Outcome outcome;
  WEFT_ASSIGN(outcome.site, rules_.for_url(known));
  outcome.result.match.kind = model::TemplateMatchKind::kUrl;
  if (outcome.site == nullptr || (!known.empty() && !outcome.site->wants(known))) return outcome;
  outcome.result = outcome.site->extract(parsed != nullptr ? *parsed : page());
  return outcome;
}

Status Extraction::add(const Outcome& outcome, model::RecordWriter& writer) {
  ++summary.pages;
  if (outcome.site == nullptr) {
    ++summary.skipped;
    return {};
  }
  summary.add(outcome.result, outcome.site->matcher());
  drift_.add(outcome.result, outcome.site->matcher());
  const model::Extraction& extraction = outcome.result.extraction;
  return extraction.records.empty() ? Status() : writer.write(extraction);
}

void Extraction::finish(uint64_t unreadable, bool damaged) {
  summary.finished = warc::warc_date_now();
  summary.pages += unreadable;
  summary.unreadable = unreadable;
  summary.partial = unreadable != 0 || damaged;
  summary.drift = drift_.alarms();
}

Status Extraction::remember(std::string_view outcome) const {
  if (bundle_.empty()) return {};
  WEFT_ASSIGN(Bundle bundle, Bundle::open(bundle_, Bundle::Mode::kWrite));
  WEFT_TRY(bundle.add_run({.verb = "extract",
                           .started_at = summary.started,
                           .ended_at = summary.finished,
                           .pages = summary.pages,
                           .records = summary.records,
                           .failures = summary.unhealthy,
                           .outcome = std::string(outcome),
                           .details = dump_json(write_json(summary))}));
  return {};
}

}  // namespace weft::site
