// The insertion modes up to the start of the body: 13.2.6.4.1 to 13.2.6.4.6, and
// "text", 13.2.6.4.8.

#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;
using dom::NodeKind;

// 13.2.6.4.1
TreeBuilder::Step TreeBuilder::initial(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      if (take_leading_space(Space::kIgnore)) return Step::kDone;
      break;
    case TokenKind::kComment:
      insert_comment({0});
      return Step::kDone;
    case TokenKind::kDoctype: {
      // The identifiers are kept like two attributes without names.
      storage_.reserve_attributes(storage_.attribute_count + 2);
      const uint32_t first = storage_.attribute_count;
      storage_.attributes[first] = {dom::kNoAtom, token_.public_id};
      storage_.attributes[first + 1] = {dom::kNoAtom, token_.system_id};
      storage_.attribute_count += 2;
      writer_.append(0, {.kind = NodeKind::kDoctype,
                         .name = token_.name.atom,
                         .payload = first,
                         .payload_size = 2,
                         .source_begin = token_.begin,
                         .source_end = token_.end});
      quirks_ = doctype_means_quirks();
      mode_ = Mode::kBeforeHtml;
      return Step::kDone;
    }
    default:
      break;
  }
  quirks_ = true;
  return reprocess_in(Mode::kBeforeHtml);
}

// 13.2.6.4.2
TreeBuilder::Step TreeBuilder::before_html(TokenKind kind) {
  switch (kind) {
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kComment:
      insert_comment({0});
      return Step::kDone;
    case TokenKind::kText:
      if (take_leading_space(Space::kIgnore)) return Step::kDone;
      break;
    case TokenKind::kStartTag:
      if (!token_is(a::kHtml)) break;
      open_.push(writer_.append(0, element_row(a::kHtml, dom::Namespace::kHtml)),
                 OpenElements::slot_of(a::kHtml), tag_info(a::kHtml).bits);
      mode_ = Mode::kBeforeHead;
      return Step::kDone;
    case TokenKind::kEndTag:
      if (!token_is(a::kHead) && !token_is(a::kBody) && !token_is(a::kHtml) && !token_is(a::kBr))
        return Step::kDone;
      break;
    case TokenKind::kEndOfFile:
      break;
  }
  const Row made_up{.name = a::kHtml, .source_begin = token_.begin, .source_end = token_.begin};
  open_.push(writer_.append(0, made_up), OpenElements::slot_of(a::kHtml),
             tag_info(a::kHtml).bits | kRangeFixed);
  return reprocess_in(Mode::kBeforeHead);
}

// 13.2.6.4.3
TreeBuilder::Step TreeBuilder::before_head(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText:
      if (take_leading_space(Space::kIgnore)) return Step::kDone;
      break;
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      if (!token_is(a::kHead)) break;
      head_ = insert_element();
      mode_ = Mode::kInHead;
      return Step::kDone;
    case TokenKind::kEndTag:
      if (!token_is(a::kHead) && !token_is(a::kBody) && !token_is(a::kHtml) && !token_is(a::kBr))
        return Step::kDone;
      break;
    case TokenKind::kEndOfFile:
      break;
  }
  head_ = insert_made_up(a::kHead);
  return reprocess_in(Mode::kInHead);
}

// 13.2.6.4.4
TreeBuilder::Step TreeBuilder::in_head(TokenKind kind) {
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
      return in_head_start(kind);
    case TokenKind::kEndTag:
      if (token_is(a::kHead)) {
        pop_matched();
        mode_ = Mode::kAfterHead;
        return Step::kDone;
      }
      if (token_is(a::kTemplate)) {
        end_template();
        return Step::kDone;
      }
      if (!token_is(a::kBody) && !token_is(a::kHtml) && !token_is(a::kBr)) return Step::kDone;
      break;
    case TokenKind::kEndOfFile:
      break;
  }
  pop();
  return reprocess_in(Mode::kAfterHead);
}

