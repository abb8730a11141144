// Tables: 13.2.6.4.9 "in table" to 13.2.6.4.15 "in cell". Content that has no place in a table goes
// in front of it (foster parenting).

#include <algorithm>

#include "base/strings.h"
#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

// Pops until the current node is one of `names`, a template or the root.
void TreeBuilder::clear_stack_back_to(std::initializer_list<Atom> names) {
  while (
      open_.top_position() > 0 && !open_.top_is(a::kTemplate) && !open_.top_is(a::kHtml) &&
      std::none_of(names.begin(), names.end(), [this](Atom name) { return open_.top_is(name); })) {
    pop();
  }
}

// 13.2.6.4.9
TreeBuilder::Step TreeBuilder::in_table(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      if ((open_.top().bits & kTablePart) == 0 && !open_.top_is(a::kTemplate)) break;
      table_text_.clear();
      original_mode_ = mode_;
      return reprocess_in(Mode::kInTableText);
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kStartTag:
      return in_table_start();
    case TokenKind::kEndTag:
      return in_table_end();
    case TokenKind::kEndOfFile:
      return in_body(kind);
  }
  return in_table_anything_else(kind);
}

TreeBuilder::Step TreeBuilder::in_table_start() {
  const auto insert_cleared = [this](Mode mode) {
    clear_stack_back_to({a::kTable});
    insert_element();
    mode_ = mode;
    return Step::kDone;
  };
  const auto imply = [this](Atom name, Mode mode) {
    clear_stack_back_to({a::kTable});
    insert_made_up(name);
    return reprocess_in(mode);
  };
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kCaptionIndex:
      clear_stack_back_to({a::kTable});
      formatting_.push_marker();
      return insert_cleared(Mode::kInCaption);
    case a::kColgroupIndex:
      return insert_cleared(Mode::kInColumnGroup);
    case a::kColIndex:
      return imply(a::kColgroup, Mode::kInColumnGroup);
    case a::kTbodyIndex:
    case a::kTfootIndex:
    case a::kTheadIndex:
      return insert_cleared(Mode::kInTableBody);
    case a::kTdIndex:
    case a::kThIndex:
    case a::kTrIndex:
      return imply(a::kTbody, Mode::kInTableBody);
    case a::kTableIndex:
      if (!in_table_scope(a::kTable)) {
        drop_attributes();
        return Step::kDone;
      }
      pop_to_position(open_.last(a::kTable));
      pop();
      reset_insertion_mode();
      return Step::kReprocess;
    case a::kStyleIndex:
    case a::kScriptIndex:
    case a::kTemplateIndex:
      return in_head(TokenKind::kStartTag);
    case a::kInputIndex: {
      const auto* begin = storage_.attributes.data() + token_.first_attribute;
      const bool hidden =
          std::any_of(begin, begin + token_.attribute_count, [this](const auto& entry) {
            return entry.name == a::kType &&
                   equals_ignoring_ascii_case(tokenizer_.view(entry.value), "hidden");
          });
      if (!hidden) break;
      insert_void_element();
      return Step::kDone;
    }
    case a::kFormIndex:
      if (open_.last(a::kTemplate) >= 0 || form_ != kNoRow) {
        drop_attributes();
      } else {
        form_ = insert_element();
        pop_matched();
      }
      return Step::kDone;
    default:
      break;
  }
  return in_table_anything_else(TokenKind::kStartTag);
}

TreeBuilder::Step TreeBuilder::in_table_end() {
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kTableIndex:
      if (!in_table_scope(a::kTable)) return Step::kDone;
      pop_through(open_.last(a::kTable));
      reset_insertion_mode();
      return Step::kDone;
    case a::kBodyIndex:
    case a::kCaptionIndex:
    case a::kColIndex:
    case a::kColgroupIndex:
    case a::kHtmlIndex:
    case a::kTbodyIndex:
    case a::kTdIndex:
    case a::kTfootIndex:
    case a::kThIndex:
    case a::kTheadIndex:
    case a::kTrIndex:
      return Step::kDone;
    case a::kTemplateIndex:
      return in_head(TokenKind::kEndTag);
    default:
      return in_table_anything_else(TokenKind::kEndTag);
  }
}

TreeBuilder::Step TreeBuilder::in_table_anything_else(TokenKind kind) {
  foster_parenting_ = true;
  const Step step = in_body(kind);
  foster_parenting_ = false;
  return step;
}

TreeBuilder::PendingText TreeBuilder::token_text() const {
  return {token_.text, token_.begin, token_.end, token_.has_null, token_.may_be_visible};
}

