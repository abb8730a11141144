#include "watch/value_search.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/text.h"

namespace weft::watch {
namespace {

using dom::Document;
using dom::NodeId;
using model::Occurrence;

// Edits are looked for of values of so many words: of fewer, another value is as near.
constexpr size_t kLeastEdited = 4;
// And at nodes of half to twice as many, a bound of work: no other shares three quarters of them.
constexpr size_t kMostLonger = 2;

// The bytes, in the normalised text of a node, of its words [first, last); with what `value` has
// before its first word and after its last, where the text has it too: +49 (0)30, "12 €".
std::optional<model::TextSpan> span_of(const Document& doc, NodeId n, uint32_t first, uint32_t last,
                                       std::string_view value) {
  const std::string text = dom::normalized_text(doc, n);
  const std::vector<value::PlacedWord> words = value::placed_words(text);
  if (first >= last || last > words.size()) return std::nullopt;
  model::TextSpan span{words[first].begin, words[last - 1].end};
  const std::vector<value::PlacedWord> own = value::placed_words(value);
  const std::string_view lead = value.substr(0, own.front().begin);
  const std::string_view trail = value.substr(own.back().end);
  if (std::string_view(text).substr(0, span.begin).ends_with(lead))
    span.begin -= static_cast<uint32_t>(lead.size());
  if (std::string_view(text).substr(span.end).starts_with(trail))
    span.end += static_cast<uint32_t>(trail.size());
  return span;
}

}  // namespace

ValueSearch::ValueSearch(const Document& doc) : doc_(doc), before_(doc.size() + 1, 0) {
  NodeId hidden_until{0};
  for (const NodeId n : doc.nodes()) {
    before_[index(n)] = static_cast<uint32_t>(words_.size());
    if (index(n) < index(hidden_until)) continue;
    if (dom::is_unread(doc.name(n))) hidden_until = doc.end(n);
    if (!doc.is_text(n)) continue;
    for (const value::PlacedWord& word : value::placed_words(doc.text(n))) {
      places_.emplace_back(word.word, static_cast<uint32_t>(words_.size()));
      words_.push_back(word.word);
      owner_.push_back(index(n));
    }
  }
  before_.back() = static_cast<uint32_t>(words_.size());
  std::sort(places_.begin(), places_.end());
}

bool ValueSearch::matches_at(const std::vector<value::Word>& value, uint32_t at) const {
  return at + value.size() <= words_.size() &&
         std::equal(value.begin(), value.end(), words_.begin() + at);
}

// The end of one text and the beginning of the next make no value.
bool ValueSearch::covers_whole_texts(uint32_t begin, uint32_t end) const {
  return (begin == 0 || owner_[begin - 1] != owner_[begin]) &&
         (end == owner_.size() || owner_[end] != owner_[end - 1]);
}

void ValueSearch::add(std::string_view value, uint32_t begin, uint32_t end,
                      const SearchLimits& limits, std::vector<Occurrence>& whole,
                      std::vector<Occurrence>& parts) const {
  const NodeId first{owner_[begin]};
  const NodeId last{owner_[end - 1]};
  const NodeId node = first == last ? first : doc_.lowest_common_ancestor(first, last);
  const uint32_t from = before_[index(node)];
  const uint32_t to = before_[index(doc_.end(node))];
  if (from == begin && to == end) {
    whole.push_back({node, {}, {}});
  } else if (to - from <= limits.max_dilution * (end - begin) &&
             (first == last || covers_whole_texts(begin, end))) {
    const auto span = span_of(doc_, node, begin - from, end - from, value);
    if (span) parts.push_back({node, {}, span});
  }
}

std::vector<Occurrence> ValueSearch::find(std::string_view value,
                                          const SearchLimits& limits) const {
  const std::vector<value::Word> wanted = value::words_of(value);
  if (wanted.empty()) return model::locate(doc_, value);
  const std::string plain = normalize_space(value);
  std::vector<Occurrence> whole, parts;
  auto place = std::lower_bound(places_.begin(), places_.end(), std::pair(wanted[0], 0U));
  for (; place != places_.end() && place->first == wanted[0]; ++place) {
    if (!matches_at(wanted, place->second)) continue;
    const auto end = place->second + static_cast<uint32_t>(wanted.size());
    add(plain, place->second, end, limits, whole, parts);
    if (whole.size() >= limits.max_occurrences || parts.size() >= limits.max_occurrences) break;
  }
  if (whole.empty()) return parts;
  if (limits.also_parts) whole.insert(whole.end(), parts.begin(), parts.end());
  return whole;
}

ValueSearch::Near ValueSearch::find_similar(std::string_view value, double least) const {
  const std::vector<value::Word> wanted = value::words_of(value);
  Near best;
  if (wanted.size() < kLeastEdited) return best;
  const auto low = static_cast<uint32_t>(wanted.size() / kMostLonger);
  const auto high = static_cast<uint32_t>(wanted.size() * kMostLonger);
  for (const NodeId n : doc_.nodes()) {
    const uint32_t size = word_count(n);
    if (size < low || size > high || (!doc_.is_text(n) && !doc_.is_element(n))) continue;
    const auto begin = words_.begin() + before_[index(n)];
    const double overlap = value::word_overlap(wanted, {begin, begin + size});
    // Of an element and its only text, the inner one.
    if (overlap >= least && overlap >= best.overlap) best = {n, overlap};
  }
  return best;
}

}  // namespace weft::watch
