// Known values are looked for on a new page: as they were written, else in another writing of the
// same typed value ("12.50 €", "€ 12,50"). What is found becomes labels; how much of it is found
// says whether the page still shows what it showed.
#include "watch/found_values.h"

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "dom/text.h"
#include "value/normalize.h"

namespace weft::watch {
namespace {

using dom::NodeId;
using model::Occurrence;

constexpr size_t kMaxTypedBytes = 80;  // Of a text that is nothing but a number, a date…
// Of a value on a page; one that is everywhere says nothing.
constexpr size_t kMaxOccurrences = 32;

bool has_normal_form(model::ValueType type) {
  return type == model::ValueType::kDate || type == model::ValueType::kMoney ||
         type == model::ValueType::kNumber || type == model::ValueType::kDuration ||
         type == model::ValueType::kPhone || type == model::ValueType::kTime;
}

// Text nodes that mean the same value, written otherwise.
std::vector<Occurrence> find_by_type(const dom::Document& doc, std::string_view value,
                                     model::ValueType type) {
  std::vector<Occurrence> found;
  const auto wanted = value::normalize(type, value);
  if (!wanted) return found;
  for (const NodeId n : doc.nodes()) {
    if (!doc.is_text(n) || doc.text(n).size() > kMaxTypedBytes || !has_digit(doc.text(n))) continue;
    const auto here = value::normalize(type, normalize_space(doc.text(n)));
    if (here == wanted) found.push_back({n, {}, {}});
    if (found.size() >= kMaxOccurrences) break;
  }
  return found;
}

// Without an empty box or a bullet in front of it, which say nothing: "▢ 2 eggs". Ticks, crosses and stars do: "✗ parking".
std::string_view without_bullet(std::string_view text) {
  for (const std::string_view mark : {"▢ ", "□ ", "☐ ", "▫ ", "▪ ", "■ ", "• ", "· ", "‣ ", "◦ "}) {
    if (text.starts_with(mark)) return text.substr(mark.size());
  }
  return text;
}

// Occurrences that are written alike are one value. Keeps those written as the value was; failing
// that, those written in the commonest way.
void keep_one_spelling(const dom::Document& doc, FoundValue& known) {
  std::map<std::string, size_t> counts;
  for (const Occurrence& occurrence : known.occurrences)
    ++counts[std::string(without_bullet(value_at(doc, occurrence)))];
  if (counts.empty()) return;
  const auto commonest =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::string value = normalize_space(known.value);
  const std::string wanted(without_bullet(value));
  known.spelling = counts.contains(wanted) ? wanted : commonest->first;
  std::erase_if(known.occurrences, [&](const Occurrence& occurrence) {
    const std::string text = value_at(doc, occurrence);
    return without_bullet(text) != known.spelling;
  });
}

}  // namespace

std::vector<FoundValue> find_values(const ValueSearch& page, const std::vector<std::string>& values,
                                    model::ValueType type, const FindOptions& options) {
  std::vector<FoundValue> all;
  for (const std::string& value : values) {
    FoundValue known{
        value, "",
        page.find(value, {.max_dilution = options.max_dilution, .also_parts = options.also_parts}),
        true};
    if (known.occurrences.empty() && has_normal_form(type))
      known.occurrences = find_by_type(page.document(), value, type);
    if (known.occurrences.empty() &&
        (type == model::ValueType::kImage || type == model::ValueType::kUrl))
      known.occurrences = model::locate(page.document(), value, {.attributes = true});
    if (known.occurrences.empty() && options.least_overlap <= 1) {
      const auto near = page.find_similar(value, options.least_overlap);
      if (near.node != dom::kNoNode) {
        known.occurrences.push_back({near.node, {}, {}});
        known.exact = false;
      }
    }
    keep_one_spelling(page.document(), known);
    all.push_back(std::move(known));
  }
  return all;
}

double found_share(const std::vector<FoundValue>& known) {
  if (known.empty()) return 0;
  const auto found = std::count_if(known.begin(), known.end(),
                                   [](const FoundValue& one) { return !one.occurrences.empty(); });
  return static_cast<double>(found) / static_cast<double>(known.size());
}

std::vector<model::Label> labels_of(const ValueSearch& search, const std::string& page,
                                    const std::string& record, const std::string& attribute,
                                    const std::vector<FoundValue>& known) {
  std::vector<model::Label> labels;
  for (const FoundValue& one : known) {
    for (const Occurrence& occurrence : one.occurrences) {
      labels.push_back({.page = page,
                        .record = record,
                        .attribute = attribute,
                        .path = model::label_path(search.document(), occurrence),
                        .span = occurrence.span,
                        .value = model::value_at(search.document(), occurrence),
                        .source = model::LabelSource::kMemory});
    }
  }
  return labels;
}

}  // namespace weft::watch
