#include "eval/redesign_report.h"

#include <map>

#include <nlohmann/json.hpp>

#include "eval/metrics/counts.h"

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
  [[nodiscard]] Figures figures() const {
    return {{"repaired", share(repaired, repairable, 1)},
            {"noticed", share(noticed, breaks, 1)},
            {"breaks", breaks},
            {"repairable", repairable},
            {"accepted", accepted},
            {"wrong", wrong}};
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
  report.score = share(sums.repaired, sums.repairable, 1);
  report.figures = sums.figures();
  report.figure("redesigns", all.size());
  report.figure("redesigns_that_broke", broken_sites);
  report.figure("redesigns_noticed", share(noticed_sites, broken_sites, 1));
  // As in Fig. 5: what may keep its rule, beside what kept its rule right.
  report.figure("rules_reused", share(reused, all.size(), 1));
  report.figure("redesigns_unbroken", 1 - share(broken_sites, all.size(), 1));
  report.figure("reused_though_broken", broken_but_reused);
  const auto add = [&](const char* section, const std::map<std::string, Sums>& groups) {
    for (const auto& [name, one] : groups) report.row(section, name, one.figures());
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
  report.figure("aged_varying_repaired", share(sums.repaired, sums.repairable, 1));
  report.figure("aged_varying_breaks", sums.breaks);
  report.figure("aged_varying_wrong", sums.wrong);
  for (const auto& [name, one] : attributes)
    report.row("varying attribute, aged", name, one.figures());
  report.details["aged_failures"] = std::move(failures);
}

}  // namespace weft::eval
