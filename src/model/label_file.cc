#include "model/label_file.h"

#include <array>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/strings.h"

namespace weft::model {
namespace {

constexpr std::array<std::string_view, 5> kSourceNames = {"person", "truth", "ontology", "miner",
                                                          "memory"};

}  // namespace

std::string_view label_source_name(LabelSource source) {
  return kSourceNames.at(static_cast<size_t>(source));
}

Result<LabelSource> parse_label_source(std::string_view name) {
  for (size_t i = 0; i < kSourceNames.size(); ++i) {
    if (kSourceNames[i] == name) return static_cast<LabelSource>(i);
  }
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("label: \"source\" must be one of {}", fmt::join(kSourceNames, ", "))};
}

std::span<const std::string_view> names_of(LabelSource) { return kSourceNames; }

static void describe(JsonFields& json, Label& label) {
  using Offsets = std::array<uint32_t, 2>;
  std::optional<Offsets> span;
  if (label.span) span = Offsets{label.span->begin, label.span->end};
  json.required("page", label.page);
  json.optional("record", label.record, "0");
  json.required("attribute", label.attribute);
  json.optional("path", label.path);
  json.optional("span", span);
  json.field("value", label.value);
  json.optional("source", label.source);
  json.optional("confidence", label.confidence, 1.0);
  json.check(label.confidence >= 0 && label.confidence <= 1, "confidence", "between 0 and 1");
  json.check(!span || (*span)[0] <= (*span)[1], "span", "two byte offsets, [begin, end]");
  if (json.reading() && span) label.span = TextSpan{(*span)[0], (*span)[1]};
}

Json label_to_json(const Label& label) { return write_json(label); }

Result<Label> label_from_json(const Json& json) { return read_json<Label>(json, "label"); }

std::string write_labels(const std::vector<Label>& labels) {
  std::string out;
  for (const Label& label : labels) (out += dump_json(label_to_json(label))) += '\n';
  return out;
}

Result<std::vector<Label>> read_labels(std::string_view text) {
  std::vector<Label> labels;
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const size_t end = text.find('\n');
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty()) continue;
    const auto json = parse_json(line);
    const auto label = json.ok() ? label_from_json(*json) : Result<Label>(json.error());
    if (!label.ok()) return label.error().in(fmt::format("line {}", line_number));
    labels.push_back(*label);
  }
  return labels;
}

}  // namespace weft::model
