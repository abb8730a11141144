// A browser counts an element's characters as the page spells them, in UTF-16; a label counts bytes of its
// text with white space folded. FoldedText goes both ways:
//
//   <p>Price:\n  12 €</p>      browser: (p, 9–13)      label: (p, 7–13)      "12 €"
//
// What a person means by a place (pointed_place): the whole element where the part is all it says, or one of
// its texts, or whole words of it; exactly the part only if that was asked for.

#include "site/label_place.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "dom/crossed.h"
#include "dom/path.h"
#include "dom/table_grid.h"
#include "dom/text.h"
#include "value/whole_value.h"

namespace weft::site {
namespace {

using dom::Document;
using dom::NodeId;
using model::Occurrence;

constexpr size_t kMostNames = 4;
constexpr size_t kFewestAlike = 3;
constexpr size_t kMostNameBytes = 24;

std::string_view class_at(const Document& doc, NodeId n) {
  return doc.attribute(n, dom::atoms::kClass).value_or("");
}

// Bytes of the UTF-8 character that begins with this byte, and how many UTF-16 units it is.
struct CharacterSize {
  size_t bytes;
  uint32_t units;
};
CharacterSize size_of(char first) {
  const auto c = static_cast<unsigned char>(first);
  if (c < 0xC0) return {1, 1};
  if (c < 0xE0) return {2, 1};
  if (c < 0xF0) return {3, 1};
  return {4, 2};
}

// The text below a node that a browser has, too, and its folded form, unit by unit.
class FoldedText {
 public:
  FoldedText(const Document& doc, NodeId node) : doc_(doc), node_(node) {
    for (uint32_t i = dom::index(node); i < dom::index(doc.end(node));) {
      const NodeId n{i};
      if (dom::is_unread(doc.name(n))) {
        i = dom::index(doc.end(n));
        continue;
      }
      if (doc.is_text(n)) add(doc.text(n));
      ++i;
    }
    while (!text_.empty() && text_.back() == ' ') text_.pop_back();
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  // Where in the folded text the unit stands.
  [[nodiscard]] size_t byte_at(uint32_t unit) const {
    return std::min<size_t>(unit < bytes_.size() ? bytes_[unit] : text_.size(), text_.size());
  }
  // Where a part of the folded text begins and ends among the units.
  [[nodiscard]] uint32_t begin_at(size_t byte) const {
    const auto after = std::upper_bound(bytes_.begin(), bytes_.end(), byte);
    return after == bytes_.begin() ? 0 : static_cast<uint32_t>(after - bytes_.begin()) - 1;
  }
  [[nodiscard]] uint32_t end_at(size_t byte) const {
    return static_cast<uint32_t>(std::lower_bound(bytes_.begin(), bytes_.end(), byte) -
                                 bytes_.begin());
  }
  // The units of one of its texts.
  [[nodiscard]] std::pair<uint32_t, uint32_t> units_of(NodeId text) const {
    uint32_t before = 0;
    for (uint32_t i = dom::index(node_); i < dom::index(text);) {
      const NodeId n{i};
      const bool unread = dom::is_unread(doc_.name(n));
      if (!unread && doc_.is_text(n)) before += units_in(doc_.text(n));
      i = unread ? dom::index(doc_.end(n)) : i + 1;
    }
    return {before, before + units_in(doc_.text(text))};
  }

 private:
  static uint32_t units_in(std::string_view text) {
    uint32_t units = 0;
    for (size_t i = 0; i < text.size();) {
      const CharacterSize size = size_of(text[i]);
      units += size.units;
      i += size.bytes;
    }
    return units;
  }
  void add(std::string_view raw) {
    for (size_t i = 0; i < raw.size();) {
      const CharacterSize size = size_of(raw[i]);
      bytes_.insert(bytes_.end(), size.units, text_.size());
      if (!is_html_space(raw[i]))
        text_ += raw.substr(i, size.bytes);
      else if (!text_.empty() && text_.back() != ' ')
        text_ += ' ';
      i += size.bytes;
    }
  }

  const Document& doc_;
  NodeId node_;
  std::string text_;
  std::vector<size_t> bytes_;  // Of every unit.
};

bool is_word(std::string_view text, size_t i) {
  const auto c = static_cast<unsigned char>(text[i]);
  if (c >= 0x80 || std::isalnum(c) != 0) return true;
  // A point or comma within a number.
  return (c == '.' || c == ',') && i > 0 && i + 1 < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[i - 1])) != 0 &&
         std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
}

// A page with its crossed tables put straight, where it has some: there, what is of one record stands together. The
// page as it is if one of `wanted` is nowhere then: the row of a crossed table.
class StraightView {
 public:
  StraightView(const Document& doc, const std::vector<NodeId>& wanted)
      : doc_(doc), straight_(dom::straighten_crossed(doc)) {
    if (!straight_) return;
    places_.assign(doc.size(), dom::kNoNode);
    for (uint32_t i = 0; i < straight_->original.size(); ++i)
      places_[dom::index(straight_->original[i])] = NodeId{i};
    if (std::any_of(wanted.begin(), wanted.end(),
                    [&](NodeId n) { return places_[dom::index(n)] == dom::kNoNode; }))
      straight_.reset();
  }

