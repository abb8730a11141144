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
//   3. Attributes take columns, the best pair first; these are the attributes that the list shows.
//      Then each record is read by itself, since a value that is missing shifts those behind it: of
//      its cells each attribute takes the one that its own label and form speak for, the column being
//      one voice among these. A cell that says it is something else is not taken. Two attributes may
//      share a cell if each is a part of it: "2014 · Diesel". Where terms of a list recur from record to record,
//      the texts between them are values that the list lacks ([Amber] 4.6 and 4.7).
//   4. Title, link, picture and description are the miner's where it knows them, else AMBER's
//      (section 4.6).
//   5. The candidate whose records carry the mandatory and characteristic attributes, and most of the
//      page's text, is the main list, unless a title above it says that it is secondary.
//   6. If asked for, other lists with most of its attributes, before it or behind it, are areas of it.
//
// Tested by domain_records_test.cc; measured by `weft-eval results`.

#include "site/domain_records.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "base/strings.h"
#include "dom/text.h"
#include "mine/columns.h"
#include "mine/mine.h"
#include "mine/page_index.h"
#include "mine/record_shape.h"
#include "site/cell_facts.h"

namespace weft::site {
namespace {

namespace amber = domain::amber;
using annotate::AttributeKnowledge;
using annotate::EntityType;
using annotate::Found;
using annotate::Recognizer;
using mine::Region;

// --- one candidate list ---

class TypedRegion {
 public:
  TypedRegion(const Recognizer& recognizer, CellReader& reader, Region region)
      : recognizer_(recognizer),
        domain_(recognizer.domain()),
        reader_(reader),
        region_(std::move(region)),
        column_of_(domain_.attributes.size(), -1),
        listed_in_(domain_.attributes.size()),
        listed_alone_(domain_.attributes.size(), 0) {
    // What is said once for several records would make each part of a record a record of the domain.
    std::erase_if(region_.columns, [](const mine::Column& column) {
      return column.path.starts_with(mine::kSectionPath);
    });
  }

