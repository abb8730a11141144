// Learning a site: labels become a wrapper, which says whether more labels would help, and takes its
// place in a bundle, with pages to watch it by, unless it is worse than the one there.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "induce/rules/consistency.h"
#include "model/inducer.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/template.h"
#include "model/wrapper.h"
#include "site/bundle.h"

namespace weft::site {

struct Learned {
  model::Induced induced;
  // How the wrapper does on each page of the input; known of rules alone.
  std::vector<induce::PageConsistency> pages;
};

// Learns with the inducer of this name. Fails as induce::find_inducer() and the inducer do.
Result<Learned> learn(const model::InducerInput& input, std::string_view inducer = "rules");

// A wrapper that was put into a bundle.
struct PutWrapper {
  std::string template_name;
  uint32_t version = 0;
  size_t bellwethers = 0;
  std::set<std::string> pinned;  // Attributes whose rule a person pinned: it stays (pins.h).
};

// Puts a wrapper into the bundle, which is made if there is none, as the newest version of the
// template named, or of the only one, or of a first one called "page"; with the schema, if there is
// one, and with bellwethers among the pages. Templates of the grouping that the bundle does not have
// are put beside it, so that pages of the others are known for what they are and give no records.
// Fails with kInvalidArgument when no template is named and there are several, else as Bundle and
// put_memory() do.
Result<PutWrapper> put_in_site(const std::string& directory, const std::string& template_name,
                               const model::Wrapper& wrapper, const std::string& note,
                               const std::optional<model::Schema>& schema,
                               const std::vector<model::Page>& pages,
                               const std::vector<model::Template>& grouped = {});

// The same into a bundle that is open, from pages that others hold.
Result<PutWrapper> put_in_site(Bundle& bundle, const std::string& template_name,
                               const model::Wrapper& wrapper, const std::string& note,
                               const std::optional<model::Schema>& schema,
                               const std::vector<const model::Page*>& pages);

// The wrapper that put_in_site() would take the place of; null if there is none that can be read.
std::shared_ptr<const model::Wrapper> wrapper_in_force(const std::string& directory,
                                                       const std::string& template_name);

// Attributes that `before` finds on these pages and `now` does not.
std::vector<std::string> lost_attributes(const model::Wrapper& before, const model::Wrapper& now,
                                         const std::vector<model::Page>& pages);

}  // namespace weft::site
