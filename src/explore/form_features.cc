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
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "base/strings.h"
#include "dom/text.h"
#include "explore/words.h"
#include "url/url.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMaxFormText = 600;    // Bytes of a form's text that count.
constexpr size_t kMaxPlaceBytes = 800;  // Of a place.
constexpr size_t kMaxPlaceWords = 60;

// Calls use(word) for every word of a plain text; long numbers, which are one page's own, are all "#".
template <typename Use>
void for_each_word(std::string_view plain, const Use& use) {
  for (size_t count = 0; !plain.empty() && count < kMaxPlaceWords; ++count) {
    const size_t space = plain.find(' ');
    const std::string_view word = plain.substr(0, space);
    use(is_long_number(word) ? std::string_view("#") : word);
    if (space == std::string_view::npos) return;
    plain.remove_prefix(space + 1);
  }
}

// Pieces of so many bytes, the ends marked; of letters with several bytes fewer, but whole ones.
void add_pieces(ml::FeatureList& list, std::string_view group, std::string_view plain,
                std::initializer_list<size_t> sizes) {
  for_each_word(plain, [&](std::string_view word) {
    if (word.size() > 40) return;
    const std::string marked = '<' + std::string(word) + '>';
    for (const size_t size : sizes) {
      for (size_t at = 0; at + size <= marked.size(); ++at) {
        const auto splits = [&](size_t where) {
          return where < marked.size() &&
                 (static_cast<unsigned char>(marked[where]) & 0xC0) == 0x80;
        };
        if (!splits(at) && !splits(at + size))
          list.add(group, std::string_view(marked).substr(at, size));
      }
    }
  });
}

void add_concepts(ml::FeatureList& list, std::string_view group, std::string_view place,
                  Concepts concepts, size_t most = static_cast<size_t>(Concept::kForbidden)) {
  for (size_t c = 0; c < most; ++c) {
    if (concepts.has(static_cast<Concept>(c))) {
      list.add(group, std::string(place) + '!' + std::string(name_of(static_cast<Concept>(c))));
    }
  }
}

float damped(size_t count, double free) {
  return count > free ? static_cast<float>(std::sqrt(free / static_cast<double>(count))) : 1.0F;
}

std::string number_bin(size_t count) {
  constexpr std::array<size_t, 6> kEnds = {3, 5, 8, 12, 20, 50};
  if (count <= kEnds[0]) return std::to_string(count);
  for (size_t i = 1; i < kEnds.size(); ++i) {
    if (count <= kEnds[i]) return std::to_string(kEnds[i - 1]) + "to" + std::to_string(kEnds[i]);
  }
  return "many";
}

// --- forms ---

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

// --- fields ---

bool all_numbers(const std::vector<FieldOption>& options, int least, int most, size_t& count) {
  count = 0;
  for (const FieldOption& option : options) {
    const std::string_view text = trim(option.text);
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) continue;
    if (number < least || number > most) return false;
    ++count;
  }
  return count + 2 >= options.size();
}

void add_options(ml::FeatureList& list, const Field& field) {
  if (field.options.empty()) return;
  const size_t first = list.size();
  list.add("options", number_bin(field.options.size()));
  size_t count = 0;
  if (all_numbers(field.options, 0, 31, count) && count >= 28) list.add("options", "days");
  if (all_numbers(field.options, 0, 12, count) && count == 12) list.add("options", "months");
  if (all_numbers(field.options, 1900, 2100, count) && count >= 4) list.add("options", "years");
  size_t months = 0, lettered = 0;
  Concepts concepts;
  for (size_t i = 0; i < field.options.size(); ++i) {
    const std::string plain = plain_words(field.options[i].text, 60);
    if (i < 40) {
      const Concepts of_option = concepts_in(plain, WordMatch::kWhole);
      months += of_option.has(Concept::kMonth) ? 1 : 0;
      if (i < 8) concepts |= of_option;
    }
    lettered += plain.size() > 3 ? 1 : 0;
    if (i < 8) for_each_word(plain, [&](std::string_view word) { list.add("option", word); });
  }
  if (months >= 2 && field.options.size() <= 14) list.add("options", "month names");
  if (lettered > 150) list.add("options", "countries");
  add_concepts(list, "options", "has", concepts, kConcepts);
  list.scale(first, damped(list.size() - first, 8));
}

struct FieldPlace {
  std::string_view name;
  std::string plain;
  WordMatch match;
  size_t free;  // Words that count fully.
};

std::vector<FieldPlace> places_of(const Document& doc, const Field& field,
                                  std::string_view caption) {
  std::vector<FieldPlace> places;
  const auto add = [&](std::string_view name, std::string_view text, size_t free = 6) {
    places.push_back({name, plain_words(text, 160), WordMatch::kStart, free});
  };
  places.push_back({"name", identifier_words(field.name), WordMatch::kInside, 6});
  places.push_back({"id", identifier_words(field.id), WordMatch::kInside, 6});
  places.push_back({"class",
                    identifier_words(doc.attribute(field.node, atoms::kClass).value_or("")),
                    WordMatch::kInside, 3});
  add("label", field.is_button() ? caption : field.label());
  add("hint", field.placeholder);
  add("title", field.title);
  if (field.type != "select") add("value", field.value);
  add("segment", field.segment, 3);
  return places;
}

// What is known of a field by itself; its neighbours are told of it, too.
struct OwnFeatures {
  Concepts concepts;  // Of its name, label and hints.
  Concepts named;     // Of its name and id.
  std::vector<FieldPlace> places;
};

