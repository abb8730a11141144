// RunSummary: what an extraction run did, counted; written as a manifest beside every output.
//
// The manifest says what went in, which versions ran, what came out, and how complete each
// attribute was, so that the next run can tell whether it is worse (worse_than) before it replaces
// anything. Format: docs/formats/run.md.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "base/result.h"
#include "extract/site_extractor.h"

namespace weft::extract {

struct AttributeCount {
  uint64_t records = 0;   // Records that have it.
  uint64_t mistyped = 0;  // Records whose value is not of its type.
  uint64_t missing = 0;   // Records that lack it though it is mandatory.
  double confidence = 0;  // Sum over the records that have it, the least of each.
};

struct RunSummary {
  // Filled in by whoever runs it.
  std::string program;              // "weft 0.3.0"
  std::string site;                 // Bundle or wrapper that was used.
  std::string started, finished;    // ISO 8601, UTC.
  std::vector<std::string> inputs;  // As given.
  bool partial = false;             // Some input could not be read, or a budget ran out.
  std::vector<std::string> drift;   // Attributes that are not what they were, a sentence each.

  // Counted.
  uint64_t pages = 0;       // Pages offered.
  uint64_t unreadable = 0;  // Could not be read.
  uint64_t skipped = 0;     // No URL pattern matched; not parsed where the URL was known before.
  uint64_t unmatched = 0;   // Parsed, but of no template, or of one without a wrapper.
  uint64_t nearest = 0;     // Matched by nearness only.
  uint64_t records = 0;
  uint64_t unhealthy = 0;  // Records, or pages without any, that break the schema.
  std::map<std::string, uint64_t> pages_of_template;
  // "site/template" -> version of the wrapper that ran; of wrappers in bundles, which have one.
  std::map<std::string, uint64_t> wrapper_versions;
  std::map<std::string, AttributeCount> attributes;

  void add(const PageResult& result, const model::TemplateMatcher& matcher);
  // Of records and empty-handed pages, 0 when there are none.
  [[nodiscard]] double unhealthy_share() const;
  // Records that have the attribute, 0 to 1.
  [[nodiscard]] double coverage(std::string_view attribute) const;
};

void describe(JsonFields& json, RunSummary& summary);

struct RegressionLimits {
  double coverage_drop = 0.1;    // An attribute may lose so much coverage.
  double unhealthy_rise = 0.05;  // The unhealthy share may rise so much.
  // Records per page may fall to no less than this share of what they were.
  double record_drop = 0.5;
};

// In what way `now` is worse than `before`, one sentence each; empty if it is not. An attribute
// that `before` did not have counts for nothing; attributes in fewer than ten records of `before`
// are not judged.
std::vector<std::string> worse_than(const RunSummary& now, const RunSummary& before,
                                    const RegressionLimits& limits = {});

}  // namespace weft::extract
