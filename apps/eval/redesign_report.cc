#include "eval/redesign_report.h"

#include <map>

#include <nlohmann/json.hpp>

namespace weft::eval {
namespace {

struct Sums {
  size_t breaks = 0, noticed = 0, repairable = 0, repaired = 0, accepted = 0, wrong = 0;

  void add(const AttributeOutcome& outcome) {
    breaks += outcome.broken ? 1 : 0;
    noticed += outcome.broken && outcome.noticed ? 1 : 0;
    repairable += outcome.broken && outcome.repairable ? 1 : 0;
    repaired += outcome.repairable && outcome.repaired() ? 1 : 0;
    accepted += outcome.accepted ? 1 : 0;
    wrong += outcome.wrong ? 1 : 0;
  }
  static double share(size_t part, size_t whole) {
    return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
  }
  [[nodiscard]] std::vector<Figure> figures() const {
    return {{"repaired", share(repaired, repairable)},
            {"noticed", share(noticed, breaks)},
            {"breaks", static_cast<double>(breaks)},
            {"repairable", static_cast<double>(repairable)},
            {"accepted", static_cast<double>(accepted)},
            {"wrong", static_cast<double>(wrong)}};
  }
};

}  // namespace

void report_redesigns(const std::vector<RedesignOutcome>& all, Report& report) {
  Sums sums;
  std::map<std::string, Sums> kinds, attributes, domains;
  size_t broken_sites = 0, noticed_sites = 0, reused = 0, broken_but_reused = 0;
  nlohmann::ordered_json failures = nlohmann::ordered_json::array();
  for (const RedesignOutcome& one_redesign : all) {
    bool broken = false, noticed = false;
    for (const AttributeOutcome& outcome : one_redesign.attributes) {
      for (Sums* one : {&sums, &kinds[outcome.kind], &attributes[outcome.attribute],
                        &domains[outcome.site.substr(0, outcome.site.find('-'))]})
        one->add(outcome);
      broken |= outcome.broken;
      noticed |= outcome.noticed;
      const bool missed = outcome.broken && !outcome.noticed;
      if (!missed && !outcome.wrong &&
          !(outcome.broken && outcome.repairable && !outcome.repaired()))
        continue;
      failures.push_back({{"site", outcome.site},
                          {"kind", outcome.kind},
                          {"attribute", outcome.attribute},
                          {"before", outcome.before},
                          {"unrepaired", outcome.unrepaired},
                          {"after", outcome.after},
                          {"noticed", outcome.noticed},
                          {"accepted", outcome.accepted},
                          {"wrong", outcome.wrong},
                          {"reason", outcome.reason}});
    }
    broken_sites += broken ? 1 : 0;
    noticed_sites += broken && noticed ? 1 : 0;
    reused += one_redesign.reused ? 1 : 0;
    broken_but_reused += broken && one_redesign.reused ? 1 : 0;
  }
  report.score = Sums::share(sums.repaired, sums.repairable);
  report.figures = sums.figures();
  report.figure("redesigns", static_cast<double>(all.size()));
  report.figure("redesigns_that_broke", static_cast<double>(broken_sites));
  report.figure("redesigns_noticed", Sums::share(noticed_sites, broken_sites));
  // As in Fig. 5: what may keep its rule, beside what kept its rule right.
  report.figure("rules_reused", Sums::share(reused, all.size()));
  report.figure("redesigns_unbroken", 1 - Sums::share(broken_sites, all.size()));
  report.figure("reused_though_broken", static_cast<double>(broken_but_reused));
  const auto add = [&](const char* section, const std::map<std::string, Sums>& groups) {
    for (const auto& [name, one] : groups) report.rows.push_back({section, name, one.figures()});
  };
  add("kind", kinds);
  add("domain", domains);
  add("attribute", attributes);
  report.details["failures"] = std::move(failures);
}

void report_aged_redesigns(const std::vector<RedesignOutcome>& all, Report& report) {
  Sums sums;
  std::map<std::string, Sums> attributes;
  nlohmann::ordered_json failures = nlohmann::ordered_json::array();
  for (const RedesignOutcome& one : all) {
    for (const AttributeOutcome& outcome : one.attributes) {
      if (!outcome.varying) continue;
      sums.add(outcome);
      attributes[outcome.attribute].add(outcome);
      if (outcome.broken && outcome.repairable && (outcome.wrong || !outcome.repaired()))
        failures.push_back({{"site", outcome.site},
                            {"kind", outcome.kind},
                            {"attribute", outcome.attribute},
                            {"wrong", outcome.wrong},
                            {"precision", outcome.precision},
                            {"reason", outcome.reason}});
    }
  }
  report.figure("aged_varying_repaired", Sums::share(sums.repaired, sums.repairable));
  report.figure("aged_varying_breaks", static_cast<double>(sums.breaks));
  report.figure("aged_varying_wrong", static_cast<double>(sums.wrong));
  for (const auto& [name, one] : attributes)
    report.rows.push_back({"varying attribute, aged", name, one.figures()});
  report.details["aged_failures"] = std::move(failures);
}

}  // namespace weft::eval
