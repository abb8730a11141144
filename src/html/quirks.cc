// Which doctypes put a document into quirks mode: 13.2.6.4.1.

#include <algorithm>

#include "base/strings.h"
#include "html/tree_builder.h"

namespace weft::html {
namespace {

constexpr std::string_view kQuirkyPublicIds[] = {"-//w3o//dtd w3 html strict 3.0//en//",
                                                 "-/w3c/dtd html 4.0 transitional/en", "html"};

constexpr std::string_view kQuirkyPublicPrefixes[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

// Quirky only without a system identifier.
constexpr std::string_view kPrefixesWithoutSystemId[] = {"-//w3c//dtd html 4.01 frameset//",
                                                         "-//w3c//dtd html 4.01 transitional//"};

template <size_t kCount>
bool starts_with_any(std::string_view text, const std::string_view (&prefixes)[kCount]) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [text](std::string_view prefix) { return text.starts_with(prefix); });
}

}  // namespace

bool TreeBuilder::doctype_means_quirks() const {
  if (token_.force_quirks || token_.name.atom != dom::atoms::kHtml) return true;
  const std::string public_id = ascii_lower(tokenizer_.view(token_.public_id));
  const std::string system_id = ascii_lower(tokenizer_.view(token_.system_id));
  if (token_.has_public_id) {
    if (std::find(std::begin(kQuirkyPublicIds), std::end(kQuirkyPublicIds), public_id) !=
            std::end(kQuirkyPublicIds) ||
        starts_with_any(public_id, kQuirkyPublicPrefixes)) {
      return true;
    }
    if (!token_.has_system_id && starts_with_any(public_id, kPrefixesWithoutSystemId)) return true;
  }
  return token_.has_system_id &&
         system_id == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
}

}  // namespace weft::html
