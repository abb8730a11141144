// Annotations as AMBER sees them: of texts that are shown, with links and pictures among them.
//
// DEVIATION: an annotation that is merely written like a person or a place is no type of
// Definition 9. The chapter has gazetteers for places; here half of all texts would be one.

#include "domain/amber/marked_page.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/text.h"
#include "dom/visible_text.h"

namespace weft::domain::amber {
namespace {

constexpr double kSureAnnotation = 0.5;

bool names_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What readers do not see themselves, whatever stands around it.
bool hides(const dom::Document& doc, dom::NodeId n) {
  if (dom::is_unread(doc.name(n)) || doc.name(n) == dom::atoms::kHead) return true;
  if (doc.attribute_count(n) == 0) return false;
  if (doc.attribute(n, dom::atoms::kHidden)) return true;
  const auto style = doc.attribute(n, dom::atoms::kStyle);
  if (!style) return false;
  const auto display = dom::inline_style_value(*style, "display");
  const auto visibility = dom::inline_style_value(*style, "visibility");
  return (display && *display == "none") || (visibility && *visibility == "hidden");
}

// What browsers make of an element, relative to what is around it.
double font_scale(const dom::Document& doc, dom::NodeId n) {
  switch (static_cast<uint32_t>(doc.name(n))) {
    case dom::atoms::kH1Index:
      return 2;
    case dom::atoms::kH2Index:
      return 1.5;
    case dom::atoms::kH3Index:
      return 1.17;
    case dom::atoms::kH5Index:
      return 0.83;
    case dom::atoms::kH6Index:
      return 0.67;
    case dom::atoms::kBigIndex:
      return 1.2;
    case dom::atoms::kSmallIndex:
    case dom::atoms::kSubIndex:
    case dom::atoms::kSupIndex:
      return 0.83;
    default:
      return 1;
  }
}

}  // namespace

MarkedPage::MarkedPage(const dom::Document& doc, const annotate::Recognizer& recognizer,
                       const std::vector<annotate::Annotation>& annotations,
                       const dom::Layout* layout)
    : doc_(doc), recognizer_(recognizer), layout_(layout), hidden_(doc, 0) {
  find_types();
  find_hidden();
  add_marks(annotations);
}

void MarkedPage::find_types() {
  constexpr uint32_t kNone = UINT32_MAX;
  const auto& attributes = domain().attributes;
  types_ = {kNone, kNone, kNone, kNone, static_cast<uint32_t>(attributes.size())};
  for (uint32_t a = 0; a < attributes.size(); ++a) {
    const annotate::AttributeKnowledge& attribute = attributes[a];
    if (attribute.subject && types_.title == kNone) types_.title = a;
    if (attribute.type == annotate::EntityType::kImage && types_.image == kNone) types_.image = a;
    if (attribute.type == annotate::EntityType::kUrl && types_.link == kNone &&
        names_one_of(attribute.name, {"url", "link"}))
      types_.link = a;
    if (attribute.type == annotate::EntityType::kText && types_.description == kNone &&
        names_one_of(attribute.name, {"description", "summary", "abstract"}))
      types_.description = a;
  }
  for (uint32_t* type : {&types_.title, &types_.description, &types_.image, &types_.link}) {
    if (*type == kNone) *type = types_.count++;
  }
  for (uint32_t t = 0; t < types_.count; ++t) whole_of_.push_back(t);
  TypeSet found;
  for (uint32_t a = 0; a < attributes.size(); ++a) {
    if (recognizer_.has_form(a) || attributes[a].has_terms()) found.set(a % found.size());
    for (const std::string& part : attributes[a].parts) {
      if (const auto number = domain().find(part)) whole_of_[*number] = a;
    }
  }
  found.set(types_.image % found.size());
  found.set(types_.link % found.size());
  for (uint32_t a = 0; a < attributes.size(); ++a) {
    if (found.test(a % found.size())) found.set(whole_of_[a] % found.size());
  }
  // Without a domain Σ is the pivot alone.
  recognizable_ = attributes.empty() ? 1 : static_cast<uint32_t>(found.count());
  for (uint32_t a = 0; a < attributes.size() && a < found.size(); ++a) {
    if (attributes[a].characteristic && found.test(a)) characteristic_.set(a);
  }
}

void MarkedPage::find_hidden() {
  text_before_.resize(doc_.size() + 1);
  dom::NodeId shown_again = dom::kRoot;
  for (const dom::NodeId n : doc_.nodes()) {
    text_before_[index(n) + 1] = text_before_[index(n)];
    if (doc_.is_element(n) && index(n) >= index(shown_again) && hides(doc_, n))
      shown_again = doc_.end(n);
    hidden_[n] = index(n) < index(shown_again) ? 1 : 0;
    if (doc_.is_text(n) && !hidden(n))
      text_before_[index(n) + 1] += normalize_space(doc_.text(n)).size();
  }
}

void MarkedPage::add_marks(const std::vector<annotate::Annotation>& annotations) {
  for (const annotate::Annotation& a : annotations) {
    const bool shown = !hidden(a.node);
    if (!shown || a.attribute == types_.image || a.attribute == types_.link) continue;
    marks_.push_back({a.attribute, a.label, a.confidence >= kSureAnnotation, a.node,
                      a.html_attribute, a.span, a.value});
  }
  for (const dom::NodeId n : doc_.nodes()) {
    if (!doc_.is_element(n) || hidden(n)) continue;
    if (doc_.name(n) == dom::atoms::kA && doc_.attribute(n, dom::atoms::kHref))
      marks_.push_back({types_.link, false, true, n, dom::atoms::kHref, {}, ""});
    if (doc_.name(n) == dom::atoms::kImg)
      marks_.push_back({types_.image, false, true, n, dom::atoms::kSrc, {}, ""});
  }
  std::stable_sort(marks_.begin(), marks_.end(),
                   [](const Mark& a, const Mark& b) { return index(a.node) < index(b.node); });
}

std::span<const Mark> MarkedPage::marks_in(dom::NodeId begin, dom::NodeId end) const {
  const auto before = [](const Mark& mark, dom::NodeId n) { return index(mark.node) < index(n); };
  const auto first = std::lower_bound(marks_.begin(), marks_.end(), begin, before);
  const auto last = std::lower_bound(first, marks_.end(), end, before);
  return {first, last};
}

TypeSet MarkedPage::types_in(dom::NodeId begin, dom::NodeId end) const {
  TypeSet types;
  for (const Mark& mark : marks_in(begin, end)) {
    const bool seen = mark.html_attribute == dom::kNoAtom ||
                      mark.html_attribute == dom::atoms::kAlt ||
                      mark.html_attribute == dom::atoms::kTitle || mark.type == types_.link ||
                      mark.type == types_.image;
    if (!seen || !mark.sure) continue;
    types.set(mark.type % types.size());
    types.set(whole_of_[mark.type] % types.size());
  }
  return types;
}

bool MarkedPage::has_instance(dom::NodeId begin, dom::NodeId end) const {
  const auto marks = marks_in(begin, end);
  return std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
    return !mark.label && mark.sure && mark.html_attribute == dom::kNoAtom;
  });
}

std::vector<dom::NodeId> MarkedPage::pivots(const Pivot& pivot) const {
  const uint32_t type = pivot.kind == Pivot::Kind::kLink    ? types_.link
                        : pivot.kind == Pivot::Kind::kImage ? types_.image
                                                            : pivot.attribute;
  std::vector<dom::NodeId> nodes;
  for (const Mark& mark : marks_) {
    if (mark.type != type || mark.label) continue;
    if (pivot.kind == Pivot::Kind::kAttribute && mark.html_attribute != dom::kNoAtom) continue;
    nodes.push_back(doc_.is_text(mark.node) ? doc_.parent(mark.node) : mark.node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

double MarkedPage::font_size(dom::NodeId n) const {
  constexpr double kUsual = 16;
  if (doc_.is_text(n)) n = doc_.parent(n);
  if (layout_ != nullptr) return layout_->style(n).font_size;
  // Scales of headings and marks do not add up over many elements on real pages.
  constexpr int kElementsAround = 8;
  double size = kUsual;
  for (int i = 0; i < kElementsAround && n != dom::kNoNode; ++i, n = doc_.parent(n))
    size *= font_scale(doc_, n);
  return size;
}

}  // namespace weft::domain::amber
