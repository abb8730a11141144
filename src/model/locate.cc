// "Oak lamp" may be the whole of a text, or of an element around several texts, or stand within a
// longer one; the first of these that is on the page at all is what is meant:
//
//   <h1>Oak lamp</h1>                     the text is the value
//   <h1>Oak <b>lamp</b></h1>              the innermost element is
//   <p>Our Oak lamp, now in stock</p>     a span of the text, in whole words
//   <p>Our<br>Oak<br>lamp</p>             a span of the innermost element's
//
// choose_consistent: of several occurrences the one is meant whose surroundings are the same on
// most pages. They are compared from general (tag path) to particular (classes, text before).
#include "model/locate.h"

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"

namespace weft::model {
namespace {

using dom::Document;
using dom::NodeId;

constexpr std::string_view kValueAttributes[] = {"href",  "src",   "content", "alt",
                                                 "title", "value", "datetime"};

bool is_shown(const Document& doc, NodeId text) {
  return !dom::is_unread(doc.name(doc.parent(text)));
}

bool is_word_byte(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool is_whole_words(std::string_view text, size_t begin, size_t end) {
  const bool before = begin == 0 || !is_word_byte(text[begin - 1]) || !is_word_byte(text[begin]);
  const bool after = end == text.size() || !is_word_byte(text[end]) || !is_word_byte(text[end - 1]);
  return before && after;
}

}  // namespace

std::optional<TextSpan> find_words(std::string_view text, std::string_view value) {
  for (size_t at = text.find(value); at != std::string::npos; at = text.find(value, at + 1)) {
    const size_t end = at + value.size();
    if (is_whole_words(text, at, end))
      return TextSpan{static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
  }
  return std::nullopt;
}

namespace {

void find_in_text_nodes(const Document& doc, std::string_view value, std::vector<Occurrence>& whole,
                        std::vector<Occurrence>& parts) {
  for (const NodeId n : doc.nodes()) {
    if (!doc.is_text(n) || doc.text(n).size() < value.size() || !is_shown(doc, n)) continue;
    const std::string text = normalize_space(doc.text(n));
    if (text == value) {
      whole.push_back({n, {}, {}});
      continue;
    }
    if (const auto span = find_words(text, value)) parts.push_back({n, {}, span});
  }
}

// Large elements cannot be a value, nor hold one in a few texts.
bool may_hold_value(const Document& doc, NodeId n) {
  return doc.is_element(n) && doc.subtree_size(n) >= 3 && doc.subtree_size(n) <= 200 &&
         !dom::is_unread(doc.name(n));
}

// Elements whose whole text is the value, innermost only.
using TextOf = std::string (*)(const Document&, NodeId);
std::vector<Occurrence> find_elements(const Document& doc, std::string_view value, TextOf text_of) {
  std::vector<Occurrence> found;
  for (const NodeId n : doc.nodes()) {
    if (!may_hold_value(doc, n) || text_of(doc, n) != value) continue;
    while (!found.empty() && doc.contains(found.back().node, n)) found.pop_back();
    found.push_back({n, {}, {}});
  }
  return found;
}

// Elements that contain the value over several of their texts, innermost only.
std::vector<Occurrence> find_in_elements(const Document& doc, std::string_view value) {
  std::vector<Occurrence> found;
  for (const NodeId n : doc.nodes()) {
    if (!may_hold_value(doc, n)) continue;
    const std::string text = dom::value_text(doc, n);
    const auto span = find_words(text, value);
    if (!span) continue;
    while (!found.empty() && doc.contains(found.back().node, n)) found.pop_back();
    found.push_back({n, {}, span});
  }
  return found;
}

std::vector<Occurrence> find_attributes(const Document& doc, std::string_view value) {
  std::vector<Occurrence> found;
  for (const NodeId n : doc.nodes()) {
    for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
      const dom::Attribute attribute = doc.attribute_at(n, i);
      const bool known = std::find(std::begin(kValueAttributes), std::end(kValueAttributes),
                                   attribute.name_text) != std::end(kValueAttributes);
      if (known && normalize_space(attribute.value) == value)
        found.push_back({n, std::string(attribute.name_text), {}});
    }
  }
  return found;
}

// What surrounds an occurrence, from general to particular.
std::vector<uint64_t> surroundings(const Document& doc, const Occurrence& occurrence) {
  std::vector<uint64_t> hashes;
  uint64_t path = hash_bytes(occurrence.attribute);
  uint64_t classes = path;
  for (NodeId n = occurrence.node; n != dom::kNoNode; n = doc.parent(n)) {
    path = hash_combine(path, static_cast<uint64_t>(doc.name(n)));
    if (doc.is_element(n)) {
      classes =
          hash_combine(classes, hash_bytes(doc.attribute(n, dom::atoms::kClass).value_or("")));
      classes = hash_combine(classes, hash_bytes(doc.attribute(n, dom::atoms::kId).value_or("")));
    }
  }
  hashes.push_back(path);
  hashes.push_back(hash_combine(path, classes));
  for (uint32_t i = index(occurrence.node); i-- > 0;) {
    if (!doc.is_text(NodeId{i}) || !is_shown(doc, NodeId{i})) continue;
    const std::string text = normalize_space(doc.text(NodeId{i}));
    if (text.empty()) continue;
    hashes.push_back(hash_combine(path, hash_bytes(text)));
    break;
  }
  return hashes;
}

}  // namespace

std::vector<Occurrence> locate(const Document& doc, std::string_view value,
                               const LocateOptions& options) {
  const std::string wanted = normalize_space(value);
  if (wanted.empty()) return {};
  std::vector<Occurrence> found;
  std::vector<Occurrence> parts;
  find_in_text_nodes(doc, wanted, found, parts);
  if (found.empty()) found = find_elements(doc, wanted, dom::normalized_text);
  if (found.empty()) found = std::move(parts);
  if (found.empty()) found = find_elements(doc, wanted, dom::value_text);
  if (found.empty()) found = find_in_elements(doc, wanted);
  if (found.empty() && options.attributes) found = find_attributes(doc, wanted);
  if (found.size() > options.max_occurrences) found.resize(options.max_occurrences);
  return found;
}

std::vector<size_t> choose_consistent(const std::vector<const Document*>& pages,
                                      const std::vector<std::vector<Occurrence>>& occurrences) {
  std::map<uint64_t, size_t> pages_with;
  std::vector<std::vector<std::vector<uint64_t>>> hashes(pages.size());
  for (size_t p = 0; p < pages.size(); ++p) {
    std::vector<uint64_t> seen;
    for (const Occurrence& occurrence : occurrences[p]) {
      hashes[p].push_back(surroundings(*pages[p], occurrence));
      seen.insert(seen.end(), hashes[p].back().begin(), hashes[p].back().end());
    }
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const uint64_t hash : seen) ++pages_with[hash];
  }
  std::vector<size_t> chosen(pages.size(), 0);
  for (size_t p = 0; p < pages.size(); ++p) {
    size_t best = 0;
    for (size_t i = 0; i < hashes[p].size(); ++i) {
      size_t agreeing = 0;
      for (const uint64_t hash : hashes[p][i]) agreeing += pages_with[hash];
      if (agreeing > best) best = agreeing, chosen[p] = i;
    }
  }
  return chosen;
}

std::string value_at(const Document& doc, const Occurrence& occurrence) {
  if (!occurrence.attribute.empty()) {
    const auto value = doc.attribute(occurrence.node, dom::atom_of(occurrence.attribute));
    return normalize_space(value.value_or(""));
  }
  const std::string text = dom::value_text(doc, occurrence.node);
  const auto& span = occurrence.span;
  return span ? text.substr(span->begin, span->end - span->begin) : text;
}

std::string label_path(const Document& doc, const Occurrence& occurrence) {
  std::string path = dom::indexed_path(doc, occurrence.node);
  if (!occurrence.attribute.empty()) path += "/@" + occurrence.attribute;
  return path;
}

}  // namespace weft::model
