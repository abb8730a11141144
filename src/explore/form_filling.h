// What would be sent if a form were filled in, and whether it may be sent at all. Nothing here sends
// anything.
//
//   if (const std::string why = why_not_sent(form, typed, url, {}); !why.empty()) leave(why);
//   for (const Filling& filling : fillings(form, typed, {"London"}))
//     const Result<FormRequest> request = make_request(form, url, filling);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "base/result.h"
#include "explore/form.h"
#include "explore/form_types.h"

namespace weft::explore {

struct SendingRules {
  bool allow_post = false;  // Forms typed as search may be posted.
  // The least probability that it is a search. At 0.7, 0.98 of what is accepted are searches, and no
  // other form that changes something was accepted (bench/LOG.md).
  double least_search = 0.7;
};

// The reason for which a form must not be sent; empty if it may. These rules stand before any model: no
// password, file or card field, no e-mail with a message, GET alone, nothing to another site; then the
// form must be a search by its model, and have a field to search by.
std::string why_not_sent(const Form& form, const TypedForm& typed, std::string_view page_url,
                         const SendingRules& rules);

struct FilledField {
  size_t field = 0;  // Of the form.
  std::string value;
  std::string reason;  // "any", "term", "nonsense".
};
using Filling = std::vector<FilledField>;

// Ways to fill in a form, the least intrusive first: as it is; every choice at its "any"; then each of
// `terms` in the field for words, other required fields at their first choice. A form whose field for
// words is required is never tried without. Ranges stay as they are.
std::vector<Filling> fillings(const Form& form, const TypedForm& typed,
                              const std::vector<std::string>& terms);
// The field for words, if there is one: the one typed as search query, else the only text field.
std::optional<size_t> query_field(const Form& form, const TypedForm& typed);

struct FormRequest {
  std::string method;  // "GET" or "POST".
  std::string url;
  std::string body;  // Of a POST: application/x-www-form-urlencoded.
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
