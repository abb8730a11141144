// Site: a site's templates, rules and memory on disk, as `weft learn --site` writes them.
//
//   WEFT_ASSIGN(const weft::Site site, weft::Site::open("shop.site"));
//   for (const weft::Page& page : pages) use(site.extract(page).records);
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/parallel.h"
#include "weft/record.h"
#include "weft/result.h"
#include "weft/schema.h"
#include "weft/wrapper.h"

namespace weft {

struct SiteRecords {
  std::string template_name;  // That the page is of; empty when none fits.
  std::vector<Record> records;
  // Mandatory attributes that a record lacks, "price"; the page is unhealthy if there are any.
  std::vector<std::string> missing;
};

// What became of a template since it was learned.
struct TemplateHealth {
  std::string name;
  std::string health;                 // "healthy", "changed", "broken"…
  std::string summary;                // One sentence.
  std::vector<std::string> repaired;  // Attributes whose rules were learned again and proved.
};

class WEFT_API Site {
 public:
  // Fails with kNotFound, kCorruption, kUnsupported (written by a newer Weft).
  static Result<Site> open(const std::string& directory);
  // Puts a wrapper into a bundle, which is made if there is none, with pages to watch it by. Fails
  // with kInvalidArgument when the wrapper extracts nothing from them.
  static Status put(const std::string& directory, const Wrapper& wrapper,
                    std::span<const Page> pages, const std::string& template_name = "");

  [[nodiscard]] const Schema& schema() const;
  // Never fails: a page of no known template gives no records.
  [[nodiscard]] SiteRecords extract(const Page& page) const;
  // Compares pages as they are now with what the bundle remembers, and writes what it finds to the
  // bundle's history. With `repair`, rules that no longer hold are learned again and put in force
  // where they are proved; open the site again to use them. Fails as the bundle does.
  static Result<std::vector<TemplateHealth>> watch(const std::string& directory,
                                                   std::span<const Page> pages, bool repair);

 private:
  struct State;
  explicit Site(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

// What a page gave, in the order of the pages. Called from one thread at a time; false ends the run.
using SiteSink = std::function<bool(const Page& page, const SiteRecords& found)>;
// Parses and extracts on `workers` threads (0: one a core), holding few pages at once.
WEFT_API void extract_all(const Site& site, const PageSource& pages, const SiteSink& sink,
                          unsigned workers = 0);

}  // namespace weft
