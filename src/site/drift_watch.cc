#include "site/drift_watch.h"

#include <fmt/format.h>

#include "site/watch_memory.h"

namespace weft::site {

DriftWatch DriftWatch::of(const std::string& bundle) {
  DriftWatch drift;
  if (bundle.empty()) return drift;
  const auto site = Bundle::open(bundle, Bundle::Mode::kRead);
  if (!site.ok()) return drift;
  const auto templates = site->templates();
  if (!templates.ok()) return drift;
  for (const model::Template& one : *templates) {
    auto health = health_of(*site, one.name);
    if (!health.ok() || health->attributes().empty()) continue;
    auto kept = std::make_unique<const watch::HealthModel>(std::move(*health));
    watch::DriftMonitor monitor(*kept);
    drift.templates_.emplace(one.name, Watched{std::move(kept), std::move(monitor)});
  }
  return drift;
}

void DriftWatch::add(const extract::PageResult& result, const model::TemplateMatcher& matcher) {
  if (templates_.empty() || !result.match.found()) return;
  const auto it = templates_.find(matcher.templates()[result.match.index].name);
  if (it == templates_.end()) return;
  watch::DriftMonitor& monitor = it->second.monitor;
  const auto records = watch::seen_on(result.extraction);
  if (records.empty()) monitor.add_empty_page();
  for (const watch::Seen& record : records) monitor.add(record);
}

std::vector<std::string> DriftWatch::alarms() const {
  std::vector<std::string> sentences;
  for (const auto& [name, watched] : templates_) {
    for (const watch::DriftAlarm& alarm : watched.monitor.alarms())
      sentences.push_back(fmt::format("{}: {}", name, drift_sentence(alarm, watched.monitor)));
  }
  return sentences;
}

}  // namespace weft::site