  [[nodiscard]] const Document& document() const { return straight_ ? straight_->document : doc_; }
  [[nodiscard]] NodeId there(NodeId n) const { return straight_ ? places_[dom::index(n)] : n; }
  [[nodiscard]] NodeId back(NodeId n) const {
    return straight_ ? straight_->original[dom::index(n)] : n;
  }

 private:
  const Document& doc_;
  std::optional<dom::StraightDocument> straight_;
  std::vector<NodeId> places_;  // By node of the page.
};

// The <td> or <th> around a node; the root for what is in no table.
NodeId cell_around(const Document& doc, NodeId n) {
  while (n != dom::kRoot && doc.name(n) != dom::atoms::kTd && doc.name(n) != dom::atoms::kTh)
    n = doc.parent(n);
  return n;
}

// The column of the cell around a node; 0 for what is in no table.
uint32_t column_of(const Document& doc, NodeId n) {
  return dom::column_in_row(doc, cell_around(doc, n));
}

using KnownPlaces = std::vector<std::pair<NodeId, const std::string*>>;  // With their records.

struct NearestRecord {
  const std::string* record = nullptr;
  bool alone = true;   // No other record is as near.
  uint32_t depth = 0;  // Of what is around it and the place.
};
NearestRecord nearest_record(const Document& doc, const KnownPlaces& known, NodeId node) {
  NearestRecord best;
  uint32_t deepest = 0;
  bool best_before = false;
  for (const auto& [place, record] : known) {
    const uint32_t depth = doc.depth(doc.lowest_common_ancestor(place, node));
    if (best.record != nullptr && depth < deepest) continue;
    const bool before = place <= node;
    const bool nearer = best.record == nullptr || depth > deepest;
    const bool other = !nearer && *record != *best.record;
    best.alone = nearer || (best.alone && !other);
    if (!nearer && !(before && (!best_before || other))) continue;
    best.depth = deepest = depth;
    best.record = record;
    best_before = before;
  }
  return best;
}

// Whether a record has values in several of the rows among which places stand with no record alone.
bool reach_beyond_rows(const Document& doc, const KnownPlaces& known,
                       const std::vector<NearestRecord>& nearest) {
  uint32_t rows = UINT32_MAX;
  for (const NearestRecord& one : nearest) {
    if (!one.alone) rows = std::min(rows, one.depth);
  }
  std::map<std::string, NodeId> around;  // Of each record.
  for (const auto& [node, record] : known) {
    const auto [it, first] = around.emplace(*record, node);
    if (!first) it->second = doc.lowest_common_ancestor(it->second, node);
  }
  return std::any_of(around.begin(), around.end(),
                     [&](const auto& record) { return doc.depth(record.second) <= rows; });
}

// Rows without an element of their own: a value belongs to the label before it or to the one after it, all of them alike.
//
//   <tr> Oak   <tr> 20 EUR   <tr> Elm   <tr> 30 EUR        prices are labelled: titles go with the one after
//
// The way that gives more places a record is taken, of equals the one with shorter ways. Of places with one record the
// nearest has it. Gives the record of each place, null for none; nothing where most records would have several: these
// are sets. REQUIRES: places in the order of the page.
std::optional<std::vector<const std::string*>> records_in_order(KnownPlaces known,
                                                                const std::vector<NodeId>& places) {
  std::sort(known.begin(), known.end());
  const auto way = [](NodeId a, NodeId b) {
    return a < b ? dom::index(b) - dom::index(a) : dom::index(a) - dom::index(b);
  };
  std::vector<const std::string*> best;
  std::pair<int64_t, int64_t> most{
      -1, 0};  // Places with a record; the length of their ways, less is more.
  bool several = false;
  for (const bool after : {false, true}) {
    std::map<std::string, size_t> nearest;  // Record -> place.
    std::vector<NodeId> labels(places.size(), dom::kNoNode);
    std::vector<const std::string*> records(places.size());
    size_t collisions = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      auto it = std::upper_bound(known.begin(), known.end(), places[i],
                                 [](NodeId n, const auto& one) { return n < one.first; });
      if (!after && it == known.begin()) continue;
      if (!after) --it;
      if (it == known.end()) continue;
      labels[i] = it->first;
      const auto [at, first] = nearest.emplace(*it->second, i);
      collisions += first ? 0 : 1;
      if (!first && way(places[i], labels[i]) < way(places[at->second], labels[at->second]))
        at->second = i;
    }
    std::pair<int64_t, int64_t> worth{static_cast<int64_t>(nearest.size()), 0};
    for (const auto& [record, i] : nearest) {
      worth.second -= way(places[i], labels[i]);
      const auto name = std::find_if(known.begin(), known.end(), [of = &record](const auto& one) {
        return *one.second == *of;
      });
      records[i] = name->second;
    }
    if (worth <= most) continue;
    most = worth;
    best = std::move(records);
    several = 2 * collisions > nearest.size();
  }
  if (several) return std::nullopt;
  return best;
}

