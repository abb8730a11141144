// Forms of a page. See form.h.
//
//   1. One pass over the page: <form> elements, fields, headings, links that look like buttons.
//   2. A field belongs to the form around it, to the one its form attribute names, or, where the parser
//      closed a form at once because it stood between cells of a table, to that form until the table
//      ends.
//   3. Fields without a form stand together if the part of the page that holds them is small.
//   4. Controls, then labels (form_labels.cc).
//
// Tested by form_test.cc.

#include "explore/form.h"

#include <algorithm>
#include <charconv>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "explore/form_labels.h"
#include "explore/words.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMaxForms = 200;
constexpr size_t kMaxFields = 500;
constexpr size_t kMaxOptions = 400;
constexpr size_t kMaxTextBytes = 400;  // Of a name, value or caption.
constexpr uint32_t kOrphanLevels = 5;  // Fields without a form stand at most so far below one part.
constexpr uint32_t kOrphanNodes = 400;  // And that part has at most so many nodes.

std::string attribute_of(const Document& doc, NodeId n, dom::Atom name) {
  return std::string(doc.attribute(n, name).value_or("").substr(0, kMaxTextBytes));
}

std::string short_text(const Document& doc, NodeId n) {
  std::string text = dom::normalized_text(doc, n);
  if (text.size() > kMaxTextBytes) text.resize(kMaxTextBytes);
  return text;
}

bool is_heading(dom::Atom name) { return dom::heading_level(name) != 0 || name == atoms::kLegend; }

// Of a select, or of the list of values that a text field proposes.
void read_options(const Document& doc, NodeId holder, Field& field) {
  for (const NodeId n : doc.descendants(holder)) {
    if (doc.name(n) != atoms::kOption) continue;
    if (field.options.size() == kMaxOptions) break;
    FieldOption& option = field.options.emplace_back();
    option.text = short_text(doc, n);
    const auto value = doc.attribute(n, atoms::kValue);
    option.value = value ? std::string(*value) : option.text;
    option.selected = doc.attribute(n, atoms::kSelected).has_value();
  }
}

void choose_default(Field& field) {
  const auto chosen = std::find_if(field.options.begin(), field.options.end(),
                                   [](const FieldOption& option) { return option.selected; });
  if (chosen != field.options.end())
    field.value = chosen->value;
  else if (!field.options.empty() && !field.multiple)
    field.value = field.options.front().value;
}

Field read_field(const Document& doc, NodeId n) {
  Field field;
  field.node = n;
  const dom::Atom tag = doc.name(n);
  field.type = tag == atoms::kInput ? ascii_lower(trim(attribute_of(doc, n, atoms::kType)))
                                    : std::string(doc.name_text(n));
  if (field.type.empty()) field.type = "text";
  field.name = attribute_of(doc, n, atoms::kName);
  field.id = attribute_of(doc, n, atoms::kId);
  field.value = attribute_of(doc, n, atoms::kValue);
  field.placeholder = normalize_space(attribute_of(doc, n, atoms::kPlaceholder));
  field.title = normalize_space(attribute_of(doc, n, atoms::kTitle));
  field.autocomplete = ascii_lower(trim(attribute_of(doc, n, atoms::kAutocomplete)));
  field.required = doc.attribute(n, atoms::kRequired).has_value();
  field.readonly = doc.attribute(n, atoms::kReadonly).has_value();
  field.checked = doc.attribute(n, atoms::kChecked).has_value();
  field.disabled = doc.attribute(n, atoms::kDisabled).has_value();
  field.multiple = doc.attribute(n, atoms::kMultiple).has_value();
  const std::string length = attribute_of(doc, n, atoms::kMaxlength);
  std::from_chars(length.data(), length.data() + length.size(), field.max_length);
  if (field.is_choice() && !doc.attribute(n, atoms::kValue)) field.value = "on";
  if (tag == atoms::kTextarea) field.value = dom::text_content(doc, n).substr(0, kMaxTextBytes);
  if (tag == atoms::kSelect) {
    read_options(doc, n, field);
    choose_default(field);
  }
  if (tag == atoms::kButton) {
    const std::string kind = ascii_lower(trim(attribute_of(doc, n, atoms::kType)));
    if (kind.empty() || kind == "submit")
      field.type = "submit";
    else
      field.type = kind == "reset" ? "reset" : "button";
  }
  return field;
}

// What a button shows.
std::string caption_of(const Document& doc, const Field& field) {
  std::string caption;
  if (doc.name(field.node) == atoms::kButton) {
    caption = short_text(doc, field.node);
    for (const NodeId n : doc.descendants(field.node)) {
      if (doc.name(n) == atoms::kImg && caption.empty())
        caption = attribute_of(doc, n, atoms::kAlt);
    }
  } else {
    caption = field.value;
  }
  for (const dom::Atom other : {atoms::kAlt, atoms::kTitle, atoms::kAriaLabel}) {
    if (caption.empty()) caption = attribute_of(doc, field.node, other);
  }
  return normalize_space(caption);
}

