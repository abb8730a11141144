// Records of a result page: boundaries by structure, types by knowledge.
//
//   <li><h3><a href=/1>Mill Lane</a></h3> <p>£250,000</p> <i title=Bedrooms></i> 3
//     the miner says that each <li> is a record with a title, a text and a number; the domain says
//     that the text is a price and the number, with that label, bedrooms
//
//   1. Candidates are the miner's regions, whatever it thinks of them, and the records of AMBER's
//      areas, which a price leads to where repetition alone is ambiguous.
//   2. The columns of a candidate are typed. For each column and attribute:
//        form    the share of its cells that an instance covers (the part of one: less), divided by
//                the number of attributes that cover as much: a bare number may be many things
//        label   the share of cells with a label of the attribute: in front of the value, in the
//                header, in a class, id, title or picture right before it
//        against a label of another attribute, a label that the description refuses (`not`), struck
//                out text where a price is looked for, cells missing where every record has one
//   3. Attributes take columns, the best pair first. Two attributes may share a column if each is a
//      part of its cells: "2014 · Diesel".
//   4. Title, link, picture and description are the miner's where it knows them, else AMBER's
//      (section 4.6); attributes without a column are AMBER's, aligned within the records (Algorithm
//      4).
//   5. The candidate whose records carry the mandatory and characteristic attributes, and most of the
//      page's text, is the main list, unless a title above it says that it is secondary.
//
// Tested by domain_records_test.cc; measured by `weft-eval results`.

#include "site/domain_records.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

#include "base/strings.h"
#include "mine/columns.h"
#include "mine/mine.h"
#include "mine/page_index.h"
#include "value/fold.h"

namespace weft::site {
namespace {

namespace amber = domain::amber;
using annotate::AttributeKnowledge;
using annotate::EntityType;
using annotate::Found;
using annotate::Recognizer;
using mine::Region;

// Set by hand on a few made-up sites of each domain; others judge (bench/LOG.md).
struct TypingParameters {
  double whole = 1.0;        // Instances that cover the cell…
  double part = 0.5;         // …a part of it…
  double weak = 0.4;         // …or are merely a way of writing: people, places.
  double label = 1.0;        // A label in front, or in the header.
  double class_label = 0.8;  // A label in a class or id.
  double other_label = 0.7;  // Another attribute's label fits better, by so much.
  double refused = 1.0;      // A label of a look-alike.
  double formless = 0.5;     // No cell has the attribute's form.
  double struck = 0.6;       // <del>: what was, not what is.
  double coverage = 0.3;     // Cells missing, of a mandatory attribute.
  double least = 0.45;       // A column below it is not the attribute.
  double covered = 0.75;     // Share of a cell that is all of it.
  double description = 60;   // Characters a cell, on average.
  size_t cells = 60;         // Looked at, of a column.
  int nodes_back = 12;       // Looked at before a cell, for its label.
};
constexpr TypingParameters kTyping;

// What a text was found to be, worked out once.
class TextFacts {
 public:
  explicit TextFacts(const Recognizer& recognizer) : recognizer_(recognizer) {}

  const std::vector<Found>& of(const std::string& text) {
    const auto [at, fresh] = known_.try_emplace(text);
    if (fresh) recognizer_.find(text, at->second);
    return at->second;
  }

 private:
  const Recognizer& recognizer_;
  std::unordered_map<std::string, std::vector<Found>> known_;
};

// Labels that the recogniser found, by node.
struct PlacedLabel {
  uint32_t attribute;
  bool in_class;
};
using PlacedLabels = std::unordered_map<uint32_t, std::vector<PlacedLabel>>;

PlacedLabels placed_labels(const std::vector<annotate::Annotation>& annotations) {
  PlacedLabels labels;
  for (const annotate::Annotation& a : annotations) {
    if (!a.label) continue;
    const bool in_class =
        a.html_attribute == dom::atoms::kClass || a.html_attribute == dom::atoms::kId;
    labels[index(a.node)].push_back({a.attribute, in_class});
  }
  return labels;
}

// What speaks for a column being an attribute; shares of its cells.
struct Evidence {
  double whole = 0;
  double part = 0;
  double label = 0;
  double class_label = 0;
  double refused = 0;