// The first number that is no record yet.
std::string new_record(const KnownPlaces& known, size_t& next) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(known.begin(), known.end(),
                       [&](const auto& one) { return *one.second == name; });
  };
  while (taken(std::to_string(next))) ++next;
  return std::to_string(next++);
}

// "Item no.:" -> "item_no"; empty for what makes no name.
std::string as_name(std::string_view text) {
  std::string name;
  for (const char c : ascii_lower(trim(text))) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  const bool good = !name.empty() && name.size() <= kMostNameBytes &&
                    std::isdigit(static_cast<unsigned char>(name[0])) == 0;
  return good ? name : std::string();
}

// What the header of its column says.
std::string header_above(const Document& doc, NodeId node) {
  const NodeId cell = cell_around(doc, node);
  NodeId table = cell;
  while (table != dom::kRoot && doc.name(table) != dom::atoms::kTable) table = doc.parent(table);
  if (table == dom::kRoot) return {};
  const dom::TableGrid grid = dom::table_grid(doc, table);
  const auto at = std::find_if(grid.cells.begin(), grid.cells.end(),
                               [&](const auto& one) { return one.node == cell; });
  return at == grid.cells.end() ? std::string() : dom::column_names(doc, grid)[at->column];
}

// The nearest text before a node, if it ends as labels do: "Price:". A header cell labels its row.
std::string label_before(const Document& doc, NodeId node) {
  for (uint32_t i = dom::index(node); i > 0; --i) {
    const NodeId n{i - 1};
    if (!dom::is_visible_text(doc, n)) continue;
    const std::string text = dom::normalized_text(doc, n);
    const NodeId before = cell_around(doc, n);
    const bool of_row = doc.name(before) == dom::atoms::kTh &&
                        doc.parent(before) == doc.parent(cell_around(doc, node));
    const bool labels = text.ends_with(':') || of_row || doc.name(doc.parent(n)) == dom::atoms::kDt;
    return labels ? text : std::string();
  }
  return {};
}

}  // namespace

std::string text_at(const Document& doc, const Occurrence& place) {
  if (!place.attribute.empty())
    return normalize_space(doc.attribute(place.node, dom::atom_of(place.attribute)).value_or(""));
  std::string text = dom::normalized_text(doc, place.node);
  if (!place.span) return text;
  if (place.span->begin > text.size() || place.span->end < place.span->begin) return {};
  return text.substr(place.span->begin, place.span->end - place.span->begin);
}

model::Label label_at(const model::Page& page, const Occurrence& place, std::string attribute,
                      std::string record) {
  return {.page = page.id,
          .record = std::move(record),
          .attribute = std::move(attribute),
          .path = model::label_path(page.document, place),
          .span = place.span,
          .value = text_at(page.document, place)};
}

std::optional<Occurrence> place_of(const Document& doc, const model::Label& label) {
  std::string_view path = label.path;
  Occurrence place;
  if (const size_t at = path.rfind("/@"); at != std::string_view::npos) {
    place.attribute = path.substr(at + 2);
    path = path.substr(0, at);
  }
  const auto node = dom::resolve_indexed_path(doc, path);
  if (path.empty() || !node.ok()) return std::nullopt;
  place.node = *node;
  place.span = label.span;
  return place;
}

