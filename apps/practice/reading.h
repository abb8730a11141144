// Pages to be read alone, with the truth about their blocks: styled homepages of people, and news.
//
//   ReadingPage page = homepage(seed, 17);      // usual or unusual layout, by number
//   ReadingPage page = news_page(seed, site, number);
//
// Homepages have eight fields and what confuses: other people's names and addresses, logos, numbers that are none. Every
// person has a layout of their own; every fourth is an unusual one. News pages of one site share a design and nothing with
// another site's: navigation, teasers, captions, comments and small print stand around the story.
//
// Deterministic: equal arguments, equal bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::practice {

// A block whose text (of a picture: whose address) is exactly this is of this label, and no other block is.
struct TrueBlock {
  std::string label;  // "name", "position"…; "title", "content"
  std::string text;
};

struct ReadingPage {
  std::string url;
  std::string site;  // What folds are made of.
  std::string html;
  std::vector<TrueBlock> truth;
  bool usual = true;  // Layout.
};

ReadingPage homepage(uint64_t seed, uint32_t number);
ReadingPage news_page(uint64_t seed, uint32_t site, uint32_t number);

}  // namespace weft::practice
