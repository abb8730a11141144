// Features of forms and fields. See form_features.h; what each is worth: bench/log/2026-11-18.md.
//
//   <form action="/suche"><input name=q placeholder="Was suchen Sie?"><button>Los</button></form>
//     core   method get, text 1, only text, lex action!search, lex hint!search, …
//     words  action suche, name q, hint was, hint suchen, …
//
//   1. A form's texts are gathered by place: what its button says, its action, its names, labels, links.
//   2. Each place gives the concepts of its words ("lex"), its words, and for identifiers pieces of four
//      and five letters.
//   3. A place with many words must not shout down the others: n > 4 count 2 / sqrt(n) each.
//   4. A field's features are made likewise from its own places, its options, its form's type, and the
//      type and concepts of the fields beside it.

#include "explore/form_features.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "dom/text.h"
#include "explore/feature_words.h"
#include "url/url.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

// What fields alone are told by (offers by mail, amounts) says nothing of the form: form types 0.925 with it.
constexpr auto kFormConcepts = static_cast<size_t>(Concept::kNotify);
constexpr size_t kMaxFormText = 600;    // Bytes of a form's text that count.
constexpr size_t kMaxPlaceBytes = 800;  // Of a place.

struct FormPlace {
  std::string_view name;
  std::string text;         // Plain words.
  bool identifier = false;  // Named by a program, not for readers.
};

class FormPlaces {
 public:
  void add(std::string_view place, std::string_view text) {
    append(place, plain_words(text), false);
  }
  void add_identifier(std::string_view place, std::string_view text) {
    append(place, identifier_words(text), true);
  }
  [[nodiscard]] const std::vector<FormPlace>& all() const { return places_; }

 private:
  void append(std::string_view place, const std::string& plain, bool identifier) {
    if (plain.empty()) return;
    auto found = std::find_if(places_.begin(), places_.end(),
                              [&](const FormPlace& one) { return one.name == place; });
    if (found == places_.end()) found = places_.insert(found, {place, "", identifier});
    if (found->text.size() > kMaxPlaceBytes) return;
    if (!found->text.empty()) found->text += ' ';
    found->text += plain;
  }

  std::vector<FormPlace> places_;
};

// Path and parameter names of a URL; hosts say little that holds elsewhere.
std::string address_words(std::string_view address) {
  const size_t scheme = address.find("://");
  if (scheme != std::string_view::npos) {
    const size_t path = address.find('/', scheme + 3);
    address = path == std::string_view::npos ? std::string_view() : address.substr(path);
  }
  return std::string(address.substr(0, 300));
}

FormPlaces places_of(const Document& doc, const Form& form, const FormPage& page) {
  FormPlaces places;
  for (const FormControl& control : form.controls) {
    places.add("submit", control.text);
    places.add_identifier("submitname", control.name);
    places.add_identifier("submitname", doc.attribute(control.node, atoms::kClass).value_or(""));
    places.add_identifier("submitname", doc.attribute(control.node, atoms::kId).value_or(""));
    places.add_identifier("submitname", doc.attribute(control.node, atoms::kSrc).value_or(""));
  }
  places.add_identifier("action", address_words(form.action));
  for (const std::string* name : {&form.css_class, &form.id, &form.name})
    places.add_identifier("form", *name);
  size_t levels = 0;
  for (const NodeId a : doc.ancestors(form.node)) {
    if (++levels > 4 || doc.name(a) == atoms::kBody) break;
    places.add_identifier("around", doc.attribute(a, atoms::kClass).value_or(""));
    places.add_identifier("around", doc.attribute(a, atoms::kId).value_or(""));
  }
  for (const Field& field : form.fields) {
    if (!field.is_visible()) {
      places.add_identifier("hidden", field.name);
      if (field.value.size() < 30) places.add_identifier("hiddenvalue", field.value);
      continue;
    }
    if (field.is_button()) continue;
    places.add_identifier("name", field.name);
    places.add_identifier("id", field.id);
    places.add_identifier("id", doc.attribute(field.node, atoms::kClass).value_or(""));
    places.add("hint", field.placeholder);
    places.add("hint", field.title);
    if (field.type != "select") places.add("value", field.value);
    for (const FieldLabel& label : field.labels) {
      if (label.scope <= LabelScope::kNearest) places.add("label", label.text);
      if (label.scope == LabelScope::kAria) places.add("hint", label.text);
    }
    for (size_t i = 0; i < std::min<size_t>(field.options.size(), 6); ++i)
      places.add("option", field.options[i].text);
  }
  std::string text;
  for (const NodeId n : doc.descendants(form.node)) {
    if (doc.name(n) == atoms::kA) {
      places.add("link", dom::normalized_text(doc, n));
      places.add_identifier("href", address_words(doc.attribute(n, atoms::kHref).value_or("")));
    }
    if (text.size() < kMaxFormText && dom::is_visible_text(doc, n) &&
        doc.name(doc.parent(n)) != atoms::kOption)
      text += ' ' + normalize_space(doc.text(n));
  }
  places.add("text", std::string_view(text).substr(0, kMaxFormText));
  places.add("heading", form.heading);
  places.add_identifier("url", address_words(page.url));
  places.add("title", page.title);
  return places;
}

