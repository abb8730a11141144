// Tags in document order, texts cut into words and signs. Closing tags come from a stack of open
// elements, so depth costs memory, not recursion. Tested by src/induce/landmarks/landmarks_test.cc.

#include "wrap/landmarks/token_stream.h"

#include "base/hash.h"
#include "base/strings.h"
#include "base/unicode_space.h"
#include "dom/serialize.h"
#include "dom/text.h"
#include "wrap/tag_spelling.h"

namespace weft::wrap {
namespace {

// Of the tags around a text by itself: no name.
std::string spell_tag(const dom::Document* doc, dom::NodeId n, bool closing, bool full) {
  const std::string name = doc == nullptr ? ""
                           : full         ? tag_spelling(*doc, n)
                                          : std::string(doc->name_text(n));
  return (closing ? "</" : "<") + name + ">";
}

bool is_sign(char32_t c) {
  if (c < 0x80)
    return !is_ascii_digit(static_cast<char>(c)) && !is_ascii_alpha(static_cast<char>(c));
  return c < 0xC0 || (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F);
}

uint8_t classes_of_word(std::string_view word) {
  bool digits = false, letters = false;
  for (const char c : word) (is_ascii_digit(c) ? digits : letters) = true;
  uint8_t classes = kAlphaNum;
  if (!letters) classes |= kNumeric;
  if (!digits) classes |= kAlphabetic;
  if (word[0] >= 'A' && word[0] <= 'Z') classes |= kCapitalized;
  return classes;
}

}  // namespace

TokenStream::TokenStream(const dom::Document& doc)
    : doc_(&doc), first_(doc.size()), end_(doc.size()) {
  std::vector<dom::NodeId> open;
  const auto close_before = [&](dom::NodeId n) {
    while (!open.empty() && doc.end(open.back()) <= n) {
      add_tag(open.back(), /*closing=*/true);
      end_[index(open.back())] = size();
      open.pop_back();
    }
  };
  for (dom::NodeId n = dom::kRoot; index(n) < doc.size(); n = next(n)) {
    close_before(n);
    first_[index(n)] = size();
    if (doc.is_text(n)) {
      add_words(n, doc.text(n));
    } else if (doc.is_element(n) && !dom::is_unread(doc.name(n))) {
      add_tag(n, /*closing=*/false);
      if (!dom::serializes_as_void(doc, n)) open.push_back(n);
    } else if (n != dom::kRoot) {
      const dom::NodeId after = doc.end(n);
      for (; next(n) < after; n = next(n)) first_[index(next(n))] = end_[index(n)] = size();
    }
    end_[index(n)] = size();
  }
  close_before(dom::NodeId{doc.size()});
  end_[0] = size();
}

TokenStream::TokenStream(std::string_view text) {
  add_tag(dom::kNoNode, /*closing=*/false);
  add_words(dom::kNoNode, text);
  add_tag(dom::kNoNode, /*closing=*/true);
}

void TokenStream::add_tag(dom::NodeId n, bool closing) {
  tokens_.push_back({.key = hash_bytes(spell_tag(doc_, n, closing, /*full=*/true)),
                     .name = hash_bytes(spell_tag(doc_, n, closing, /*full=*/false)),
                     .classes = kHtmlTag,
                     .node = n,
                     .begin = closing ? 1U : 0U});
}

void TokenStream::add_words(dom::NodeId n, std::string_view raw) {
  const std::string text = normalize_space(raw);
  const auto stored = static_cast<uint32_t>(texts_.size());
  texts_ += text;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    if (next_code_point(text, at) == U' ') continue;
    size_t probe = begin;
    const bool sign = is_sign(next_code_point(text, probe));
    while (!sign && probe < text.size()) {
      at = probe;
      if (is_sign(next_code_point(text, probe))) break;
      at = probe;
    }
    const std::string_view word = std::string_view(text).substr(begin, at - begin);
    tokens_.push_back({.key = hash_bytes(word),
                       .classes = sign ? uint8_t{kPunctuation} : classes_of_word(word),
                       .node = n,
                       .begin = static_cast<uint32_t>(begin),
                       .end = static_cast<uint32_t>(at),
                       .text = stored});
  }
}

std::string TokenStream::spelling(uint32_t i) const {
  const Token& token = tokens_[i];
  if ((token.classes & kHtmlTag) != 0)
    return spell_tag(doc_, token.node, token.begin != 0, /*full=*/true);
  return texts_.substr(token.text + token.begin, token.end - token.begin);
}

std::string TokenStream::name_spelling(uint32_t i) const {
  return spell_tag(doc_, tokens_[i].node, tokens_[i].begin != 0, /*full=*/false);
}

std::string TokenStream::text(uint32_t begin, uint32_t end) const {
  std::string out;
  for (uint32_t i = begin; i < end;) {
    const Token& first = tokens_[i];
    uint32_t last = i;
    while (last + 1 < end && tokens_[last + 1].node == first.node) ++last;
    if (doc_->is_text(first.node)) {
      const std::string_view raw = doc_->text(first.node);
      const uint32_t text_end = tokens_[last].end;
      // White space at the edges of a text is in no token, and parts words.
      if (first.begin == 0 && begins_with_space(raw)) out += ' ';
      out.append(texts_, first.text + first.begin, text_end - first.begin);
      if (last + 1 == end_of(first.node) && ends_with_space(raw)) out += ' ';
    }
    i = last + 1;
  }
  return normalize_space(out);
}

dom::NodeId TokenStream::node_around(uint32_t begin, uint32_t end) const {
  return doc_->lowest_common_ancestor(tokens_[begin].node, tokens_[end - 1].node);
}

}  // namespace weft::wrap
