// What a form of export cannot say. Tested by export_test.cc.
//
//   part of a rule            XSLT   XPath   parsel   Crawl4AI
//   further places (also)     yes    yes     yes      no
//   one text of an element    yes    yes     yes      all of the element: read_whole
//   range of a text           yes    no      yes      no
//   typed pattern             no     no      yes      no
//   classifier                yes    no      no       no
//   records by grouping       no     no      no       no

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "wrap/rules/export.h"

namespace weft::wrap {
namespace {

// Adds the parts of a rule that act and that the form leaves out.
void add_parts_lost(const Rule& rule, ExportForm form, std::vector<std::string>& parts) {
  const auto add = [&](const std::string& part) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  };
  const bool whole_texts = form == ExportForm::kXPath || form == ExportForm::kCrawl4ai;
  if (rule.classifier && form != ExportForm::kXslt) add("the choice of the most probable node");
  if (rule.range && whole_texts) add("the cut to a part of the text");
  if (!rule.type.empty() && whole_texts) add("the pattern " + rule.type);
}

void add_losses(const AttributeRules& attribute, const std::string& name, ExportForm form,
                std::vector<std::string>& losses) {
  if (attribute.rules.empty()) return;
  const Rule& first = attribute.rules.front();
  if (form == ExportForm::kXslt) {
    bool typed = !first.type.empty();
    for (const Rule& rule : attribute.also) typed |= !rule.type.empty();
    if (typed) losses.push_back(name + ": left out, for XSLT 1.0 has no regular expressions");
    return;
  }
  std::vector<std::string> parts;
  add_parts_lost(first, form, parts);
  if (form != ExportForm::kCrawl4ai) {
    for (const Rule& rule : attribute.also) add_parts_lost(rule, form, parts);
  } else if (!attribute.also.empty()) {
    parts.push_back(fmt::format("{} further places", attribute.also.size()));
  }
  if (!parts.empty()) losses.push_back(fmt::format("{}: without {}", name, fmt::join(parts, ", ")));
}

Status collect(const RecordRules& rules, const std::string& prefix, ExportForm form,
               std::vector<std::string>& losses) {
  if (rules.grouping) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("the records have no element of their own: their values are put "
                             "together by the order in which they follow each '{}', which no "
                             "exported form can say; run the wrapper with weft extract",
                             rules.grouping->start)};
  }
  for (const AttributeRules& attribute : rules.attributes)
    add_losses(attribute, prefix + attribute.name, form, losses);
  for (const RecordRules& nested : rules.nested)
    WEFT_TRY(collect(nested, prefix + nested.name + ".", form, losses));
  return {};
}

void collect_texts(const RecordRules& rules, const std::string& prefix,
                   std::vector<std::string>& names) {
  for (const AttributeRules& attribute : rules.attributes) {
    if (!attribute.rules.empty() && attribute.rules.front().target.kind == Target::Kind::kText)
      names.push_back(prefix + attribute.name);
  }
  for (const RecordRules& nested : rules.nested)
    collect_texts(nested, prefix + nested.name + ".", names);
}

}  // namespace

std::vector<std::string> read_whole(const RecordRules& rules, ExportForm form) {
  std::vector<std::string> names;
  if (form == ExportForm::kCrawl4ai) collect_texts(rules, "", names);
  return names;
}

Result<std::vector<std::string>> export_losses(const RecordRules& rules, ExportForm form) {
  std::vector<std::string> losses;
  WEFT_TRY(collect(rules, "", form, losses));
  return losses;
}

}  // namespace weft::wrap