  [[nodiscard]] double labelled() const {
    return std::max(kTyping.label * label, kTyping.class_label * class_label);
  }
};

struct ColumnEvidence {
  std::vector<Evidence> attributes;
  double coverage = 0;
  double struck = 0;
};

// A cell as its column's reader sees it.
struct Reading {
  std::string_view rest;     // Without a label of its own.
  std::string_view own;      // That label.
  std::vector<Found> found;  // Instances within rest, spans relative to it.
  std::vector<uint32_t> own_labels;
};

bool is_struck(const dom::Document& doc, dom::NodeId n) {
  for (int up = 0; up < 3 && n != dom::kNoNode; ++up, n = doc.parent(n)) {
    const std::string_view name = doc.name_text(n);
    if (name == "del" || name == "s" || name == "strike") return true;
  }
  return false;
}

bool is_weak(EntityType type) { return type == EntityType::kPlace || type == EntityType::kPerson; }

size_t length_of(annotate::Span span) { return span.end - span.begin; }

// 2. What columns are.
class ColumnReader {
 public:
  ColumnReader(const dom::Document& doc, const Recognizer& recognizer,
               const std::vector<annotate::Annotation>& annotations)
      : doc_(doc),
        recognizer_(recognizer),
        domain_(recognizer.domain()),
        labels_(placed_labels(annotations)),
        facts_(recognizer) {
    for (const AttributeKnowledge& attribute : domain_.attributes) {
      std::vector<std::string> refused;
      for (const std::string& label : attribute.not_labels)
        refused.push_back(value::fold_text(label));
      refused_.push_back(std::move(refused));
    }
  }

  ColumnEvidence weigh(const Region& region, const mine::Column& column) {
    ColumnEvidence evidence;
    evidence.attributes.resize(domain_.attributes.size());
    const size_t step = 1 + column.cells.size() / kTyping.cells;
    double cells = 0;
    double filled = 0;
    for (size_t r = 0; r < column.cells.size(); r += step) {
      ++cells;
      const mine::Cell& cell = column.cells[r];
      if (cell.node == dom::kNoNode || cell.attribute != dom::kNoAtom) continue;
      ++filled;
      evidence.struck += is_struck(doc_, cell.node) ? 1 : 0;
      weigh_cell(region.records[r].begin, column, cell, evidence.attributes);
    }
    evidence.coverage = filled / std::max(1.0, cells);
    const double share = 1 / std::max(1.0, filled);
    evidence.struck *= share;
    for (Evidence& e : evidence.attributes) {
      for (double* value : {&e.whole, &e.part, &e.label, &e.class_label, &e.refused})
        *value *= share;
    }
    add_header(column, evidence.attributes);
    return evidence;
  }

  // The cell without its label, and the instances in it.
  Reading read(const std::string& text) {
    Reading reading{text, {}, {}, {}};
    for (const Found& found : facts_.of(text)) {
      if (!found.label || found.span.begin != 0) continue;
      if (found.span.end >= text.size()) continue;
      if (found.span.end >= reading.own.size()) {
        if (found.span.end > reading.own.size()) reading.own_labels.clear();
        reading.own = reading.rest.substr(0, 0);
        reading.own = std::string_view(text).substr(0, found.span.end);
        reading.own_labels.push_back(found.attribute);
      }
    }
    if (!reading.own.empty()) {
      const size_t begin = text.find_first_not_of(" :=", reading.own.size());
      reading.rest = begin == std::string::npos ? "" : std::string_view(text).substr(begin);
    }
    for (Found found : facts_.of(std::string(reading.rest))) {
      if (!found.label) reading.found.push_back(found);
    }
    return reading;
  }

