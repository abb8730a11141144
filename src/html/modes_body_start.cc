// 13.2.6.4.7, "in body": text, comments and start tags; and the loop over tokens, most of which are
// these.

#include <algorithm>

#include "base/strings.h"
#include "html/tag_scanner.h"
#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

TreeBuilder::Step TreeBuilder::in_body(TokenKind kind) {
  switch (kind) {
    case TokenKind::kStartTag:
      return body_start_tag();
    case TokenKind::kEndTag:
      return body_end_tag();
    case TokenKind::kText:
      body_text();
      return Step::kDone;
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kEndOfFile:
      return template_modes_.empty() ? stop_parsing() : in_template(kind);
  }
  return Step::kDone;
}

[[gnu::always_inline]] inline void TreeBuilder::body_text() {
  if (skip_line_feed_) {
    skip_line_feed_ = false;
    if (tokenizer_.view(token_.text).starts_with('\n')) {
      ++token_.text.offset;
      --token_.text.length;
    }
  }
  if (token_.text.length == 0) return;
  if (token_.has_null) [[unlikely]] {
    const std::string_view text = tokenizer_.view(token_.text);
    if (std::all_of(text.begin(), text.end(), [](char c) { return c == '\0'; })) return;
    const auto is_content = [](char c) { return c != '\0' && !is_html_space(c); };
    if (std::any_of(text.begin(), text.end(), is_content)) frameset_ok_ = false;
  } else if (frameset_ok_ && token_.may_be_visible && !is_all_space(token_.text)) {
    frameset_ok_ = false;
  }
  reconstruct_formatting();
  insert_text(Nulls::kDrop);
}

TreeBuilder::Step TreeBuilder::body_start_tag() {
  const StartRule rule = tag_info(token_.name.atom).start;
  switch (rule) {
    case StartRule::kOrdinary:
      reconstruct_formatting();
      insert_element();
      return Step::kDone;
    case StartRule::kBlock:
      close_p_in_button_scope();
      insert_element();
      return Step::kDone;
    case StartRule::kItem:
      start_item();
      return Step::kDone;
    case StartRule::kAnchor:
      start_anchor();
      return Step::kDone;
    case StartRule::kFormatting:
      reconstruct_formatting();
      start_formatting();
      return Step::kDone;
    case StartRule::kVoid:
      reconstruct_formatting();
      insert_void_element();
      frameset_ok_ = false;
      return Step::kDone;
    case StartRule::kHead:
      return in_head(TokenKind::kStartTag);
    case StartRule::kHeading:
      close_p_in_button_scope();
      if ((open_.top().bits & kHeading) != 0) pop();
      insert_element();
      return Step::kDone;
    case StartRule::kTable:
      if (!quirks_) close_p_in_button_scope();
      insert_element();
      frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return Step::kDone;
    case StartRule::kInput:
      start_input();
      return Step::kDone;
    case StartRule::kOption:
    case StartRule::kOptgroup:
      start_option(rule);
      return Step::kDone;
    case StartRule::kParam:
      insert_void_element();
      return Step::kDone;
    default:
      return body_rare_start_tag(rule);
  }
}

TreeBuilder::Step TreeBuilder::body_rare_start_tag(StartRule rule) {
  switch (rule) {
    case StartRule::kHtml:
      if (open_.last(a::kTemplate) < 0)
        add_missing_attributes(open_.at(0).node);
      else
        drop_attributes();
      break;
    case StartRule::kBody:
      start_body_again();
      break;
    case StartRule::kFrameset:
      start_frameset();
      break;
    case StartRule::kPre:
      start_pre();
      break;
    case StartRule::kForm:
      start_form();
      break;
    case StartRule::kPlaintext:
      close_p_in_button_scope();
      insert_element();
      tokenizer_.set_content_model(ContentModel::kPlaintext, "");
      break;
    case StartRule::kButton:
      if (in_scope(a::kButton)) {
        generate_implied_end_tags();
        pop_to_position(open_.last(a::kButton));
        pop();
      }
      reconstruct_formatting();
      insert_element();
      frameset_ok_ = false;
      break;
    case StartRule::kNobr:
      start_nobr();
      break;
    case StartRule::kMarker:
      reconstruct_formatting();
      insert_element();
      formatting_.push_marker();
      frameset_ok_ = false;
      break;
    case StartRule::kRule:
      close_p_in_button_scope();
      if (in_scope(a::kSelect)) generate_implied_end_tags();
      insert_void_element();
      frameset_ok_ = false;
      break;
    case StartRule::kImage:  // "Don't ask."
      token_.name = {a::kImg, a::kImgIndex};
      return Step::kReprocess;
    case StartRule::kTextarea:
      frameset_ok_ = false;
      start_raw_text(ContentModel::kRcdata);
      skip_line_feed_ = true;
      break;
    case StartRule::kXmp:
      close_p_in_button_scope();
      reconstruct_formatting();
      frameset_ok_ = false;
      start_raw_text(ContentModel::kRawtext);
      break;
    case StartRule::kIframe:
      frameset_ok_ = false;
      start_raw_text(ContentModel::kRawtext);
      break;
    case StartRule::kNoembed:
      start_raw_text(ContentModel::kRawtext);
      break;
    case StartRule::kNoscript:
      if (options_.scripting) {
        start_raw_text(ContentModel::kRawtext);
      } else {
        reconstruct_formatting();
        insert_element();
      }
      break;
    case StartRule::kSelect:
      start_select();
      break;
    case StartRule::kSelectedContent: {
      reconstruct_formatting();
      const uint32_t node = insert_element();
      if (selected_contents_.size() < kMostSelectedContents) selected_contents_.push_back(node);
      break;
    }
    case StartRule::kRubyBase:
    case StartRule::kRubyText:
      start_ruby(rule);
      break;
    case StartRule::kMath:
    case StartRule::kSvg: {
      const auto space = rule == StartRule::kSvg ? dom::Namespace::kSvg : dom::Namespace::kMathMl;
      reconstruct_formatting();
      adjust_foreign_attributes(space);
      insert_foreign_element(space);
      if (token_.self_closing) pop_matched();
      break;
    }
    default:
      drop_attributes();
      break;  // kIgnored
  }
  return Step::kDone;
}

