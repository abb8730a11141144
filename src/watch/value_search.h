// Value search: where a known value stands on a page, tolerant of how it is written.
//
// The page becomes one sequence of words (words.h); every node covers a range of it, so a value is
// found by comparing sequences, whatever inline elements, case or punctuation the redesign added.
//
// Threads: const after construction. The document must outlive it.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "dom/document.h"
#include "dom/node_map.h"
#include "model/locate.h"
#include "value/words.h"

namespace weft::watch {

struct SearchLimits {
  size_t max_occurrences = 32;
  // An element that holds more than so many times the value's words is not the value's place.
  size_t max_dilution = 4;
  bool also_parts = false;  // Nodes of which the value is a part, even if others are the value.
};

class ValueSearch {
 public:
  // O(page). Text of <script>, <style>, <noscript> and <template> is left out.
  explicit ValueSearch(const dom::Document& doc);

  // Where the words of `value` stand, in document order: nodes that are the value; if there are
  // none, nodes of which it is a part.
  [[nodiscard]] std::vector<model::Occurrence> find(std::string_view value,
                                                    const SearchLimits& limits = {}) const;

  struct Near {
    dom::NodeId node = dom::kNoNode;
    double overlap = 0;  // word_overlap, 0 to 1.
  };
  // The node whose words overlap most with the value's: for values that were edited. kNoNode if
  // none reaches `least`. O(page · words of the value); values of fewer than four words are not
  // looked for.
  [[nodiscard]] Near find_similar(std::string_view value, double least) const;

  // Words below a node.
  [[nodiscard]] uint32_t word_count(dom::NodeId n) const {
    return before_[index(doc_.end(n))] - before_[index(n)];
  }
  [[nodiscard]] const dom::Document& document() const { return doc_; }

 private:
  [[nodiscard]] bool matches_at(const std::vector<value::Word>& value, uint32_t at) const;
  [[nodiscard]] bool covers_whole_texts(uint32_t begin, uint32_t end) const;
  void add(std::string_view value, uint32_t begin, uint32_t end, const SearchLimits& limits,
           std::vector<model::Occurrence>& whole, std::vector<model::Occurrence>& parts) const;

  const dom::Document& doc_;
  std::vector<value::Word> words_;
  std::vector<uint32_t> owner_;   // Of each word: index of its text node.
  std::vector<uint32_t> before_;  // Of each node: words before it; one more at the end.
  std::vector<std::pair<value::Word, uint32_t>> places_;  // Sorted.
};

}  // namespace weft::watch