  // 2. to 4. `aligned` are AMBER's attributes of the same records; empty where it has none. `like`: the
  // records of another page of the list; null if none are known.
  void type(const std::vector<amber::Attribute>& aligned, const Region* like = nullptr) {
    for (const mine::Column& column : region_.columns)
      evidence_.push_back(reader_.weigh(region_, column));
    for (size_t a = 0; a < domain_.attributes.size(); ++a) {
      if (!domain_.attributes[a].pivot) continue;
      for (const ColumnEvidence& column : evidence_)
        pivots_a_record_ += column.coverage * column.attributes[a].whole;
    }
    find_title(aligned);
    if (like != nullptr) find_title_as(*like);
    choose_columns();
    add_labelled();
    add_listed();
    if (like != nullptr) follow(*like);
    for (size_t a = 0; a < domain_.attributes.size(); ++a) {
      if (column_of_[a] >= 0) typed_.push_back(named(a));
    }
    for (size_t r = 0; r < region_.records.size(); ++r) read_record(r);
    std::erase_if(typed_, [](const mine::Column& column) { return coverage(column) == 0; });
    add_roles(aligned);
    add_visual(aligned);
    region_.columns = std::move(typed_);
    region_.nested.clear();
    drop_empty_records();
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

  // How many prices a record has: those of several records, if there are many.
  [[nodiscard]] double pivots_a_record() const { return pivots_a_record_; }

  // Whether these are records of the domain: what every record has is there, and something that
  // tells the domain from others, or much else; and not all of it is merely a way of writing: a manual
  // has capitals and identifiers in lists, too.
  [[nodiscard]] bool shows_domain() const {
    size_t types = 0;
    size_t nearly_all = 0;
    size_t characteristic = 0;
    bool sure = false;
    for (const mine::Column& column : region_.columns) {
      const auto number = domain_.find(column.name);
      if (!number || column_of_[*number] < 0 || listed_alone_[*number] != 0 ||
          coverage(column) < 0.6)
        continue;
      ++types;
      nearly_all += coverage(column) >= 0.75 ? 1 : 0;
      characteristic += domain_.attributes[*number].characteristic ? 1 : 0;
      sure = sure || is_sure(*number);
    }
    return has_mandatory() && (nearly_all >= 2 || types >= 4) && characteristic >= 1 && sure;
  }

  // Whether most records have what every record has: a title, a price.
  [[nodiscard]] bool has_mandatory() const {
    for (size_t a = 0; a < domain_.attributes.size(); ++a) {
      const AttributeKnowledge& attribute = domain_.attributes[a];
      if (attribute.subject && attribute.mandatory && coverage_of(attribute.name) < 0.5)
        return false;
      if (attribute.pivot && recognizer_.has_form(a) && coverage_of(attribute.name) < 0.5)
        return false;
    }
    return true;
  }

  // Whether the column of an attribute has its label, or a form that is hardly anything else. A class says
  // it of what is characteristic alone: "reference" is the class of every link of many a manual.
  [[nodiscard]] bool is_sure(size_t a) const {
    constexpr double kSomeCells = 0.3;
    const AttributeKnowledge& attribute = domain_.attributes[a];
    const Evidence& e = evidence_[static_cast<size_t>(column_of_[a])].attributes[a];
    return e.label >= kSomeCells || (attribute.characteristic && e.class_label >= kSomeCells) ||
           (annotate::is_strong(attribute.type) && e.whole + e.part >= kSomeCells);
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

  // Header rows, adverts, calendars: none of the attributes that most records have, or hardly any of
  // those that nearly all have.
  void drop_empty_records() {
    constexpr double kNearlyAll = 0.8;
    std::vector<const mine::Column*> common;
    std::vector<const mine::Column*> regular;
    for (const mine::Column& column : region_.columns) {
      const auto number = domain_.find(column.name);
      if (number && column_of_[*number] >= 0 && coverage(column) >= 0.5) common.push_back(&column);
      if (coverage(column) >= kNearlyAll) regular.push_back(&column);
    }
    const auto filled = [](const std::vector<const mine::Column*>& columns, size_t r) {
      return std::count_if(columns.begin(), columns.end(), [&](const mine::Column* column) {
        return column->cells[r].node != dom::kNoNode;
      });
    };
    std::vector<uint8_t> kept;
    for (size_t r = 0; r < region_.records.size(); ++r) {
      const bool empty = !common.empty() && filled(common, r) == 0;
      const bool odd = 3 * filled(regular, r) < static_cast<int64_t>(regular.size());
      kept.push_back(empty || odd ? 0 : 1);
    }
    const auto dropped = std::count(kept.begin(), kept.end(), 0);
    if (4 * dropped > static_cast<int64_t>(kept.size())) return;
    const auto keep = [&](auto& values) {
      size_t at = 0;
      std::erase_if(values, [&](const auto&) { return kept[at++] == 0; });
    };
    for (mine::Column& column : region_.columns) keep(column.cells);
    if (!region_.further.empty()) keep(region_.further);
    keep(region_.records);
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

  // Whether the attribute's form is merely a way of writing: half of all texts have it.
  [[nodiscard]] bool is_loose(size_t a) const {
    const AttributeKnowledge& attribute = domain_.attributes[a];
    if (attribute.type == EntityType::kText) return !attribute.pattern.empty();
    return is_weak(attribute.type) && !attribute.has_terms();
  }

  [[nodiscard]] double score(const ColumnEvidence& column, size_t a) const {
    const AttributeKnowledge& attribute = domain_.attributes[a];
    const Evidence& e = column.attributes[a];
    const bool formed = recognizer_.has_form(a) || attribute.has_terms();
    double label = e.labelled();
    double form = kTyping.whole * e.whole + kTyping.part * e.part;
    if (is_loose(a)) form *= kTyping.weak;
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

  // 4. The miner's title, or the column that AMBER's stand in. No other attribute takes it.
  void find_title(const std::vector<amber::Attribute>& aligned) {
    for (size_t c = 0; c < region_.columns.size(); ++c) {
      if (region_.columns[c].origin == "main link or heading") title_ = static_cast<int32_t>(c);
    }
    if (title_ < 0) title_ = column_at(aligned, name_of(EntityType::kText, "title"));
  }

  // The column at the place of a column of another page; -1 if there is none.
  [[nodiscard]] int32_t column_like(const mine::Column& other) const {
    for (size_t c = 0; c < region_.columns.size(); ++c) {
      if (region_.columns[c].path == other.path) return static_cast<int32_t>(c);
    }
    return -1;
  }

  void find_title_as(const Region& like) {
    const std::string name = name_of(EntityType::kText, "title");
    for (const mine::Column& column : like.columns) {
      if (column.name != name) continue;
      if (const int32_t at = column_like(column); at >= 0) title_ = at;
    }
  }

  // Whether a column is taken by another attribute, or has its label.
  [[nodiscard]] bool is_anothers(int32_t column, size_t a) const {
    for (size_t b = 0; b < column_of_.size(); ++b) {
      if (b == a) continue;
      if (column_of_[b] == column ||
          evidence_[static_cast<size_t>(column)].attributes[b].labelled() >= 0.5)
        return true;
    }
    return false;
  }

  // The attributes that the list shows are those that its other pages show, at the same places.
  void follow(const Region& like) {
    for (size_t a = 0; a < column_of_.size(); ++a) {
      const auto known = std::find_if(
          like.columns.begin(), like.columns.end(),
          [&](const mine::Column& column) { return column.name == domain_.attributes[a].name; });
      if (known == like.columns.end()) {
        column_of_[a] = -1;
      } else if (column_of_[a] < 0 && !domain_.attributes[a].subject) {
        const int32_t at = column_like(*known);
        if (at >= 0 && may_be(evidence_[static_cast<size_t>(at)], a) && !is_anothers(at, a))
          column_of_[a] = at;
      }
    }
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
      if (title_ == static_cast<int32_t>(c)) continue;
      for (size_t a = 0; a < domain_.attributes.size(); ++a) {
        const AttributeKnowledge& attribute = domain_.attributes[a];
        if (attribute.subject || attribute.type == EntityType::kUrl ||
            attribute.type == EntityType::kImage)
          continue;
        const double value = score(evidence_[c], a);
        if (value >= kTyping.least && may_be(evidence_[c], a)) pairings.push_back({value, a, c});
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

  // Not a date, whatever its label, if no record has one.
  [[nodiscard]] bool may_be(const ColumnEvidence& column, size_t a) const {
    const Evidence& e = column.attributes[a];
    return !annotate::is_strong(domain_.attributes[a].type) || e.whole + e.part > 0;
  }

  // Labels, and forms that no other attribute has, show an attribute even where they move from column
  // to column, because values before them are missing.
  void add_labelled() {
    for (size_t a = 0; a < column_of_.size(); ++a) {
      const AttributeKnowledge& attribute = domain_.attributes[a];
      if (column_of_[a] >= 0 || attribute.subject || in_taken_group(a)) continue;
      double labelled = 0;
      double most = 0;
      size_t best = 0;
      for (size_t c = 0; c < evidence_.size(); ++c) {
        const Evidence& e = evidence_[c].attributes[a];
        const bool own_form =
            annotate::is_strong(attribute.type) && ambiguity(evidence_[c], a) == 1;
        const double shown = std::max(e.label, own_form ? e.whole : 0) - e.refused;
        const double share =
            may_be(evidence_[c], a) ? std::max(0.0, shown) * evidence_[c].coverage : 0;
        labelled += share;
        if (share <= most) continue;
        most = share;
        best = c;
      }
      if (labelled >= kTyping.labelled_records) column_of_[a] = static_cast<int32_t>(best);
    }
  }

  // A list of terms knows some of what there is: an attribute that nothing else shows is there if a
  // quarter of the records have one of its terms, between separators, in whatever column, since a value
  // that is missing shifts those behind it. With enough of them the cells between are values that the
  // list does not know.
  void add_listed() {
    for (size_t a = 0; a < column_of_.size(); ++a) {
      const AttributeKnowledge& attribute = domain_.attributes[a];
      const bool list_alone =
          attribute.has_terms() && !recognizer_.has_form(a) && !is_weak(attribute.type);
      if (!list_alone || attribute.subject) continue;
      std::vector<uint8_t> has(region_.records.size(), 0);
      std::set<std::string_view> texts;  // A list that is worth filling up has several values.
      std::vector<size_t> count(region_.columns.size(), 0);
      for (size_t c = 0; c < region_.columns.size(); ++c) {
        const Evidence& e = evidence_[c].attributes[a];
        if (title_ == static_cast<int32_t>(c) || e.whole + e.part == 0 || e.refused >= 0.5)
          continue;
        for (size_t r = 0; r < has.size(); ++r) {
          const mine::Cell& cell = region_.columns[c].cells[r];
          if (cell.node == dom::kNoNode || cell.attribute != dom::kNoAtom ||
              !CellReader::lists(reader_.read(cell.text), a))
            continue;
          has[r] = 1;
          ++count[c];
          texts.insert(cell.text);
        }
      }
      const double share = static_cast<double>(std::count(has.begin(), has.end(), 1)) /
                           static_cast<double>(has.size());
      if (share < kTyping.listed || texts.size() < kTyping.listed_texts) continue;
      listed_alone_[a] = column_of_[a] < 0 ? 1 : 0;
      for (size_t c = 0; c < count.size() && column_of_[a] < 0 && !in_taken_group(a); ++c) {
        if (count[c] == *std::max_element(count.begin(), count.end()))
          column_of_[a] = static_cast<int32_t>(c);
      }
      listed_in_[a] = std::move(count);
    }
  }

  // Whether a cell is a value by a list of terms: it holds one between separators, or stands where others
  // do and is nothing else.
  [[nodiscard]] bool is_listed(const Reading& reading, const CellFacts& facts, size_t a,
                               size_t c) const {
    if (listed_in_[a].empty() || title_ == static_cast<int32_t>(c)) return false;
    if (CellReader::lists(reading, a)) return true;
    if (listed_in_[a][c] == 0) return false;
    for (size_t b = 0; b < column_of_.size(); ++b) {
      const bool formed = facts.whole[b] != 0 || facts.part[b] != 0;
      const bool loose = is_loose(b) || is_weak(domain_.attributes[b].type);
      if (b != a && (facts.label[b] != 0 || (formed && !loose))) return false;
    }
    return static_cast<double>(reading.rest.size()) <= kTyping.long_text &&
           std::none_of(reading.rest.begin(), reading.rest.end(), is_ascii_digit);
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

  struct CellPairing {
    double score;
    size_t attribute;
    size_t column;
    bool part;
  };

  // What speaks for a cell being the attribute's value.
  [[nodiscard]] double cell_score(const CellFacts& facts, size_t a, size_t c, bool listed) const {
    const bool formed = recognizer_.has_form(a) || domain_.attributes[a].has_terms();
    const bool own_column = column_of_[a] == static_cast<int32_t>(c);
    double score = kTyping.column_voice * std::clamp(this->score(evidence_[c], a), 0.0, 1.5);
    const double form = facts.whole[a] != 0 ? kTyping.whole : kTyping.part * facts.part[a];
    score += is_loose(a) ? kTyping.weak * form : form;
    const bool labelled = facts.label[a] != 0;
    if (labelled)
      score += kTyping.label;
    else if (facts.class_label[a] != 0)
      score += kTyping.class_label;
    const bool other = std::find(facts.label.begin(), facts.label.end(), 1) != facts.label.end();
    if (other && !labelled) score -= kTyping.other_cell;
    score -= kTyping.refused * facts.refused[a];
    const bool none = facts.whole[a] == 0 && facts.part[a] == 0;
    if (listed) return score + (none ? kTyping.part : 0);
    const bool part_alone = facts.whole[a] == 0 && facts.part[a] != 0 && !own_column;
    if (none && formed && !(labelled && domain_.attributes[a].type == EntityType::kText))
      score -= kTyping.formless;
    if (!labelled && (part_alone || (none && !own_column))) score -= kTyping.unlabelled;
    return score;
  }

  // 3. One record: the best pairs of attribute and cell.
  void read_record(size_t r) {
    std::vector<CellPairing> pairings;
    for (size_t c = 0; c < region_.columns.size(); ++c) {
      const mine::Cell& cell = region_.columns[c].cells[r];
      if (cell.node == dom::kNoNode || cell.attribute != dom::kNoAtom) continue;
      if (title_ >= 0 && reader_.overlap(cell.node, region_.columns[title_at()].cells[r].node))
        continue;
      const CellFacts facts = reader_.facts_of(region_.records[r].begin, region_.columns[c], cell);
      if (facts.is_label) continue;
      for (size_t a = 0; a < column_of_.size(); ++a) {
        if (column_of_[a] < 0) continue;
        const bool listed = is_listed(reader_.read(cell.text), facts, a, c);
        const double score = cell_score(facts, a, c, listed);
        if (score >= kTyping.least_cell)
          pairings.push_back({score, a, c, facts.whole[a] == 0 && facts.part[a] != 0});
      }
    }
    std::stable_sort(pairings.begin(), pairings.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    std::vector<CellPairing> taken;
    for (const CellPairing& pairing : pairings) {
      const bool free = std::none_of(taken.begin(), taken.end(), [&](const CellPairing& other) {
        return other.attribute == pairing.attribute || in_conflict(r, other, pairing);
      });
      if (!free || !set_value(r, pairing)) continue;
      taken.push_back(pairing);
    }
  }

  [[nodiscard]] bool in_conflict(size_t r, const CellPairing& a, const CellPairing& b) const {
    if (a.part && b.part) return false;
    const mine::Cell& x = region_.columns[a.column].cells[r];
    const mine::Cell& y = region_.columns[b.column].cells[r];
    return reader_.overlap(x.node, y.node);
  }

  // False if the cell turns out to hold no value of the attribute.
  bool set_value(size_t r, const CellPairing& pairing) {
    const mine::Cell& cell = region_.columns[pairing.column].cells[r];
    const Reading reading = reader_.read(cell.text);
    const Found* found = CellReader::longest(reading, pairing.attribute);
    std::string text(reading.rest);
    if (pairing.part && found != nullptr && !is_one_value(reading.rest, pairing.attribute) &&
        !is_all_one(reading, pairing.attribute) &&
        is_one_of_several(reading, *found, pairing.attribute))
      text = reading.rest.substr(found->span.begin, length_of(found->span));
    if (text.empty()) return false;
    const std::string& name = domain_.attributes[pairing.attribute].name;
    for (mine::Column& column : typed_) {
      if (column.name == name) column.cells[r] = {cell.node, cell.attribute, text};
    }
    return true;
  }

  // Whether the text is one value of the attribute's type, whatever its pattern takes of it: "July 3,
  // 2013" where a year is enough.
  [[nodiscard]] bool is_one_value(std::string_view text, size_t a) const {
    if (!annotate::has_form(domain_.attributes[a].type)) return false;
    std::vector<annotate::Span> spans;
    annotate::find_typed(domain_.attributes[a].type, text, {}, spans);
    return spans.size() == 1 && static_cast<double>(length_of(spans[0])) >=
                                    kTyping.covered * static_cast<double>(text.size());
  }

  // Whether all parts of the text belong to the attribute: they are terms of it, or nobody else's where its list
  // is known to have gaps.
  [[nodiscard]] bool is_all_one(const Reading& reading, size_t a) const {
    if (recognizer_.has_form(a) || is_weak(domain_.attributes[a].type) ||
        !CellReader::lists(reading, a))
      return false;
    size_t own = 0;
    for (const Found& found : reading.found) {
      if (found.attribute == a)
        own += length_of(found.span);
      else if (!is_weak(domain_.attributes[found.attribute].type))
        return false;
    }
    return !listed_in_[a].empty() ||
           static_cast<double>(own) >= kTyping.covered * static_cast<double>(reading.rest.size());
  }

  // Whether a value is to be cut out of a text: it stands between marks or other values, and what is
  // beside it is something else. "12 May 2013" is not cut to its year, nor "Maison mitoyenne" to its first
  // word; "5 Mill Lane, Bath" is one address.
  [[nodiscard]] bool is_one_of_several(const Reading& reading, const Found& value, size_t a) const {
    const std::string_view before = reading.rest.substr(0, value.span.begin);
    const std::string_view after = reading.rest.substr(value.span.end);
    const bool address = domain_.attributes[a].type == EntityType::kAddress;
    bool marked = false;
    bool first = before.empty();
    bool last = after.empty();
    for (const std::string_view mark : {" · ", "|", ", ", ";", " – ", " - ", " / ", " • "}) {
      if (address && mark == ", ") continue;
      marked = marked || before.find(mark) != std::string_view::npos ||
               after.find(mark) != std::string_view::npos;
      first = first || trim(before).ends_with(trim(mark));
      last = last || trim(after).starts_with(trim(mark));
    }
    for (const Found& other : reading.found) {
      if (other.attribute == a || is_weak(domain_.attributes[other.attribute].type)) continue;
      const bool in_front = other.span.end <= value.span.begin;
      if (!in_front && other.span.begin < value.span.end) continue;
      marked = true;
      const std::string_view between =
          in_front ? reading.rest.substr(other.span.end, value.span.begin - other.span.end)
                   : reading.rest.substr(value.span.end, other.span.begin - value.span.end);
      if (between.find_first_not_of(" ,;|/()-") != std::string_view::npos) continue;
      (in_front ? first : last) = true;
    }
    return marked && first && last;
  }

  [[nodiscard]] mine::Column named(size_t a) const {
    mine::Column typed = region_.columns[static_cast<size_t>(column_of_[a])];
    typed.name = domain_.attributes[a].name;
    typed.type = annotate::value_type_of(domain_.attributes[a].type);
    typed.origin = "domain";
    typed.cells.assign(typed.cells.size(), {});
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

  [[nodiscard]] size_t title_at() const { return static_cast<size_t>(title_); }

  // Pictures that differ from record to record; others are icons.
  static bool is_distinct(const mine::Column& column) {
    std::set<std::string_view> texts;
    size_t filled = 0;
    for (const mine::Cell& cell : column.cells) {
      if (cell.node == dom::kNoNode) continue;
      ++filled;
      texts.insert(cell.text);
    }
    return 2 * texts.size() > filled;
  }

  void add_roles(const std::vector<amber::Attribute>& aligned) {
    const mine::Column* title = title_ >= 0 ? &region_.columns[title_at()] : nullptr;
    if (title != nullptr) add_role(name_of(EntityType::kText, "title"), EntityType::kText, *title);
    for (const mine::Column& column : region_.columns) {
      if (column.origin == "target of the main link")
        add_role(name_of(EntityType::kUrl, "link"), EntityType::kUrl, column);
      const bool known = std::any_of(aligned.begin(), aligned.end(), [](const amber::Attribute& a) {
        return a.type == EntityType::kImage;
      });
      if (!known && column.type == model::ValueType::kImage && is_distinct(column))
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
      if (filled == 0 || length / filled < most || is_taken(column) || &column == title ||
          (title != nullptr && holds(column, *title)))
        continue;
      most = length / filled;
      longest = &column;
    }
    const auto other = std::find_if(aligned.begin(), aligned.end(), [](const amber::Attribute& a) {
      return a.name == "description";
    });
    const auto filled = [](const amber::Value& value) { return value.node != dom::kNoNode; };
    const bool fuller =
        other != aligned.end() && longest != nullptr &&
        static_cast<double>(std::count_if(other->values.begin(), other->values.end(), filled)) >
            coverage(*longest) * static_cast<double>(other->values.size());
    if (longest == nullptr || fuller) return;
    mine::Column prose = *longest;
    for (mine::Cell& cell : prose.cells) {
      if (is_a_note(cell)) cell = {};
    }
    add_role("description", EntityType::kText, prose);
  }

  // Whether the cells of one column hold those of another: all the text of the records.
  [[nodiscard]] bool holds(const mine::Column& column, const mine::Column& other) const {
    for (size_t r = 0; r < column.cells.size(); ++r) {
      if (column.cells[r].node != dom::kNoNode && other.cells[r].node != dom::kNoNode)
        return reader_.overlap(column.cells[r].node, other.cells[r].node);
    }
    return false;
  }

  // A short text that states a value stands where others have their description: "from £ 142 a month".
  [[nodiscard]] bool is_a_note(const mine::Cell& cell) const {
    if (cell.node == dom::kNoNode || static_cast<double>(cell.text.size()) > kTyping.long_text)
      return false;
    const Reading reading = reader_.read(cell.text);
    return std::any_of(reading.found.begin(), reading.found.end(), [&](const Found& found) {
      return annotate::is_strong(domain_.attributes[found.attribute].type);
    });
  }

  // The column that AMBER's values of an attribute stand in; -1 if they stand in none.
  [[nodiscard]] int32_t column_at(const std::vector<amber::Attribute>& aligned,
                                  std::string_view name) const {
    for (const amber::Attribute& attribute : aligned) {
      if (attribute.name != name) continue;
      for (size_t c = 0; c < region_.columns.size(); ++c) {
        const std::vector<mine::Cell>& cells = region_.columns[c].cells;
        size_t same = 0;
        for (size_t r = 0; r < cells.size(); ++r) {
          const amber::Value& value = attribute.values[r];
          same += cells[r].attribute == value.html_attribute && cells[r].text == value.text &&
                          reader_.overlap(cells[r].node, value.node)
                      ? 1
                      : 0;
        }
        if (2 * same > cells.size()) return static_cast<int32_t>(c);
      }
    }
    return -1;
  }

  // Of AMBER's, those that are found by how they look, where the miner has no role for them.
  void add_visual(const std::vector<amber::Attribute>& aligned) {
    for (const amber::Attribute& attribute : aligned) {
      const auto number = domain_.find(attribute.name);
      const bool visual = !number || domain_.attributes[*number].subject ||
                          attribute.type == EntityType::kImage || attribute.name == "url" ||
                          attribute.name == "link" || attribute.name == "description";
      if (!visual || has(attribute.name)) continue;
      mine::Column typed;
      typed.name = attribute.name;
      typed.type = annotate::value_type_of(attribute.type);
      typed.origin = "domain";
      for (const amber::Value& value : attribute.values)
        typed.cells.push_back({value.node, value.html_attribute, value.text});
      typed_.push_back(std::move(typed));
    }
  }

  const Recognizer& recognizer_;
  const annotate::Domain& domain_;
  CellReader& reader_;
  Region region_;
  std::vector<ColumnEvidence> evidence_;
  std::vector<int32_t> column_of_;  // By attribute; -1 for none.
  // By attribute that a list of terms shows: cells with one, by column; and whether nothing else shows it.
  std::vector<std::vector<size_t>> listed_in_;
  std::vector<uint8_t> listed_alone_;
  int32_t title_ = -1;  // A column, likewise.
  double pivots_a_record_ = 0;
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

constexpr double kUsualPivots = 2;    // A price, and what it was before.
constexpr double kCrowdedPivots = 3;  // More are those of several records, if these are there, too.

// Featured records in a box of their own beside the others look the same, but a title says what they
// are. They go, unless all records are of that kind.
void drop_secondary_boxes(const dom::Document& doc, const amber::RecordReader& reader,
                          Region& region) {
  if (!region.further.empty()) return;
  std::vector<std::pair<size_t, size_t>> boxes;
  for (size_t r = 0; r < region.records.size(); ++r) {
    const bool same =
        r != 0 && doc.parent(region.records[r].begin) == doc.parent(region.records[r - 1].begin);
    if (same)
      ++boxes.back().second;
    else
      boxes.emplace_back(r, r + 1);
  }
  if (boxes.size() < 2) return;
  std::vector<uint8_t> kept(region.records.size(), 1);
  for (const auto& [begin, end] : boxes) {
    std::vector<amber::Record> records;
    for (size_t r = begin; r < end; ++r)
      records.push_back({region.records[r].begin, region.records[r].end});
    if (!reader.is_secondary(records)) continue;
    std::fill(kept.begin() + static_cast<ptrdiff_t>(begin),
              kept.begin() + static_cast<ptrdiff_t>(end), 0);
  }
  if (std::count(kept.begin(), kept.end(), 1) < 2) return;
  size_t at = 0;
  std::erase_if(region.records, [&](const auto&) { return kept[at++] == 0; });
  for (mine::Column& column : region.columns) {
    at = 0;
    std::erase_if(column.cells, [&](const auto&) { return kept[at++] == 0; });
  }
}

bool is_of_runs(const dom::Document& doc, const Region& region) {
  return region.further.empty() &&
         std::any_of(region.records.begin(), region.records.end(),
                     [&](const auto& record) { return doc.end(record.begin) != record.end; });
}

constexpr double kMostRecords = 0.7;  // Others have an advert, too.

// Whether most records of a list have so many records of another in them, from and to.
bool have_inside(const std::vector<mine::RecordSpan>& whole,
                 const std::vector<mine::RecordSpan>& parts, size_t least, size_t most) {
  size_t with = 0;
  auto part = parts.begin();
  for (const mine::RecordSpan& record : whole) {
    while (part != parts.end() && part->begin < record.begin) ++part;
    size_t inside = 0;
    for (; part != parts.end() && part->end <= record.end; ++part)
      inside += *part != record ? 1 : 0;
    with += least <= inside && inside <= most ? 1 : 0;
  }
  return static_cast<double>(with) >= kMostRecords * static_cast<double>(whole.size());
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
    region.records = mine::straightened(index, std::move(region.records));
    const bool known = std::any_of(regions.begin(), regions.end(), [&](const Region& other) {
      return other.records == region.records;
    });
    if (known) continue;
    region.columns = mine::build_columns(index, region.records);
    regions.push_back(std::move(region));
  }
  return regions;
}

// --- 6. areas ---

constexpr double kSharedAttributes = 0.6;  // Of the main list's, that an area has.
constexpr size_t kLongHeading = 60;        // Bytes.

mine::RecordSpan extent(const Region& region) {
  return {region.records.front().begin, region.records.back().end};
}

bool is_area_of(const Region& main, const Region& other) {
  if (!main.further.empty() || !other.further.empty()) return false;
  const auto shared = std::count_if(main.columns.begin(), main.columns.end(), [&](const auto& one) {
    return std::any_of(other.columns.begin(), other.columns.end(),
                       [&](const mine::Column& column) { return column.name == one.name; });
  });
  return static_cast<double>(shared) >=
         kSharedAttributes * static_cast<double>(main.columns.size());
}

// The last heading between two nodes; kNoNode if there is none.
dom::NodeId heading_between(const dom::Document& doc, dom::NodeId begin, dom::NodeId end) {
  dom::NodeId found = dom::kNoNode;
  for (dom::NodeId n = begin; n < end; n = dom::next(n)) {
    const std::string_view name = doc.name_text(n);
    const bool heading = name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
    if (heading && dom::normalized_text(doc, n).size() <= kLongHeading) found = n;
  }
  return found;
}

// REQUIRES: in document order, one at least. The result has the score of the best.
Region joined(std::vector<Region> areas) {
  Region all;
  for (Region& area : areas) {
    for (mine::Column& column : area.columns) {
      auto own = std::find_if(all.columns.begin(), all.columns.end(),
                              [&](const mine::Column& one) { return one.name == column.name; });
      std::vector<mine::Cell> cells = std::exchange(column.cells, {});
      if (own == all.columns.end()) {
        own = all.columns.insert(all.columns.end(), std::move(column));
        own->cells.resize(all.records.size());
      }
      std::move(cells.begin(), cells.end(), std::back_inserter(own->cells));
    }
    all.records.insert(all.records.end(), area.records.begin(), area.records.end());
    for (mine::Column& column : all.columns) column.cells.resize(all.records.size());
    if (area.score > all.score) {
      all.score = area.score;
      all.confidence = area.confidence;
      all.found_by = area.found_by;
    }
  }
  return all;
}

// What the areas of a list are called: the heading before each, where there are several.
void add_sections(const dom::Document& doc, Region& region) {
  mine::Column section{.name = "section", .origin = "heading of the area"};
  dom::NodeId before = dom::kRoot;
  dom::NodeId heading = dom::kNoNode;
  size_t headings = 0;
  for (const mine::RecordSpan& record : region.records) {
    const dom::NodeId own = heading_between(doc, before, record.begin);
    if (own != dom::kNoNode) {
      heading = own;
      ++headings;
    }
    if (heading == dom::kNoNode) return;
    section.cells.push_back({.node = heading, .text = dom::normalized_text(doc, heading)});
    section.path = std::string(mine::kSectionPath) + std::string(doc.name_text(heading));
    before = record.end;
  }
  if (headings >= 2 && 2 * headings <= region.records.size())
    region.columns.push_back(std::move(section));
}

}  // namespace

std::vector<Region> mine_by_domain(const dom::Document& doc, const Recognizer& recognizer,
                                   const std::vector<annotate::Annotation>& annotations,
                                   const DomainMineOptions& options) {
  const amber::RecordReader records(doc, recognizer, annotations);
  const amber::ResultPage page =
      records.read(options.pivot.value_or(amber::default_pivot(recognizer)), options.amber);
  if (options.method == DomainMethod::kAmber) return amber_regions(doc, page, options.all);
  CellReader reader(doc, recognizer, annotations);
  struct Judged {
    double score;
    bool primary;
    bool crowded;  // Prices of several records.
    Region region;
  };
  std::vector<Judged> judged;
  std::vector<std::vector<mine::RecordSpan>> lists;  // Of records with what every record has.
  for (Region& region : candidates(doc, page)) {
    drop_secondary_boxes(doc, records, region);
    if (region.records.size() < 2) continue;
    TypedRegion typed(recognizer, reader, std::move(region));
    const std::vector<amber::Record> spans = records_of(typed.region());
    const bool apart = !typed.region().further.empty();
    typed.type(apart ? std::vector<amber::Attribute>() : records.align(spans, options.amber));
    if (typed.has_mandatory()) lists.push_back(typed.region().records);
    if (!typed.shows_domain()) continue;
    const double fraction = records.fraction(spans);
    const bool primary =
        (apart || fraction > options.amber.least_fraction) && !records.is_secondary(spans);
    const double score = typed.richness() * std::sqrt(fraction) *
                         std::sqrt(static_cast<double>(spans.size())) /
                         std::max(1.0, typed.pivots_a_record() / kUsualPivots);
    judged.push_back(
        {score, primary, typed.pivots_a_record() > kCrowdedPivots, std::move(typed.region())});
  }
  // 5. Neither rows of several records each, with a price of one beside that of another, nor parts of records.
  const auto is_row_or_part = [&](const Judged& one) {
    return (one.crowded && std::any_of(lists.begin(), lists.end(),
                                       [&](const auto& list) {
                                         return have_inside(one.region.records, list, 2, SIZE_MAX);
                                       })) ||
           std::any_of(judged.begin(), judged.end(), [&](const Judged& other) {
             return other.primary && is_of_runs(doc, other.region) &&
                    have_inside(other.region.records, one.region.records, 1, 1);
           });
  };
  std::vector<uint8_t> dropped;
  for (const Judged& one : judged) dropped.push_back(is_row_or_part(one) ? 1 : 0);
  size_t at = 0;
  std::erase_if(judged, [&](const Judged&) { return dropped[at++] != 0; });
  std::stable_sort(judged.begin(), judged.end(), [](const Judged& a, const Judged& b) {
    return std::pair(a.primary, a.score) > std::pair(b.primary, b.score);
  });
  std::vector<Region> regions;
  for (Judged& one : judged) {
    const bool area = options.join_areas && one.primary && !regions.empty() &&
                      is_area_of(regions[0], one.region) &&
                      std::all_of(regions.begin(), regions.end(), [&](const Region& taken) {
                        return extent(taken).end <= extent(one.region).begin ||
                               extent(one.region).end <= extent(taken).begin;
                      });
    if (!options.all && (!one.primary || (!regions.empty() && !area))) {
      if (!options.join_areas) break;
      continue;
    }
    one.region.score = one.score;
    one.region.confidence = one.primary ? 0.95 : 0.5;
    regions.push_back(std::move(one.region));
  }
  // 6.
  if (!options.join_areas || regions.empty()) return regions;
  std::sort(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
    return a.records.front().begin < b.records.front().begin;
  });
  if (regions.size() > 1) {
    Region all = joined(std::move(regions));
    regions.clear();
    regions.push_back(std::move(all));
  }
  add_sections(doc, regions[0]);
  return regions;
}

Region type_by_domain(const mine::PageIndex& index, const Recognizer& recognizer,
                      std::vector<mine::RecordSpan> records, const Region& like) {
  const dom::Document& doc = index.document();
  const std::vector<annotate::Annotation> annotations = recognizer.annotate(doc);
  const amber::RecordReader reader(doc, recognizer, annotations);
  CellReader cells(doc, recognizer, annotations);
  Region region{.records = std::move(records), .found_by = like.found_by};
  region.confidence = like.confidence;
  region.score = like.score;
  region.columns = mine::build_columns(index, region.records);
  drop_secondary_boxes(doc, reader, region);
  TypedRegion typed(recognizer, cells, std::move(region));
  typed.type(reader.align(records_of(typed.region()), {}), &like);
  return std::move(typed.region());
}

std::vector<Region> mine_by_domain(const dom::Document& doc, const Recognizer& recognizer,
                                   const DomainMineOptions& options) {
  return mine_by_domain(doc, recognizer, recognizer.annotate(doc), options);
}

}  // namespace weft::site