void TreeBuilder::start_body_again() {
  if (open_.size() < 2 || open_.at(1).slot != OpenElements::slot_of(a::kBody) ||
      open_.last(a::kTemplate) >= 0) {
    drop_attributes();
    return;
  }
  frameset_ok_ = false;
  add_missing_attributes(open_.at(1).node);
}

void TreeBuilder::start_frameset() {
  if (open_.size() < 2 || open_.at(1).slot != OpenElements::slot_of(a::kBody) || !frameset_ok_) {
    drop_attributes();
    return;
  }
  writer_.detach(open_.at(1).node);
  pop_to_position(0);
  insert_element();
  mode_ = Mode::kInFrameset;
}

void TreeBuilder::start_pre() {
  close_p_in_button_scope();
  insert_element();
  skip_line_feed_ = true;
  frameset_ok_ = false;
}

void TreeBuilder::start_form() {
  const bool in_template = open_.last(a::kTemplate) >= 0;
  if (form_ != kNoRow && !in_template) {
    drop_attributes();
    return;
  }
  close_p_in_button_scope();
  const uint32_t node = insert_element();
  if (!in_template) form_ = node;
}

// <li> closes an open <li>, <dd> and <dt> close either, unless something special is in between.
void TreeBuilder::start_item() {
  frameset_ok_ = false;
  const int32_t position = open_.stop(Stop::kItem);
  const uint32_t slot = open_.at(position).slot;
  const bool closes = token_is(a::kLi) ? slot == OpenElements::slot_of(a::kLi)
                                       : slot == OpenElements::slot_of(a::kDd) ||
                                             slot == OpenElements::slot_of(a::kDt);
  if (closes) {
    pop_to_position(position);
    pop();
  }
  close_p_in_button_scope();
  insert_element();
}

void TreeBuilder::start_anchor() {
  const int32_t position = formatting_.empty() ? -1 : formatting_.find_name(a::kA);
  if (position >= 0) {
    const uint32_t node = formatting_[static_cast<size_t>(position)].node;
    adoption_agency(a::kA);
    const int32_t listed = formatting_.find_node(node);
    if (listed >= 0) formatting_.erase(listed);
    if (writer_.is_open(node)) {
      writer_.set_closed(node);
      open_.remove(open_.find(node, OpenElements::slot_of(a::kA)));
    }
  }
  reconstruct_formatting();
  start_formatting();
}

void TreeBuilder::start_formatting() {
  const uint32_t node = insert_element(kTracked);
  writer_.set_open(node);
  formatting_.push(storage_, source_.data(), node);
}

void TreeBuilder::start_nobr() {
  reconstruct_formatting();
  if (in_scope(a::kNobr)) {
    adoption_agency(a::kNobr);
    reconstruct_formatting();
  }
  start_formatting();
}

void TreeBuilder::start_input() {
  if (fragment_ && context_name_ == a::kSelect) {
    drop_attributes();
    return;
  }
  if (in_scope(a::kSelect)) {
    pop_to_position(open_.last(a::kSelect));
    pop();
  }
  reconstruct_formatting();
  insert_void_element();
  bool hidden = false;
  for (uint32_t i = 0; i < token_.attribute_count; ++i) {
    const dom::AttributeEntry& entry = storage_.attributes[token_.first_attribute + i];
    hidden |= entry.name == a::kType &&
              equals_ignoring_ascii_case(tokenizer_.view(entry.value), "hidden");
  }
  if (!hidden) frameset_ok_ = false;
}

