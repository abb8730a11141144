// Filling in forms. See form_filling.h.
//
//   <form action=/s><select name=type><option value=1>House<option value=0>Any</select>
//                   <input name=where required><button>Go</button></form>
//     fillings with the value London:   type=0&where=London    (where is required: never without)
//
// Tested by form_types_test.cc.

#include "explore/form_filling.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "explore/words.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::explore {
namespace {

constexpr size_t kMaxValues = 8;    // Ways to fill in the field for words.
constexpr size_t kMaxChoices = 50;  // Options of a select that is gone through.
constexpr size_t kLongError = 200;  // Bytes of a text that complains, at most.

// https://url.spec.whatwg.org/#application/x-www-form-urlencoded: letters, digits and *-._ stay.
void append_form_encoded(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_ascii_alpha(c) || is_ascii_digit(c) || c == '*' || c == '-' || c == '.' || c == '_') {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
}

void append_pair(std::string& out, std::string_view name, std::string_view value) {
  if (!out.empty()) out += '&';
  append_form_encoded(out, name);
  out += '=';
  append_form_encoded(out, value);
}

Concepts concepts_of(const Field& field) {
  Concepts found = concepts_in(identifier_words(field.name + ' ' + field.id), WordMatch::kInside);
  found |= concepts_in(plain_words(field.label()), WordMatch::kStart);
  found |= concepts_in(plain_words(field.placeholder), WordMatch::kStart);
  return found;
}

bool is_card_field(const Field& field) {
  return field.autocomplete.starts_with("cc-") ||
         (' ' + identifier_words(field.name + ' ' + field.id) + ' ').find(" card ") !=
             std::string::npos;
}

// The option that stands for all of them.
const FieldOption* any_option(const Field& field) {
  for (const FieldOption& option : field.options) {
    if (mentions(option.text, Concept::kAny, WordMatch::kWhole)) return &option;
  }
  for (const FieldOption& option : field.options) {
    if (option.value.empty() || option.value == "0" || option.value == "-1") return &option;
  }
  return nullptr;
}

// Whether nothing has to be written into it or chosen.
bool is_filled(const Field& field) { return !field.required || !field.value.empty(); }

// The select whose choices part the results: the one with most of them.
std::optional<size_t> parting_select(const Form& form) {
  std::optional<size_t> best;
  const auto size = [&](size_t i) { return form.fields[i].options.size(); };
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (field.type != "select" || field.multiple || field.disabled || field.name.empty()) continue;
    if (concepts_of(field).has(Concept::kSort) || size(i) < 2 || size(i) > kMaxChoices) continue;
    if (!best || size(i) > size(*best)) best = i;
  }
  return best;
}

// What all ways share: choices at "any", and what is required.
std::optional<Filling> base_filling(const Form& form, std::optional<size_t> query,
                                    const FieldValues& values) {
  Filling base;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_visible() || field.is_button() || field.disabled || i == query) continue;
    if (field.type == "select" && !field.multiple) {
      const FieldOption* any = any_option(field);
      std::string value = any == nullptr ? field.value : any->value;
      if (!values[i].empty()) value = values[i].front();  // The domain's word for it.
      if (field.required && field.value.empty()) value = field.value;
      if (value != field.value) base.push_back({i, value, "any"});
    } else if (field.is_text() && !is_filled(field)) {
      if (values[i].empty()) return std::nullopt;
      base.push_back({i, values[i].front(), "term"});
    }
  }
  return base;
}

}  // namespace

std::string why_not_sent(const Form& form, const TypedForm& typed, std::string_view page_url,
                         const SendingRules& rules) {
  if (std::string why = why_never_sent(form, page_url, rules); !why.empty()) return why;
  if (typed.type != FormType::kSearch) return "it is for " + std::string(name_of(typed.type));
  return typed.confidence < rules.least_search ? "it is not surely a search" : "";
}

std::string why_never_sent(const Form& form, std::string_view page_url, const SendingRules& rules) {
  bool mail = false;
  bool message = false;
  bool asks = false;
  for (const Field& field : form.fields) {
    if (!field.is_visible() || field.is_button()) continue;
    if (field.type == "password") return "it asks for a password";
    if (field.type == "file") return "it sends a file";
    if (is_card_field(field)) return "it asks for a card";
    mail = mail || field.type == "email" || concepts_of(field).has(Concept::kEmail);
    message = message || field.type == "textarea";
    asks = true;
  }
  if (mail) return message ? "it sends a message" : "it asks for an e-mail address";
  if (!asks) return "it has no field";
  if (form.method == "dialog") return "it sends nothing";
  if (form.method == "post" && !rules.allow_post) return "it posts, and posting is not allowed";
  for (const FormControl& control : form.controls) {
    if (control.submits && mentions(control.text, Concept::kForbidden, WordMatch::kWhole))
      return "its button says '" + control.text + "'";
  }
  const auto page = url::Url::parse(page_url);
  if (!page.ok()) return "the page's address is not known";
  const auto target = url::Url::parse(form.action, &*page);
  if (!target.ok() || !target->is_http()) return "it is sent to no web address";
  if (url::registrable_domain(target->host.value_or("")) !=
      url::registrable_domain(page->host.value_or("")))
    return "it is sent to another site";
  return {};
}

