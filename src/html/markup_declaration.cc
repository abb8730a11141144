// "<!": comments, doctypes, the start of CDATA sections, and everything else that becomes a
// comment.

#include "base/strings.h"
#include "html/tokenizer.h"

namespace weft::html {
namespace {

bool equals_lower(const char* p, const char* end, std::string_view lower) {
  if (static_cast<size_t>(end - p) < lower.size()) return false;
  for (const char c : lower) {
    if (ascii_lower(*p++) != c) return false;
  }
  return true;
}

}  // namespace

// Moves into a CDATA section, if one begins here.
bool Tokenizer::start_cdata() {
  if (!cdata_allowed_ ||
      !std::string_view(p_, static_cast<size_t>(end_ - p_)).starts_with("<![CDATA["))
    return false;
  p_ += 9;
  model_ = ContentModel::kCdata;
  return true;
}

TokenKind Tokenizer::markup_declaration() {
  const char* p = p_ + 2;
  const std::string_view rest(p, static_cast<size_t>(end_ - p));
  if (rest.starts_with("--")) return comment(p + 2);
  if (equals_lower(p, end_, "doctype")) return doctype(p + 7);
  return bogus_comment(p);
}

dom::StringRef Tokenizer::cleaned(const char* begin, const char* end) {
  const char* p = find_any<'\r', '\0'>(begin, end);
  if (p == end) return ref(begin, end);
  const size_t start = storage_.arena.size();
  storage_.arena.append(begin, p);
  while (p < end) {
    p = append_special(p, ReferencePlace::kText);
    if (p >= end) break;
    const char* stop = find_any<'\r', '\0'>(p, end);
    storage_.arena.append(p, stop);
    p = stop;
  }
  return arena_ref(start);
}

// From past "<!--". The comment ends with "-->" or "--!>"; "<!-->" and "<!--->" are whole comments.
TokenKind Tokenizer::comment(const char* p) {
  const char* begin = p;
  if (p != end_ && *p == '>') {
    token_.text = {};
    return finish(TokenKind::kComment, p + 1);
  }
  if (end_ - p > 1 && p[0] == '-' && p[1] == '>') {
    token_.text = {};
    return finish(TokenKind::kComment, p + 2);
  }
  while (true) {
    p = find_any<'-'>(p, end_);
    const auto left = end_ - p;
    if (left >= 2 && p[1] != '-') {
      ++p;
    } else if (left >= 3 && p[2] == '>') {
      token_.text = cleaned(begin, p);
      return finish(TokenKind::kComment, p + 3);
    } else if (left >= 4 && p[2] == '!' && p[3] == '>') {
      token_.text = cleaned(begin, p);
      return finish(TokenKind::kComment, p + 4);
    } else if (left >= 3 && !(left == 3 && p[2] == '!')) {
      ++p;
    } else {
      break;
    }
  }
  // The input ends here: up to "--!" of an unfinished end does not belong to the comment.
  token_.text = cleaned(begin, p);
  return finish(TokenKind::kComment, end_);
}

TokenKind Tokenizer::bogus_comment(const char* p) {
  const char* end = find_any<'>'>(p, end_);
  token_.text = cleaned(p, end);
  return finish(TokenKind::kComment, end == end_ ? end_ : end + 1);
}

// From past "<!doctype".
TokenKind Tokenizer::doctype(const char* p) {
  token_.name = {};
  token_.force_quirks = false;
  token_.has_public_id = token_.has_system_id = false;
  token_.public_id = token_.system_id = {};
  while (p != end_ && has_class(*p, kSpaceClass)) ++p;
  if (p == end_ || *p == '>') {
    token_.force_quirks = true;
    return finish(TokenKind::kDoctype, p == end_ ? p : p + 1);
  }
  p = doctype_name(p);
  while (p != end_ && has_class(*p, kSpaceClass)) ++p;
  if (p == end_) token_.force_quirks = true;
  if (p != end_ && *p != '>') p = doctype_ids(p);
  return finish(TokenKind::kDoctype, p == end_ ? p : p + 1);
}

const char* Tokenizer::doctype_name(const char* p) {
  scratch_.clear();
  for (; p != end_ && *p != '>' && !has_class(*p, kSpaceClass); ++p) {
    if (*p == '\0')
      scratch_ += "\xEF\xBF\xBD";
    else
      scratch_ += ascii_lower(*p);
  }
  token_.name = names_.intern_copy(scratch_);
  return p;
}

// The states from "after DOCTYPE name" on; stops at the '>' or the end of the input.
const char* Tokenizer::doctype_ids(const char* p) {
  const bool is_public = equals_lower(p, end_, "public");
  if (is_public || equals_lower(p, end_, "system")) {
    p += 6;
    while (p != end_ && has_class(*p, kSpaceClass)) ++p;
    bool& present = is_public ? token_.has_public_id : token_.has_system_id;
    p = doctype_id(p, is_public ? token_.public_id : token_.system_id, present);
    if (!present) token_.force_quirks = true;
    while (p != end_ && has_class(*p, kSpaceClass)) ++p;
    if (is_public && present && p != end_ && *p != '>' && !token_.force_quirks) {
      p = doctype_id(p, token_.system_id, token_.has_system_id);
      if (!token_.has_system_id) token_.force_quirks = true;
    }
  } else {
    token_.force_quirks = true;
  }
  if (p == end_) token_.force_quirks = true;
  return find_any<'>'>(
      p, end_);  // The bogus DOCTYPE state, which an end of the input leaves as it is.
}

// A quoted identifier at p. An unfinished one (ended by '>' or the end of the input) forces quirks.
const char* Tokenizer::doctype_id(const char* p, dom::StringRef& id, bool& present) {
  if (p == end_ || (*p != '"' && *p != '\'')) return p;
  const char quote = *p++;
  const char* begin = p;
  while (p != end_ && *p != quote && *p != '>') ++p;
  id = cleaned(begin, p);
  present = true;
  if (p == end_ || *p == '>') {
    token_.force_quirks = true;
    return p;
  }
  return p + 1;
}

}  // namespace weft::html