  // The longest instance of the attribute; null for none.
  static const Found* longest(const Reading& reading, size_t attribute) {
    const Found* best = nullptr;
    for (const Found& found : reading.found) {
      if (found.attribute != attribute) continue;
      if (best == nullptr || length_of(found.span) > length_of(best->span)) best = &found;
    }
    return best;
  }

  static bool covers(const Reading& reading, const Found& found) {
    return static_cast<double>(length_of(found.span)) >=
           kTyping.covered * static_cast<double>(reading.rest.size());
  }

 private:
  void weigh_cell(dom::NodeId record, const mine::Column& column, const mine::Cell& cell,
                  std::vector<Evidence>& evidence) {
    const Reading reading = read(cell.text);
    std::vector<uint8_t> whole(evidence.size(), 0);
    std::vector<uint8_t> part(evidence.size(), 0);
    for (const Found& found : reading.found)
      (covers(reading, found) ? whole : part)[found.attribute] = 1;
    // A composite is there where a part of it is a part of the cell: "OX1 2AB Oxford".
    for (size_t a = 0; a < evidence.size(); ++a) {
      bool some = false;
      bool all = false;
      for (const std::string& name : domain_.attributes[a].parts) {
        const auto number = domain_.find(name);
        if (!number || (is_weak(domain_.attributes[*number].type) && whole[*number] != 0)) continue;
        all = all || whole[*number] != 0;
        some = some || part[*number] != 0;
      }
      if (some && !all) whole[a] = 1;
    }
    std::vector<uint8_t> label(evidence.size(), 0);
    std::vector<uint8_t> class_label(evidence.size(), 0);
    for (const uint32_t a : reading.own_labels) label[a] = 1;
    std::string cue(reading.own);
    find_labels(record, cell, label, class_label, cue);
    cue = value::fold_text(cue + " " + words_of_name(column.name));
    for (size_t a = 0; a < evidence.size(); ++a) {
      evidence[a].whole += whole[a];
      evidence[a].part += whole[a] == 0 ? part[a] : 0;
      evidence[a].label += label[a];
      evidence[a].class_label += class_label[a];
      const bool refused =
          std::any_of(refused_[a].begin(), refused_[a].end(), [&](const std::string& word) {
            return value::find_word(cue, word) != std::string::npos;
          });
      evidence[a].refused += refused ? 1 : 0;
    }
  }

  static std::string words_of_name(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  }