TreeBuilder::Step TreeBuilder::in_head_start(TokenKind kind) {
  switch (static_cast<uint32_t>(token_.name.atom)) {
    case a::kHtmlIndex:
      return in_body(kind);
    case a::kBaseIndex:
    case a::kBasefontIndex:
    case a::kBgsoundIndex:
    case a::kLinkIndex:
    case a::kMetaIndex:
      insert_void_element();
      return Step::kDone;
    case a::kTitleIndex:
      start_raw_text(ContentModel::kRcdata);
      return Step::kDone;
    case a::kNoscriptIndex:
      if (options_.scripting) {
        start_raw_text(ContentModel::kRawtext);
      } else {
        insert_element();
        mode_ = Mode::kInHeadNoscript;
      }
      return Step::kDone;
    case a::kNoframesIndex:
    case a::kStyleIndex:
      start_raw_text(ContentModel::kRawtext);
      return Step::kDone;
    case a::kScriptIndex:
      start_raw_text(ContentModel::kScriptData);
      return Step::kDone;
    case a::kTemplateIndex:
      start_template();
      return Step::kDone;
    case a::kHeadIndex:
      drop_attributes();
      return Step::kDone;
    default:
      break;
  }
  pop();
  return reprocess_in(Mode::kAfterHead);
}

// The generic raw text and RCDATA element parsing algorithms.
void TreeBuilder::start_raw_text(ContentModel model) {
  insert_element();
  tokenizer_.set_content_model(model, dom::known_name(token_.name.atom));
  original_mode_ = mode_;
  mode_ = Mode::kText;
}

// 13.2.6.4.5
TreeBuilder::Step TreeBuilder::in_head_noscript(TokenKind kind) {
  switch (kind) {
    case TokenKind::kDoctype:
      return Step::kDone;
    case TokenKind::kText:
      if (take_leading_space(Space::kInsert)) return Step::kDone;
      break;
    case TokenKind::kComment:
      return in_head(kind);
    case TokenKind::kStartTag:
      if (token_is(a::kHtml)) return in_body(kind);
      if (token_is(a::kBasefont) || token_is(a::kBgsound) || token_is(a::kLink) ||
          token_is(a::kMeta) || token_is(a::kNoframes) || token_is(a::kStyle)) {
        return in_head(kind);
      }
      if (!token_is(a::kHead) && !token_is(a::kNoscript)) break;
      drop_attributes();
      return Step::kDone;
    case TokenKind::kEndTag:
      if (token_is(a::kNoscript)) {
        pop_matched();
        mode_ = Mode::kInHead;
        return Step::kDone;
      }
      if (!token_is(a::kBr)) return Step::kDone;
      break;
    case TokenKind::kEndOfFile:
      break;
  }
  pop();
  return reprocess_in(Mode::kInHead);
}

// 13.2.6.4.6
TreeBuilder::Step TreeBuilder::after_head(TokenKind kind) {
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
      if (token_is(a::kBody) || token_is(a::kFrameset)) {
        insert_element();
        frameset_ok_ = frameset_ok_ && !token_is(a::kBody);
        mode_ = token_is(a::kBody) ? Mode::kInBody : Mode::kInFrameset;
        return Step::kDone;
      }
      if (tag_info(token_.name.atom).start == StartRule::kHead) {
        insert_in_head_again(kind);
        return Step::kDone;
      }
      if (!token_is(a::kHead)) break;
      drop_attributes();
      return Step::kDone;
    case TokenKind::kEndTag:
      if (token_is(a::kTemplate)) return in_head(kind);
      if (!token_is(a::kBody) && !token_is(a::kHtml) && !token_is(a::kBr)) return Step::kDone;
      break;
    case TokenKind::kEndOfFile:
      break;
  }
  insert_made_up(a::kBody);
  return reprocess_in(Mode::kInBody);
}

// Head content after </head>: the head element is open again for this one tag.
void TreeBuilder::insert_in_head_again(TokenKind kind) {
  const int32_t position = open_.size();
  open_.push(head_, OpenElements::slot_of(a::kHead), tag_info(a::kHead).bits | kRangeFixed);
  in_head(kind);
  open_.remove(position);
}

// 13.2.6.4.8
TreeBuilder::Step TreeBuilder::text_mode(TokenKind kind) {
  if (kind == TokenKind::kText) {
    if (skip_line_feed_) {
      skip_line_feed_ = false;
      if (tokenizer_.view(token_.text).starts_with('\n')) {
        ++token_.text.offset;
        --token_.text.length;
      }
    }
    insert_text(Nulls::kDrop);
    return Step::kDone;
  }
  mode_ = original_mode_;
  if (kind == TokenKind::kEndTag) {
    pop_matched();
    return Step::kDone;
  }
  pop();
  return Step::kReprocess;
}

}  // namespace weft::html