// Where a form is sent, as far as that tells something.
std::string_view action_kind(const Form& form, const FormPage& page) {
  if (form.action.empty()) return "none";
  if (form.action.starts_with('#') || form.action.starts_with("javascript:")) return "script";
  const auto own = url::Url::parse(page.url);
  if (!own.ok()) return "some";
  const auto target = url::Url::parse(form.action, &*own);
  if (!target.ok()) return "some";
  if (target->scheme == "mailto") return "mail";
  if (target->host != own->host) return "elsewhere";
  return target->path == own->path ? "itself" : "other";
}

// Options that are addresses: the form only leads somewhere.
bool leads_by_options(const Form& form) {
  return std::any_of(form.fields.begin(), form.fields.end(), [](const Field& field) {
    const auto address = [](const FieldOption& option) {
      return option.value.starts_with('/') || option.value.starts_with("http");
    };
    return field.options.size() > 1 &&
           std::count_if(field.options.begin(), field.options.end(), address) * 2 >
               static_cast<std::ptrdiff_t>(field.options.size());
  });
}

void add_structure(ml::FeatureList& core, const Document& doc, const Form& form,
                   const FormPage& page) {
  std::map<std::string, size_t> types;
  size_t texts = 0, visible = 0, hidden = 0, buttons = 0;
  for (const Field& field : form.fields) {
    ++types[field.type];
    texts += field.is_text() && field.type != "password" ? 1 : 0;
    visible += field.is_visible() && !field.is_button() ? 1 : 0;
    hidden += field.is_visible() ? 0 : 1;
    buttons += field.is_button() ? 1 : 0;
  }
  const auto capped = [&](const char* type) {
    return std::to_string(std::min<size_t>(types[type], 3));
  };
  for (const auto& [type, count] : types)
    core.add("type", type.substr(0, 16) + std::to_string(std::min<size_t>(count, 3)));
  core.add("texts", number_bin(texts));
  core.add("visible", number_bin(visible));
  core.add("hidden", number_bin(hidden));
  core.add("buttons", number_bin(buttons));
  core.add("links", number_bin(form.controls.size()));
  const std::string few_texts = std::to_string(std::min<size_t>(texts, 3));
  core.add("pass-text-check", capped("password") + few_texts + capped("checkbox"));
  core.add("area-text", capped("textarea") + few_texts);
  core.add("select-text", capped("select") + few_texts);
  core.add("email-text", capped("email") + few_texts);
  core.add("method", form.method);
  if (!form.enctype.empty()) core.add("enctype", form.enctype.substr(0, 24));
  if (!form.role.empty()) core.add("role", form.role.substr(0, 16));
  if (form.method == "get" && texts == 1 && types["password"] == 0) core.add("get-one-text");
  if (visible == 1 && texts == 1) core.add("one-field");
  core.add("action", action_kind(form, page));
  if (leads_by_options(form)) core.add("options-lead");
  if (doc.attribute(form.node, atoms::kOnsubmit)) core.add("onsubmit");
  if (std::any_of(form.fields.begin(), form.fields.end(), [&](const Field& field) {
        return doc.attribute(field.node, atoms::kOnchange).has_value();
      }))
    core.add("onchange");
  const bool unsaid = std::all_of(form.controls.begin(), form.controls.end(),
                                  [](const FormControl& control) { return control.text.empty(); });
  if (unsaid) core.add("no-caption");
  core.add("forms", number_bin(page.forms));
  core.add("index", number_bin(page.index));
  if (page.forms > 0) core.add("quarter", std::to_string(4 * page.index / page.forms));
  if (page.index + 1 == page.forms) core.add("last");
}

}  // namespace

ml::FeatureList FormFeatures::all() const {
  ml::FeatureList both = core;
  both.append(words);
  return both;
}

FormFeatures form_features(const Document& doc, const Form& form, const FormPage& page,
                           ml::FeatureNames* names) {
  FormFeatures features{ml::FeatureList(names), ml::FeatureList(names)};
  features.core.add("bias");
  add_structure(features.core, doc, form, page);
  const FormPlaces places = places_of(doc, form, page);  // 1.
  Concepts everywhere;
  for (const FormPlace& place : places.all()) {  // 2.
    const Concepts found =
        concepts_in(place.text, place.identifier ? WordMatch::kInside : WordMatch::kStart);
    add_concepts(features.core, "lex", place.name, found, kFormConcepts);
    if (place.name != "url" && place.name != "title" && place.name != "heading")
      everywhere |= found;
    const size_t first = features.words.size();
    std::set<std::string_view> seen;
    for_each_word(place.text, [&](std::string_view word) {
      if (seen.insert(word).second) features.words.add(place.name, word);
    });
    features.words.scale(first, damped(features.words.size() - first, 4));  // 3.
    if (place.name == "action" || place.name == "form" || place.name == "name") {
      const size_t pieces = features.words.size();
      add_pieces(features.words, std::string(place.name) + '#', place.text, {4, 5});
      features.words.scale(pieces, damped(features.words.size() - pieces, 4));
    }
  }
  add_concepts(features.core, "lex", "any", everywhere, kFormConcepts);
  return features;
}

std::vector<size_t> typed_fields(const Form& form) {
  std::vector<size_t> fields;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (field.is_visible() && (!field.name.empty() || (!field.is_button() && !field.id.empty())))
      fields.push_back(i);
  }
  return fields;
}

}  // namespace weft::explore