std::vector<NodeId> alike(const Document& doc, NodeId node, size_t most) {
  const StraightView view(doc, {node});
  const Document& seen = view.document();
  const NodeId here = view.there(node);
  const auto hashes = dom::tag_path_hashes(seen);
  const bool speaks = dom::has_text(seen, here);
  const auto like = [&](NodeId n) {
    return seen.is_element(n) && hashes[n] == hashes[here] &&
           class_at(seen, n) == class_at(seen, here) && (!speaks || dom::has_text(seen, n));
  };
  std::vector<NodeId> found, in_column;
  for (const NodeId n : seen.nodes()) {
    if (!like(n)) continue;
    if (found.size() < most) found.push_back(n);
    if (column_of(seen, n) == column_of(seen, here)) in_column.push_back(n);
    if (in_column.size() == most) break;
  }
  if (in_column.size() >= kFewestAlike)
    found = std::move(in_column);  // A single row has no columns.
  for (NodeId& n : found) n = view.back(n);
  std::sort(found.begin(), found.end());
  return found;
}

BrowserPlace browser_place(const Document& doc, const Occurrence& place) {
  const bool text = doc.is_text(place.node);
  const NodeId element = text ? doc.parent(place.node) : place.node;
  if (!place.attribute.empty() || (!text && !place.span)) return {element, std::nullopt};
  const FoldedText folded(doc, element);
  if (text && !place.span) return {element, folded.units_of(place.node)};
  const FoldedText own(doc, place.node);
  const uint32_t offset = text ? folded.units_of(place.node).first : 0;
  return {element, std::pair(offset + own.begin_at(place.span->begin),
                             offset + own.end_at(place.span->end))};
}

Occurrence pointed_place(const Document& doc, const BrowserPlace& pointed, bool exact) {
  const Occurrence whole{.node = pointed.element};
  if (!pointed.part || !doc.is_element(pointed.element)) return whole;
  const FoldedText folded(doc, pointed.element);
  // A text beside elements.
  for (const NodeId n : doc.children(pointed.element)) {
    if (!dom::is_visible_text(doc, n) || folded.units_of(n) != *pointed.part) continue;
    return doc.next_sibling(doc.first_child(pointed.element)) == dom::kNoNode
               ? whole
               : Occurrence{.node = n};
  }
  const std::string text = dom::normalized_text(doc, pointed.element);
  if (folded.text() != text) return whole;  // It holds text that is not shown.
  size_t first = folded.byte_at(pointed.part->first);
  size_t last = folded.byte_at(pointed.part->second);
  while (first < last && text[first] == ' ') ++first;
  while (last > first && text[last - 1] == ' ') --last;
  if (first >= last) return whole;
  if (!exact) {
    while (first > 0 && is_word(text, first - 1) && is_word(text, first)) --first;
    while (last < text.size() && is_word(text, last - 1) && is_word(text, last)) ++last;
  }
  if (first == 0 && last == text.size()) return whole;
  return {.node = pointed.element,
          .span = model::TextSpan{static_cast<uint32_t>(first), static_cast<uint32_t>(last)}};
}

std::vector<std::string> records_at(const Document& doc, const std::vector<model::Label>& labels,
                                    const std::vector<NodeId>& places) {
  KnownPlaces known;
  std::vector<NodeId> all = places;
  for (const model::Label& label : labels) {
    const auto place = place_of(doc, label);
    if (!place) continue;
    known.emplace_back(place->node, &label.record);
    all.push_back(place->node);
  }
  const StraightView view(doc, all);
  for (auto& [node, record] : known) node = view.there(node);
  std::vector<NearestRecord> nearest;
  for (const NodeId n : places)
    nearest.push_back(nearest_record(view.document(), known, view.there(n)));
  const bool apart = std::any_of(nearest.begin(), nearest.end(),
                                 [](const NearestRecord& one) { return one.alone; });
  // Places that stand with no record alone go by their order among the records that no other place has.
  std::vector<const std::string*> by_order(places.size());
  bool ordered = false;
  if (places.size() > 1 && (!apart || reach_beyond_rows(view.document(), known, nearest))) {
    std::set<std::string> taken;
    for (const NearestRecord& one : nearest) {
      if (one.alone && one.record != nullptr) taken.insert(*one.record);
    }
    KnownPlaces free = known;
    std::erase_if(free, [&](const auto& one) { return taken.contains(*one.second); });
    std::vector<size_t> left;
    std::vector<NodeId> there;
    for (size_t i = 0; i < places.size(); ++i) {
      if (!nearest[i].alone) left.push_back(i), there.push_back(view.there(places[i]));
    }
    if (const auto records = records_in_order(std::move(free), there)) {
      for (size_t i = 0; i < left.size(); ++i) by_order[left[i]] = (*records)[i];
      ordered = true;
    }
  }
  std::vector<std::string> records;
  size_t next = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    const NearestRecord& one = nearest[i];
    const std::string* record = one.alone || !(apart || ordered) ? one.record : by_order[i];
    records.push_back(record == nullptr ? new_record(known, next) : *record);
  }
  return records;
}

