#include "cli/verb.h"

#include <algorithm>

namespace weft::cli {
namespace {

std::vector<VerbSpec>& registry() {
  static std::vector<VerbSpec> verbs;
  return verbs;
}

}  // namespace

Verb::Verb(VerbSpec spec) { registry().push_back(std::move(spec)); }

std::vector<VerbSpec> registered_verbs() {
  std::vector<VerbSpec> verbs = registry();
  std::sort(verbs.begin(), verbs.end(), [](const VerbSpec& a, const VerbSpec& b) {
    return a.order != b.order ? a.order < b.order : a.name < b.name;
  });
  return verbs;
}

}  // namespace weft::cli