// A link, or another element with a script, that looks like a button.
bool looks_like_button(const Document& doc, NodeId n) {
  const auto role = doc.attribute(n, atoms::kRole);
  if (role && *role == "button") return true;
  if (doc.name(n) != atoms::kA) return false;
  const std::string_view href = trim(doc.attribute(n, atoms::kHref).value_or(""));
  if (!href.empty() && !href.starts_with('#') && !href.starts_with("javascript:")) return false;
  if (doc.attribute(n, atoms::kOnclick)) return true;
  const std::string names = identifier_words(attribute_of(doc, n, atoms::kClass) + ' ' +
                                             attribute_of(doc, n, atoms::kId));
  return (' ' + names + ' ').find(" btn ") != std::string::npos ||
         names.find("button") != std::string::npos || names.find("submit") != std::string::npos;
}

// The page read once.
struct PageParts {
  std::vector<NodeId> forms;
  std::vector<NodeId> fields;
  std::vector<NodeId> headings;
  std::vector<NodeId> buttons;  // Links that look like them.
  std::vector<NodeId> datalists;
};

PageParts read_parts(const Document& doc) {
  PageParts parts;
  for (NodeId n = dom::kRoot; dom::index(n) < doc.size();) {
    const dom::Atom name = doc.name(n);
    NodeId after = dom::next(n);
    if (name == atoms::kForm) {
      parts.forms.push_back(n);
    } else if (name == atoms::kInput || name == atoms::kSelect || name == atoms::kTextarea ||
               name == atoms::kButton) {
      parts.fields.push_back(n);
      after = doc.end(n);
    } else if (name == atoms::kDatalist) {
      parts.datalists.push_back(n);
      after = doc.end(n);
    } else if (name == atoms::kTemplate) {
      after = doc.end(n);
    } else if (is_heading(name)) {
      parts.headings.push_back(n);
    } else if (doc.is_element(n) && looks_like_button(doc, n)) {
      parts.buttons.push_back(n);
    }
    n = after;
  }
  return parts;
}

// Which form each field belongs to; forms.size() for none.
std::vector<size_t> owners_of(const Document& doc, const PageParts& parts) {
  static const dom::Atom kFormAttribute = dom::atom_of("form");
  std::vector<size_t> owners;
  std::vector<NodeId> reach;  // Where a form ends that the parser closed at once.
  for (const NodeId form : parts.forms) {
    const dom::Atom around = doc.name(doc.parent(form));
    const bool closed =
        doc.subtree_size(form) == 1 && (around == atoms::kTable || around == atoms::kTbody ||
                                        around == atoms::kTr || around == atoms::kThead);
    NodeId end = doc.end(form);
    if (closed) {
      for (const NodeId a : doc.ancestors(form)) {
        if (doc.name(a) != atoms::kTable) continue;
        end = doc.end(a);
        break;
      }
    }
    reach.push_back(end);
  }
  const auto named = [&](std::string_view id) {
    for (size_t f = 0; f < parts.forms.size(); ++f) {
      if (doc.attribute(parts.forms[f], atoms::kId) == id) return f;
    }
    return parts.forms.size();
  };
  size_t before = 0;  // Forms that begin before the field.
  for (const NodeId field : parts.fields) {
    while (before < parts.forms.size() && parts.forms[before] < field) ++before;
    size_t owner = parts.forms.size();
    // Forms do not nest, so the last one that begins before it is the only one around it.
    if (before != 0 && field < reach[before - 1]) owner = before - 1;
    if (const auto id = doc.attribute(field, kFormAttribute)) owner = named(*id);
    owners.push_back(owner);
  }
  return owners;
}

// 3. Fields without a form, in groups that stand close together.
std::vector<std::vector<NodeId>> orphan_groups(const Document& doc, const PageParts& parts,
                                               const std::vector<size_t>& owners) {
  std::vector<std::vector<NodeId>> groups;
  NodeId part = kNoNode;  // Of the last group.
  for (size_t i = 0; i < parts.fields.size(); ++i) {
    if (owners[i] != parts.forms.size()) continue;
    const NodeId field = parts.fields[i];
    const NodeId common = part == kNoNode ? kNoNode : doc.lowest_common_ancestor(part, field);
    if (common != kNoNode && doc.depth(field) - doc.depth(common) <= kOrphanLevels &&
        doc.subtree_size(common) <= kOrphanNodes && doc.name(common) != atoms::kBody) {
      groups.back().push_back(field);
      part = common;
    } else {
      groups.push_back({field});
      part = doc.parent(field);
    }
  }
  return groups;
}

