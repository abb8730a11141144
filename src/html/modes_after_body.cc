// The end of the page and framesets: 13.2.6.4.16 "after body" to 13.2.6.4.23 "after after
// frameset".

#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

TreeBuilder::Step TreeBuilder::after_body(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      if (is_all_space(token_.text)) return in_body(kind);
      break;
    case TokenKind::kComment:
      insert_comment({open_.at(0).node});
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      break;
    case TokenKind::kEndTag:
      if (!token_is(a::kHtml)) break;
      if (fragment_) return Step::kDone;
      if ((open_.at(0).bits & kRangeFixed) == 0) {
        storage_.source_end[open_.at(0).node] = token_.end;
        open_.at(0).bits |= kRangeFixed;
      }
      mode_ = Mode::kAfterAfterBody;
      return Step::kDone;
    case TokenKind::kEndOfFile:
      return stop_parsing();
  }
  return reprocess_in(Mode::kInBody);
}

TreeBuilder::Step TreeBuilder::in_frameset(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      insert_only_space();
      return Step::kDone;
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      if (token_is(a::kNoframes)) return in_head(kind);
      if (token_is(a::kFrameset))
        insert_element();
      else if (token_is(a::kFrame))
        insert_void_element();
      else
        drop_attributes();
      return Step::kDone;
    case TokenKind::kEndTag:
      if (!token_is(a::kFrameset) || open_.size() == 1) return Step::kDone;
      pop_matched();
      if (!fragment_ && !open_.top_is(a::kFrameset)) mode_ = Mode::kAfterFrameset;
      return Step::kDone;
    case TokenKind::kEndOfFile:
      return stop_parsing();
  }
  return Step::kDone;
}

TreeBuilder::Step TreeBuilder::after_frameset(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      insert_only_space();
      return Step::kDone;
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      if (token_is(a::kNoframes)) return in_head(kind);
      drop_attributes();
      return Step::kDone;
    case TokenKind::kEndTag:
      if (token_is(a::kHtml)) mode_ = Mode::kAfterAfterFrameset;
      return Step::kDone;
    case TokenKind::kEndOfFile:
      return stop_parsing();
  }
  return Step::kDone;
}

TreeBuilder::Step TreeBuilder::after_after_body(TokenKind kind) {
  switch (kind) {
    case TokenKind::kComment:
      insert_comment({0});
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kText:
      if (is_all_space(token_.text)) return in_body(kind);
      break;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      break;
    case TokenKind::kEndTag:
      break;
    case TokenKind::kEndOfFile:
      return stop_parsing();
  }
  return reprocess_in(Mode::kInBody);
}

TreeBuilder::Step TreeBuilder::after_after_frameset(TokenKind kind) {
  switch (kind) {
    case TokenKind::kComment:
      insert_comment({0});
      return Step::kDone;
    case TokenKind::kText:
      insert_only_space();
      return Step::kDone;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      if (token_is(a::kNoframes)) return in_head(kind);
      drop_attributes();
      return Step::kDone;
    case TokenKind::kEndOfFile:
      return stop_parsing();
    case TokenKind::kDoctype:
    case TokenKind::kEndTag:
      return Step::kDone;
  }
  return Step::kDone;
}

}  // namespace weft::html
