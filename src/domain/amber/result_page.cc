// The whole way from annotations to records. Source: [Amber] ch. 4; validation is 4.5, Definitions 9
// to 12.
//
//   1. Pivot nodes, and the data areas they make (Algorithm 1).
//   2. Each area is cut into records (Algorithms 2 and 3), valid ones (Definition 9).
//   3. A segmentation is valid with enough records whose blocks are of like size (Definition 10; its
//      "or" is an "and"). Without a layout sizes are not compared.
//   4. An area is valid with enough characteristic types in its records, if the domain has so many
//      that can be recognised (Definition 11). DEVIATION: of two areas with a record in common the
//      larger one stays; two prices a record would give each record twice.
//   5. The primary area is the most central one that takes a tenth of the page and has no title that
//      says it is secondary: "Featured", "Related" (Definition 12).
//   6. Attributes of each area (Algorithm 4).

#include "domain/amber/result_page.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "domain/amber/marked_page.h"
#include "domain/amber/steps.h"
#include "value/fold.h"

namespace weft::domain::amber {
namespace {

// SECONDARY-TITLE: what stands above lists that are not what the page is for.
// clang-format off
constexpr std::string_view kSecondaryTitles[] = {
    "featured", "sponsored", "advertisement", "advert", "promoted", "links", "related", "similar", "recommended",
    "you may also like", "others also", "recently viewed", "our picks", "premium", "highlights", "popular",
    "customers also bought", "more like this", "könnte ihnen gefallen", "könnte dich interessieren", "kunden kauften auch",
    "vous aimerez aussi", "pourrait vous plaire", "te puede gustar", "le puede interesar", "potrebbe piacerti",
    "potrebbero interessarti", "empfohlen", "anzeige", "ähnliche", "verwandte", "zuletzt angesehen", "beliebt", "top-angebote",
    "en vedette", "à la une", "sponsorisé", "publicité", "similaires", "recommandé", "coup de cœur", "les plus vus",
    "destacado", "destacados", "patrocinado", "publicidad", "similares", "relacionados", "recomendado",
    "in evidenza", "in vetrina", "sponsorizzato", "pubblicità", "simili", "correlati", "consigliato"};
// clang-format on

constexpr size_t kLongestSecondaryTitle = 60;

bool is_heading(std::string_view name) {
  return (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') ||
         name == "caption" || name == "legend" || name == "strong" || name == "b" ||
         name == "summary" || name == "header";
}

// `own`: what the domain adds.
bool says_secondary(std::string_view text, const std::vector<std::string>& own) {
  if (text.size() > kLongestSecondaryTitle) return false;
  const std::string lower = value::fold_text(text);
  const auto says = [&](std::string_view title) {
    return value::find_word(lower, title) != std::string::npos;
  };
  return std::any_of(std::begin(kSecondaryTitles), std::end(kSecondaryTitles), says) ||
         std::any_of(own.begin(), own.end(),
                     [&](const std::string& title) { return says(value::fold_text(title)); });
}

// The last heading before the first record, if it stands beside the records or right before what is
// around them.
bool has_secondary_title(const MarkedPage& page, const std::vector<Record>& records) {
  const dom::Document& doc = page.doc();
  dom::NodeId around = doc.lowest_common_ancestor(records.front().begin, records.back().begin);
  if (records.size() == 1 || around == records.front().begin) around = doc.parent(around);
  if (around != dom::kNoNode && doc.parent(around) != dom::kNoNode) around = doc.parent(around);
  for (dom::NodeId n = records.front().begin; n > around;) {
    n = dom::NodeId{index(n) - 1};
    if (!page.has_words(n)) continue;
    for (dom::NodeId at = doc.parent(n); at > around; at = doc.parent(at)) {
      if (is_heading(doc.name_text(at)))
        return says_secondary(normalize_space(doc.text(n)), page.domain().pages.secondary);
    }
  }
  return false;
}

double text_share(const MarkedPage& page, const std::vector<Record>& records) {
  uint64_t text = 0;
  for (const Record& record : records) text += page.text_length(record.begin, record.end);
  const uint64_t all = page.text_length(dom::kRoot, dom::NodeId{page.doc().size()});
  return all == 0 ? 0 : static_cast<double>(text) / static_cast<double>(all);
}

class Analysis {
 public:
  Analysis(const MarkedPage& page, const Parameters& parameters)
      : page_(page), doc_(page.doc()), parameters_(parameters) {}

  ResultPage run(const Pivot& pivot) {
    find_areas(pivot);
    drop_overlapping();
    find_primary();
    for (DataArea& area : found_.areas)
      area.attributes = align_attributes(page_, area.records,
                                         find_visual_attributes(page_, area.records), parameters_);
    return std::move(found_);
  }

 private:
  // 1. to 4.
  void find_areas(const Pivot& pivot) {
    for (PivotSet& set : identify_areas(doc_, page_.pivots(pivot), parameters_, &found_.complete)) {
      DataArea area{set.root, set.pivots, segment_area(page_, set, parameters_), {}};
      if (is_valid_segmentation(area.records) && is_characteristic(area.records))
        found_.areas.push_back(std::move(area));
    }
  }

  [[nodiscard]] double block_size(dom::NodeId begin, dom::NodeId end) const {
    double size = 0;
    for (dom::NodeId n = begin; n < end; n = doc_.end(n)) {
      if (!doc_.is_element(n)) continue;
      const dom::Box& box = page_.layout()->box(n);
      size += static_cast<double>(box.width) * box.height;
    }
    return size;
  }

  // 3.
  [[nodiscard]] bool is_valid_segmentation(const std::vector<Record>& records) const {
    if (records.size() < parameters_.least_records) return false;
    if (page_.layout() == nullptr) return true;
    double smallest = INFINITY;
    double largest = 0;
    for (const Record& record : records) {
      const double size = block_size(record.begin, record.end);
      smallest = std::min(smallest, size);
      largest = std::max(largest, size);
    }
    return largest <= parameters_.most_block_ratio * smallest;
  }

  // 4.
  [[nodiscard]] bool is_characteristic(const std::vector<Record>& records) const {
    TypeSet types;
    for (const Record& record : records) types |= page_.types_in(record.begin, record.end);
    const size_t needed =
        std::min<size_t>(parameters_.least_characteristic, page_.characteristic().count());
    return (types & page_.characteristic()).count() >= needed;
  }

  void drop_overlapping() {
    std::stable_sort(
        found_.areas.begin(), found_.areas.end(),
        [](const DataArea& a, const DataArea& b) { return a.records.size() > b.records.size(); });
    std::vector<DataArea> kept;
    for (DataArea& area : found_.areas) {
      const bool overlaps = std::any_of(kept.begin(), kept.end(), [&](const DataArea& other) {
        return share_record(area.records, other.records);
      });
      if (!overlaps) kept.push_back(std::move(area));
    }
    std::stable_sort(kept.begin(), kept.end(), [](const DataArea& a, const DataArea& b) {
      return a.records.front().begin < b.records.front().begin;
    });
    found_.areas = std::move(kept);
  }

  // Both in document order.
  static bool share_record(const std::vector<Record>& a, const std::vector<Record>& b) {
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a[i].end <= b[j].begin)
        ++i;
      else if (b[j].end <= a[i].begin)
        ++j;
      else
        return true;
    }
    return false;
  }

