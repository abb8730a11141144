// RuleBook: the rules that --wrapper, --site or --sites name, ready to run.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "extract/site_extractor.h"
#include "extract/site_pool.h"

namespace weft::site {

// Exactly one of the first three.
struct RuleOptions {
  std::string wrapper;      // A wrapper file, run on every page.
  std::string site;         // A site bundle.
  std::string sites;        // A directory of bundles, each named after its host.
  std::string schema;       // A schema file; of a bundle, instead of its own.
  bool strict = false;      // Only pages that a signature covers.
  bool raw = false;         // Confidences as the wrapper states them.
  size_t max_sites = 1000;  // Of --sites, held in memory at once.
};

// Threads: for_url() may be called from several.
class RuleBook {
 public:
  using Site = std::shared_ptr<const extract::SiteExtractor>;

  // Fails with kInvalidArgument when not exactly one source is given; else as reading it does,
  // naming the file.
  static Result<RuleBook> load(const RuleOptions& options);

  // The site that knows this URL; null if none does. Of --sites it is loaded when first asked for.
  [[nodiscard]] Result<Site> for_url(std::string_view url) const;
  // What outputs call it.
  [[nodiscard]] const std::string& name() const { return name_; }
  // Empty with --sites: every site has its own.
  [[nodiscard]] const model::Schema& schema() const { return schema_; }

 private:
  std::string name_;
  model::Schema schema_;
  Site only_;
  std::shared_ptr<extract::SitePool> pool_;
  std::string directory_;
};

}  // namespace weft::site