std::string record_at(const Document& doc, const std::vector<model::Label>& labels, NodeId place) {
  const NodeId element = doc.is_element(place) ? place : doc.parent(place);
  std::vector<NodeId> all = alike(doc, element);
  const auto at = std::find(all.begin(), all.end(), element);
  if (at == all.end()) return records_at(doc, labels, {place}).front();
  const auto i = static_cast<size_t>(at - all.begin());
  return records_at(doc, labels, all)[i];
}

std::span<const std::string_view> names_of(Likes) {
  static constexpr std::string_view kNames[] = {"one", "rows", "set"};
  return kNames;
}

LikesMeant likes_meant(const Document& doc, const std::vector<NodeId>& alike,
                       const std::vector<model::Label>& others) {
  if (alike.size() < kFewestAlike) return {};
  std::set<std::string> records, rows;
  for (const model::Label& label : others) records.insert(label.record);
  if (records.size() > 1) {
    for (std::string& record : records_at(doc, others, alike)) rows.insert(std::move(record));
    // In most of the records there is one.
    return {Likes::kRows, 2 * rows.size() >= records.size() && 2 * rows.size() >= alike.size()};
  }
  NodeId around = alike.front();
  for (const NodeId n : alike) around = doc.lowest_common_ancestor(around, n);
  const bool beyond = std::any_of(others.begin(), others.end(), [&](const model::Label& label) {
    const auto place = place_of(doc, label);
    return place && (place->node < around || place->node >= doc.end(around));
  });
  return {beyond ? Likes::kSet : Likes::kRows, false};
}

std::vector<NodeId> lines_of(const Document& doc) {
  std::vector<NodeId> lines;
  for (const NodeId n : doc.nodes()) {
    if (!doc.is_text(n) || trim(doc.text(n)).empty()) continue;
    const NodeId parent = doc.parent(n);
    if (dom::is_unread(doc.name(parent))) continue;
    const bool alone = doc.first_child(parent) == n && doc.next_sibling(n) == dom::kNoNode;
    lines.push_back(alone ? parent : n);
  }
  return lines;
}

std::vector<std::string> proposed_names(const Document& doc, const Occurrence& place) {
  std::vector<std::string> names;
  const auto propose = [&](std::string_view text) {
    std::string name = as_name(text);
    if (name.empty() || names.size() == kMostNames ||
        std::find(names.begin(), names.end(), name) != names.end())
      return;
    names.push_back(std::move(name));
  };
  const NodeId element = doc.is_element(place.node) ? place.node : doc.parent(place.node);
  propose(doc.attribute(element, dom::atom_of("itemprop")).value_or(""));
  propose(header_above(doc, place.node));
  propose(label_before(doc, place.node));
  if (doc.name(element) == dom::atoms::kH1) propose("title");
  if (doc.name(element) == dom::atoms::kImg) propose("image");
  // The last part of the class says most: card__price, product-price.
  std::string_view token = class_at(doc, element);
  token = token.substr(0, token.find(' '));
  const size_t part = token.find_last_of("-_");
  const bool hashed = std::any_of(token.begin(), token.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
  if (!hashed) propose(part == std::string_view::npos ? token : token.substr(part + 1));
  const std::string text = text_at(doc, place);
  const std::string_view cells[] = {text};
  switch (value::column_type(cells)) {
    case value::ValueType::kMoney:
      propose("price");
      break;
    case value::ValueType::kDate:
      propose("date");
      break;
    case value::ValueType::kPhone:
      propose("phone");
      break;
    case value::ValueType::kEmail:
      propose("email");
      break;
    default:
      break;
  }
  if (doc.name(element) == dom::atoms::kA) propose("link");
  if (names.empty()) names.emplace_back("value");
  return names;
}

}  // namespace weft::site
