#include "templates/single_texts.h"

#include <algorithm>
#include <unordered_map>

namespace weft::templates {
namespace {

template <typename Visit>
void for_each_sign(const wrap::KeyedText& text, Visit&& visit) {
  for (size_t k = 0; k < wrap::kKeyKinds; ++k) {
    if (text.keys[k] != 0 && k != static_cast<size_t>(wrap::KeyKind::kIndexed)) visit(text.keys[k]);
  }
  visit(text.hash);
}

}  // namespace

SingleTexts::SingleTexts(const KeyedPages& keyed, double least_share) {
  struct Seen {
    uint32_t pages = 0;
    uint32_t last = UINT32_MAX;
    bool single = true;
  };
  std::unordered_map<uint64_t, Seen> seen;
  for (uint32_t p = 0; p < keyed.keys.size(); ++p) {
    for (const wrap::KeyedText& text : keyed.keys[p].texts()) {
      for_each_sign(text, [&](uint64_t sign) {
        Seen& one = seen[sign];
        if (one.last == p)
          one.single = false;
        else
          ++one.pages;
        one.last = p;
      });
    }
  }
  const double least = std::max(2.0, least_share * static_cast<double>(keyed.keys.size()));
  for (uint32_t p = 0; p < keyed.keys.size(); ++p) {
    single_.emplace_back(keyed.pages[p]->document.size(), false);
    for (const wrap::KeyedText& text : keyed.keys[p].texts()) {
      for_each_sign(text, [&](uint64_t sign) {
        const Seen& one = seen.at(sign);
        if (one.single && one.pages >= least) single_[p][dom::index(text.node)] = true;
      });
    }
  }
}

}  // namespace weft::templates
