// What cells say. See cell_facts.h; tested by domain_records_test.cc.
//
//   1. A text is parted into a label of its own ("Bedrooms: ") and the rest; instances in the rest cover
//      it, or are a part of it.
//   2. Labels beside it: on its element (class, id, title), on elements around it that hold no other
//      text, on pictures and texts right before it, in the header of its column.
//   3. A label that the description refuses, in any of these places, is remembered, too.

#include "site/cell_facts.h"

#include "base/strings.h"
#include "value/fold.h"

namespace weft::site {
namespace {

using annotate::AttributeKnowledge;
using annotate::Found;
using annotate::Recognizer;
using mine::Region;

bool is_struck(const dom::Document& doc, dom::NodeId n) {
  for (int up = 0; up < 3 && n != dom::kNoNode; ++up, n = doc.parent(n)) {
    const std::string_view name = doc.name_text(n);
    if (name == "del" || name == "s" || name == "strike") return true;
  }
  return false;
}

std::string words_of_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

CellReader::CellReader(const dom::Document& doc, const Recognizer& recognizer,
                       const std::vector<annotate::Annotation>& annotations)
    : doc_(doc), recognizer_(recognizer), domain_(recognizer.domain()) {
  for (const annotate::Annotation& a : annotations) {
    // A picture is what it is by itself: its class says nothing of the text that follows.
    if (!a.label || domain_.attributes[a.attribute].type == annotate::EntityType::kImage) continue;
    const bool in_class =
        a.html_attribute == dom::atoms::kClass || a.html_attribute == dom::atoms::kId;
    labels_[index(a.node)].push_back({a.attribute, in_class});
  }
  for (const AttributeKnowledge& attribute : domain_.attributes) {
    std::vector<std::string> refused;
    for (const std::string& label : attribute.not_labels)
      refused.push_back(value::fold_text(label));
    refused_.push_back(std::move(refused));
  }
}

const std::vector<Found>& CellReader::found_in(const std::string& text) {
  const auto [at, fresh] = found_in_.try_emplace(text);
  if (fresh) recognizer_.find(text, at->second);
  return at->second;
}

ColumnEvidence CellReader::weigh(const Region& region, const mine::Column& column) {
  ColumnEvidence evidence;
  evidence.attributes.resize(domain_.attributes.size());
  const size_t step = 1 + column.cells.size() / kTyping.cells;
  double cells = 0;
  double filled = 0;
  for (size_t r = 0; r < column.cells.size(); r += step) {
    ++cells;
    const mine::Cell& cell = column.cells[r];
    if (cell.node == dom::kNoNode || cell.attribute != dom::kNoAtom) continue;
    const CellFacts facts = facts_of(region.records[r].begin, column, cell);
    ++filled;
    if (facts.is_label) continue;
    evidence.struck += is_struck(doc_, cell.node) ? 1 : 0;
    for (size_t a = 0; a < evidence.attributes.size(); ++a) {
      Evidence& e = evidence.attributes[a];
      e.whole += facts.whole[a];
      e.part += facts.part[a];
      e.label += facts.label[a];
      e.class_label += facts.class_label[a];
      e.refused += facts.refused[a];
    }
  }
  evidence.coverage = filled / std::max(1.0, cells);
  const double share = 1 / std::max(1.0, filled);
  evidence.struck *= share;
  for (Evidence& e : evidence.attributes) {
    for (double* value : {&e.whole, &e.part, &e.label, &e.class_label, &e.refused}) *value *= share;
  }
  return evidence;
}

CellFacts CellReader::facts_of(dom::NodeId record, const mine::Column& column,
                               const mine::Cell& cell) {
  CellFacts facts(domain_.attributes.size());
  const Reading reading = read(cell.text);
  facts.is_label = reading.is_label;
  for (const Found& found : reading.found)
    (covers(reading, found) ? facts.whole : facts.part)[found.attribute] = 1;
  const bool mentioned = static_cast<double>(reading.rest.size()) > kTyping.long_text;
  for (size_t a = 0; a < facts.part.size(); ++a) {
    if (facts.whole[a] != 0 || mentioned) facts.part[a] = 0;
  }
  find_composites(facts);
  for (const uint32_t a : reading.own_labels) facts.label[a] = 1;
  std::string cue(reading.own);
  find_labels(record, cell, facts, cue);
  const bool labelled = std::find(facts.label.begin(), facts.label.end(), 1) != facts.label.end();
  add_header(column, labelled, facts);
  cue = value::fold_text(cue + " " + words_of_name(column.name));
  for (size_t a = 0; a < refused_.size(); ++a) {
    facts.refused[a] = std::any_of(refused_[a].begin(), refused_[a].end(),
                                   [&](const std::string& word) {
                                     return value::find_word(cue, word) != std::string::npos;
                                   })
                           ? 1
                           : 0;
  }
  return facts;
}

// The cell without its label, and the instances in it.
Reading CellReader::read(const std::string& text) {
  Reading reading{text, {}, {}, {}};
  std::vector<uint32_t> whole;  // Attributes whose label the text is.
  for (const Found& found : found_in(text)) {
    if (!found.label || found.span.begin != 0) continue;
    if (found.span.end >= text.size()) {
      reading.is_label = true;
      whole.push_back(found.attribute);
    }
    if (found.span.end >= text.size() || found.span.end < reading.own.size()) continue;
    if (found.span.end > reading.own.size()) reading.own_labels.clear();
    reading.own = std::string_view(text).substr(0, found.span.end);
    reading.own_labels.push_back(found.attribute);
  }
  if (!reading.own.empty()) {
    const size_t begin = text.find_first_not_of(" :=", reading.own.size());
    if (begin == std::string::npos)
      reading.is_label = true;
    else
      reading.rest = std::string_view(text).substr(begin);
  }
  for (const Found& found : found_in(std::string(reading.rest))) {
    if (!found.label) reading.found.push_back(found);
  }
  reading.is_value = std::any_of(whole.begin(), whole.end(), [&](uint32_t a) {
    // One of a list of words; what is written like a name may well be a label.
    const AttributeKnowledge& attribute = domain_.attributes[a];
    if (attribute.type != annotate::EntityType::kText || !attribute.pattern.empty()) return false;
    const Found* value = longest(reading, a);
    return value != nullptr && covers(reading, *value);
  });
  if (reading.is_value) reading.is_label = false;
  return reading;
}

// The longest instance of the attribute; null for none.
const Found* CellReader::longest(const Reading& reading, size_t attribute) {
  const Found* best = nullptr;
  for (const Found& found : reading.found) {
    if (found.attribute != attribute) continue;
    if (best == nullptr || length_of(found.span) > length_of(best->span)) best = &found;
  }
  return best;
}

bool CellReader::lists(const Reading& reading, size_t attribute) {
  constexpr std::string_view kSeparators = ",;:/|&()-\xC2\xB7\xE2\x80\x93\x94\xA2";  // · – — •
  if (static_cast<double>(reading.rest.size()) > kTyping.long_text) return false;
  return std::any_of(reading.found.begin(), reading.found.end(), [&](const Found& found) {
    if (found.attribute != attribute) return false;
    const std::string_view before = trim(reading.rest.substr(0, found.span.begin));
    const std::string_view after = trim(reading.rest.substr(found.span.end));
    return (before.empty() || kSeparators.find(before.back()) != std::string_view::npos) &&
           (after.empty() || kSeparators.find(after.front()) != std::string_view::npos);
  });
}

// Whether one node is in the other.
bool CellReader::overlap(dom::NodeId a, dom::NodeId b) const {
  if (a == dom::kNoNode || b == dom::kNoNode) return false;
  return doc_.contains(a, b) || doc_.contains(b, a);
}

bool CellReader::covers(const Reading& reading, const Found& found) {
  return static_cast<double>(length_of(found.span)) >=
         kTyping.covered * static_cast<double>(reading.rest.size());
}

// A composite is there where a part of it is a part of the cell: "OX1 2AB Oxford".
void CellReader::find_composites(CellFacts& facts) const {
  for (size_t a = 0; a < facts.whole.size(); ++a) {
    bool some = false;
    bool all = false;
    for (const std::string& name : domain_.attributes[a].parts) {
      const auto number = domain_.find(name);
      if (!number) continue;
      const bool weak = is_weak(domain_.attributes[*number].type);
      all = all || (facts.whole[*number] != 0 && !weak);
      some = some || facts.part[*number] != 0;
    }
    if (some && !all) facts.whole[a] = 1;
  }
}

// Labels on the cell's own element, and on what stands right before it.
void CellReader::find_labels(dom::NodeId record, const mine::Cell& cell, CellFacts& facts,
                             std::string& cue) {
  const auto take = [&](dom::NodeId n) {
    const auto at = labels_.find(index(n));
    if (at == labels_.end()) return;
    for (const PlacedLabel& placed : at->second)
      (placed.in_class ? facts.class_label : facts.label)[placed.attribute] = 1;
  };
  dom::NodeId first = doc_.is_element(cell.node) ? cell.node : doc_.parent(cell.node);
  if (first < record) first = cell.node;
  if (doc_.is_element(first) && holds_one_text(first)) take(first);
  for (int up = 0; up < 2; ++up) {
    const dom::NodeId parent = doc_.parent(first);
    if (parent <= record || !holds_one_text(parent)) break;
    first = parent;
    take(first);
  }
  dom::NodeId at = cell.node;
  for (int i = 0; i < kTyping.nodes_back && at > record; ++i) {
    at = dom::NodeId{index(at) - 1};
    if (doc_.is_text(at)) {
      const std::string text = normalize_space(doc_.text(at));
      const bool marks_alone = std::none_of(text.begin(), text.end(), [](char c) {
        return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
      });
      if (marks_alone) continue;
      // A text with a value of its own says nothing of what follows.
      const Reading before = read(text);
      if (before.is_value || (!before.own.empty() && !before.is_label)) return;
      take(at);
      if (std::none_of(text.begin(), text.end(), [](char c) { return is_ascii_digit(c); }))
        (cue += ' ') += text;
      return;
    }
    if (doc_.is_element(at) && !doc_.contains(at, cell.node) && !has_words(at)) take(at);
  }
}

bool CellReader::has_words(dom::NodeId n) const {
  uint32_t looked_at = 0;
  for (const dom::NodeId d : doc_.subtree(n)) {
    if (doc_.is_text(d) && !trim(doc_.text(d)).empty()) return true;
    if (++looked_at > 20) return true;
  }
  return false;
}

bool CellReader::holds_one_text(dom::NodeId n) const {
  if (!doc_.is_element(n)) return true;
  uint32_t looked_at = 0;
  uint32_t texts = 0;
  for (const dom::NodeId d : doc_.subtree(n)) {
    texts += doc_.is_text(d) && !trim(doc_.text(d)).empty() ? 1 : 0;
    if (texts > 1 || ++looked_at > 20) return false;
  }
  return true;
}

// The header says it for all cells.
void CellReader::add_header(const mine::Column& column, bool labelled, CellFacts& facts) const {
  // What the miner saw on most cells of the column; a cell with a label of its own knows better.
  const bool named = column.origin == "label in front" || column.origin == "itemprop";
  if (column.origin != "header cell" && (!named || labelled)) return;
  const std::string name = words_of_name(column.name);
  std::vector<Found> found;
  recognizer_.find_label_words(name, found);
  for (const Found& label : found) {
    if (2 * length_of(label.span) > name.size()) facts.label[label.attribute] = 1;
  }
}

}  // namespace weft::site
