// Form: what can be known of a form of a page without sending it: its fields, what labels them, and the
// controls that send it.
//
//   for (const Form& form : find_forms(document))
//     for (const Field& field : form.fields) use(field.name, field.label());
//
// Fields without a <form> element around them, which scripts send, make forms of their own where they
// stand close together. Labels are found as OPAL does, by scopes (form_labels.cc); each keeps the scope
// that gave it. What a form and its fields are for is told by form_types.h.
//
// Ownership: everything is copied out of the document; nodes name places in it.
// Limits: 200 forms a page, 500 fields a form, 400 options a field; more are left out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "dom/document.h"
#include "dom/layout.h"

namespace weft::explore {

// Which scope gave a label, the surest first.
enum class LabelScope : uint8_t {
  kFor,       // <label for=…>
  kWrapping,  // <label>…<input></label>
  kAria,      // aria-label, aria-labelledby
  kLayout,    // Visible text left of it or above it; needs a Layout.
  kNearest,   // The nearest text before it; after it for check boxes and radio buttons.
  kCell,      // The table cell left of its own, or above it.
  kField,     // Text in the part of the tree that holds this field alone.
  kSegment,   // The i-th text of a group of alike fields.
  kPlaceholder,
  kTitle,
};
std::span<const std::string_view> names_of(LabelScope);

struct FieldLabel {
  LabelScope scope = LabelScope::kFor;
  std::string text;
  bool operator==(const FieldLabel&) const = default;
};

struct FieldOption {
  std::string value;
  std::string text;
  bool selected = false;
};

struct Field {
  dom::NodeId node = dom::kNoNode;
  std::string type;  // Of an input, in lower case; or select, textarea, button.
  std::string name;
  std::string id;
  std::string value;  // What is sent if nothing is filled in.
  std::string placeholder;
  std::string title;
  std::string autocomplete;
  bool required = false;
  bool readonly = false;
  bool disabled = false;    // Not sent.
  bool checked = false;     // Check boxes and radio buttons.
  bool multiple = false;    // Of a select.
  uint32_t max_length = 0;  // 0: not said.
  std::vector<FieldOption> options;
  std::vector<FieldLabel> labels;  // At most one a scope, the surest first.
  std::string segment;             // What a group of fields is called: "Price" over min and max.
  std::string before;              // The text around it, up to the fields beside it.
  std::string after;

  // The surest label; empty if there is none.
  [[nodiscard]] std::string_view label() const {
    return labels.empty() ? std::string_view() : std::string_view(labels.front().text);
  }
  [[nodiscard]] bool is_button() const;  // submit, image, reset, button
  [[nodiscard]] bool is_visible() const { return type != "hidden"; }
  [[nodiscard]] bool is_choice() const { return type == "checkbox" || type == "radio"; }
  // A person types into it: text, search, email, url, tel, number, password and what is unknown.
  [[nodiscard]] bool is_text() const;
};

// What sends a form, or looks as if: a button, or a link that scripts made one.
struct FormControl {
  dom::NodeId node = dom::kNoNode;
  bool submits = false;  // Without a script.
  std::string text;      // Its caption.
  std::string name;      // Sent with the form if it was used.
  std::string value;
};

struct Form {
  dom::NodeId node = dom::kNoNode;  // The element that holds it.
  bool has_element = true;          // A <form>.
  std::string action;               // As written; empty: the page itself.
  std::string method;               // "get", "post" or "dialog".
  std::string enctype;
  std::string id;
  std::string css_class;
  std::string name;
  std::string role;
  std::string heading;        // The nearest heading before it, or its legend.
  std::vector<Field> fields;  // In document order; buttons, too.
  std::vector<FormControl> controls;
};

// In document order. `layout` may be null. O(page).
std::vector<Form> find_forms(const dom::Document& doc, const dom::Layout* layout = nullptr);

}  // namespace weft::explore
