// The data state: which construct begins here, and text runs.

#include "html/tokenizer.h"

#include <algorithm>

#include "base/strings.h"
#include "html/tag_scanner.h"

namespace weft::html {

void Tokenizer::start(std::string_view source) {
  base_ = source.data();
  p_ = base_;
  end_ = base_ + source.size();
  model_ = ContentModel::kData;
  cdata_allowed_ = false;
  dropped_attributes_ = 0;
}

TokenKind Tokenizer::next() {
  if (model_ != ContentModel::kData) [[unlikely]] {
    const TokenKind kind = raw_text();
    if (kind == TokenKind::kText) return kind;
  }
  while (p_ != end_) {
    token_.begin = offset(p_);
    if (*p_ != '<' || !starts_markup(p_)) {
      text();
      return TokenKind::kText;
    }
    const char c = p_[1];
    if (has_class(c, kAlphaClass)) {
      if (start_tag()) return TokenKind::kStartTag;
      break;
    }
    if (c == '!') {
      if (!start_cdata()) return markup_declaration();
      if (raw_text() == TokenKind::kText) return TokenKind::kText;
      continue;
    }
    if (c == '?') return bogus_comment(p_ + 1);
    if (has_class(p_[2], kAlphaClass)) {
      if (end_tag()) return TokenKind::kEndTag;
      break;
    }
    if (p_[2] != '>') return bogus_comment(p_ + 2);
    p_ += 3;  // "</>" is nothing.
  }
  p_ = end_;
  token_.begin = offset(end_);
  return finish(TokenKind::kEndOfFile, end_);
}

// As text(), from the first byte p that does not stand for itself.
void Tokenizer::copied_text(const char* begin, const char* p) {
  std::string& arena = storage_.arena;
  const size_t start = arena.size();
  arena.append(begin, p);
  token_.has_null = false;
  while (p != end_) {
    if (*p == '<') {
      if (starts_markup(p)) break;
      arena += *p++;
    } else if (*p == '\0') {
      token_.has_null = true;  // Tree construction decides what becomes of it.
      arena += *p++;
    } else {
      p = append_special(p, ReferencePlace::kText);
    }
    const char* stop = find_any<'<', '&', '\r', '\0'>(p, end_);
    arena.append(p, stop);
    p = stop;
  }
  token_.may_be_visible =
      !std::all_of(arena.begin() + static_cast<ptrdiff_t>(start), arena.end(), is_html_space);
  token_.text = arena_ref(start);
  finish(TokenKind::kText, p);
}

void Tokenizer::append_reference(const Reference& reference) {
  append_utf8(storage_.arena, reference.first);
  if (reference.second != 0) append_utf8(storage_.arena, reference.second);
}

const char* Tokenizer::append_special(const char* p, ReferencePlace place) {
  std::string& arena = storage_.arena;
  if (*p == '\r') {
    arena += '\n';
    return p + (end_ - p > 1 && p[1] == '\n' ? 2 : 1);
  }
  if (*p == '\0') {
    arena += "\xEF\xBF\xBD";
    return p + 1;
  }
  if (*p == '&') {
    const Reference reference = match_reference({p, static_cast<size_t>(end_ - p)}, place);
    if (reference.length != 0) {
      append_reference(reference);
      return p + reference.length;
    }
  }
  arena += *p;
  return p + 1;
}

}  // namespace weft::html
