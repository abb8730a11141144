// Features of the fields of a form. See form_features.h.
//
//   <label>Your e-mail <input name=mail1></label>
//     type text, label your, label mail, name mail, lex name!email, any-lex !email, form login/text, …
//
//   Boxes and buttons of one name are one question: what stands before the first is its label, and their own labels
//   are its options. Each would be typed by "Yes" and "No" otherwise, and fifty boxes would count fifty times.
//
//   1. Each place of a field (name, label, hint, …) gives its words, the concepts of these, and for names
//      pieces of three to five letters; a place with many counts as much as one with few.
//   2. Its options, the words around it, and type and concepts of the fields beside it.
//      Concepts that a label names together are pairs: "E-mail or username".
//   3. Combined with what the form is for: its type and concepts. A form that may be several things is
//      asked several times; 1 and 2 are the same each time.
//
// What each is worth: bench/log/2026-11-18.md, 2026-11-19.md.

#include <charconv>
#include <map>

#include "base/strings.h"
#include "explore/feature_words.h"
#include "explore/form_features.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

bool all_numbers(const std::vector<std::string_view>& options, int least, int most, size_t& count) {
  count = 0;
  for (const std::string_view option : options) {
    const std::string_view text = trim(option);
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) continue;
    if (number < least || number > most) return false;
    ++count;
  }
  return count + 2 >= options.size();
}

void add_options(ml::FeatureList& list, const std::vector<std::string_view>& options) {
  if (options.empty()) return;
  const size_t first = list.size();
  list.add("options", number_bin(options.size()));
  size_t count = 0;
  if (all_numbers(options, 0, 31, count) && count >= 28) list.add("options", "days");
  if (all_numbers(options, 0, 12, count) && count == 12) list.add("options", "months");
  if (all_numbers(options, 1900, 2100, count) && count >= 4) list.add("options", "years");
  size_t months = 0, lettered = 0;
  Concepts concepts;
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string plain = plain_words(options[i], 60);
    if (i < 40) {
      const Concepts of_option = concepts_in(plain, WordMatch::kWhole);
      months += of_option.has(Concept::kMonth) ? 1 : 0;
      if (i < 8) concepts |= of_option;
    }
    lettered += plain.size() > 3 ? 1 : 0;
    if (i < 8) for_each_word(plain, [&](std::string_view word) { list.add("option", word); });
  }
  if (months >= 2 && options.size() <= 14) list.add("options", "month names");
  if (lettered > 150) list.add("options", "countries");
  add_concepts(list, "options", "has", concepts, kConcepts);
  list.scale(first, damped(list.size() - first, 8));
}

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

std::string type_of(const Field& field) { return field.type.substr(0, 16); }

struct FieldPlace {
  std::string_view name;
  std::string plain;
  Concepts concepts;
  double free;  // Words that count fully.
};

struct FieldParts {
  std::vector<FieldPlace> places;
  Concepts concepts;  // Of all but class and value; the questions beside are told of them.
};

FieldParts parts_of(const Document& doc, const Field& field, std::string_view label, bool several) {
  FieldParts parts;
  const auto push = [&](std::string_view name, std::string plain, WordMatch match, double free) {
    if (plain.empty()) return;
    const Concepts found = concepts_in(plain, match);
    if (name != "class" && name != "value") parts.concepts |= found;
    parts.places.push_back({name, std::move(plain), found, free});
  };
  const auto add = [&](std::string_view name, std::string_view text, double free = 6) {
    push(name, plain_words(text, 160), WordMatch::kStart, free);
  };
  push("name", identifier_words(field.name), WordMatch::kInside, 6);
  if (!several) push("id", identifier_words(field.id), WordMatch::kInside, 6);
  push("class", identifier_words(doc.attribute(field.node, atoms::kClass).value_or("")),
       WordMatch::kInside, 3);
  add("label", label);
  add("hint", field.placeholder);
  add("title", field.title);
  if (field.type != "select" && !several) add("value", field.value);
  add("segment", field.segment, 3);
  return parts;
}

// "E-mail or username": what a label asks for together.
void add_pairs(ml::FeatureList& list, Concepts concepts) {
  constexpr size_t kMost = 5;  // More are a sentence.
  std::vector<std::string_view> names;
  for (size_t c = 0; c < static_cast<size_t>(Concept::kForbidden); ++c) {
    if (concepts.has(static_cast<Concept>(c))) names.push_back(name_of(static_cast<Concept>(c)));
  }
  for (size_t a = 0; a < names.size() && names.size() <= kMost; ++a) {
    for (size_t b = a + 1; b < names.size(); ++b)
      list.add("pair", std::string(names[a]) + '+' + std::string(names[b]));
  }
}

// 1.
void add_place(ml::FeatureList& list, const FieldPlace& place) {
  add_concepts(list, "lex", place.name, place.concepts, kConcepts);
  const size_t first = list.size();
  std::string_view before;
  for_each_word(place.plain, [&](std::string_view word) {
    list.add(place.name, word);
    if (place.name == "label" && !before.empty())
      list.add("label2", std::string(before) + '_' + std::string(word));
    before = word;
  });
  list.scale(first, damped(list.size() - first, place.free));
  if (place.name == "name" || place.name == "id" || place.name == "label") {
    const size_t pieces = list.size();
    add_pieces(list, std::string(place.name) + '#', place.plain, {3, 4, 5});
    list.scale(pieces, damped(list.size() - pieces, 6));
  }
}

