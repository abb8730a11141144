// Record assembly: labelled nodes in page order to the fields of a record.
//
//   title "Pen", offers.price "$2", offers.shop "A", offers.price "$3"
//   gives {title: Pen, offers: [{price: $2, shop: A}, {price: $3}]}
//
// An item of a nested set begins where a value would be the second of its kind. A value of a list
// that stands on the page a second time, at a place unlike the first, is a copy and is dropped.
//
// Tested by src/induce/broom/broom_test.cc and src/induce/page/page_tree_test.cc.

#include "wrap/tree/record_assembly.h"

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"

namespace weft::wrap {
namespace {

using model::Record;
using model::Value;

constexpr double kLossWeight = 0.5;  // The distance that a record without any value is worth.

const AttributeShape* shape_of(const std::vector<AttributeShape>& attributes,
                               std::string_view name) {
  const auto it = std::find_if(attributes.begin(), attributes.end(),
                               [&](const AttributeShape& a) { return a.name == name; });
  return it == attributes.end() ? nullptr : &*it;
}

// The value at a node; its text is empty where there is none.
Value value_of(const dom::Document& doc, const FoundNode& found, const AttributeShape* shape,
               double confidence) {
  std::string path = dom::indexed_path(doc, found.node);
  std::string text;
  if (found.label->source.empty()) {
    text = shape != nullptr && shape->range
               ? apply_range(*shape->range, dom::value_lines(doc, found.node))
               : dom::value_text(doc, found.node);
  } else {
    path += "/@" + found.label->source;
    text = normalize_space(
        doc.attribute(found.node, dom::atom_of(found.label->source)).value_or(std::string_view()));
  }
  return Value::leaf(std::move(text), {std::move(path), doc.source_range(found.node)}, confidence);
}

// The path without the numbers of the siblings.
std::string tag_path(std::string_view path) {
  std::string tags;
  bool number = false;
  for (const char c : path) {
    if (c == '[') number = true;
    if (!number) tags += c;
    if (c == ']') number = false;
  }
  return tags;
}

// The text stands in the list already, from a place unlike this one: a copy elsewhere on the page.
// Alike places are items of one list, which may say the same twice.
bool is_copy(const Value& list, const Value& value) {
  return std::any_of(list.items.begin(), list.items.end(), [&](const Value& item) {
    return item.text == value.text &&
           tag_path(item.provenance.path) != tag_path(value.provenance.path);
  });
}

Value* find_value(Record& record, std::string_view name) {
  for (Record::Field& field : record.fields) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

// Puts a leaf into a record; false when the record already has a value of a kind that comes once.
bool put(Record& record, const std::string& name, Value value, bool list) {
  Value* present = find_value(record, name);
  if (present == nullptr) {
    if (list) value = Value::list({std::move(value)});
    record.set(name, std::move(value));
    return true;
  }
  if (!list) return false;
  if (!is_copy(*present, value)) present->items.push_back(std::move(value));
  return true;
}

}  // namespace

double distance_and_loss(double distance, const std::vector<FoundNode>& found,
                         const std::vector<AttributeShape>& attributes) {
  double expected = 0, left_out = 0;
  for (const AttributeShape& attribute : attributes) {
    expected += attribute.share;
    if (std::none_of(found.begin(), found.end(),
                     [&](const FoundNode& one) { return one.label->attribute == attribute.name; }))
      left_out += attribute.share;
  }
  return expected == 0 ? distance : distance + kLossWeight * left_out / expected;
}

ValueLooks looks_of(const std::vector<AttributeShape>& attributes) {
  ValueLooks looks;
  for (const AttributeShape& attribute : attributes) {
    if (attribute.examples.empty()) continue;
    ValueProfile& look = looks[attribute.name];
    for (const std::string& example : attribute.examples) look.add(example);
    look.forget_prefix();
  }
  return looks;
}

Record assemble_record(const dom::Document& doc, const std::vector<FoundNode>& found,
                       const std::vector<AttributeShape>& attributes, double confidence) {
  Record record;
  for (const FoundNode& one : found) {
    const std::string& name = one.label->attribute;
    const AttributeShape* shape = shape_of(attributes, name);
    Value value = value_of(doc, one, shape, confidence);
    if (value.text.empty()) continue;
    const bool list = shape != nullptr && shape->list;
    const size_t dot = name.find('.');
    if (dot == std::string::npos) {
      put(record, name, std::move(value), list);
      continue;
    }
    const std::string outer = name.substr(0, dot), inner = name.substr(dot + 1);
    Value* items = find_value(record, outer);
    if (items == nullptr) {
      record.set(outer, Value::list({Value::nested(Record())}));
      items = find_value(record, outer);
    }
    if (items->kind != Value::Kind::kList || items->items.back().record.empty()) continue;
    if (put(items->items.back().record[0], inner, value, list)) continue;
    Record item;
    put(item, inner, std::move(value), list);
    items->items.push_back(Value::nested(std::move(item)));
  }
  return record;
}

std::vector<std::vector<FoundNode>> split_records(const std::vector<FoundNode>& found,
                                                  const std::vector<AttributeShape>& attributes) {
  std::vector<std::vector<FoundNode>> records;
  std::set<std::string> seen;
  for (const FoundNode& one : found) {
    const std::string& name = one.label->attribute;
    const AttributeShape* shape = shape_of(attributes, name);
    const bool once = (shape == nullptr || !shape->list) && name.find('.') == std::string::npos;
    if (records.empty() || (once && seen.contains(name))) {
      records.emplace_back();
      seen.clear();
    }
    seen.insert(name);
    records.back().push_back(one);
  }
  return records;
}

void describe(JsonFields& json, AttributeShape& shape) {
  json.required("name", shape.name);
  json.field("share", shape.share);
  json.optional("list", shape.list);
  json.unless_empty("range", shape.range);
  json.unless_empty("examples", shape.examples);
}

}  // namespace weft::wrap