  // Labels on the cell's own element, and on what stands right before it.
  void find_labels(dom::NodeId record, const mine::Cell& cell, std::vector<uint8_t>& label,
                   std::vector<uint8_t>& class_label, std::string& cue) const {
    const auto take = [&](dom::NodeId n) {
      const auto at = labels_.find(index(n));
      if (at == labels_.end()) return;
      for (const PlacedLabel& placed : at->second)
        (placed.in_class ? class_label : label)[placed.attribute] = 1;
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
    dom::NodeId at = holds_one_text(first) ? first : cell.node;
    for (int i = 0; i < kTyping.nodes_back && at > record; ++i) {
      at = dom::NodeId{index(at) - 1};
      if (doc_.is_text(at)) {
        const std::string text = normalize_space(doc_.text(at));
        const bool marks_alone = std::none_of(text.begin(), text.end(), [](char c) {
          return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
        });
        if (marks_alone) continue;
        take(at);
        (cue += ' ') += text;
        return;
      }
      if (doc_.is_element(at) && !doc_.contains(at, cell.node) && !has_words(at)) take(at);
    }
  }

  [[nodiscard]] bool has_words(dom::NodeId n) const {
    uint32_t looked_at = 0;
    for (const dom::NodeId d : doc_.subtree(n)) {
      if (doc_.is_text(d) && !trim(doc_.text(d)).empty()) return true;
      if (++looked_at > 20) return true;
    }
    return false;
  }

  [[nodiscard]] bool holds_one_text(dom::NodeId n) const {
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
  void add_header(const mine::Column& column, std::vector<Evidence>& evidence) const {
    const bool header = column.origin == "header cell" || column.origin == "label in front" ||
                        column.origin == "itemprop";
    if (!header) return;
    const std::string name = words_of_name(column.name);
    std::vector<Found> found;
    recognizer_.find_label_words(name, found);
    for (const Found& label : found) {
      if (2 * length_of(label.span) > name.size()) evidence[label.attribute].label = 1;
    }
  }

  const dom::Document& doc_;
  const Recognizer& recognizer_;
  const annotate::Domain& domain_;
  PlacedLabels labels_;
  TextFacts facts_;
  std::vector<std::vector<std::string>> refused_;  // By attribute, folded.
};

// --- one candidate list ---

class TypedRegion {
 public:
  TypedRegion(const Recognizer& recognizer, ColumnReader& reader, Region region)
      : recognizer_(recognizer),
        domain_(recognizer.domain()),
        reader_(reader),
        region_(std::move(region)),
        column_of_(domain_.attributes.size(), -1) {}

  // 2. to 4. `aligned` are AMBER's attributes of the same records; empty where it has none.
  void type(const std::vector<amber::Attribute>& aligned) {
    for (const mine::Column& column : region_.columns)
      evidence_.push_back(reader_.weigh(region_, column));
    choose_columns();
    for (size_t a = 0; a < domain_.attributes.size(); ++a) {
      if (column_of_[a] >= 0) add(a, column_of_[a]);
    }
    add_roles(aligned);
    for (const amber::Attribute& attribute : aligned) add_aligned(attribute);
    region_.columns = std::move(typed_);
    region_.nested.clear();
  }

  // 5. How much of the domain the records carry: mandatory attributes count most.
  [[nodiscard]] double richness() const {
    double sum = 0;
    for (const mine::Column& column : region_.columns) {
      const auto number = domain_.find(column.name);
      if (!number) continue;
      const AttributeKnowledge& attribute = domain_.attributes[*number];
      const double weight = attribute.pivot || attribute.mandatory ? 2
                            : attribute.characteristic             ? 1.5
                                                                   : 0.5;
      sum += weight * coverage(column);
    }
    return sum;
  }

  // Whether these are records of the domain: what every record has is there, and something that
  // tells the domain from others, or much else.
  [[nodiscard]] bool shows_domain() const {
    size_t types = 0;
    size_t characteristic = 0;
    for (const mine::Column& column : region_.columns) {
      const auto number = domain_.find(column.name);
      if (!number || coverage(column) < 0.25) continue;
      const AttributeKnowledge& attribute = domain_.attributes[*number];
      ++types;
      characteristic += attribute.characteristic && !attribute.subject ? 1 : 0;
    }
    for (size_t a = 0; a < domain_.attributes.size(); ++a) {
      const AttributeKnowledge& attribute = domain_.attributes[a];
      if (attribute.pivot && recognizer_.has_form(a) && coverage_of(attribute.name) < 0.5)
        return false;
    }
    return types >= 3 && characteristic >= 1;
  }

  [[nodiscard]] double coverage_of(std::string_view name) const {
    for (const mine::Column& column : region_.columns) {
      if (column.name == name) return coverage(column);
    }
    return 0;
  }

  [[nodiscard]] Region& region() { return region_; }
  [[nodiscard]] const Region& region() const { return region_; }

 private:
  static double coverage(const mine::Column& column) {
    const auto filled = std::count_if(column.cells.begin(), column.cells.end(),
                                      [](const auto& cell) { return cell.node != dom::kNoNode; });
    return static_cast<double>(filled) /
           static_cast<double>(std::max<size_t>(1, column.cells.size()));
  }

  // How many attributes the form of a column fits as well as this one.
  [[nodiscard]] double ambiguity(const ColumnEvidence& column, size_t a) const {
    double like = 0;
    for (size_t b = 0; b < column.attributes.size(); ++b) {
      const bool rival = column.attributes[b].whole >= 0.9 * column.attributes[a].whole;
      const bool stronger =
          !is_weak(domain_.attributes[b].type) || is_weak(domain_.attributes[a].type);
      like += rival && stronger ? 1 : 0;
    }
    return std::max(1.0, like);
  }

  [[nodiscard]] double score(const ColumnEvidence& column, size_t a) const {
    const AttributeKnowledge& attribute = domain_.attributes[a];
    const Evidence& e = column.attributes[a];
    const bool formed = recognizer_.has_form(a) || !attribute.terms.empty();
    const bool weak = is_weak(attribute.type) && attribute.parts.empty();
    double label = e.labelled();
    double form = kTyping.whole * e.whole + kTyping.part * e.part;
    if (weak && attribute.terms.empty()) form *= kTyping.weak;
    if (label < 0.5) form /= ambiguity(column, a);
    double against = kTyping.refused * e.refused;
    double other = 0;
    double taken = 0;  // Covered by the form of another attribute.
    for (size_t b = 0; b < column.attributes.size(); ++b) {
      if (b == a) continue;
      other = std::max(other, column.attributes[b].labelled());
      if (annotate::is_strong(domain_.attributes[b].type))
        taken = std::max(taken, column.attributes[b].whole);
    }
    if (other > label) against += kTyping.other_label * (other - label);
    if (formed && e.whole + e.part < 0.2) against += kTyping.formless;
    if (!formed) against += taken;
    if (attribute.pivot || attribute.mandatory) {
      against += kTyping.struck * column.struck + kTyping.coverage * (1 - column.coverage);
    }
    return form + label - against;
  }

  // 3.
  void choose_columns() {
    struct Pairing {
      double score;
      size_t attribute;
      size_t column;
    };
    std::vector<Pairing> pairings;
    for (size_t c = 0; c < region_.columns.size(); ++c) {
      for (size_t a = 0; a < domain_.attributes.size(); ++a) {
        const AttributeKnowledge& attribute = domain_.attributes[a];
        if (attribute.subject || attribute.type == EntityType::kUrl ||
            attribute.type == EntityType::kImage)
          continue;
        const double value = score(evidence_[c], a);
        if (value >= kTyping.least) pairings.push_back({value, a, c});
      }
    }
    std::stable_sort(pairings.begin(), pairings.end(),
                     [](const Pairing& a, const Pairing& b) { return a.score > b.score; });
    std::vector<std::vector<size_t>> users(region_.columns.size());
    for (const Pairing& pairing : pairings) {
      if (column_of_[pairing.attribute] >= 0 || in_taken_group(pairing.attribute)) continue;
      std::vector<size_t>& of_column = users[pairing.column];
      const bool free = std::all_of(of_column.begin(), of_column.end(), [&](size_t other) {
        return may_share(evidence_[pairing.column], other, pairing.attribute);
      });
      if (!free) continue;
      if (!same_texts_free(pairing.column, users, pairing.attribute)) continue;
      of_column.push_back(pairing.attribute);
      column_of_[pairing.attribute] = static_cast<int32_t>(pairing.column);
    }
  }

  [[nodiscard]] bool in_taken_group(size_t a) const {
    if (domain_.attributes[a].group.empty()) return false;
    for (size_t b = 0; b < column_of_.size(); ++b) {
      if (column_of_[b] >= 0 && domain_.attributes[b].group == domain_.attributes[a].group)
        return true;
    }
    return false;
  }

  static bool may_share(const ColumnEvidence& column, size_t a, size_t b) {
    return column.attributes[a].part > column.attributes[a].whole &&
           column.attributes[b].part > column.attributes[b].whole;
  }

  // A line and its parts are columns both: a text is one attribute's, whichever column has it.
  [[nodiscard]] bool same_texts_free(size_t c, const std::vector<std::vector<size_t>>& users,
                                     size_t attribute) const {
    const mine::Column& column = region_.columns[c];
    for (size_t other = 0; other < region_.columns.size(); ++other) {
      if (other == c || users[other].empty()) continue;
      const bool shares = std::all_of(users[other].begin(), users[other].end(), [&](size_t b) {
        return may_share(evidence_[other], b, attribute);
      });
      if (shares) continue;
      for (size_t r = 0; r < column.cells.size(); ++r) {
        const mine::Cell& mine = column.cells[r];
        const mine::Cell& theirs = region_.columns[other].cells[r];
        if (mine.node == dom::kNoNode || theirs.node == dom::kNoNode) continue;
        if (mine.node == theirs.node && mine.attribute == theirs.attribute &&
            mine.text == theirs.text)
          return false;
        break;
      }
    }
    return true;
  }

  // The value of an attribute in a cell of its column; empty where it is not in there.
  std::string value_in(const mine::Cell& cell, size_t a, const mine::Column& column, bool parts) {
    const Reading reading = reader_.read(cell.text);
    const Found* found = ColumnReader::longest(reading, a);
    const bool typed_alike = column.type == annotate::value_type_of(domain_.attributes[a].type) &&
                             column.type != model::ValueType::kText;
    if (!parts || (typed_alike && reading.own.empty()) ||
        (found != nullptr && ColumnReader::covers(reading, *found)))
      return std::string(reading.rest);
    if (found == nullptr) return {};
    return std::string(reading.rest.substr(found->span.begin, length_of(found->span)));
  }

  void add(size_t a, int32_t number) {
    const mine::Column& column = region_.columns[static_cast<size_t>(number)];
    const Evidence& e = evidence_[static_cast<size_t>(number)].attributes[a];
    const bool parts = e.part > e.whole;
    mine::Column typed = named(a, column);
    for (size_t r = 0; r < typed.cells.size(); ++r) {
      mine::Cell& cell = typed.cells[r];
      if (cell.node == dom::kNoNode) continue;
      cell.text = value_in(cell, a, column, parts);
      if (cell.text.empty() || is_anothers(cell.text, a)) cell = {};
    }
    typed_.push_back(std::move(typed));
  }

  // A text that another attribute's strong form covers, and this one's does not.
  bool is_anothers(const std::string& text, size_t a) {
    const Reading reading = reader_.read(text);
    bool other = false;
    for (const Found& found : reading.found) {
      if (!ColumnReader::covers(reading, found)) continue;
      if (found.attribute == a) return false;
      other = other || annotate::is_strong(domain_.attributes[found.attribute].type);
    }
    return other && recognizer_.has_form(a);
  }

  [[nodiscard]] mine::Column named(size_t a, const mine::Column& column) const {
    mine::Column typed = column;
    typed.name = domain_.attributes[a].name;
    typed.type = annotate::value_type_of(domain_.attributes[a].type);
    typed.origin = "domain";
    return typed;
  }

  [[nodiscard]] bool has(std::string_view name) const {
    return std::any_of(typed_.begin(), typed_.end(),
                       [&](const mine::Column& column) { return column.name == name; });
  }

  // 4. The domain's attribute for a role, or a name of its own.
  void add_role(std::string_view name, EntityType type, const mine::Column& column) {
    if (has(name)) return;
    mine::Column typed = column;
    typed.name = name;
    typed.type = annotate::value_type_of(type);
    typed_.push_back(std::move(typed));
  }

  [[nodiscard]] std::string name_of(EntityType type, std::string_view fallback) const {
    for (const AttributeKnowledge& attribute : domain_.attributes) {
      if (type == EntityType::kText
              ? attribute.subject
              : attribute.type == type && (type != EntityType::kUrl || attribute.name == "url" ||
                                           attribute.name == "link"))
        return attribute.name;
    }
    return std::string(fallback);
  }

  [[nodiscard]] bool is_taken(const mine::Column& column) const {
    for (size_t a = 0; a < column_of_.size(); ++a) {
      if (column_of_[a] >= 0 && &region_.columns[static_cast<size_t>(column_of_[a])] == &column)
        return true;
    }
    return false;
  }

  void add_roles(const std::vector<amber::Attribute>& aligned) {
    const mine::Column* title = nullptr;
    for (const mine::Column& column : region_.columns) {
      if (column.origin == "main link or heading" && !is_taken(column)) title = &column;
    }
    const std::string title_name = name_of(EntityType::kText, "title");
    if (title == nullptr) title = column_at(aligned, title_name);
    if (title != nullptr) add_role(title_name, EntityType::kText, *title);
    for (const mine::Column& column : region_.columns) {
      if (column.origin == "target of the main link")
        add_role(name_of(EntityType::kUrl, "link"), EntityType::kUrl, column);
      if (column.origin == "first image")
        add_role(name_of(EntityType::kImage, "image"), EntityType::kImage, column);
    }
    const auto description = domain_.find("description");
    if (!description || column_of_[*description] >= 0) return;
    const mine::Column* longest = nullptr;
    double most = kTyping.description;
    for (const mine::Column& column : region_.columns) {
      double length = 0;
      double filled = 0;
      for (const mine::Cell& cell : column.cells) {
        if (cell.node == dom::kNoNode || cell.attribute != dom::kNoAtom) continue;
        ++filled;
        length += static_cast<double>(cell.text.size());
      }
      if (filled == 0 || length / filled < most || is_taken(column) || &column == title) continue;
      most = length / filled;
      longest = &column;
    }
    if (longest != nullptr) add_role("description", EntityType::kText, *longest);
  }

  // The column that AMBER's values of an attribute stand in; null if they stand in none.
  [[nodiscard]] const mine::Column* column_at(const std::vector<amber::Attribute>& aligned,
                                              std::string_view name) const {
    for (const amber::Attribute& attribute : aligned) {
      if (attribute.name != name) continue;
      for (const mine::Column& column : region_.columns) {
        size_t same = 0;
        for (size_t r = 0; r < column.cells.size(); ++r)
          same += column.cells[r].node != dom::kNoNode &&
                          column.cells[r].node == attribute.values[r].node &&
                          column.cells[r].attribute == attribute.values[r].html_attribute
                      ? 1
                      : 0;
        if (2 * same > column.cells.size()) return &column;
      }
    }
    return nullptr;
  }

  // What no column gave.
  void add_aligned(const amber::Attribute& attribute) {
    if (has(attribute.name)) return;
    const auto number = domain_.find(attribute.name);
    if (number && is_weak(attribute.type)) return;
    mine::Column typed;
    typed.name = attribute.name;
    typed.type = annotate::value_type_of(attribute.type);
    typed.origin = "domain";
    for (const amber::Value& value : attribute.values)
      typed.cells.push_back({value.node, value.html_attribute, value.text});
    typed_.push_back(std::move(typed));
  }

  const Recognizer& recognizer_;
  const annotate::Domain& domain_;
  ColumnReader& reader_;
  Region region_;
  std::vector<ColumnEvidence> evidence_;
  std::vector<int32_t> column_of_;  // By attribute; -1 for none.
  std::vector<mine::Column> typed_;
};

// --- the page ---

std::vector<amber::Record> records_of(const Region& region) {
  std::vector<amber::Record> records;
  for (const mine::RecordSpan& record : region.records)
    records.push_back({record.begin, record.end});
  return records;
}

Region region_of(const mine::PageIndex& index, const amber::DataArea& area) {
  Region region{.found_by = "amber"};
  for (const amber::Record& record : area.records)
    region.records.push_back({record.begin, record.end});
  for (const amber::Attribute& attribute : area.attributes) {
    mine::Column column{
        attribute.name, annotate::value_type_of(attribute.type), "domain", "", {}, {}};
    for (size_t r = 0; r < attribute.values.size(); ++r) {
      const amber::Value& value = attribute.values[r];
      column.cells.push_back({value.node, value.html_attribute, value.text});
      if (value.node == dom::kNoNode || !column.path.empty()) continue;
      const dom::Document& doc = index.document();
      const dom::NodeId element = doc.is_element(value.node) ? value.node : doc.parent(value.node);
      column.path = mine::leaf_path(index, region.records[r], element, value.html_attribute);
    }
    region.columns.push_back(std::move(column));
  }
  return region;
}

// Share of the records that hold a pivot.
double pivot_share(const amber::DataArea& area) {
  size_t with = 0;
  for (const amber::Record& record : area.records) {
    const auto pivot = std::lower_bound(area.pivots.begin(), area.pivots.end(), record.begin);
    with += pivot != area.pivots.end() && *pivot < record.end ? 1 : 0;
  }
  return static_cast<double>(with) / static_cast<double>(area.records.size());
}

std::vector<Region> amber_regions(const dom::Document& doc, const amber::ResultPage& page,
                                  bool all) {
  const mine::PageIndex index(doc);
  std::vector<Region> regions;
  for (size_t i = 0; i < page.areas.size(); ++i) {
    const bool primary = page.primary_area == i;
    if (!primary && !all) continue;
    Region region = region_of(index, page.areas[i]);
    region.confidence = pivot_share(page.areas[i]) * (primary ? 1 : 0.5);
    regions.insert(primary ? regions.begin() : regions.end(), std::move(region));
  }
  return regions;
}

// 1.
std::vector<Region> candidates(const dom::Document& doc, const amber::ResultPage& page) {
  constexpr uint32_t kRegions = 10;
  std::vector<Region> regions =
      mine::mine(doc, {.max_regions = kRegions, .min_confidence = 0, .nested = false});
  std::erase_if(regions, [](const Region& region) { return region.found_by == "script"; });
  const mine::PageIndex index(doc);
  for (const amber::DataArea& area : page.areas) {
    Region region = region_of(index, area);
    const bool known = std::any_of(regions.begin(), regions.end(), [&](const Region& other) {
      return other.records == region.records;
    });
    if (known) continue;
    region.columns = mine::build_columns(index, region.records);
    regions.push_back(std::move(region));
  }
  return regions;
}

}  // namespace

std::vector<Region> mine_by_domain(const dom::Document& doc, const Recognizer& recognizer,
                                   const std::vector<annotate::Annotation>& annotations,
                                   const DomainMineOptions& options) {
  const amber::RecordReader records(doc, recognizer, annotations);
  const amber::ResultPage page =
      records.read(options.pivot.value_or(amber::default_pivot(recognizer)), options.amber);
  if (options.method == DomainMethod::kAmber) return amber_regions(doc, page, options.all);
  ColumnReader reader(doc, recognizer, annotations);
  struct Judged {
    double score;
    bool primary;
    Region region;
  };
  std::vector<Judged> judged;
  for (Region& region : candidates(doc, page)) {
    if (region.records.size() < 2) continue;
    TypedRegion typed(recognizer, reader, std::move(region));
    const std::vector<amber::Record> spans = records_of(typed.region());
    const bool apart = !typed.region().further.empty();
    typed.type(apart ? std::vector<amber::Attribute>() : records.align(spans, options.amber));
    if (!typed.shows_domain()) continue;
    const double fraction = records.fraction(spans);
    const bool primary =
        (apart || fraction > options.amber.least_fraction) && !records.is_secondary(spans);
    const double score = typed.richness() * std::sqrt(fraction);
    judged.push_back({score, primary, std::move(typed.region())});
  }
  // 5.
  std::stable_sort(judged.begin(), judged.end(), [](const Judged& a, const Judged& b) {
    return std::pair(a.primary, a.score) > std::pair(b.primary, b.score);
  });
  std::vector<Region> regions;
  for (Judged& one : judged) {
    if (!options.all && (!one.primary || !regions.empty())) break;
    one.region.score = one.score;
    one.region.confidence = one.primary ? 0.95 : 0.5;
    regions.push_back(std::move(one.region));
  }
  return regions;
}

std::vector<Region> mine_by_domain(const dom::Document& doc, const Recognizer& recognizer,
                                   const DomainMineOptions& options) {
  return mine_by_domain(doc, recognizer, recognizer.annotate(doc), options);
}

}  // namespace weft::site