// The last `count` words of a plain text.
std::string_view last_words(std::string_view plain, size_t count) {
  size_t at = plain.size();
  while (count-- > 0 && at != std::string_view::npos && at > 0) at = plain.rfind(' ', at - 1);
  return at == std::string_view::npos || at == 0 ? plain : plain.substr(at + 1);
}
std::string_view first_words(std::string_view plain, size_t count) {
  size_t at = 0;
  while (count-- > 0 && at != std::string_view::npos) at = plain.find(' ', at + 1);
  return plain.substr(0, at);
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
    add_concepts(features.core, "lex", place.name, found);
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
  add_concepts(features.core, "lex", "any", everywhere);
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

std::vector<ml::FeatureList> field_features(const Document& doc, const Form& form,
                                            const std::vector<size_t>& fields,
                                            std::string_view form_type, ml::FeatureNames* names) {
  std::vector<OwnFeatures> own(fields.size());
  std::map<std::string_view, size_t> same_name;
  size_t passwords = 0;
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = form.fields[fields[i]];
    ++same_name[field.name];
    passwords += field.type == "password" ? 1 : 0;
    std::string caption;
    for (const FormControl& control : form.controls) {
      if (control.node == field.node) caption = control.text;
    }
    own[i].places = places_of(doc, field, caption);
    for (const FieldPlace& place : own[i].places) {
      const Concepts found = concepts_in(place.plain, place.match);
      if (place.name != "class" && place.name != "value") own[i].concepts |= found;
      if (place.name == "name" || place.name == "id") own[i].named |= found;
    }
  }
  std::vector<ml::FeatureList> lists;
  std::map<std::string_view, size_t> ordinal;
  const std::string of_form(form_type);
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = form.fields[fields[i]];
    ml::FeatureList& list = lists.emplace_back(names);
    const std::string type = field.type.substr(0, 16);
    list.add("bias");
    list.add("type", type);
    if (!field.autocomplete.empty()) list.add("autocomplete", field.autocomplete.substr(0, 24));
    if (field.required) list.add("required");
    if (field.readonly) list.add("readonly");
    if (field.max_length != 0) list.add("max", number_bin(field.max_length));
    if (field.multiple) list.add("multiple");
    list.add("place", number_bin(i));
    list.add("fields", number_bin(fields.size()));
    if (i + 1 == fields.size()) list.add("last");
    list.add("same-name", number_bin(same_name[field.name]));
    list.add("ordinal", type + std::to_string(std::min<size_t>(ordinal[field.type]++, 3)));
    list.add("passwords", std::to_string(std::min<size_t>(passwords, 3)) +
                              (field.type == "password" ? "own" : ""));
    list.add("form", of_form);
    std::string form_and_type = of_form;
    form_and_type += '/';
    form_and_type += type;
    list.add("form", form_and_type);
    if (fields.size() == 1) list.add("form", of_form + "/alone");
    for (const FieldPlace& place : own[i].places) {
      if (place.plain.empty()) continue;
      const Concepts found = concepts_in(place.plain, place.match);
      add_concepts(list, "lex", place.name, found, kConcepts);
      const size_t first = list.size();
      std::string_view before;
      for_each_word(place.plain, [&](std::string_view word) {
        list.add(place.name, word);
        if (place.name == "label" && !before.empty())
          list.add("label2", std::string(before) + '_' + std::string(word));
        before = word;
      });
      list.scale(first, damped(list.size() - first, static_cast<double>(place.free)));
      if (place.name == "name" || place.name == "id" || place.name == "label") {
        const size_t pieces = list.size();
        add_pieces(list, std::string(place.name) + '#', place.plain, {3, 4, 5});
        list.scale(pieces, damped(list.size() - pieces, 6));
      }
    }
    for (const FieldLabel& label : field.labels) {
      const std::string group = "scope-" + std::string(name_of(label.scope));
      const size_t first = list.size();
      for_each_word(plain_words(label.text, 80),
                    [&](std::string_view word) { list.add(group, word); });
      list.scale(first, damped(list.size() - first, 3));
    }
    const std::string before = plain_words(field.before, 200);
    const std::string after = plain_words(field.after, 200);
    const size_t around = list.size();
    for_each_word(last_words(before, 6), [&](std::string_view word) { list.add("before", word); });
    for_each_word(first_words(after, 5), [&](std::string_view word) { list.add("after", word); });
    list.scale(around, damped(list.size() - around, 4));
    add_concepts(list, "lex", "before", concepts_in(last_words(before, 6), WordMatch::kStart));
    add_concepts(list, "lex", "after", concepts_in(first_words(after, 5), WordMatch::kStart));
    add_options(list, field);
    add_concepts(list, "form-lex", of_form, own[i].concepts);
    add_concepts(list, "type-lex", type, own[i].concepts);
    add_concepts(list, "any-lex", "", own[i].concepts, kConcepts);
    for (const int side : {-1, 1}) {
      const std::string where = side < 0 ? "left" : "right";
      const size_t beside = i + static_cast<size_t>(side);
      if (beside >= fields.size()) {
        list.add(where, "none");
        continue;
      }
      list.add(where, form.fields[fields[beside]].type.substr(0, 16));
      add_concepts(list, where, "", own[beside].concepts);
    }
  }
  return lists;
}

}  // namespace weft::explore
