// Redesign report: what became of the attributes of practice sites that were redesigned, counted by
// kind of redesign, by domain and by attribute, with the failures one by one.
#pragma once

#include <string>
#include <vector>

#include "eval/report.h"

namespace weft::eval {

constexpr double kFall = 0.05;  // Of F1, to be broken.

struct AttributeOutcome {
  std::string site;
  std::string kind;
  std::string attribute;
  double before = 0, unrepaired = 0, after = 0, precision = 1;
  bool broken = false, noticed = false, repairable = false, accepted = false, wrong = false;
  std::string reason;
  bool varying = false;

  [[nodiscard]] bool repaired() const { return broken && accepted && after >= before - kFall; }
};

// A redesign as a whole.
struct RedesignOutcome {
  std::vector<AttributeOutcome> attributes;
  bool reused = false;  // [Vertex] IV-C lets the new cluster keep the old rule.
};

// The score is the share of broken attributes that were repaired, where their values are still
// shown.
void report_redesigns(const std::vector<RedesignOutcome>& all, Report& report);

// Redesigns met after so many visits that hardly a varying value is as it was known: only the
// attributes that may change.
void report_aged_redesigns(const std::vector<RedesignOutcome>& all, Report& report);

}  // namespace weft::eval
