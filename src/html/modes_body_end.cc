// 13.2.6.4.7, "in body": end tags. Nearly every end tag closes the current node; that case is
// asked for first and pops it. What is left is a search for the element meant, in the scope that
// the rule names: </li> may not leave its list, </div> may not leave its table cell, and an end
// tag without an element is ignored, except </p> and </br>, which make one.
#include <algorithm>

#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

TreeBuilder::Step TreeBuilder::body_end_tag() {
  const EndRule rule = tag_info(token_.name.atom).end;
  const bool closes_top =
      open_.top().slot == OpenElements::slot_of(token_.name.index, dom::Namespace::kHtml);
  switch (rule) {
    case EndRule::kOrdinary:
      if (closes_top)
        pop_matched();
      else
        any_other_end_tag();
      return Step::kDone;
    case EndRule::kBlock:
      if (closes_top)
        pop_matched();
      else
        end_block();
      return Step::kDone;
    case EndRule::kItem:
      if (closes_top)
        pop_matched();
      else
        end_item();
      return Step::kDone;
    case EndRule::kFormatting:
      // OPTIMIZATION: the element is the current node and the last on the list.
      if (closes_top && !formatting_.empty() && formatting_.back().node == open_.top().node) {
        formatting_.pop();
        pop_matched();
      } else {
        adoption_agency(token_.name.atom);
      }
      return Step::kDone;
    case EndRule::kParagraph:
      if (closes_top) {
        pop_matched();
        return Step::kDone;
      }
      if (!open_.in_scope(a::kP, Stop::kButtonScope)) {
        insert_made_up(a::kP);
        pop();
        return Step::kDone;
      }
      generate_implied_end_tags(a::kP);
      pop_through(open_.last(a::kP));
      return Step::kDone;
    case EndRule::kHeading:
      end_heading();
      return Step::kDone;
    case EndRule::kTemplate:
      end_template();
      return Step::kDone;
    case EndRule::kBody:
    case EndRule::kHtml:
      return end_body();
    case EndRule::kForm:
      end_form();
      return Step::kDone;
    case EndRule::kMarker:
      end_marker();
      return Step::kDone;
    case EndRule::kBreak:
      token_.first_attribute = storage_.attribute_count;
      token_.attribute_count = 0;
      reconstruct_formatting();
      insert_void_element();
      frameset_ok_ = false;
      return Step::kDone;
  }
  return Step::kDone;
}

void TreeBuilder::end_block() {
  if (!in_scope(token_.name.atom)) return;
  generate_implied_end_tags();
  pop_through(open_.last(token_.name.atom));
}

void TreeBuilder::end_item() {
  const Stop scope = token_is(a::kLi) ? Stop::kListScope : Stop::kScope;
  if (!open_.in_scope(token_.name.atom, scope)) return;
  generate_implied_end_tags(token_.name.atom);
  pop_through(open_.last(token_.name.atom));
}

void TreeBuilder::end_heading() {
  int32_t last = -1;
  for (const Atom heading : {a::kH1, a::kH2, a::kH3, a::kH4, a::kH5, a::kH6}) {
    last = std::max(last, open_.last(heading));
  }
  if (last < open_.stop(Stop::kScope)) return;
  generate_implied_end_tags();
  pop_through(last);
}

void TreeBuilder::end_form() {
  if (open_.last(a::kTemplate) >= 0) {
    end_block();
    return;
  }
  const uint32_t form = std::exchange(form_, kNoRow);
  if (form == kNoRow) return;
  int32_t position = open_.find(form, OpenElements::slot_of(a::kForm));
  if (position < open_.stop(Stop::kScope)) return;
  generate_implied_end_tags();
  storage_.source_end[form] = token_.end;
  position = open_.find(form, OpenElements::slot_of(a::kForm));
  open_.remove(position);
}

void TreeBuilder::end_marker() {
  if (!in_scope(token_.name.atom)) return;
  generate_implied_end_tags();
  pop_through(open_.last(token_.name.atom));
  formatting_.clear_to_last_marker();
}

// Closes the topmost element of that name, unless a special element is in the way.
void TreeBuilder::any_other_end_tag() {
  const int32_t position =
      open_.last_in_slot(OpenElements::slot_of(token_.name.index, dom::Namespace::kHtml));
  if (position < 0 || position < open_.stop(Stop::kSpecial)) return;
  pop_through(position);
}

// </body>, </html>.
TreeBuilder::Step TreeBuilder::end_body() {
  const int32_t position = open_.last(a::kBody);
  if (position < open_.stop(Stop::kScope)) return Step::kDone;
  if (token_is(a::kBody) && (open_.at(position).bits & kRangeFixed) == 0) {
    storage_.source_end[open_.at(position).node] = token_.end;
    open_.at(position).bits |= kRangeFixed;
  }
  mode_ = Mode::kAfterBody;
  return token_is(a::kHtml) ? Step::kReprocess : Step::kDone;
}

TreeBuilder::Step TreeBuilder::stop_parsing() {
  stopped_ = true;
  return Step::kDone;
}

}  // namespace weft::html
