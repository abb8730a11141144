// Counting, the manifest's JSON, and the comparison of two runs. A run is worse when it finds
// fewer records a page, breaks the schema more often, or fills an attribute in fewer records than
// before; attributes that few records had are left out, for their share means nothing:
//
//   before: price in 98 % of 400 records     now: in 61 %
//   worse:  "price in 61.0 % of records, 98.0 % before"
#include "extract/run_summary.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::extract {
namespace {

constexpr uint64_t kFewRecords = 10;  // Shares of fewer say nothing.

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void RunSummary::add(const PageResult& result, const model::TemplateMatcher& matcher) {
  if (result.match.kind == model::TemplateMatchKind::kUrl) {
    ++skipped;
    return;
  }
  if (!result.match.found()) {
    ++unmatched;
    return;
  }
  const model::Template& one = matcher.templates()[result.match.index];
  ++pages_of_template[one.name];
  if (one.wrapper_version != 0)
    wrapper_versions.try_emplace(result.extraction.wrapper, one.wrapper_version);
  nearest += result.match.kind == model::TemplateMatchKind::kNearest ? 1 : 0;
  records += result.extraction.records.size();
  unhealthy += result.unhealthy();
  for (const model::Record& record : result.extraction.records) {
    for (const model::Record::Field& field : record.fields) {
      if (!has_content(field.value)) continue;
      AttributeCount& count = attributes[field.name];
      ++count.records;
      count.confidence += least_confidence(field.value);
    }
  }
  for (const RecordHealth& health : result.health) {
    for (const std::string& name : health.missing) ++attributes[name].missing;
    for (const std::string& name : health.mistyped) ++attributes[name].mistyped;
  }
}

double RunSummary::unhealthy_share() const {
  return ratio(unhealthy, std::max(records, unhealthy));
}

double RunSummary::coverage(std::string_view attribute) const {
  const auto it = attributes.find(std::string(attribute));
  return it == attributes.end() ? 0 : ratio(it->second.records, records);
}

static void describe(JsonFields& json, AttributeCount& count, const RunSummary& summary) {
  double mean = count.records == 0 ? 0 : count.confidence / static_cast<double>(count.records);
  json.field("records", count.records);
  json.note("coverage", ratio(count.records, summary.records));
  json.field("mistyped", count.mistyped);
  json.field("missing", count.missing);
  json.field("mean_confidence", mean);
  if (json.reading()) count.confidence = mean * static_cast<double>(count.records);
}

void describe(JsonFields& json, RunSummary& summary) {
  json.header("run", 1);
  json.field("program", summary.program);
  json.field("site", summary.site);
  json.field("started", summary.started);
  json.field("finished", summary.finished);
  json.field("inputs", summary.inputs);
  json.field("partial", summary.partial);
  json.field("pages", summary.pages);
  json.field("unreadable", summary.unreadable);
  json.field("skipped", summary.skipped);
  json.field("unmatched", summary.unmatched);
  json.field("nearest", summary.nearest);
  json.field("records", summary.records);
  json.field("unhealthy", summary.unhealthy);
  json.note("unhealthy_share", summary.unhealthy_share());
  json.field("templates", summary.pages_of_template);
  json.field("wrappers", summary.wrapper_versions);
  json.field("drift", summary.drift);
  json.field("attributes", summary.attributes, summary);
}

std::vector<std::string> worse_than(const RunSummary& now, const RunSummary& before,
                                    const RegressionLimits& limits) {
  std::vector<std::string> reasons;
  // A stricter run (--strict) leaves out pages that nearness alone matched: they are not missing.
  const uint64_t left_out = now.nearest == 0 ? std::min(now.unmatched, before.nearest) : 0;
  const double records_now = ratio(now.records, now.pages - left_out),
               records_before = ratio(before.records, before.pages);
  if (records_now < records_before * limits.record_drop) {
    reasons.push_back(
        fmt::format("{:.2f} records a page, {:.2f} before", records_now, records_before));
  }
  if (now.unhealthy_share() > before.unhealthy_share() + limits.unhealthy_rise) {
    reasons.push_back(fmt::format("{:.1f} % of records unhealthy, {:.1f} % before",
                                  100 * now.unhealthy_share(), 100 * before.unhealthy_share()));
  }
  for (const auto& [name, count] : before.attributes) {
    if (count.records < kFewRecords) continue;
    if (now.coverage(name) < before.coverage(name) - limits.coverage_drop) {
      reasons.push_back(fmt::format("{} in {:.1f} % of records, {:.1f} % before", name,
                                    100 * now.coverage(name), 100 * before.coverage(name)));
    }
  }
  return reasons;
}

}  // namespace weft::extract