std::optional<size_t> query_field(const Form& form, const TypedForm& typed) {
  std::optional<size_t> best;
  size_t texts = 0;
  std::optional<size_t> text;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_text() || field.readonly || field.disabled || field.name.empty()) continue;
    ++texts;
    if (!text) text = i;
    if (typed.fields[i] == "search query" &&
        (!best || typed.field_confidence[i] > typed.field_confidence[*best]))
      best = i;
  }
  if (best) return best;
  return texts == 1 ? text : std::nullopt;
}

FieldValues field_values(const Form& form, const dom::Document& doc, const ValueSources& sources) {
  FieldValues values(form.fields.size());
  std::vector<DomainField> asked(form.fields.size());
  std::vector<annotate::Annotation> seen;
  if (sources.domain != nullptr) {
    asked = domain_fields(form, *sources.domain);
    seen = sources.domain->annotate(doc);
  }
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (field.type == "select" && sources.domain != nullptr) {
      for (const std::string& word : sources.domain->domain().pages.wildcards) {
        for (const FieldOption& option : field.options) {
          if (plain_words(option.text) == plain_words(word)) values[i] = {option.value};
        }
      }
    }
    if (!field.is_text() || field.readonly || field.disabled || field.name.empty()) continue;
    const auto add = [&](const std::string& value) {
      if (values[i].size() < kMaxChoices && !value.empty() &&
          std::find(values[i].begin(), values[i].end(), value) == values[i].end())
        values[i].push_back(value);
    };
    for (const FieldOption& option : field.options) add(option.value);
    if (!field.options.empty()) continue;
    if (asked[i].bound != FieldBound::kNone || field.type == "number") continue;
    if (asked[i].attribute) {
      std::vector<annotate::Found> example;
      sources.domain->find(field.placeholder, example);
      for (const annotate::Found& found : example) {
        if (!found.label && found.attribute == *asked[i].attribute)
          add(field.placeholder.substr(found.span.begin, found.span.end - found.span.begin));
      }
      for (const annotate::Annotation& found : seen) {
        if (!found.label && found.attribute == *asked[i].attribute && values[i].size() < kMaxValues)
          add(found.value);
      }
      const auto& terms = sources.domain->domain().attributes[*asked[i].attribute].terms;
      for (size_t t = 0; t < std::min(terms.size(), kMaxValues / 2); ++t) add(terms[t]);
    }
    for (const std::string& term : sources.terms) add(term);
  }
  return values;
}

std::vector<Filling> fillings(const Form& form, const TypedForm& typed, const FieldValues& values) {
  const std::optional<size_t> query = query_field(form, typed);
  const std::optional<Filling> base = base_filling(form, query, values);
  if (!base) return {};
  std::optional<size_t> must_choose;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    if (form.fields[i].type == "select" && !is_filled(form.fields[i])) must_choose = i;
  }
  const bool must_write = query && !is_filled(form.fields[*query]);
  std::vector<Filling> ways;
  if (!must_choose && !must_write) {
    ways.emplace_back();
    if (!base->empty()) ways.push_back(*base);
  }
  if (must_choose && !must_write) {
    for (const FieldOption& option : form.fields[*must_choose].options) {
      if (option.value.empty() || ways.size() >= kMaxChoices) continue;
      ways.push_back(*base);
      ways.back().push_back({*must_choose, option.value, "choice"});
    }
  }
  if (!query) return ways;
  for (const std::string& value : values[*query]) {
    const bool proposed = !form.fields[*query].options.empty();
    if (ways.size() >= (proposed ? kMaxChoices : kMaxValues)) break;
    Filling& with_words = ways.emplace_back(*base);
    if (must_choose) {
      for (const FieldOption& option : form.fields[*must_choose].options) {
        if (option.value.empty()) continue;
        with_words.push_back({*must_choose, option.value, "choice"});
        break;
      }
    }
    with_words.push_back({*query, value, proposed ? "choice" : "term"});
  }
  return ways;
}

