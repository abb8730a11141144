#include "cli/demo/act.h"

#include <algorithm>

namespace weft::cli::demo {
namespace {

std::vector<ActSpec>& registry() {
  static std::vector<ActSpec> acts;
  return acts;
}

}  // namespace

const practice::Page* truth_of(const practice::Site& site, const FetchedPage& page) {
  return page.url.starts_with(site.origin)
             ? site.find(std::string_view(page.url).substr(site.origin.size()))
             : nullptr;
}

Act::Act(ActSpec spec) { registry().push_back(std::move(spec)); }

std::vector<ActSpec> registered_acts() {
  std::vector<ActSpec> acts = registry();
  std::sort(acts.begin(), acts.end(),
            [](const ActSpec& a, const ActSpec& b) { return a.order < b.order; });
  return acts;
}

}  // namespace weft::cli::demo
