// Tags: the tag name, before/after attribute name and attribute value states in one pass.
//
// Names of up to sixteen bytes are found, put in lower case and packed into two words with a few
// vector instructions; everything odd about a name (longer, U+0000, near the end of the input) goes
// the slow way, byte by byte.
//
// A header so that all of it, and text, is compiled into the loop over tokens, the inner loop of the
// parser: calls between its parts cost a tenth of the time. Included by tokenizer.cc and there.

#pragma once

#include <cstring>

#include "base/strings.h"
#include "html/tokenizer.h"

namespace weft::html {
namespace detail {

#if defined(__SSE2__)

struct ShortName {
  uint32_t length;  // 16 if the name does not end in the block.
  bool upper;       // It has capital letters.
  NameKey key;      // Its bytes in lower case.
};

// Sixteen bytes of ones and sixteen of zeros: read from 16 - n on, they keep the first n bytes of a
// block.
alignas(32) inline constexpr uint8_t kKeepMask[32] = {
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

inline NameKey first_bytes(__m128i block, uint32_t length) {
  const __m128i mask = load_block(reinterpret_cast<const char*>(kKeepMask) + 16 - length);
  const __m128i kept = _mm_and_si128(block, mask);
  return {static_cast<uint64_t>(_mm_cvtsi128_si64(kept)),
          static_cast<uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(kept, kept)))};
}

// Reads the name in a block of sixteen bytes: up to a control character, space, '/', '>' and the
// others.
template <char... kOtherEnds>
inline ShortName short_name(const char* p) {
  const __m128i block = load_block(p);
  const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(' ')), block);
  const uint32_t ends = static_cast<uint32_t>(_mm_movemask_epi8(controls)) |
                        match_block<'/', '>', kOtherEnds...>(block);
  const uint32_t length = static_cast<uint32_t>(__builtin_ctz(ends | 0x10000));
  // 'A'..'Z' moved to the bottom of the signed range.
  const __m128i shifted = _mm_add_epi8(block, _mm_set1_epi8(static_cast<char>(-128 - 'A')));
  const __m128i capitals = _mm_cmplt_epi8(shifted, _mm_set1_epi8(-128 + 26));
  const __m128i lower = _mm_or_si128(block, _mm_and_si128(capitals, _mm_set1_epi8(0x20)));
  const uint32_t upper = static_cast<uint32_t>(_mm_movemask_epi8(capitals)) & ((1U << length) - 1);
  return {length, upper != 0, first_bytes(lower, length)};
}

#endif

}  // namespace detail

inline bool Tokenizer::starts_markup(const char* p) const {
  if (end_ - p < 2 || !has_class(p[1], kMarkupClass)) return false;
  return p[1] != '/' || end_ - p > 2;  // "</" at the end of the input is text.
}

[[gnu::always_inline]] inline const char* Tokenizer::tag_name(const char* p, Name& name) {
#if defined(__SSE2__)
  if (end_ - p > 16) [[likely]] {
    const detail::ShortName found = detail::short_name<>(p);
    if (found.length < 16 && has_class(p[found.length], kTagNameEndClass)) [[likely]] {
      const dom::Atom atom = find_known_name(found.key);
      if (atom != dom::kNoAtom) [[likely]] {
        name = {atom, static_cast<uint32_t>(atom)};
        return p + found.length;
      }
      if (!found.upper) {
        name = names_.intern({p, found.length}, ref(p, p + found.length));
        return p + found.length;
      }
    }
  }
#endif
  return slow_name<kTagNameEndClass>(p, p, name);
}

[[gnu::always_inline]] inline const char* Tokenizer::attribute_name(const char* p, Name& name) {
#if defined(__SSE2__)
  if (end_ - p > 16) [[likely]] {
    const detail::ShortName found = detail::short_name<'='>(p);
    if (found.length < 16 && found.length > 0 && has_class(p[found.length], kAttributeNameEndClass))
        [[likely]] {
      const dom::Atom atom = find_known_name(found.key);
      if (atom != dom::kNoAtom) [[likely]] {
        name = {atom, static_cast<uint32_t>(atom)};
        return p + found.length;
      }
      if (!found.upper) {
        name = names_.intern({p, found.length}, ref(p, p + found.length));
        return p + found.length;
      }
    }
  }
#endif
  // A '=' where a name should begin is its first character.
  return slow_name<kAttributeNameEndClass>(p, p + 1, name);
}

