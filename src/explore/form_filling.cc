// Filling in forms. See form_filling.h.
//
//   <form action=/s><select name=type><option value=1>House<option value=0>Any</select>
//                   <input name=where required><button>Go</button></form>
//     fillings with the term London:   type=0&where=London    (where is required: never without)
//
// Tested by form_types_test.cc.

#include "explore/form_filling.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "explore/words.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::explore {
namespace {

constexpr size_t kMaxTerms = 8;  // Ways to fill in the field for words.

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

}  // namespace

std::string why_not_sent(const Form& form, const TypedForm& typed, std::string_view page_url,
                         const SendingRules& rules) {
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
  if (typed.type != FormType::kSearch) return "it is for " + std::string(name_of(typed.type));
  if (typed.confidence < rules.least_search) return "it is not surely a search";
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

std::vector<Filling> fillings(const Form& form, const TypedForm& typed,
                              const std::vector<std::string>& terms) {
  const std::optional<size_t> query = query_field(form, typed);
  Filling any;
  bool needs_words = false;  // Some required field cannot be left as it is.
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_visible() || field.is_button() || field.disabled) continue;
    if (field.type == "select" && !field.multiple) {
      const FieldOption* option = any_option(field);
      if (option != nullptr && option->value != field.value && !field.required)
        any.push_back({i, option->value, "any"});
      if (field.required && field.value.empty()) {
        for (const FieldOption& choice : field.options) {
          if (choice.value.empty()) continue;
          any.push_back({i, choice.value, "first choice"});
          break;
        }
      }
    }
    if (field.is_text() && field.required && field.value.empty()) {
      if (query && i == *query)
        needs_words = true;
      else
        return {};  // What else it wants is not known.
    }
  }
  std::vector<Filling> ways;
  if (!needs_words) {
    ways.emplace_back();
    if (!any.empty()) ways.push_back(any);
  }
  if (!query) return ways;
  for (size_t i = 0; i < std::min(terms.size(), kMaxTerms); ++i) {
    Filling& with_term = ways.emplace_back(any);
    with_term.push_back({*query, terms[i], "term"});
  }
  return ways;
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