void add_attributes(ml::FeatureList& list, const Field& field) {
  list.add("type", type_of(field));
  if (!field.autocomplete.empty()) list.add("autocomplete", field.autocomplete.substr(0, 24));
  if (field.required) list.add("required");
  if (field.readonly) list.add("readonly");
  if (field.max_length != 0) list.add("max", number_bin(field.max_length));
  if (field.multiple) list.add("multiple");
}

// 2.
void add_around(ml::FeatureList& list, const Field& field, const Field& last) {
  for (const FieldLabel& label : field.labels) {
    if (&field != &last) break;
    const std::string group = "scope-" + std::string(name_of(label.scope));
    const size_t first = list.size();
    for_each_word(plain_words(label.text, 80),
                  [&](std::string_view word) { list.add(group, word); });
    list.scale(first, damped(list.size() - first, 3));
  }
  const std::string before = plain_words(field.before, 200);
  const std::string after = plain_words(last.after, 200);
  const size_t around = list.size();
  for_each_word(last_words(before, 6), [&](std::string_view word) { list.add("before", word); });
  for_each_word(first_words(after, 5), [&](std::string_view word) { list.add("after", word); });
  list.scale(around, damped(list.size() - around, 4));
  add_concepts(list, "lex", "before", concepts_in(last_words(before, 6), WordMatch::kStart));
  add_concepts(list, "lex", "after", concepts_in(first_words(after, 5), WordMatch::kStart));
}

// What stands in the form as a whole.
class FormCounts {
 public:
  FormCounts(const Form& form, const std::vector<size_t>& fields) : fields_(fields.size()) {
    for (const size_t f : fields) {
      ++same_name_[form.fields[f].name];
      passwords_ += form.fields[f].type == "password" ? 1 : 0;
    }
  }

  void add_place_in_form(ml::FeatureList& list, const Field& field, size_t place) {
    const std::string type = type_of(field);
    list.add("place", number_bin(place));
    list.add("fields", number_bin(fields_));
    if (place + 1 == fields_) list.add("last");
    list.add("same-name", number_bin(same_name_[field.name]));
    list.add("ordinal", type + std::to_string(std::min<size_t>(ordinal_[field.type]++, 3)));
    list.add("passwords", std::to_string(std::min<size_t>(passwords_, 3)) +
                              (field.type == "password" ? "own" : ""));
  }

 private:
  size_t fields_;
  size_t passwords_ = 0;
  std::map<std::string_view, size_t> same_name_, ordinal_;
};

// By question its fields, as places in `fields`; `question_of` says it by field.
std::vector<std::vector<size_t>> questions_in(const Form& form, const std::vector<size_t>& fields,
                                              std::vector<size_t>& question_of) {
  std::vector<std::vector<size_t>> asked;
  std::map<std::pair<std::string_view, std::string_view>, size_t> known;
  for (size_t f = 0; f < fields.size(); ++f) {
    const Field& field = form.fields[fields[f]];
    size_t question = asked.size();
    if (field.is_choice() && !field.name.empty())
      question = known.try_emplace({field.type, field.name}, question).first->second;
    if (question == asked.size()) asked.emplace_back();
    asked[question].push_back(f);
    question_of.push_back(question);
  }
  return asked;
}

}  // namespace

FieldFeatures::FieldFeatures(const Document& doc, const Form& form,
                             const std::vector<size_t>& fields, ml::FeatureNames* names)
    : names_(names) {
  const std::vector<std::vector<size_t>> asked = questions_in(form, fields, questions_);
  FormCounts counts(form, fields);
  for (const std::vector<size_t>& places : asked) {
    const Field& field = form.fields[fields[places.front()]];
    const bool several = places.size() > 1;
    std::string_view label = field.label();
    if (several) label = field.segment.empty() ? field.before : field.segment;
    for (const FormControl& control : form.controls) {
      if (control.node == field.node) label = control.text;
    }
    const FieldParts parts = parts_of(doc, field, label, several);
    ml::FeatureList& list = shared_.emplace_back(names);
    list.add("bias");
    add_attributes(list, field);
    counts.add_place_in_form(list, field, places.front());
    Concepts said;
    for (const FieldPlace& place : parts.places) {
      add_place(list, place);
      if (place.name == "label" || place.name == "hint" || place.name == "value")
        said |= place.concepts;
    }
    add_pairs(list, said);
    add_around(list, field, form.fields[fields[places.back()]]);
    std::vector<std::string_view> options;
    for (const FieldOption& option : field.options) options.push_back(option.text);
    for (const size_t place : places) {
      if (several) options.push_back(form.fields[fields[place]].label());
    }
    add_options(list, options);
    add_concepts(list, "type-lex", type_of(field), parts.concepts);
    add_concepts(list, "any-lex", "", parts.concepts, kConcepts);
    crossed_.push_back({type_of(field), parts.concepts});
  }
  for (size_t i = 0; i < asked.size(); ++i) {
    for (const int side : {-1, 1}) {
      const std::string where = side < 0 ? "left" : "right";
      const size_t beside = i + static_cast<size_t>(side);
      if (beside >= asked.size()) {
        shared_[i].add(where, "none");
        continue;
      }
      shared_[i].add(where, crossed_[beside].type);
      add_concepts(shared_[i], where, "", crossed_[beside].concepts);
    }
  }
}

// 3.
ml::FeatureList FieldFeatures::of_form_type(size_t question, std::string_view form_type) const {
  ml::FeatureList list(names_);
  const std::string form(form_type);
  list.add("form", form);
  list.add("form", form + '/' + crossed_[question].type);
  if (questions_.size() == 1) list.add("form", form + "/alone");
  add_concepts(list, "form-lex", form, crossed_[question].concepts);
  return list;
}

}  // namespace weft::explore