// Reads on from p; the name began at `begin`.
template <uint8_t kEndClass>
[[gnu::noinline]] const char* Tokenizer::slow_name(const char* begin, const char* p, Name& name) {
  while (p != end_ && !has_class(*p, kEndClass)) ++p;
  bool verbatim = true;
  scratch_.clear();
  for (const char* q = begin; q != p; ++q) {
    const char lower = ascii_lower(*q);
    verbatim &= lower == *q && *q != '\0';
    if (*q == '\0')
      scratch_ += "\xEF\xBF\xBD";
    else
      scratch_ += lower;
  }
  name = verbatim ? names_.intern(scratch_, ref(begin, p)) : names_.intern_copy(scratch_);
  return p;
}

inline bool Tokenizer::start_tag() {
  token_.first_attribute = storage_.attribute_count;
  token_.self_closing = false;
  token_.may_have = 0;
  const char* p = tag_name(p_ + 1, token_.name);
  if (p != end_ && *p == '>') {
    token_.attribute_count = 0;
    finish(TokenKind::kStartTag, p + 1);
    return true;
  }
  const TagEnd end = attributes(p);
  if (end == TagEnd::kEndOfFile) storage_.attribute_count = token_.first_attribute;
  token_.attribute_count = storage_.attribute_count - token_.first_attribute;
  return end == TagEnd::kClosed;
}

inline bool Tokenizer::end_tag() {
  const char* p = tag_name(p_ + 2, token_.name);
  token_.self_closing = false;
  token_.attribute_count = 0;
  if (p != end_ && *p == '>') [[likely]] {
    finish(TokenKind::kEndTag, p + 1);
    return true;
  }
  token_.first_attribute = storage_.attribute_count;
  const TagEnd end = attributes(p);
  storage_.attribute_count = token_.first_attribute;  // End tags have no attributes.
  return end == TagEnd::kClosed;
}

[[gnu::always_inline]] inline void Tokenizer::add_attribute(Name name, dom::StringRef value) {
  const uint32_t count = storage_.attribute_count - token_.first_attribute;
  if (seen_.contains(storage_.attributes.data() + token_.first_attribute, count, name.atom)) return;
  if (count >= max_attributes_) [[unlikely]] {
    ++dropped_attributes_;
    return;
  }
  if (storage_.attribute_count == storage_.attribute_capacity) [[unlikely]] {
    storage_.reserve_attributes(storage_.attribute_count + 64);
  }
  storage_.attributes[storage_.attribute_count++] = {name.atom, value};
  token_.may_have |= dom::may_have(name.atom);
}

template <char kQuote>
[[gnu::noinline]] const char* Tokenizer::copied_value(const char* begin, const char* p,
                                                      dom::StringRef& value) {
  std::string& arena = storage_.arena;
  const size_t start = arena.size();
  arena.append(begin, p);
  while (p != end_ && *p != kQuote) {
    p = append_special(p, ReferencePlace::kAttribute);
    const char* stop = find_any<kQuote, '&', '\r', '\0'>(p, end_);
    arena.append(p, stop);
    p = stop;
  }
  if (p == end_) return nullptr;
  value = arena_ref(start);
  return p + 1;
}

template <char kQuote>
[[gnu::always_inline]] inline const char* Tokenizer::quoted_value(const char* p,
                                                                  dom::StringRef& value) {
  const char* begin = p;
  while (true) {
    p = find_any<kQuote, '&', '\r', '\0'>(p, end_);
    if (p == end_) return nullptr;
    if (*p == kQuote) break;
    if (*p != '&' ||
        match_reference({p, static_cast<size_t>(end_ - p)}, ReferencePlace::kAttribute).length !=
            0) {
      return copied_value<kQuote>(begin, p, value);
    }
    ++p;
  }
  value = ref(begin, p);
  return p + 1;
}

