// Rules as lists of XPath, as Python for parsel, and as a Crawl4AI schema. Tested by
// export_test.cc.

#include "wrap/rules/export.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json.h"
#include "wrap/rules/rule_xpath.h"

namespace weft::wrap {
namespace {

void list_xpaths(const RecordRules& rules, const std::string& prefix, bool relative,
                 std::string& out) {
  if (rules.record) {
    out += fmt::format("{}(record)\t{}\n", prefix,
                       to_xpath(*rules.record, {.exact = true, .relative = relative}));
  }
  const bool inside = relative || rules.record.has_value();
  for (const AttributeRules& attribute : rules.attributes) {
    for (const Rule* rule : rules_in_force(attribute)) {
      out += fmt::format("{}{}\t{}\n", prefix, attribute.name,
                         to_xpath(*rule, {.exact = true, .relative = inside}));
    }
  }
  for (const RecordRules& nested : rules.nested)
    list_xpaths(nested, prefix + nested.name + ".", inside, out);
}

// A Python string literal; JSON's are.
std::string python(const std::string& text) { return Json(text).dump(); }

std::string python_range(const TextRange& range) {
  if (range.kind == TextRange::Kind::kDelimiters) {
    return fmt::format("(\"between\", {}, {})", python(range.left), python(range.right));
  }
  const auto boundary = [](const RangeBoundary& b, bool is_end) {
    if (!b.from_end) return std::to_string(b.offset);
    return b.offset == 0 && is_end ? std::string("None") : fmt::format("-{}", b.offset);
  };
  return fmt::format("(\"words\", {}, {})", boundary(range.begin, false),
                     boundary(range.end, true));
}

std::string python_record(const RecordRules& rules,
                          const std::map<std::string, std::string>& patterns, bool relative,
                          const std::string& indent) {
  std::string out = "{\n";
  if (rules.record) {
    out += fmt::format("{}    \"record\": {},\n", indent,
                       python(to_xpath(*rules.record, {.exact = true, .relative = relative})));
  }
  const bool inside = relative || rules.record.has_value();
  out += indent + "    \"attributes\": [\n";
  for (const AttributeRules& attribute : rules.attributes) {
    for (const Rule* rule : rules_in_force(attribute)) {
      const auto pattern = patterns.find(rule->type);
      out += fmt::format(
          "{}        ({}, {}, {}, {}, {}),\n", indent, python(attribute.name),
          attribute.list ? "True" : "False",
          python(to_xpath(*rule, {.exact = true, .relative = inside})),
          rule->range && !is_not_exported(rule->range) ? python_range(*rule->range) : "None",
          pattern == patterns.end() ? "None" : python(pattern->second));
    }
  }
  out += indent + "    ],\n" + indent + "    \"nested\": {";
  for (const RecordRules& nested : rules.nested) {
    out += fmt::format("{}: {}, ", python(nested.name),
                       python_record(nested, patterns, inside, indent + "    "));
  }
  return out + "},\n" + indent + "}";
}

Json crawl4ai_field(const AttributeRules& attribute, const Rule& rule, bool relative) {
  const std::string path = to_xpath(rule, {.exact = true, .relative = relative});
  Json field = {{"name", attribute.name}};
  if (rule.target.kind == Target::Kind::kAttribute) {
    field["selector"] = path.substr(0, path.rfind("/@"));
    field["type"] = "attribute";
    field["attribute"] = rule.target.attribute;
  } else {
    // The strategy reads elements: of a text node its parent.
    field["selector"] = rule.target.kind == Target::Kind::kText ? path + "/.." : path;
    field["type"] = "text";
  }
  if (!attribute.list) return field;
  Json item = field;
  item["name"] = "value";
  item["selector"] = ".";
  return {{"name", attribute.name},
          {"selector", field["selector"]},
          {"type", "list"},
          {"fields", Json::array({std::move(item)})}};
}

Json crawl4ai_fields(const RecordRules& rules, bool relative) {
  Json fields = Json::array();
  for (const AttributeRules& attribute : rules.attributes) {
    const auto used = rules_in_force(attribute);
    if (!used.empty()) fields.push_back(crawl4ai_field(attribute, *used.front(), relative));
  }
  for (const RecordRules& nested : rules.nested) {
    const std::string selector =
        nested.record ? to_xpath(*nested.record, {.exact = true, .relative = relative}) : ".";
    fields.push_back({{"name", nested.name},
                      {"selector", selector},
                      {"type", "nested_list"},
                      {"fields", crawl4ai_fields(nested, true)}});
  }
  return fields;
}

constexpr std::string_view kParselHead =
    R"PY(# Written by weft export --parsel. Use in a Scrapy callback: yield from extract(response.selector)
import re

from parsel import Selector

SPACES = re.compile(r"[\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")

def part(text, cut, pattern):
    if cut and cut[0] == "words":
        text = " ".join(text.split(" ")[cut[1]:cut[2]])
    elif cut:
        begin = text.find(cut[1])
        text = text[begin + len(cut[1]):] if begin >= 0 else ""
        if cut[2]:
            end = text.find(cut[2])
            text = text[:end] if end >= 0 else ""
    if pattern:
        match = re.search(pattern, text)
        text = match.group(match.lastindex or 0) if match else ""
    return text

def extract(selector, rules=None):
    rules = rules or RULES
    for unit in selector.xpath(rules["record"]) if "record" in rules else [selector]:
        record = {}
        for name, is_list, xpath, cut, pattern in rules["attributes"]:
            for node in unit.xpath(xpath):
                text = node.root if isinstance(node.root, str) else node.xpath("string(.)").get()
                value = part(SPACES.sub(" ", text).strip(" "), cut, pattern)
                if not value:
                    continue
                if not is_list:
                    record.setdefault(name, value)
                elif value not in record.setdefault(name, []):
                    record[name].append(value)
        for name, nested in rules["nested"].items():
            items = list(extract(unit, nested))
            if items:
                record[name] = items
        if record:
            yield record

RULES = )PY";

constexpr std::string_view kParselTail = R"PY(

if __name__ == "__main__":
    import json
    import sys

    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as page:
            for record in extract(Selector(page.read())):
                print(json.dumps(record, ensure_ascii=False))
)PY";

}  // namespace

