#include "model/label_file.h"

#include <array>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::model {

std::span<const std::string_view> names_of(LabelSource) {
  static constexpr std::string_view kNames[] = {"person", "truth",  "ontology",
                                                "miner",  "memory", "tool"};
  return kNames;
}

void describe(JsonFields& json, Label& label) {
  using Offsets = std::array<uint32_t, 2>;
  std::optional<Offsets> span;
  if (label.span) span = Offsets{label.span->begin, label.span->end};
  json.required("page", label.page);
  json.optional("record", label.record, "0");
  json.required("attribute", label.attribute);
  json.optional("path", label.path);
  json.optional("span", span);
  json.optional("value", label.value);
  json.optional("source", label.source);
  json.optional("confidence", label.confidence, 1.0);
  json.check(label.confidence >= 0 && label.confidence <= 1, "confidence", "between 0 and 1");
  json.check(!span || (*span)[0] <= (*span)[1], "span", "two byte offsets, [begin, end]");
  if (json.reading() && span) label.span = TextSpan{(*span)[0], (*span)[1]};
}

std::string write_labels(const std::vector<Label>& labels) {
  std::string out;
  for (const Label& label : labels) (out += dump_json(write_json(label))) += '\n';
  return out;
}

Result<std::vector<Label>> read_labels(std::string_view text) {
  std::vector<Label> labels;
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const std::string_view line = trim(take_line(text));
    if (line.empty()) continue;
    const auto label = read_json_text<Label>(line, "label");
    if (!label.ok()) return label.error().in(fmt::format("line {}", line_number));
    labels.push_back(*label);
  }
  return labels;
}

}  // namespace weft::model
