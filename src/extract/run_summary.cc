// Counting, the manifest's JSON, and the comparison of two runs. A run is worse when it finds
// fewer records a page, breaks the schema more often, or fills an attribute in fewer records than
// before; attributes that few records had are left out, for their share means nothing:
//
//   before: price in 98 % of 400 records     now: in 61 %
//   worse:  "price in 61.0 % of records, 98.0 % before"
#include "extract/run_summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "model/json.h"

namespace weft::extract {
namespace {

constexpr uint64_t kVersion = 1;
constexpr uint64_t kFewRecords = 10;

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double least_confidence(const model::Value& value) {
  double least = 1;
  for_each_leaf(value, [&](const model::Value& leaf) { least = std::min(least, leaf.confidence); });
  return least;
}

Json attributes_to_json(const RunSummary& summary) {
  Json attributes = Json::object();
  for (const auto& [name, count] : summary.attributes) {
    attributes[name] = {
        {"records", count.records},
        {"coverage", ratio(count.records, summary.records)},
        {"mistyped", count.mistyped},
        {"missing", count.missing},
        {"mean_confidence",
         count.records == 0 ? 0 : count.confidence / static_cast<double>(count.records)}};
  }
  return attributes;
}

// What is no text is an empty one; null has none.
std::vector<std::string> texts(const Json* json) {
  std::vector<std::string> all;
  if (json == nullptr) return all;
  for (const auto& one : *json) all.push_back(one.is_string() ? one.get<std::string>() : "");
  return all;
}

// The members of an object of numbers; null has none.
Status read_numbers(const Json* json, std::string_view what,
                    std::map<std::string, uint64_t>& numbers) {
  if (json == nullptr) return {};
  model::JsonReader read(*json, what);
  for (const auto& [name, value] : json->items())
    numbers[name] = read.unsigned_number(name.c_str(), 0);
  return read.ok() ? Status() : read.error();
}

Status read_attributes(const Json& json, RunSummary& summary) {
  for (const auto& [name, value] : json.items()) {
    model::JsonReader read(value, "run manifest, attribute " + name);
    AttributeCount count;
    count.records = read.unsigned_number("records", 0);
    count.mistyped = read.unsigned_number("mistyped", 0);
    count.missing = read.unsigned_number("missing", 0);
    count.confidence = read.number("mean_confidence", 0) * static_cast<double>(count.records);
    if (!read.ok()) return read.error();
    summary.attributes[name] = count;
  }
  return {};
}

}  // namespace

void RunSummary::add(const PageResult& result, const TemplateMatcher& matcher) {
  if (result.match.kind == MatchKind::kUrl) {
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
  nearest += result.match.kind == MatchKind::kNearest ? 1 : 0;
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

Json to_json(const RunSummary& summary) {
  return {{"weft", "run"},
          {"version", kVersion},
          {"program", summary.program},
          {"site", summary.site},
          {"started", summary.started},
          {"finished", summary.finished},
          {"inputs", summary.inputs},
          {"partial", summary.partial},
          {"pages", summary.pages},
          {"unreadable", summary.unreadable},
          {"skipped", summary.skipped},
          {"unmatched", summary.unmatched},
          {"nearest", summary.nearest},
          {"records", summary.records},
          {"unhealthy", summary.unhealthy},
          {"unhealthy_share", summary.unhealthy_share()},
          {"templates", summary.pages_of_template},
          {"wrappers", summary.wrapper_versions},
          {"drift", summary.drift},
          {"attributes", attributes_to_json(summary)}};
}

Result<RunSummary> summary_from_json(const Json& json) {
  model::JsonReader read(json, "run manifest");
  if (read.string("weft") != "run") return Error{ErrorCode::kInvalidArgument, "not a run manifest"};
  if (const uint64_t version = read.unsigned_number("version", 0); version > kVersion) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("run manifest: version {} is newer than this program reads ({})",
                             version, kVersion)};
  }
  RunSummary summary;
  summary.program = read.string("program");
  summary.site = read.string("site");
  summary.started = read.string("started");
  summary.finished = read.string("finished");
  summary.partial = read.boolean("partial", false);
  summary.pages = read.unsigned_number("pages", 0);
  summary.unreadable = read.unsigned_number("unreadable", 0);
  summary.skipped = read.unsigned_number("skipped", 0);
  summary.unmatched = read.unsigned_number("unmatched", 0);
  summary.nearest = read.unsigned_number("nearest", 0);
  summary.records = read.unsigned_number("records", 0);
  summary.unhealthy = read.unsigned_number("unhealthy", 0);
  const Json* inputs = read.array("inputs");
  const Json* drift = read.array("drift");
  const Json* templates = read.object("templates");
  const Json* wrappers = read.object("wrappers");
  const Json* attributes = read.object("attributes");
  if (!read.ok()) return read.error();
  summary.inputs = texts(inputs);
  summary.drift = texts(drift);
  WEFT_TRY(read_numbers(templates, "run manifest, templates", summary.pages_of_template));
  WEFT_TRY(read_numbers(wrappers, "run manifest, wrappers", summary.wrapper_versions));
  if (attributes != nullptr) WEFT_TRY(read_attributes(*attributes, summary));
  return summary;
}

std::vector<std::string> worse_than(const RunSummary& now, const RunSummary& before,
                                    const RegressionLimits& limits) {
  std::vector<std::string> reasons;
  const double records_now = ratio(now.records, now.pages),
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