std::string to_xpath_list(const RecordRules& rules) {
  std::string out;
  list_xpaths(rules, "", false, out);
  return out;
}

std::string to_parsel(const RecordRules& rules,
                      const std::map<std::string, std::string>& patterns) {
  return std::string(kParselHead) + python_record(rules, patterns, false, "") + "\n" +
         std::string(kParselTail);
}

std::string to_crawl4ai(const RecordRules& rules) {
  const Json schema = {
      {"name", "weft"},
      {"baseSelector", rules.record ? to_xpath(*rules.record, {.exact = true}) : "/html"},
      {"fields", crawl4ai_fields(rules, rules.record.has_value())}};
  return schema.dump(2) + "\n";
}

// What a form of export cannot say.
//
//   part of a rule            XSLT   XPath   parsel   Crawl4AI
//   further places (also)     yes    yes     yes      no
//   one text of an element    yes    yes     yes      all of the element: read_whole
//   range of a text           yes    no      yes      no
//   range of its lines        no     no      no       no
//   typed pattern             no     no      yes      no
//   classifier                yes    no      no       no
//   records by grouping       no     no      no       no

namespace {

// Adds the parts of a rule that act and that the form leaves out.
void add_parts_lost(const Rule& rule, ExportForm form, std::vector<std::string>& parts) {
  const auto add = [&](const std::string& part) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  };
  const bool whole_texts = form == ExportForm::kXPath || form == ExportForm::kCrawl4ai;
  if (rule.classifier && form != ExportForm::kXslt) add("the choice of the most probable node");
  if (is_not_exported(rule.range))
    add("the cut to some of its lines, or to what stands between landmarks");
  else if (rule.range && whole_texts)
    add("the cut to a part of the text");
  if (!rule.type.empty() && whole_texts) add("the pattern " + rule.type);
}

void add_losses(const AttributeRules& attribute, const std::string& name, ExportForm form,
                std::vector<std::string>& losses) {
  const std::vector<const Rule*> rules = rules_in_force(attribute);
  if (form == ExportForm::kXslt) {
    if (std::any_of(rules.begin(), rules.end(),
                    [](const Rule* one) { return is_not_exported(one->range); }))
      losses.push_back(name + ": all of the text, for XSLT 1.0 knows neither lines nor landmarks");
    if (std::any_of(rules.begin(), rules.end(), [](const Rule* one) { return !one->type.empty(); }))
      losses.push_back(name +
                       ": the raw text and its type, for XSLT 1.0 has no regular expressions");
    return;
  }
  std::vector<std::string> parts;
  for (size_t i = 0; i < rules.size(); ++i) {
    if (i == 0 || form != ExportForm::kCrawl4ai) add_parts_lost(*rules[i], form, parts);
  }
  if (form == ExportForm::kCrawl4ai && rules.size() > 1)
    parts.push_back(fmt::format("{} further places", rules.size() - 1));
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
    const auto used = rules_in_force(attribute);
    if (!used.empty() && used.front()->target.kind == Target::Kind::kText)
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
