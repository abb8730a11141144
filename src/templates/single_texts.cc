#include "templates/single_texts.h"

#include <algorithm>
#include <vector>

#include "templates/page_counts.h"

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
  PageCounts counts;
  std::vector<uint32_t> signs;
  for (uint32_t p = 0; p < keyed.keys.size(); ++p) {
    for (const wrap::KeyedText& text : keyed.keys[p].texts())
      for_each_sign(text, [&](uint64_t sign) { signs.push_back(counts.add(p, sign)); });
  }
  const double least = std::max(2.0, least_share * static_cast<double>(keyed.keys.size()));
  auto at = signs.begin();
  for (uint32_t p = 0; p < keyed.keys.size(); ++p) {
    single_.emplace_back(keyed.pages[p]->document.size(), false);
    for (const wrap::KeyedText& text : keyed.keys[p].texts()) {
      bool single = false;
      for_each_sign(text, [&](uint64_t) {
        const uint32_t sign = *at++;
        single = single || (counts.is_single(sign) && counts.pages(sign) >= least);
      });
      single_[p][dom::index(text.node)] = single;
    }
  }
}

}  // namespace weft::templates
