#include "wrap/tree/vocabulary.h"

#include <algorithm>

#include "base/hash.h"

namespace weft::wrap {
namespace {

constexpr std::string_view kTextName = "#text";

template <typename Set>
uint32_t intern(Set set, std::vector<Set>& sets, std::map<Set, uint32_t>& index) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto [it, fresh] = index.try_emplace(set, static_cast<uint32_t>(sets.size()));
  if (fresh) sets.push_back(std::move(set));
  return it->second;
}

template <typename Map, typename Key>
std::string_view spelling(const Map& map, Key key) {
  const auto it = map.find(key);
  return it == map.end() ? std::string_view() : std::string_view(it->second);
}

}  // namespace

Vocabulary::Vocabulary() {
  labels(std::vector<NodeLabel>());
  tokens(std::vector<uint32_t>());
}

LabelSet Vocabulary::labels(std::vector<NodeLabel> set) {
  return intern(std::move(set), labels_, label_index_);
}

TokenSet Vocabulary::tokens(std::vector<uint32_t> set) {
  return intern(std::move(set), tokens_, token_index_);
}

TokenSet Vocabulary::intersect(TokenSet a, TokenSet b) {
  if (a == b) return a;
  std::vector<uint32_t> common;
  std::set_intersection(tokens_[a].begin(), tokens_[a].end(), tokens_[b].begin(), tokens_[b].end(),
                        std::back_inserter(common));
  return tokens(std::move(common));
}

dom::Atom Vocabulary::add_tag(std::string_view name) {
  if (name == kTextName) return dom::kNoAtom;
  const dom::Atom atom = dom::atom_of(name);
  if (!dom::is_known(atom)) tag_spelling_.try_emplace(static_cast<uint32_t>(atom), name);
  return atom;
}

std::string_view Vocabulary::tag_spelling(dom::Atom tag) const {
  if (tag == dom::kNoAtom) return kTextName;
  return dom::is_known(tag) ? dom::known_name(tag)
                            : spelling(tag_spelling_, static_cast<uint32_t>(tag));
}

uint32_t Vocabulary::add_token(std::string_view token) {
  const uint32_t hash = token_hash(token);
  token_spelling_.try_emplace(hash, token);
  return hash;
}

uint64_t Vocabulary::add_text(std::string_view text) {
  const uint64_t hash = text_hash(text);
  text_spelling_.try_emplace(hash, text);
  return hash;
}

std::string_view Vocabulary::token_spelling(uint32_t token) const {
  return spelling(token_spelling_, token);
}

std::string_view Vocabulary::text_spelling(uint64_t text) const {
  return spelling(text_spelling_, text);
}

uint32_t token_hash(std::string_view token) { return static_cast<uint32_t>(hash_bytes(token)); }

uint64_t text_hash(std::string_view normalized) { return hash_bytes(normalized) | 1; }

}  // namespace weft::wrap
