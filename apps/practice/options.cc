#include "practice/options.h"

#include <array>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::practice {
namespace {

constexpr std::array<std::string_view, 5> kDomainNames = {"shop", "estate", "cars", "journal",
                                                          "department"};
constexpr std::array<std::string_view, kRedesignKindCount> kRedesignNames = {
    "renamed-classes", "moved-blocks", "changed-nesting", "inserted-block",
    "swapped-columns", "split-fields", "merged-fields",   "list-to-grid",
    "language",        "ab-templates", "injected-adverts"};
constexpr std::array<std::string_view, kLanguageCount> kLanguageCodes = {"en", "de", "fr", "es",
                                                                         "it"};

}  // namespace

std::string_view domain_name(Domain domain) { return kDomainNames[static_cast<size_t>(domain)]; }
std::string_view redesign_kind_name(RedesignKind kind) {
  return kRedesignNames[static_cast<size_t>(kind)];
}
std::string_view language_code(Language language) {
  return kLanguageCodes[static_cast<size_t>(language)];
}

Result<Domain> parse_domain(std::string_view name) {
  for (size_t i = 0; i < kDomainNames.size(); ++i) {
    if (kDomainNames[i] == name) return static_cast<Domain>(i);
  }
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("no domain '{}'; there are {}", name, fmt::join(kDomainNames, ", "))};
}

Result<Redesign> parse_redesign(std::string_view text) {
  const size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  Redesign redesign;
  if (colon != std::string_view::npos) {
    const std::string_view seed = text.substr(colon + 1);
    const auto [end, error] =
        std::from_chars(seed.data(), seed.data() + seed.size(), redesign.seed);
    if (error != std::errc() || end != seed.data() + seed.size()) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("redesign '{}': the seed is not a number", text)};
    }
  }
  for (size_t i = 0; i < kRedesignNames.size(); ++i) {
    redesign.kind = static_cast<RedesignKind>(i);
    if (kRedesignNames[i] == name) return redesign;
  }
  return Error{ErrorCode::kInvalidArgument, fmt::format("no redesign '{}'; there are {}", name,
                                                        fmt::join(kRedesignNames, ", "))};
}

}  // namespace weft::practice
