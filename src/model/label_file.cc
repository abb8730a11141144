#include "model/label_file.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "model/json.h"

namespace weft::model {
namespace {

constexpr std::array<std::string_view, 5> kSourceNames = {"person", "truth", "ontology", "miner",
                                                          "memory"};

// [begin, end], two whole numbers in order.
std::optional<TextSpan> read_span(JsonReader& read) {
  const Json* span = read.array("span");
  if (span == nullptr) return std::nullopt;
  constexpr uint64_t kMax = std::numeric_limits<uint32_t>::max();
  const bool valid = span->size() == 2 && (*span)[0].is_number_unsigned() &&
                     (*span)[1].is_number_unsigned() && (*span)[1].get<uint64_t>() <= kMax &&
                     (*span)[0].get<uint64_t>() <= (*span)[1].get<uint64_t>();
  if (valid) return TextSpan{(*span)[0].get<uint32_t>(), (*span)[1].get<uint32_t>()};
  read.fail("span", "two byte offsets, [begin, end]");
  return std::nullopt;
}

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

Json label_to_json(const Label& label) {
  Json json = {{"page", label.page}};
  if (label.record != "0") json["record"] = label.record;
  json["attribute"] = label.attribute;
  if (!label.path.empty()) json["path"] = label.path;
  if (label.span) json["span"] = {label.span->begin, label.span->end};
  json["value"] = label.value;
  if (label.source != LabelSource::kPerson) json["source"] = label_source_name(label.source);
  if (label.confidence != 1.0) json["confidence"] = label.confidence;
  return json;
}

Result<Label> label_from_json(const Json& json) {
  JsonReader read(json, "label");
  Label label;
  label.page = read.required_string("page");
  label.record = read.string("record", "0");
  label.attribute = read.required_string("attribute");
  label.path = read.string("path");
  label.span = read_span(read);
  label.value = read.string("value");
  label.confidence = read.number("confidence", 1.0);
  if (!(label.confidence >= 0 && label.confidence <= 1)) read.fail("confidence", "between 0 and 1");
  const std::string source = read.string("source", "person");
  if (!read.ok()) return read.error();
  WEFT_ASSIGN(label.source, parse_label_source(source));
  return label;
}

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