// From the end of the tag name to past the '>'.
inline Tokenizer::TagEnd Tokenizer::attributes(const char* p) {
  while (true) {
    while (p != end_ && has_class(*p, kSpaceClass)) ++p;
    if (p == end_) return TagEnd::kEndOfFile;
    if (*p == '>') break;
    if (*p == '/') {
      ++p;
      if (p == end_ || *p != '>') continue;
      token_.self_closing = true;
      break;
    }
    Name name;
    dom::StringRef value;
    p = attribute_name(p, name);
    if (end_ - p > 1 && p[0] == '=' && p[1] == '"') [[likely]] {
      p = quoted_value<'"'>(p + 2, value);
    } else {
      while (p != end_ && has_class(*p, kSpaceClass)) ++p;
      if (p != end_ && *p == '=') p = attribute_value(p + 1, value);
    }
    if (p == nullptr) return TagEnd::kEndOfFile;
    add_attribute(name, value);
  }
  finish(TokenKind::kStartTag, p + 1);
  return TagEnd::kClosed;
}

// From past the '=' to past the value; null at the end of the input.
inline const char* Tokenizer::attribute_value(const char* p, dom::StringRef& value) {
  while (p != end_ && has_class(*p, kSpaceClass)) ++p;
  if (p == end_) return nullptr;
  if (*p == '"') return quoted_value<'"'>(p + 1, value);
  if (*p == '\'') return quoted_value<'\''>(p + 1, value);
  if (*p == '>') return p;
  return unquoted_value(p, value);
}

inline const char* Tokenizer::unquoted_value(const char* p, dom::StringRef& value) {
  const char* begin = p;
  bool verbatim = true;
  while (p != end_ && !has_class(*p, kSpaceClass) && *p != '>') {
    verbatim &= *p != '&' && *p != '\0';
    ++p;
  }
  if (p == end_) return nullptr;
  value = ref(begin, p);
  if (verbatim) return p;
  const size_t start = storage_.arena.size();
  for (const char* q = begin; q < p;) q = append_special(q, ReferencePlace::kAttribute);
  value = arena_ref(start);
  return p;
}

// --- text ---

[[gnu::always_inline]] inline void Tokenizer::text() {
  const char* begin = p_;
  const char* p = p_;
  bool visible = *p == '<';
  // A line break after a tag, on a page with CR LF line ends: the text without its first byte.
  if (end_ - p > 2 && *p == '\r' && p[1] == '\n') begin = ++p;
  if (visible) ++p;
  while (true) {
    p = find_any<'<', '&', '\r', '\0'>(p, end_, visible);
    if (p == end_) break;
    if (*p == '<') {
      if (starts_markup(p)) break;
    } else if (*p != '&' ||
               match_reference({p, static_cast<size_t>(end_ - p)}, ReferencePlace::kText).length !=
                   0) {
      copied_text(begin, p);
      return;
    }
    visible = true;
    ++p;
  }
  token_.has_null = false;
  token_.may_be_visible = visible;
  token_.text = ref(begin, p);
  finish(TokenKind::kText, p);
}

// --- for the loop over tokens ---

inline Tokenizer::Ahead Tokenizer::ahead() const {
  if (model_ != ContentModel::kData || end_ - p_ < 3) [[unlikely]]
    return Ahead::kOther;
  if (*p_ != '<') return Ahead::kText;
  if (has_class(p_[1], kAlphaClass)) return Ahead::kStartTag;
  return p_[1] == '/' && has_class(p_[2], kAlphaClass) ? Ahead::kEndTag : Ahead::kOther;
}

inline void Tokenizer::read_text() {
  token_.begin = offset(p_);
  text();
}

inline bool Tokenizer::read_start_tag() {
  token_.begin = offset(p_);
  if (start_tag()) [[likely]]
    return true;
  p_ = end_;
  return false;
}

inline bool Tokenizer::read_end_tag(uint32_t known_name) {
  if (end_ - p_ < 18) [[unlikely]]
    return false;  // "</" and the sixteen bytes that are compared.
  const EndTag& expected = kEndTags[known_name];
  uint64_t low = 0;
  uint64_t high = 0;
  std::memcpy(&low, p_ + 2, 8);
  std::memcpy(&high, p_ + 10, 8);
  if ((low & expected.mask.low) != expected.key.low ||
      (high & expected.mask.high) != expected.key.high)
    return false;
  token_.begin = offset(p_);
  finish(TokenKind::kEndTag, p_ + 2 + expected.length);
  return true;
}

}  // namespace weft::html