void TreeBuilder::set_token_text(const PendingText& pending) {
  token_.text = pending.text;
  token_.begin = pending.begin;
  token_.end = pending.end;
  token_.has_null = pending.has_null;
  token_.may_be_visible = pending.may_be_visible;
}

// 13.2.6.4.10. Text is collected until something else comes: white space stays, other text goes in
// front of the table.
TreeBuilder::Step TreeBuilder::in_table_text(TokenKind kind) {
  if (kind == TokenKind::kText) {
    table_text_.push_back(token_text());
    return Step::kDone;
  }
  const auto is_space_or_null = [this](const PendingText& pending) {
    if (!pending.may_be_visible) return true;
    const std::string_view text = tokenizer_.view(pending.text);
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return is_html_space(c) || c == '\0'; });
  };
  const bool stays = std::all_of(table_text_.begin(), table_text_.end(), is_space_or_null);
  const PendingText saved = token_text();
  for (const PendingText& pending : table_text_) {
    set_token_text(pending);
    if (stays)
      insert_text(Nulls::kDrop);
    else
      in_table_anything_else(TokenKind::kText);
  }
  set_token_text(saved);
  return reprocess_in(original_mode_);
}

// 13.2.6.4.11. False if there is no caption to close; `end` is where it ends.
bool TreeBuilder::close_caption(uint32_t end) {
  if (!in_table_scope(a::kCaption)) return false;
  generate_implied_end_tags();
  pop_to_position(open_.last(a::kCaption));
  pop_at(end);
  formatting_.clear_to_last_marker();
  mode_ = Mode::kInTable;
  return true;
}

TreeBuilder::Step TreeBuilder::in_caption(TokenKind kind) {
  if (kind != TokenKind::kStartTag && kind != TokenKind::kEndTag) return in_body(kind);
  const bool is_start = kind == TokenKind::kStartTag;
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kCaptionIndex:
      if (is_start) break;
      close_caption(token_.end);
      return Step::kDone;
    case a::kColIndex:
    case a::kColgroupIndex:
    case a::kTbodyIndex:
    case a::kTdIndex:
    case a::kTfootIndex:
    case a::kThIndex:
    case a::kTheadIndex:
    case a::kTrIndex:
      if (is_start) break;
      return Step::kDone;
    case a::kTableIndex:
      if (!is_start) break;
      return in_body(kind);
    case a::kBodyIndex:
    case a::kHtmlIndex:
      if (!is_start) return Step::kDone;
      return in_body(kind);
    default:
      return in_body(kind);
  }
  // A tag that ends the caption.
  if (close_caption(token_.begin)) return Step::kReprocess;
  if (is_start) drop_attributes();
  return Step::kDone;
}

// 13.2.6.4.12
TreeBuilder::Step TreeBuilder::in_column_group(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      if (take_leading_space(Space::kInsert)) return Step::kDone;
      break;
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      if (token_is(a::kTemplate)) return in_head(kind);
      if (!token_is(a::kCol)) break;
      insert_void_element();
      return Step::kDone;
    case TokenKind::kEndTag:
      if (token_is(a::kColgroup)) {
        if (open_.top_is(a::kColgroup)) {
          pop_matched();
          mode_ = Mode::kInTable;
        }
        return Step::kDone;
      }
      if (token_is(a::kCol)) return Step::kDone;
      if (token_is(a::kTemplate)) return in_head(kind);
      break;
    case TokenKind::kEndOfFile:
      return in_body(kind);
  }
  if (!open_.top_is(a::kColgroup)) {
    if (kind == TokenKind::kStartTag) drop_attributes();
    return Step::kDone;
  }
  pop();
  return reprocess_in(Mode::kInTable);
}