  [[nodiscard]] double fraction(const DataArea& area) const {
    if (page_.layout() != nullptr) {
      const double page = block_size(doc_.document_element(), doc_.end(doc_.document_element()));
      return page == 0 ? 0 : block_size(area.root, doc_.end(area.root)) / page;
    }
    return text_share(page_, area.records);
  }

  // How far from the middle of the page. Without a layout larger is more central.
  [[nodiscard]] double eccentricity(const DataArea& area) const {
    if (page_.layout() == nullptr) return -fraction(area);
    const dom::Box& box = page_.layout()->box(area.root);
    const dom::Box& page = page_.layout()->box(doc_.document_element());
    const double across = (box.left + box.width / 2) - (page.left + page.width / 2);
    const double down = (box.top + box.height / 2) - (page.top + page.height / 2);
    return std::hypot(across, down);
  }

  // 5.
  void find_primary() {
    double nearest = INFINITY;
    for (size_t i = 0; i < found_.areas.size(); ++i) {
      const DataArea& area = found_.areas[i];
      if (fraction(area) <= parameters_.least_fraction || has_secondary_title(page_, area.records))
        continue;
      const double distance = eccentricity(area);
      if (distance >= nearest) continue;
      nearest = distance;
      found_.primary_area = i;
    }
  }

  const MarkedPage& page_;
  const dom::Document& doc_;
  const Parameters& parameters_;
  ResultPage found_;
};

}  // namespace

std::optional<Pivot> find_pivot(const annotate::Recognizer& recognizer, std::string_view name) {
  using annotate::EntityType;
  const auto number = recognizer.domain().find(name);
  if (!number) {
    if (name == "link") return Pivot{Pivot::Kind::kLink};
    if (name == "image") return Pivot{Pivot::Kind::kImage};
    return std::nullopt;
  }
  const annotate::AttributeKnowledge& attribute = recognizer.domain().attributes[*number];
  if (attribute.type == EntityType::kUrl) return Pivot{Pivot::Kind::kLink};
  if (attribute.type == EntityType::kImage) return Pivot{Pivot::Kind::kImage};
  const bool weak = attribute.type == EntityType::kPlace || attribute.type == EntityType::kPerson;
  if (!recognizer.has_form(*number) && !attribute.has_terms() && !weak) return std::nullopt;
  return Pivot{Pivot::Kind::kAttribute, static_cast<uint32_t>(*number)};
}

Pivot default_pivot(const annotate::Recognizer& recognizer) {
  for (const annotate::AttributeKnowledge& attribute : recognizer.domain().attributes) {
    if (!attribute.pivot) continue;
    if (const auto pivot = find_pivot(recognizer, attribute.name)) return *pivot;
  }
  return {};
}

ResultPage read_result_page(const dom::Document& doc, const annotate::Recognizer& recognizer,
                            const std::vector<annotate::Annotation>& annotations,
                            const std::optional<Pivot>& pivot, const Parameters& parameters,
                            const dom::Layout* layout) {
  const MarkedPage page(doc, recognizer, annotations, layout);
  return Analysis(page, parameters).run(pivot.value_or(default_pivot(recognizer)));
}

RecordReader::RecordReader(const dom::Document& doc, const annotate::Recognizer& recognizer,
                           const std::vector<annotate::Annotation>& annotations)
    : page_(std::make_unique<MarkedPage>(doc, recognizer, annotations, nullptr)) {}
RecordReader::~RecordReader() = default;

ResultPage RecordReader::read(const Pivot& pivot, const Parameters& parameters) const {
  return Analysis(*page_, parameters).run(pivot);
}

std::vector<Attribute> RecordReader::align(const std::vector<Record>& records,
                                           const Parameters& parameters) const {
  return align_attributes(*page_, records, find_visual_attributes(*page_, records), parameters);
}

double RecordReader::fraction(const std::vector<Record>& records) const {
  return text_share(*page_, records);
}

bool RecordReader::is_secondary(const std::vector<Record>& records) const {
  return has_secondary_title(*page_, records);
}

}  // namespace weft::domain::amber
