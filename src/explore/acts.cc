// Tested by walk_test.cc and, in a browser, by apps/cli/verbs/explore_test.cc.

#include "explore/acts.h"

#include <algorithm>

#include <fmt/format.h>

#include "dom/path.h"
#include "dom/text.h"
#include "explore/words.h"

namespace weft::explore {
namespace {

using model::PageAct;
using model::PageActKind;

constexpr size_t kLongPlace = 40;    // Bytes of a text that names a place, at most.
constexpr uint32_t kMostTimes = 50;  // That a list is made to grow.

std::string quoted(std::string_view text) {
  return text.find('\'') == std::string_view::npos ? fmt::format("'{}'", text)
                                                   : fmt::format("\"{}\"", text);
}

bool both_quotes(std::string_view text) {
  return text.find('\'') != std::string_view::npos && text.find('"') != std::string_view::npos;
}

// XPath normalises spaces that do not break no more than letters.
bool has_plain_spaces(const dom::Document& doc, dom::NodeId n) {
  for (const dom::NodeId d : doc.subtree(n)) {
    if (!doc.is_text(d)) continue;
    for (const std::string_view space : {"\u00A0", "\u2007", "\u2009", "\u202F"}) {
      if (doc.text(d).find(space) != std::string_view::npos) return false;
    }
  }
  return true;
}

// Found by its text, if no other has it.
bool says(const dom::Document& doc, dom::NodeId n) {
  return doc.name(n) == dom::atoms::kA || doc.name(n) == dom::atoms::kButton;
}

}  // namespace

Places::Places(const dom::Document& doc) : doc_(doc) {
  for (const dom::NodeId n : doc.nodes()) {
    if (!says(doc, n)) continue;
    const std::string& text = texts_[n] = dom::normalized_text(doc, n);
    if (text.size() <= kLongPlace) ++counts_[text];
  }
}

std::string Places::of(dom::NodeId n, dom::Atom address) const {
  const std::string name(doc_.name_text(n));
  const auto id = doc_.attribute(n, dom::atoms::kId);
  if (id && !id->empty() && !both_quotes(*id))
    return fmt::format("//{}[@id={}]", name, quoted(*id));
  if (says(doc_, n)) {
    const std::string& text = text_of(n);
    if (!text.empty() && text.size() <= kLongPlace && !both_quotes(text) && counts_.at(text) == 1 &&
        has_plain_spaces(doc_, n))
      return fmt::format("//{}[normalize-space(.)={}]", name, quoted(text));
  }
  const auto target = doc_.attribute(n, address);
  if (target && !both_quotes(*target))
    return fmt::format("//{}[@{}={}]", name, dom::known_name(address), quoted(*target));
  return dom::indexed_path(doc_, n);
}

std::optional<PageAct> sending_act(const Form& form, const Places& places) {
  const FormControl* best = nullptr;
  const auto worth = [](const FormControl& control) {
    return (mentions(control.text, Concept::kSearch, WordMatch::kStart) ? 2 : 0) +
           (control.submits ? 1 : 0);
  };
  for (const FormControl& control : form.controls) {
    if (mentions(control.text, Concept::kForbidden, WordMatch::kWhole)) continue;
    if (best == nullptr || worth(control) > worth(*best)) best = &control;
  }
  if (best != nullptr) return PageAct{.kind = PageActKind::kClick, .at = places.of(best->node)};
  if (!form.controls.empty()) return std::nullopt;
  const auto last = std::find_if(form.fields.rbegin(), form.fields.rend(),
                                 [](const Field& field) { return field.is_text(); });
  if (last == form.fields.rend()) return std::nullopt;
  return PageAct{.kind = PageActKind::kEnter, .at = places.of(last->node, dom::atoms::kName)};
}

PageAct next_act(const Pagination& found, const Places& places) {
  if (found.more_button != dom::kNoNode) {
    return {.kind = PageActKind::kClick, .at = places.of(found.more_button), .times = kMostTimes};
  }
  if (found.next_button != dom::kNoNode)
    return {.kind = PageActKind::kClick, .at = places.of(found.next_button)};
  return {.kind = PageActKind::kScroll, .times = kMostTimes};
}

}  // namespace weft::explore