// 13.2.6.4.13
TreeBuilder::Step TreeBuilder::in_table_body(TokenKind kind) {
  if (kind != TokenKind::kStartTag && kind != TokenKind::kEndTag) return in_table(kind);
  const bool is_start = kind == TokenKind::kStartTag;
  const auto clear = [this] { clear_stack_back_to({a::kTbody, a::kTfoot, a::kThead}); };
  const auto in_any_section = [this] {
    return in_table_scope(a::kTbody) || in_table_scope(a::kThead) || in_table_scope(a::kTfoot);
  };
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kTrIndex:
      if (!is_start) return Step::kDone;
      clear();
      insert_element();
      mode_ = Mode::kInRow;
      return Step::kDone;
    case a::kTdIndex:
    case a::kThIndex:
      if (!is_start) return Step::kDone;
      clear();
      insert_made_up(a::kTr);
      return reprocess_in(Mode::kInRow);
    case a::kTbodyIndex:
    case a::kTfootIndex:
    case a::kTheadIndex:
      if (is_start) break;
      if (!in_table_scope(token_.name.atom)) return Step::kDone;
      clear();
      pop_matched();
      mode_ = Mode::kInTable;
      return Step::kDone;
    case a::kCaptionIndex:
    case a::kColIndex:
    case a::kColgroupIndex:
      if (!is_start) return Step::kDone;
      break;
    case a::kTableIndex:
      if (!is_start) break;
      return in_table(kind);
    case a::kBodyIndex:
    case a::kHtmlIndex:
      if (!is_start) return Step::kDone;
      return in_table(kind);
    default:
      return in_table(kind);
  }
  // A tag that ends the section.
  if (!in_any_section()) {
    if (is_start) drop_attributes();
    return Step::kDone;
  }
  clear();
  pop();
  return reprocess_in(Mode::kInTable);
}

// 13.2.6.4.14
TreeBuilder::Step TreeBuilder::in_row(TokenKind kind) {
  if (kind != TokenKind::kStartTag && kind != TokenKind::kEndTag) return in_table(kind);
  const bool is_start = kind == TokenKind::kStartTag;
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kTdIndex:
    case a::kThIndex:
      if (!is_start) return Step::kDone;
      clear_stack_back_to({a::kTr});
      insert_element();
      mode_ = Mode::kInCell;
      formatting_.push_marker();
      return Step::kDone;
    case a::kTrIndex:
      if (is_start) break;
      if (!in_table_scope(a::kTr)) return Step::kDone;
      clear_stack_back_to({a::kTr});
      pop_matched();
      mode_ = Mode::kInTableBody;
      return Step::kDone;
    case a::kTbodyIndex:
    case a::kTfootIndex:
    case a::kTheadIndex:
      if (!is_start && !in_table_scope(token_.name.atom)) return Step::kDone;
      break;
    case a::kCaptionIndex:
    case a::kColIndex:
    case a::kColgroupIndex:
      if (!is_start) return Step::kDone;
      break;
    case a::kTableIndex:
      if (!is_start) break;
      return in_table(kind);
    case a::kBodyIndex:
    case a::kHtmlIndex:
      if (!is_start) return Step::kDone;
      return in_table(kind);
    default:
      return in_table(kind);
  }
  // A tag that ends the row.
  if (!in_table_scope(a::kTr)) {
    if (is_start) drop_attributes();
    return Step::kDone;
  }
  clear_stack_back_to({a::kTr});
  pop();
  return reprocess_in(Mode::kInTableBody);
}

// 13.2.6.4.15
TreeBuilder::Step TreeBuilder::in_cell(TokenKind kind) {
  if (kind != TokenKind::kStartTag && kind != TokenKind::kEndTag) return in_body(kind);
  const bool is_start = kind == TokenKind::kStartTag;
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kTdIndex:
    case a::kThIndex:
      if (is_start) break;
      if (!in_table_scope(token_.name.atom)) return Step::kDone;
      generate_implied_end_tags();
      pop_through(open_.last(token_.name.atom));
      formatting_.clear_to_last_marker();
      mode_ = Mode::kInRow;
      return Step::kDone;
    case a::kCaptionIndex:
    case a::kColIndex:
    case a::kColgroupIndex:
    case a::kTbodyIndex:
    case a::kTfootIndex:
    case a::kTheadIndex:
    case a::kTrIndex:
      if (is_start) break;
      if (token_is(a::kCaption) || token_is(a::kCol) || token_is(a::kColgroup)) return Step::kDone;
      if (!in_table_scope(token_.name.atom)) return Step::kDone;
      close_cell();
      return Step::kReprocess;
    case a::kTableIndex:
      if (is_start) return in_body(kind);
      if (!in_table_scope(a::kTable)) return Step::kDone;
      close_cell();
      return Step::kReprocess;
    case a::kBodyIndex:
    case a::kHtmlIndex:
      if (!is_start) return Step::kDone;
      return in_body(kind);
    default:
      return in_body(kind);
  }
  // A start tag that ends the cell.
  if (!in_table_scope(a::kTd) && !in_table_scope(a::kTh)) {
    drop_attributes();
    return Step::kDone;
  }
  close_cell();
  return Step::kReprocess;
}

void TreeBuilder::close_cell() {
  generate_implied_end_tags();
  pop_to_position(std::max(open_.last(a::kTd), open_.last(a::kTh)));
  pop();
  formatting_.clear_to_last_marker();
  mode_ = Mode::kInRow;
}

}  // namespace weft::html