std::vector<Filling> choices(const Form& form, const TypedForm& typed, const FieldValues& values) {
  const std::optional<size_t> select = parting_select(form);
  const std::vector<Filling> ways = fillings(form, typed, values);
  std::vector<Filling> each;
  if (!select || ways.empty()) return each;
  for (const FieldOption& option : form.fields[*select].options) {
    if (mentions(option.text, Concept::kAny, WordMatch::kWhole) || option.value.empty()) continue;
    Filling& filling = each.emplace_back(ways.front());
    std::erase_if(filling, [&](const FilledField& one) { return one.field == *select; });
    filling.push_back({*select, option.value, "choice"});
  }
  return each;
}

bool parts_results(const Form& form) {
  const std::optional<size_t> select = parting_select(form);
  return select && any_option(form.fields[*select]) == nullptr;
}

std::vector<size_t> missing_fields(const Form& form, const dom::Document& doc) {
  static const dom::Atom kInvalid = dom::atom_of("aria-invalid");
  const auto is_marked = [&](dom::NodeId n) {
    for (const std::string_view token : dom::class_tokens(doc, n)) {
      const std::string words = identifier_words(token);
      if (words.find("error") != std::string::npos || words.find("invalid") != std::string::npos)
        return true;
    }
    return false;
  };
  std::vector<size_t> missing;
  std::optional<size_t> first_empty;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_visible() || field.is_button() || field.is_choice() || !field.value.empty())
      continue;
    if (!first_empty) first_empty = i;
    if (doc.attribute(field.node, kInvalid).value_or("false") != "false" || is_marked(field.node))
      missing.push_back(i);
  }
  if (!missing.empty() || !first_empty) return missing;
  for (const dom::NodeId n : doc.nodes()) {
    if (!doc.is_text(n) || doc.text(n).size() > kLongError) continue;
    if (mentions(doc.text(n), Concept::kRequired, WordMatch::kWhole)) return {*first_empty};
  }
  return missing;
}

Result<FormRequest> make_request(const Form& form, std::string_view page_url,
                                 const Filling& filling) {
  WEFT_ASSIGN(const url::Url page, url::Url::parse(page_url));
  auto target = url::Url::parse(form.action, &page);
  if (!target.ok()) return target.error().in("the form's action");
  std::string data;
  bool pressed = false;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (field.disabled || field.name.empty()) continue;
    const auto filled = std::find_if(filling.begin(), filling.end(),
                                     [&](const FilledField& one) { return one.field == i; });
    if (filled != filling.end()) {
      append_pair(data, field.name, filled->value);
    } else if (field.is_button()) {
      if (field.type != "submit" || pressed) continue;
      pressed = true;
      append_pair(data, field.name, field.value);
    } else if (field.multiple) {
      for (const FieldOption& option : field.options) {
        if (option.selected) append_pair(data, field.name, option.value);
      }
    } else if (field.type != "file" && (!field.is_choice() || field.checked)) {
      append_pair(data, field.name, field.value);
    }
  }
  target->fragment.reset();
  FormRequest request{form.method == "post" ? "POST" : "GET", "", ""};
  if (form.method == "post")
    request.body = std::move(data);
  else
    target->query = std::move(data);
  request.url = target->href();
  return request;
}

std::span<const std::string_view> names_of(FieldBound) {
  static constexpr std::string_view kNames[] = {"", "least", "most"};
  return kNames;
}

std::vector<DomainField> domain_fields(const Form& form, const annotate::Recognizer& domain) {
  std::vector<DomainField> fields(form.fields.size());
  std::vector<annotate::Found> found;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_visible() || field.is_button()) continue;
    const std::string named = identifier_words(field.name);
    for (const std::string_view text :
         {field.label(), std::string_view(field.placeholder), std::string_view(field.segment),
          std::string_view(named),
          field.options.empty() ? std::string_view() : std::string_view(field.options[0].text)}) {
      found.clear();
      domain.find_label_words(text, found);
      if (found.empty()) continue;
      fields[i].attribute = found.front().attribute;
      break;
    }
    const Concepts concepts = concepts_of(field);
    if (concepts.has(Concept::kLeast)) fields[i].bound = FieldBound::kLeast;
    if (concepts.has(Concept::kMost)) fields[i].bound = FieldBound::kMost;
  }
  // Neighbours that ask for one attribute, or where only the first has a name, are a pair of bounds.
  std::optional<size_t> before;
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_visible() || field.is_button() || field.is_choice()) continue;
    const bool pair = before && fields[*before].attribute &&
                      form.fields[*before].type == field.type &&
                      (fields[i].attribute == fields[*before].attribute ||
                       (!fields[i].attribute && fields[i].bound == FieldBound::kMost));
    if (pair) {
      fields[i].attribute = fields[*before].attribute;
      fields[*before].bound = FieldBound::kLeast;
      fields[i].bound = FieldBound::kMost;
      before.reset();
    } else {
      before = i;
    }
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].attribute) fields[i].bound = FieldBound::kNone;
  }
  return fields;
}

}  // namespace weft::explore
