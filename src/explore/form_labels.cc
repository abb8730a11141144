// Which text labels which field: OPAL's scopes. Source: [Amber] 5.2; T. Furche, G. Gottlob, G. Grasso,
// X. Guo, G. Orsi, C. Schallhart, OPAL: automated form understanding for the deep web, WWW 2012.
//
//   Price <input name=min> to <input name=max>     nearest: min is "Price", max is "to"
//
//   1. The form becomes one stream of texts and fields, in document order. A text is what stands
//      together in one block, inline elements joined.
//   2. Field scope: the lowest part of the tree that holds this field alone and has text.
//   3. Segment scope: in the lowest part that holds several fields, where texts and fields alternate
//      (text field)+ or (field text)+, the i-th text labels the i-th field; a text left over before the
//      first names the segment.
//   4. Layout scope, if boxes are known: the nearest visible text to the left on the same line, or
//      above, with no other field between. DEVIATION: without boxes its place is taken by the nearest
//      text of the stream, and by table cells to the left and above.
//   5. Explicit knowledge (label elements, aria) goes before all scopes, placeholder and title after.
//      The nearest text goes before the scopes of the tree: of 1,666 fields with an explicit label it
//      gave that label to 0.95, the order of the paper to 0.88.
//
// The domain scope, which asks what a domain has, is domain_fields() of form_filling.cc.
// Tested by form_test.cc.

#include "explore/form_labels.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/strings.h"
#include "dom/text.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMaxLabelBytes = 160;   // Of a longer one the beginning counts.
constexpr size_t kMaxAroundBytes = 120;  // Of the text before and after a field.
constexpr size_t kMaxClimb = 40;         // Levels; deeper nesting gives no scope.
constexpr size_t kMaxSegmentFields = 60;

