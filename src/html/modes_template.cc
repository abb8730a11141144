// Templates (13.2.6.4.22 in the "in template" mode, 13.2.6.4.4 for the tags) and "reset the
// insertion mode appropriately" (13.2.4.1).

#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

void TreeBuilder::start_template() {
  insert_element();
  formatting_.push_marker();
  frameset_ok_ = false;
  mode_ = Mode::kInTemplate;
  template_modes_.push_back(Mode::kInTemplate);
}

void TreeBuilder::end_template() {
  if (open_.last(a::kTemplate) < 0) return;
  generate_all_implied_end_tags_thoroughly();
  pop_through(open_.last(a::kTemplate));
  formatting_.clear_to_last_marker();
  template_modes_.pop_back();
  reset_insertion_mode();
}

TreeBuilder::Step TreeBuilder::in_template(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
    case TokenKind::kComment:
    case TokenKind::kDoctype:
      return in_body(kind);
    case TokenKind::kEndTag:
      if (token_is(a::kTemplate)) end_template();
      return Step::kDone;
    case TokenKind::kEndOfFile:
      if (open_.last(a::kTemplate) < 0) return stop_parsing();
      pop_to_position(open_.last(a::kTemplate));
      pop();
      formatting_.clear_to_last_marker();
      template_modes_.pop_back();
      reset_insertion_mode();
      return Step::kReprocess;
    case TokenKind::kStartTag:
      break;
  }
  Mode mode = Mode::kInBody;
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kCaptionIndex:
    case a::kColgroupIndex:
    case a::kTbodyIndex:
    case a::kTfootIndex:
    case a::kTheadIndex:
      mode = Mode::kInTable;
      break;
    case a::kColIndex:
      mode = Mode::kInColumnGroup;
      break;
    case a::kTrIndex:
      mode = Mode::kInTableBody;
      break;
    case a::kTdIndex:
    case a::kThIndex:
      mode = Mode::kInRow;
      break;
    default:
      if (tag_info(token_.name.atom).start == StartRule::kHead) return in_head(kind);
      break;
  }
  template_modes_.back() = mode;
  return reprocess_in(mode);
}

void TreeBuilder::reset_insertion_mode() {
  // Only the entries that decide are looked at; entry 0 always does.
  for (int32_t position = open_.stop(Stop::kMode);; --position) {
    position = open_.at(position).stops[static_cast<size_t>(Stop::kMode)];
    const bool last = position == 0;
    const uint32_t name =
        last && fragment_ ? static_cast<uint32_t>(context_name_) : open_.at(position).slot / 3;
    switch (name) {
      case a::kTdIndex:
      case a::kThIndex:
        if (last) break;
        mode_ = Mode::kInCell;
        return;
      case a::kTrIndex:
        mode_ = Mode::kInRow;
        return;
      case a::kTbodyIndex:
      case a::kTheadIndex:
      case a::kTfootIndex:
        mode_ = Mode::kInTableBody;
        return;
      case a::kCaptionIndex:
        mode_ = Mode::kInCaption;
        return;
      case a::kColgroupIndex:
        mode_ = Mode::kInColumnGroup;
        return;
      case a::kTableIndex:
        mode_ = Mode::kInTable;
        return;
      case a::kTemplateIndex:
        mode_ = template_modes_.back();
        return;
      case a::kHeadIndex:
        if (last) break;
        mode_ = Mode::kInHead;
        return;
      case a::kBodyIndex:
        mode_ = Mode::kInBody;
        return;
      case a::kFramesetIndex:
        mode_ = Mode::kInFrameset;
        return;
      case a::kHtmlIndex:
        mode_ = head_ == kNoRow ? Mode::kBeforeHead : Mode::kAfterHead;
        return;
      default:
        break;
    }
    if (last) {
      mode_ = Mode::kInBody;
      return;
    }
  }
}

}  // namespace weft::html
