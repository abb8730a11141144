// Domains: what a site of a kind shows (books, cars, jobs…), so that nobody needs to label it.
//
//   WEFT_ASSIGN(const weft::Domain books, weft::Domain::shipped("books"));
//   WEFT_ASSIGN(const weft::DomainSite site, weft::learn_by_domain(pages, books));
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/result.h"
#include "weft/wrapper.h"

namespace weft {

class WEFT_API Domain {
 public:
  // Names of those that ship.
  static std::vector<std::string> all_shipped();
  // Fails with kNotFound, naming those that ship.
  static Result<Domain> shipped(const std::string& name);
  // Reads a description (docs/formats/domain.md). Fails with kInvalidArgument, naming the line.
  static Result<Domain> parse(std::string_view toml);

 private:
  friend struct api::Access;
  struct State;
  explicit Domain(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

struct DomainTemplate {
  Wrapper wrapper;
  std::vector<std::string> attributes;  // Those it gives.
  std::vector<size_t> pages;            // Which of the pages given.
};

struct DomainSite {
  std::vector<DomainTemplate> templates;  // The largest first; templates without any are left out.
  std::vector<std::string> questions;     // What a person could settle in a second, the best first.
};

// Groups the pages, chooses the columns of each template by what they say, learns wrappers. With a
// directory, a site bundle is written there. Fails with kNotFound when no template shows anything of
// the domain.
WEFT_API Result<DomainSite> learn_by_domain(std::span<const Page> pages, const Domain& domain,
                                            const std::string& site_directory = "");

}  // namespace weft