struct StreamText {
  NodeId node;    // The first text node.
  size_t fields;  // Fields before it.
  std::string text;
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// At most so many bytes, whole characters.
void cut_text(std::string& text, size_t bytes) {
  if (text.size() <= bytes) return;
  while (bytes > 0 && is_continuation(text[bytes])) --bytes;
  text.resize(bytes);
}

bool is_inline_name(dom::Atom name) {
  switch (static_cast<uint32_t>(name)) {
    case atoms::kAIndex:
    case atoms::kAbbrIndex:
    case atoms::kBIndex:
    case atoms::kBigIndex:
    case atoms::kCodeIndex:
    case atoms::kEmIndex:
    case atoms::kFontIndex:
    case atoms::kIIndex:
    case atoms::kLabelIndex:
    case atoms::kSmallIndex:
    case atoms::kSpanIndex:
    case atoms::kStrongIndex:
    case atoms::kSubIndex:
    case atoms::kSupIndex:
    case atoms::kUIndex:
      return true;
    default:
      return false;
  }
}

NodeId block_of(const Document& doc, NodeId n) {
  NodeId at = doc.parent(n);
  for (size_t i = 0; i < kMaxClimb && at != kNoNode && is_inline_name(doc.name(at)); ++i)
    at = doc.parent(at);
  return at;
}

// A label element is one text, whatever stands beside it.
NodeId label_around(const Document& doc, NodeId n) {
  size_t levels = 0;
  for (const NodeId a : doc.ancestors(n)) {
    if (doc.name(a) == atoms::kLabel) return a;
    if (++levels > 4 || !is_inline_name(doc.name(a))) break;
  }
  return kNoNode;
}

class Labeller {
 public:
  Labeller(const Document& doc, const dom::Layout* layout, NodeId begin, NodeId end,
           std::vector<Field>& fields)
      : doc_(doc), layout_(layout), begin_(begin), end_(end), fields_(fields) {
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].is_visible() && !fields[i].is_button()) visible_.push_back(i);
    }
  }

  void run() {
    read_stream();
    read_label_elements();
    for (size_t v = 0; v < visible_.size(); ++v) {
      Field& field = fields_[visible_[v]];
      explicit_labels(field);
      if (layout_ != nullptr) give(field, LabelScope::kLayout, layout_label(field));
      around(v);
      give(field, LabelScope::kNearest, nearest_label(field, v));
      give(field, LabelScope::kCell, cell_label(field));
      give(field, LabelScope::kField, field_label(v));
    }
    segments();
    for (const size_t i : visible_) {
      Field& field = fields_[i];
      give(field, LabelScope::kPlaceholder, field.placeholder);
      give(field, LabelScope::kTitle, field.title);
      std::stable_sort(field.labels.begin(), field.labels.end(),
                       [](const FieldLabel& a, const FieldLabel& b) { return a.scope < b.scope; });
    }
  }

 private:
  static void give(Field& field, LabelScope scope, std::string text) {
    if (text.empty()) return;
    cut_text(text, kMaxLabelBytes);
    field.labels.push_back({scope, std::move(text)});
  }

  // 1.
  void read_stream() {
    size_t before = 0;  // Visible fields passed.
    NodeId block = kNoNode;
    NodeId label = kNoNode;
    bool open = false;  // Whether the last text may go on.
    for (NodeId n = begin_; dom::index(n) < dom::index(end_);) {
      if (before < visible_.size() && n == fields_[visible_[before]].node) {
        ++before;
        open = false;
        n = doc_.end(n);
        continue;
      }
      const dom::Atom name = doc_.name(n);
      if (dom::is_unread(name) || name == atoms::kSelect || name == atoms::kTextarea ||
          name == atoms::kButton || name == atoms::kOption) {
        n = doc_.end(n);
        continue;
      }
      if (name == atoms::kBr) open = false;
      if (doc_.is_text(n) && !dom::is_blank(doc_.text(n))) {
        const NodeId its_block = block_of(doc_, n);
        const NodeId its_label = label_around(doc_, n);
        std::string text = normalize_space(doc_.text(n).substr(0, 4 * kMaxLabelBytes));
        if (open && its_block == block && its_label == label && !texts_.empty())
          texts_.back().text += ' ' + text;
        else
          texts_.push_back({n, before, std::move(text)});
        block = its_block;
        label = its_label;
        open = true;
      }
      n = dom::next(n);
    }
  }

  void read_label_elements() {
    const bool by_id = std::any_of(visible_.begin(), visible_.end(), [&](size_t i) {
      return doc_.attribute(fields_[i].node, atoms::kAriaLabelledby).has_value();
    });
    for (const NodeId n : Document::IdRange(begin_, end_)) {
      if (doc_.name(n) == atoms::kLabel) {
        const auto target = doc_.attribute(n, atoms::kFor);
        if (target && !target->empty()) label_for_.try_emplace(*target, n);
      }
      if (!by_id || !doc_.is_element(n)) continue;
      const auto id = doc_.attribute(n, atoms::kId);
      if (id && !id->empty()) by_id_.try_emplace(*id, n);
    }
  }

  [[nodiscard]] std::vector<StreamText>::const_iterator first_text_in(NodeId part) const {
    return std::lower_bound(texts_.begin(), texts_.end(), part,
                            [](const StreamText& a, NodeId n) { return a.node < n; });
  }

  // The text of a part of the page without that of its fields.
  [[nodiscard]] std::string text_in(NodeId part) const {
    std::string out;
    for (auto text = first_text_in(part); text != texts_.end() && doc_.contains(part, text->node);
         ++text) {
      if (out.size() > kMaxLabelBytes) break;
      out += (out.empty() ? "" : " ") + text->text;
    }
    return out;
  }

  // How many visible fields stand in [from, to).
  [[nodiscard]] size_t fields_between(NodeId from, NodeId to) const {
    const auto position = [&](NodeId n) {
      return std::lower_bound(visible_.begin(), visible_.end(), n, [&](size_t i, NodeId x) {
        return dom::index(fields_[i].node) < dom::index(x);
      });
    };
    return static_cast<size_t>(position(to) - position(from));
  }

  // 5.
  void explicit_labels(Field& field) const {
    if (const auto found = label_for_.find(field.id);
        !field.id.empty() && found != label_for_.end())
      give(field, LabelScope::kFor, text_in(found->second));
    size_t levels = 0;
    for (const NodeId a : doc_.ancestors(field.node)) {
      if (a == begin_ || ++levels > kMaxClimb) break;
      if (doc_.name(a) != atoms::kLabel) continue;
      give(field, LabelScope::kWrapping, text_in(a));
      break;
    }
    std::string aria(doc_.attribute(field.node, atoms::kAriaLabel).value_or(""));
    if (aria.empty()) {
      const auto names = doc_.attribute(field.node, atoms::kAriaLabelledby);
      const auto named = by_id_.find(trim(names.value_or("")));
      if (names && named != by_id_.end()) aria = text_in(named->second);
    }
    give(field, LabelScope::kAria, normalize_space(aria));
  }

  // 4. With boxes: of the texts left of the field on its line, or above it, the nearest.
  [[nodiscard]] std::string layout_label(const Field& field) const {
    const dom::Box& own = layout_->box(field.node);
    if (own.empty()) return {};
    const StreamText* best = nullptr;
    float least = 120;  // CSS pixels; a label is not farther away.
    for (const StreamText& text : texts_) {
      const dom::Box& other = layout_->box(text.node);
      if (!layout_->visible(text.node) || other.empty()) continue;
      const bool beside = other.top < own.bottom() && own.top < other.bottom();
      const bool over = other.left < own.right() && own.left < other.right();
      float distance = least;
      if (beside && other.right() <= own.left + 1)
        distance = own.left - other.right();
      else if (beside && field.is_choice() && other.left >= own.right() - 1)
        distance = other.left - own.right();
      else if (over && !field.is_choice() && other.bottom() <= own.top + 1)
        distance = own.top - other.bottom() + 8;  // Left goes before above.
      if (distance < least && !is_overshadowed(field, own, other)) {
        least = distance;
        best = &text;
      }
    }
    return best == nullptr ? std::string() : best->text;
  }

  // Whether another field stands between a text and the field.
  [[nodiscard]] bool is_overshadowed(const Field& field, const dom::Box& own,
                                     const dom::Box& text) const {
    const dom::Box both = dom::united(own, text);
    return std::any_of(visible_.begin(), visible_.end(), [&](size_t i) {
      if (fields_[i].node == field.node) return false;
      const dom::Box& other = layout_->box(fields_[i].node);
      const float x = other.left + other.width / 2;
      const float y = other.top + other.height / 2;
      return !other.empty() && x > both.left && x < both.right() && y > both.top &&
             y < both.bottom();
    });
  }

  void around(size_t v) {
    Field& field = fields_[visible_[v]];
    const auto first = std::lower_bound(texts_.begin(), texts_.end(), v,
                                        [](const StreamText& a, size_t n) { return a.fields < n; });
    auto text = first;
    for (; text != texts_.end() && text->fields == v; ++text)
      field.before += (field.before.empty() ? "" : " ") + text->text;
    for (; text != texts_.end() && text->fields == v + 1; ++text) {
      if (field.after.size() < kMaxAroundBytes)
        field.after += (field.after.empty() ? "" : " ") + text->text;
    }
    if (field.before.size() > kMaxAroundBytes) {
      size_t begin = field.before.size() - kMaxAroundBytes;
      while (begin < field.before.size() && is_continuation(field.before[begin])) ++begin;
      field.before.erase(0, begin);
    }
    cut_text(field.after, kMaxAroundBytes);
  }

  [[nodiscard]] const StreamText* text_before(size_t v) const {
    const auto end = std::upper_bound(texts_.begin(), texts_.end(), v,
                                      [](size_t n, const StreamText& a) { return n < a.fields; });
    return end != texts_.begin() && std::prev(end)->fields == v ? &*std::prev(end) : nullptr;
  }
  [[nodiscard]] const StreamText* text_after(size_t v) const {
    const auto found = std::lower_bound(texts_.begin(), texts_.end(), v + 1,
                                        [](const StreamText& a, size_t n) { return a.fields < n; });
    return found != texts_.end() && found->fields == v + 1 ? &*found : nullptr;
  }

  [[nodiscard]] std::string nearest_label(const Field& field, size_t v) const {
    const StreamText* text = field.is_choice() ? text_after(v) : text_before(v);
    return text == nullptr ? std::string() : text->text;
  }

  // The cell left of the field's own, or the one above, if it holds text and no field.
  [[nodiscard]] std::string cell_label(const Field& field) const {
    NodeId cell = kNoNode;
    size_t levels = 0;
    for (const NodeId a : doc_.ancestors(field.node)) {
      if (a == begin_ || ++levels > kMaxClimb) break;
      if (doc_.name(a) != atoms::kTd && doc_.name(a) != atoms::kTh) continue;
      cell = a;
      break;
    }
    if (cell == kNoNode) return {};
    size_t column = 0;
    NodeId left = kNoNode;
    for (const NodeId x : doc_.children(doc_.parent(cell))) {
      if (x == cell) break;
      if (doc_.name(x) != atoms::kTd && doc_.name(x) != atoms::kTh) continue;
      ++column;
      left = x;
    }
    if (left != kNoNode && fields_between(left, doc_.end(left)) == 0) {
      if (std::string text = text_in(left); !text.empty()) return text;
    }
    const NodeId row = doc_.parent(cell);
    const NodeId above = row == kNoNode ? kNoNode : row_above(row);
    if (above == kNoNode) return {};
    for (const NodeId x : doc_.children(above)) {
      if (doc_.name(x) != atoms::kTd && doc_.name(x) != atoms::kTh) continue;
      if (column-- != 0) continue;
      return fields_between(x, doc_.end(x)) == 0 ? text_in(x) : std::string();
    }
    return {};
  }

  [[nodiscard]] NodeId row_above(NodeId row) const {
    NodeId above = kNoNode;
    for (const NodeId x : doc_.children(doc_.parent(row))) {
      if (x == row) break;
      if (doc_.name(x) == atoms::kTr) above = x;
    }
    return above;
  }

  // 2.
  [[nodiscard]] std::string field_label(size_t v) const {
    const Field& field = fields_[visible_[v]];
    size_t levels = 0;
    for (const NodeId a : doc_.ancestors(field.node)) {
      if (dom::index(a) < dom::index(begin_) || ++levels > kMaxClimb) break;
      if (fields_between(a, doc_.end(a)) != 1) break;
      if (std::string text = text_in(a); !text.empty()) return text;
    }
    return {};
  }

  // 3.
  void segments() {
    std::map<NodeId, std::vector<size_t>> parts;  // The lowest with several fields.
    for (size_t v = 0; v < visible_.size(); ++v) {
      const Field& field = fields_[visible_[v]];
      size_t levels = 0;
      for (const NodeId a : doc_.ancestors(field.node)) {
        if (dom::index(a) < dom::index(begin_) || ++levels > kMaxClimb) break;
        if (fields_between(a, doc_.end(a)) < 2) continue;
        parts[a].push_back(v);
        break;
      }
    }
    for (const auto& [part, members] : parts) {
      if (members.size() > kMaxSegmentFields) continue;
      std::vector<const StreamText*> inside;
      for (auto text = first_text_in(part); text != texts_.end(); ++text) {
        if (!doc_.contains(part, text->node) || inside.size() > kMaxSegmentFields + 1) break;
        inside.push_back(&*text);
      }
      label_segment(members, inside);
    }
    for (const size_t i : visible_) name_fieldset(fields_[i]);
  }

  void label_segment(const std::vector<size_t>& members,
                     const std::vector<const StreamText*>& texts) {
    if (texts.size() < members.size()) {
      // Fewer texts than fields: the one before the first names them all.
      if (!texts.empty() && texts.front()->fields <= members.front())
        name_segment(members, *texts.front());
      return;
    }
    const size_t spare = texts.size() - members.size();
    if (spare > 1) return;
    const auto alternates = [&](size_t skipped, size_t offset) {
      for (size_t i = 0; i < members.size(); ++i) {
        if (texts[i + skipped]->fields != members[i] + offset) return false;
      }
      return true;
    };
    for (const size_t offset : {size_t{0}, size_t{1}}) {  // (text field)+, then (field text)+.
      for (const size_t skipped : {size_t{0}, spare}) {
        if (!alternates(skipped, offset)) continue;
        for (size_t i = 0; i < members.size(); ++i)
          give(fields_[visible_[members[i]]], LabelScope::kSegment, texts[i + skipped]->text);
        if (spare == 1 && skipped == 1) name_segment(members, *texts.front());
        return;
      }
    }
  }

  void name_segment(const std::vector<size_t>& members, const StreamText& text) {
    if (text.text.size() > kMaxLabelBytes) return;
    for (const size_t v : members) fields_[visible_[v]].segment = text.text;
  }

  // A <legend> names all fields of its fieldset.
  void name_fieldset(Field& field) const {
    size_t levels = 0;
    for (const NodeId a : doc_.ancestors(field.node)) {
      if (a == begin_ || ++levels > kMaxClimb) break;
      if (doc_.name(a) != atoms::kFieldset) continue;
      for (const NodeId x : doc_.children(a)) {
        if (doc_.name(x) != atoms::kLegend) continue;
        if (std::string text = text_in(x); !text.empty() && text.size() <= kMaxLabelBytes)
          field.segment = std::move(text);
        return;
      }
      return;
    }
  }

  const Document& doc_;
  const dom::Layout* layout_;
  NodeId begin_;
  NodeId end_;
  std::vector<Field>& fields_;
  std::vector<size_t> visible_;  // In fields_: those a person sees, without buttons.
  std::vector<StreamText> texts_;
  std::unordered_map<std::string_view, NodeId> label_for_;
  std::unordered_map<std::string_view, NodeId> by_id_;
};

}  // namespace

void label_fields(const Document& doc, const dom::Layout* layout, NodeId begin, NodeId end,
                  std::vector<Field>& fields) {
  Labeller(doc, layout, begin, end, fields).run();
}

}  // namespace weft::explore
