// Text in which tags mean nothing: RCDATA, RAWTEXT, script data, PLAINTEXT and CDATA sections.
//
// The end is found first, then the text is taken as a view or, if it holds a byte that does not
// stand for itself, copied.

#include <cstring>

#include "base/strings.h"
#include "html/tokenizer.h"

namespace weft::html {
namespace {

// The next '<'; end if there is none. In scripts it is far, which suits the C library.
const char* find_less_than(const char* p, const char* end) {
  const void* found = std::memchr(p, '<', static_cast<size_t>(end - p));
  return found == nullptr ? end : static_cast<const char*>(found);
}

bool begins_with(const char* p, const char* end, std::string_view lower) {
  if (static_cast<size_t>(end - p) < lower.size()) return false;
  for (const char c : lower) {
    if (ascii_lower(*p++) != c) return false;
  }
  return true;
}

// "<script" or "</script" and an end of name, after the '<' or "</".
bool is_script_name(const char* p, const char* end) {
  return begins_with(p, end, "script") && end - p > 6 && has_class(p[6], kTagNameEndClass);
}

}  // namespace

// Whether p, at '<', is an appropriate end tag token.
bool Tokenizer::is_closing_tag(const char* p) const {
  if (end_ - p < 3 || p[1] != '/' || closing_.empty() || !begins_with(p + 2, end_, closing_))
    return false;
  const char* after = p + 2 + closing_.size();
  return after != end_ && has_class(*after, kTagNameEndClass);
}

const char* Tokenizer::raw_text_end(const char* p) const {
  for (p = find_less_than(p, end_); p != end_; p = find_less_than(p + 1, end_)) {
    if (is_closing_tag(p)) break;
  }
  return p;
}

// Script data with its escaped ("<!--") and double escaped ("<!-- <script>") states. "-->" leaves
// both.
const char* Tokenizer::script_end(const char* p) const {
  enum { kPlain, kEscaped, kDoubleEscaped } state = kPlain;
  while (true) {
    p = state == kPlain ? find_less_than(p, end_) : find_any<'<', '-'>(p, end_);
    if (p == end_) return p;
    if (*p == '-') {
      const bool closes = begins_with(p, end_, "-->");
      p += closes ? 3 : 1;
      if (closes) state = kPlain;
    } else if (state != kDoubleEscaped && is_closing_tag(p)) {
      return p;
    } else if (state == kPlain && begins_with(p, end_, "<!--")) {
      state = kEscaped;
      p += 2;  // The dashes may be those of "-->".
    } else if (state == kEscaped && is_script_name(p + 1, end_)) {
      state = kDoubleEscaped;
      p += 7;
    } else if (state == kDoubleEscaped && begins_with(p, end_, "</") &&
               is_script_name(p + 2, end_)) {
      state = kEscaped;
      p += 8;
    } else {
      ++p;
    }
  }
}

const char* Tokenizer::raw_end() const {
  switch (model_) {
    case ContentModel::kScriptData:
      return script_end(p_);
    case ContentModel::kRcdata:
    case ContentModel::kRawtext:
      return raw_text_end(p_);
    case ContentModel::kCdata: {
      const std::string_view rest(p_, static_cast<size_t>(end_ - p_));
      const size_t at = rest.find("]]>");
      return at == std::string_view::npos ? end_ : p_ + at;
    }
    default:
      return end_;
  }
}

// Returns kText, or kEndOfFile when there is no such text here.
TokenKind Tokenizer::raw_text() {
  const char* begin = p_;
  const char* end = raw_end();
  token_.begin = offset(begin);
  emit_raw(begin, end);
  finish(TokenKind::kText, end);
  if (model_ == ContentModel::kCdata && end != end_) p_ = end + 3;
  if (end != end_ || model_ == ContentModel::kCdata) model_ = ContentModel::kData;
  return begin != end ? TokenKind::kText : TokenKind::kEndOfFile;
}

void Tokenizer::emit_raw(const char* begin, const char* end) {
  const bool references = model_ == ContentModel::kRcdata;
  token_.has_null = false;
  token_.may_be_visible = true;
  const char* p =
      references ? find_any<'&', '\r', '\0'>(begin, end) : find_any<'\r', '\0'>(begin, end);
  if (p == end) {
    token_.text = ref(begin, end);
    return;
  }
  std::string& arena = storage_.arena;
  const size_t start = arena.size();
  arena.append(begin, p);
  while (p < end) {
    if (*p == '\0' && model_ == ContentModel::kCdata) {
      token_.has_null = true;
      arena += *p++;
    } else {
      p = append_special(p, ReferencePlace::kText);
    }
    if (p >= end) break;
    const char* stop =
        references ? find_any<'&', '\r', '\0'>(p, end) : find_any<'\r', '\0'>(p, end);
    arena.append(p, stop);
    p = stop;
  }
  token_.text = arena_ref(start);
}

}  // namespace weft::html