void TreeBuilder::start_select() {
  if (fragment_ && context_name_ == a::kSelect) {
    drop_attributes();
    return;
  }
  if (in_scope(a::kSelect)) {
    drop_attributes();
    pop_to_position(open_.last(a::kSelect));
    pop();
    return;
  }
  reconstruct_formatting();
  insert_element();
  frameset_ok_ = false;
}

void TreeBuilder::start_option(StartRule rule) {
  if (in_scope(a::kSelect)) {
    generate_implied_end_tags(rule == StartRule::kOption ? a::kOptgroup : dom::kNoAtom);
  } else if (open_.top_is(a::kOption)) {
    pop();
  }
  reconstruct_formatting();
  insert_element();
}

void TreeBuilder::start_ruby(StartRule rule) {
  if (in_scope(a::kRuby))
    generate_implied_end_tags(rule == StartRule::kRubyText ? a::kRtc : dom::kNoAtom);
  insert_element();
}

// --- the loop over tokens ---

// OPTIMIZATION: most tokens are text, a start tag, or the end tag of the current node, in the
// body or in a cell of a table. One look tells which; reading them is compiled into this loop, and
// they go to the rules of the body without the dispatch that process() makes.
inline void TreeBuilder::read_and_process() {
  switch (tokenizer_.ahead()) {
    case Tokenizer::Ahead::kText:
      tokenizer_.read_text();
      process_text();
      return;
    case Tokenizer::Ahead::kStartTag:
      if (tokenizer_.read_start_tag()) process_start_tag();
      return;
    case Tokenizer::Ahead::kEndTag:
      if (process_plain_end_tag()) return;
      break;
    case Tokenizer::Ahead::kOther:
      break;
  }
  process_next();
}

inline bool TreeBuilder::is_plain() const {
  return (mode_ == Mode::kInBody || mode_ == Mode::kInCell) && (open_.top().bits & kForeign) == 0 &&
         !fragment_;
}

// White space between the tags of a table stays where it is. If other text followed right after it,
// through "</>" or U+0000, both would go in front of the table: in_table_text() collects them.
inline bool TreeBuilder::is_space_in_table() const {
  using Ahead = Tokenizer::Ahead;
  if (token_.may_be_visible || (open_.top().bits & kTablePart) == 0 || fragment_) return false;
  if (mode_ != Mode::kInRow && mode_ != Mode::kInTableBody && mode_ != Mode::kInTable) return false;
  const Ahead ahead = tokenizer_.ahead();
  return ahead == Ahead::kStartTag || ahead == Ahead::kEndTag;
}

inline void TreeBuilder::process_text() {
  if (is_plain()) [[likely]] {
    body_text();
  } else if (is_space_in_table()) {
    insert_text(Nulls::kDrop);
  } else {
    process(TokenKind::kText);
  }
}

inline void TreeBuilder::process_start_tag() {
  skip_line_feed_ = false;
  if (is_plain() && tag_info(token_.name.atom).start != StartRule::kIgnored) [[likely]] {
    if (body_start_tag() == Step::kDone) return;
  }
  process(TokenKind::kStartTag);
}

inline bool TreeBuilder::process_plain_end_tag() {
  const OpenElements::Entry& top = open_.top();
  if (!is_plain() || (top.bits & kPlainEnd) == 0) return false;
  const bool formatting = (top.bits & kTracked) != 0;
  if (formatting && (formatting_.empty() || formatting_.back().node != top.node)) return false;
  if (!tokenizer_.read_end_tag(OpenElements::name_of(top.slot))) return false;
  skip_line_feed_ = false;
  if (formatting) formatting_.pop();
  pop_matched();
  return true;
}

void TreeBuilder::process_next() {
  const uint32_t current = open_.empty() ? 0 : open_.top().bits;
  tokenizer_.set_cdata_allowed(((fragment_ ? adjusted_current_bits() : current) & kForeign) != 0);
  const TokenKind kind = tokenizer_.next();
  if (skip_line_feed_ && kind != TokenKind::kText) skip_line_feed_ = false;
  process(kind);
}

void TreeBuilder::read_all() {
  const uint32_t max_nodes = std::max<uint32_t>(options_.limits.max_nodes, 1);
  while (!stopped_) {
    read_and_process();
    if (open_.top_position() > deepest_parent_) [[unlikely]]
      truncated_depth_ = true;
    if (writer_.size() > max_nodes) [[unlikely]] {
      diagnostics_.push_back({DiagnosticKind::kTruncatedNodes, token_.begin, ""});
      break;
    }
    if (storage_.arena.size() >= dom::kArenaBit) [[unlikely]] {
      diagnostics_.push_back(
          {DiagnosticKind::kLimit, token_.begin, "more than 2 GiB of decoded text"});
      break;
    }
  }
}

}  // namespace weft::html
