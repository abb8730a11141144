// AMBER: the records of a result page, by what a domain knows of them; no label, no second page.
//
//   const ResultPage page = read_result_page(doc, recognizer, recognizer.annotate(doc));
//   if (page.primary() != nullptr) …       // it is a result page: its records and their attributes
//
// A price shows where a record is; prices that stand alike show a list; what recurs at one place of
// many records is an attribute, even where nothing was recognised. Source: [Amber] chapter 4,
// Algorithms 1 to 4, Definitions 5 to 15; docs/papers/amber.md. Any page may be given: it is a
// result page when it has a primary data area. The method of the thesis, there to be compared with;
// Weft's own is in site/domain_records.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "dom/document.h"
#include "dom/layout.h"

namespace weft::domain::amber {

class MarkedPage;

// What shows where records are: instances of an attribute, or, without a domain, links or pictures.
struct Pivot {
  enum class Kind : uint8_t { kAttribute, kLink, kImage };
  Kind kind = Kind::kLink;
  uint32_t attribute = 0;  // Of the domain, for kAttribute.
};

// "link", "image" or an attribute of the domain whose instances can be recognised; attributes that
// are links or pictures stand for those. Nothing for any other name.
std::optional<Pivot> find_pivot(const annotate::Recognizer& recognizer, std::string_view name);
// The attribute with the flag `pivot`; without one, links.
Pivot default_pivot(const annotate::Recognizer& recognizer);

// The five constituent scores of Definition 14, as bits.
enum Score : uint8_t {
  kAnnotation = 1,
  kRedundancy = 2,
  kLabel = 4,
  kSpan = 8,
  kFont = 16,
  kAllScores = 31,
};

// The thresholds of the thesis, with its values.
struct Parameters {
  uint32_t depth_spread = 1;          // Θdepth: how far the depths of pivot nodes may differ.
  uint32_t distance_spread = 2;       // Θdist: how far the lengths of paths between them may.
  uint32_t least_types = 3;           // Of annotations in a record…
  uint32_t least_records = 2;         // …records in an area…
  uint32_t least_characteristic = 3;  // …and characteristic types in it.
  double most_block_ratio = 2;        // Of the largest record to the smallest; needs a layout.
  double least_fraction = 0.1;        // Of the page, for a primary area.
  double keep_support = 0.25;         // Share of records with an attribute, for it to be kept…
  double infer_support = 0.5;         // …and for values that nobody recognised to be inferred.
  uint8_t scores = kAllScores;
  // Bounds on hostile pages. Real ones have a handful of areas; no record has so many elements
  // beside each other.
  uint32_t most_areas = 50;
  uint32_t most_length = 512;
  uint64_t most_steps = 50'000'000;
};

// Elements beside each other: the ids [begin, end).
struct Record {
  dom::NodeId begin = dom::kNoNode;
  dom::NodeId end = dom::kNoNode;
  bool operator==(const Record&) const = default;
};

// Where a value stands. node is kNoNode for none.
struct Value {
  dom::NodeId node = dom::kNoNode;          // A text node, or an element.
  dom::Atom html_attribute = dom::kNoAtom;  // href or src, of links and pictures.
  std::string text;                         // The span, white space folded.
  bool inferred = false;  // Nothing was recognised there, but at this place of other records.
};

struct Attribute {
  std::string name;  // Of the domain; "title", "description", "image", "link" where it has none.
  annotate::EntityType type = annotate::EntityType::kText;
  std::vector<Value> values;  // By record.
};

// Definition 6, and what was made of it.
struct DataArea {
  dom::NodeId root = dom::kNoNode;
  std::vector<dom::NodeId> pivots;  // In document order.
  std::vector<Record> records;      // Likewise.
  std::vector<Attribute> attributes;
};

struct ResultPage {
  // Valid areas, in document order.
  std::vector<DataArea> areas;
  std::optional<size_t> primary_area;
  bool complete = true;  // False when a bound was reached.

  // Null unless this is a result page.
  [[nodiscard]] const DataArea* primary() const {
    return primary_area ? &areas[*primary_area] : nullptr;
  }
};

// `annotations` are the recogniser's, in document order, or made worse for a test of robustness.
// Without a layout: record blocks are not compared, an area's size is its share of the page's text,
// the largest is the most central, and font sizes are those that browsers give to elements.
// Time about linear in the page, the annotations and the records.
ResultPage read_result_page(const dom::Document& doc, const annotate::Recognizer& recognizer,
                            const std::vector<annotate::Annotation>& annotations,
                            const std::optional<Pivot>& pivot = std::nullopt,
                            const Parameters& parameters = {}, const dom::Layout* layout = nullptr);

// The same steps for records that somebody else found, in document order.
class RecordReader {
 public:
  // REQUIRES: all that is given outlives it.
  RecordReader(const dom::Document& doc, const annotate::Recognizer& recognizer,
               const std::vector<annotate::Annotation>& annotations);
  ~RecordReader();

  [[nodiscard]] ResultPage read(const Pivot& pivot, const Parameters& parameters) const;
  // Section 4.6.
  [[nodiscard]] std::vector<Attribute> align(const std::vector<Record>& records,
                                             const Parameters& parameters) const;
  // Definition 12: their share of the page's text, and whether a title says they are secondary.
  [[nodiscard]] double fraction(const std::vector<Record>& records) const;
  [[nodiscard]] bool is_secondary(const std::vector<Record>& records) const;

 private:
  std::unique_ptr<const MarkedPage> page_;
};

}  // namespace weft::domain::amber