void add_controls(const Document& doc, const PageParts& parts, NodeId begin, NodeId end,
                  Form& form) {
  for (const Field& field : form.fields) {
    if (!field.is_button() || field.type == "reset") continue;
    form.controls.push_back({field.node, field.type == "submit" || field.type == "image",
                             caption_of(doc, field), field.name, field.value});
  }
  const auto first = std::lower_bound(parts.buttons.begin(), parts.buttons.end(), begin);
  for (auto n = first; n != parts.buttons.end() && *n < end; ++n)
    form.controls.push_back({*n, false, short_text(doc, *n), "", ""});
}

Form read_form(const Document& doc, const dom::Layout* layout, const PageParts& parts,
               NodeId element, NodeId begin, NodeId end, const std::vector<NodeId>& fields) {
  Form form;
  form.node = element;
  form.method = ascii_lower(trim(attribute_of(doc, element, atoms::kMethod)));
  if (form.method != "post" && form.method != "dialog") form.method = "get";
  form.action = std::string(trim(doc.attribute(element, atoms::kAction).value_or("")));
  form.enctype = ascii_lower(attribute_of(doc, element, atoms::kEnctype));
  form.id = attribute_of(doc, element, atoms::kId);
  form.css_class = attribute_of(doc, element, atoms::kClass);
  form.name = attribute_of(doc, element, atoms::kName);
  form.role = ascii_lower(attribute_of(doc, element, atoms::kRole));
  for (const NodeId field : fields) {
    if (form.fields.size() == kMaxFields) break;
    form.fields.push_back(read_field(doc, field));
    const std::string list = attribute_of(doc, field, dom::atom_of("list"));
    if (list.empty()) continue;
    for (const NodeId n : parts.datalists) {
      if (attribute_of(doc, n, atoms::kId) == list) read_options(doc, n, form.fields.back());
    }
  }
  // The heading inside, else the last before.
  const auto first = std::lower_bound(parts.headings.begin(), parts.headings.end(), begin);
  if (first != parts.headings.end() && *first < end)
    form.heading = short_text(doc, *first);
  else if (first != parts.headings.begin())
    form.heading = short_text(doc, *std::prev(first));
  add_controls(doc, parts, begin, end, form);
  label_fields(doc, layout, begin, end, form.fields);
  return form;
}

}  // namespace

std::span<const std::string_view> names_of(LabelScope) {
  static constexpr std::string_view kNames[] = {"for",         "wrapping", "aria",  "layout",
                                                "nearest",     "cell",     "field", "segment",
                                                "placeholder", "title"};
  return kNames;
}

bool Field::is_button() const {
  return type == "submit" || type == "image" || type == "reset" || type == "button";
}

bool Field::is_text() const {
  return is_visible() && !is_button() && !is_choice() && type != "select" && type != "textarea" &&
         type != "file" && type != "range" && type != "color";
}

std::vector<Form> find_forms(const Document& doc, const dom::Layout* layout) {
  const PageParts parts = read_parts(doc);  // 1.
  if (parts.fields.empty() && parts.forms.empty()) return {};
  const std::vector<size_t> owners = owners_of(doc, parts);  // 2.
  std::vector<std::vector<NodeId>> owned(parts.forms.size());
  for (size_t i = 0; i < parts.fields.size(); ++i) {
    if (owners[i] < owned.size()) owned[owners[i]].push_back(parts.fields[i]);
  }
  std::vector<Form> forms;
  for (size_t f = 0; f < parts.forms.size() && forms.size() < kMaxForms; ++f) {
    const NodeId element = parts.forms[f];
    NodeId end = doc.end(element);
    if (!owned[f].empty()) end = std::max(end, doc.end(owned[f].back()));
    const NodeId begin = owned[f].empty() ? element : std::min(element, owned[f].front());
    forms.push_back(read_form(doc, layout, parts, element, begin, end, owned[f]));
  }
  for (const auto& group : orphan_groups(doc, parts, owners)) {
    if (forms.size() == kMaxForms) break;
    NodeId part = doc.parent(group.front());
    for (const NodeId field : group) part = doc.lowest_common_ancestor(part, field);
    Form form = read_form(doc, layout, parts, part, part, doc.end(part), group);
    form.has_element = false;
    form.action.clear();
    const bool asks = std::any_of(form.fields.begin(), form.fields.end(), [](const Field& field) {
      return field.is_visible() && !field.is_button();
    });
    if (asks) forms.push_back(std::move(form));
  }
  std::stable_sort(forms.begin(), forms.end(),
                   [](const Form& a, const Form& b) { return a.node < b.node; });
  return forms;
}

}  // namespace weft::explore
