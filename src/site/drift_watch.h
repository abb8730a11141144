// DriftWatch: the sequential tests of watch/drift.h over what an extraction gives, so that a change
// of the site shows in the next extraction and not only when the bellwethers are read again.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "extract/site_extractor.h"
#include "watch/health/drift.h"

namespace weft::site {

// Threads: one at a time.
class DriftWatch {
 public:
  // Watches the templates of a bundle that have a health model; nothing where there are none, or
  // they cannot be read.
  static DriftWatch of(const std::string& bundle);

  // What a page of the bundle's extractor gave, in the order of the pages.
  void add(const extract::PageResult& result, const model::TemplateMatcher& matcher);
  // One sentence for each attribute that drifted.
  [[nodiscard]] std::vector<std::string> alarms() const;

 private:
  struct Watched {
    std::unique_ptr<const watch::HealthModel> health;  // Where the monitor finds it.
    watch::DriftMonitor monitor;
  };
  std::map<std::string, Watched> templates_;
};

}  // namespace weft::site
