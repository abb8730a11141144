// What would be sent if a form were filled in, and whether it may be sent at all. Nothing here sends
// anything.
//
//   if (const std::string why = why_not_sent(form, typed, url, {}); !why.empty()) leave(why);
//   for (const Filling& filling : fillings(form, typed, field_values(form, doc, {.terms = {"London"}})))
//     const Result<FormRequest> request = make_request(form, url, filling);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "base/result.h"
#include "explore/form.h"
#include "explore/form_types.h"
#include "model/page_act.h"

namespace weft::explore {

struct SendingRules {
  bool allow_post = false;  // Forms typed as search may be posted.
  // The least probability that it is a search. At 0.7, 0.98 of what is accepted are searches, and no
  // other form that changes something was accepted (bench/log/2026-11-18.md).
  double least_search = 0.7;
};

// The reason for which a form must not be sent; empty if it may. These rules stand before any model: no
// password, file or card field, no e-mail with a message, GET alone, nothing to another site; then the
// form must be a search by its model, and have a field to search by.
std::string why_not_sent(const Form& form, const TypedForm& typed, std::string_view page_url,
                         const SendingRules& rules);
// What of it needs no model: such a form is not even typed.
std::string why_never_sent(const Form& form, std::string_view page_url, const SendingRules& rules);

struct FilledField {
  size_t field = 0;  // Of the form.
  std::string value;
  std::string reason;  // "any", "choice", "term".
};
using Filling = std::vector<FilledField>;

// What may be written into each field, the best first.
using FieldValues = std::vector<std::vector<std::string>>;
struct ValueSources {
  const annotate::Recognizer* domain = nullptr;  // May be null.
  std::vector<std::string> terms = {};           // For fields of which nothing is known.
};
// Of each field for text: what it proposes itself (a datalist); then, for the attribute of the domain
// that it asks for, the example it shows, what the page has, what the domain knows; then the terms.
// Bounds and numbers have none.
FieldValues field_values(const Form& form, const dom::Document& doc, const ValueSources& sources);

// Ways to fill in a form, the least intrusive first: as it is; every choice at its "any"; each choice of
// one that must be made; then each value of the field for words. Required fields have a value in all of
// them: a form that needs one nobody knows has no ways. Ranges stay as they are.
std::vector<Filling> fillings(const Form& form, const TypedForm& typed, const FieldValues& values);
// Each choice of the select that parts the results best: most options, no "any" among them, at most 50.
// Everything else is as in the first of fillings().
std::vector<Filling> choices(const Form& form, const TypedForm& typed, const FieldValues& values);
// Whether a select has to be chosen: none of its options stands for all.
bool parts_results(const Form& form);

// The fields that an answer to a form complains about: marked as invalid, or, on a page that speaks of
// something required, the first that was left empty. `form` is the same form on that page.
std::vector<size_t> missing_fields(const Form& form, const dom::Document& doc);

// The field for words, if there is one: the one typed as search query, else the only text field.
std::optional<size_t> query_field(const Form& form, const TypedForm& typed);

struct FormRequest {
  std::string method;  // "GET" or "POST".
  std::string url;
  std::string body;  // Of a POST: application/x-www-form-urlencoded.
  // Done on the page that this gives, for who reads pages in a browser.
  std::vector<model::PageAct> acts = {};
};

// As a browser makes it: defaults for what is not filled in, boxes only if checked, the first button that
// submits. Fails with kInvalidArgument if the address of the form is none.
Result<FormRequest> make_request(const Form& form, std::string_view page_url,
                                 const Filling& filling);

// --- domain scope ---

enum class FieldBound : uint8_t { kNone, kLeast, kMost };
std::span<const std::string_view> names_of(FieldBound);

// Which attribute of a domain a field asks for, and whether for its least or greatest value.
struct DomainField {
  std::optional<size_t> attribute;
  FieldBound bound = FieldBound::kNone;
};
// By field of the form. A label, segment or name that is a label of an attribute decides; two
// neighbours that ask for one attribute are its bounds, the first the least ([Amber] 5.2, OPAL).
std::vector<DomainField> domain_fields(const Form& form, const annotate::Recognizer& domain);

}  // namespace weft::explore
