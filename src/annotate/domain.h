// Domain: what is known of one kind of thing before any page is seen: a book has a title, an author
// printed beside "by", an ISBN with its check digit. Written by a person in ten minutes, it takes
// the place of labels.
//
//   WEFT_ASSIGN(Domain books, parse_domain(text, "books.domain.toml", shipped_only));
//
// Files: docs/formats/domain.md. Some domains ship with Weft: shipped_domain().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "base/result.h"
#include "value/type.h"

namespace weft::annotate {

class TermMatcher;
class TextWords;
using CompiledTerms = std::shared_ptr<const TermMatcher>;

// What an instance of an attribute looks like. More than value::ValueType: what a page shows can be
// told apart more finely than what a table holds.
enum class EntityType : uint8_t {
  kText,
  kPerson,
  kPlace,
  kAddress,
  kPostcode,
  kMoney,
  kNumber,
  kMeasure,
  kRating,
  kDate,
  kTime,
  kDuration,
  kPhone,
  kEmail,
  kUrl,
  kImage,
  kIsbn10,
  kIsbn13,
  kEan,
  kBoolean,
};
inline constexpr size_t kEntityTypes = 20;

// "text", "person"… as in domain files.
std::span<const std::string_view> names_of(EntityType);
// How a table holds it: a person is text, a rating a number.
value::ValueType value_type_of(EntityType type);

struct AttributeKnowledge {
  std::string name;
  EntityType type = EntityType::kText;
  std::vector<std::string> labels;      // Words printed beside the value, in any language.
  std::vector<std::string> not_labels;  // Labels of look-alikes: "list price" is no price.
  std::vector<std::string> terms;       // Values there are, or the best known of them…
  // …and gazetteers that were compiled, whose terms are not in `terms`.
  std::vector<CompiledTerms> gazetteers;
  std::string pattern;                // RE2; what an instance looks like, in place of the type's.
  std::vector<std::string> parts;     // Of a composite: a location has street, town, postcode.
  std::vector<std::string> together;  // Attributes that stand beside it: bedrooms, bathrooms.
  std::vector<std::string> at_most;   // Its value is at most theirs: a price, the list price.
  std::optional<double> least;        // Bounds of what the number in an instance can be.
  std::optional<double> most;
  bool mandatory = false;       // Every record has it.
  bool unique = false;          // No two records share a value.
  bool pivot = false;           // Every record has exactly one, so that it can find records.
  bool characteristic = false;  // Typical enough to tell this domain from others.
  bool subject = false;         // The thing the page is about: its name or title.
  bool set = false;             // Several values a record.
  std::string group;            // Attributes of one group exclude each other: rent or price.

  [[nodiscard]] bool has_terms() const { return !terms.empty() || !gazetteers.empty(); }
  // Whether a text, as a whole, is a term of a compiled gazetteer.
  [[nodiscard]] bool in_gazetteers(const TextWords& text) const;
};

// What pages of a domain say around its records ([Amber] 5.1), beside what pages of all domains say.
struct PageWords {
  std::vector<std::string> links;      // Links and buttons that lead to records: "our stock".
  std::vector<std::string> switches;   // What parts them at the door: "to rent", "used cars".
  std::vector<std::string> wildcards;  // Options that stand for all: "any make".
  std::vector<std::string> secondary;  // Titles of lists beside the page's own: "sold lately".
};

struct Domain {
  std::string name;                // "books"
  std::string record;              // The schema.org type of a record: "Book".
  std::vector<std::string> words;  // What pages call a record: "book", "paperback".
  PageWords pages;
  std::vector<AttributeKnowledge> attributes;

  // Its place among the attributes; nothing if there is none.
  [[nodiscard]] std::optional<size_t> find(std::string_view attribute) const;
};

// The text of an included description ("common") or a gazetteer ("towns.txt").
using DomainReader = std::function<Result<std::string>(const std::string& name)>;
// A gazetteer as compile_gazetteer() made it; null where there is none, or only one of another text.
using CompiledReader = std::function<Result<CompiledTerms>(const std::string& name)>;

struct DomainLimits {
  size_t max_terms = 20'000'000;            // Of all attributes together…
  size_t max_term_bytes = size_t{1} << 30;  // …and their bytes.
  size_t max_includes = 32;
};

// Reads a description. `file` is what messages call it. Fails with kInvalidArgument, naming file and
// line: what is no TOML, unknown keys, types and flags, patterns that do not compile, parts and
// groups that do not fit, descriptions that include themselves; with kLimitExceeded beyond the
// limits; and as `reader` and `compiled` do.
Result<Domain> parse_domain(std::string_view text, const std::string& file,
                            const DomainReader& reader, const DomainLimits& limits = {},
                            const CompiledReader& compiled = {});

// The terms of a gazetteer: one a line, up to a tab; empty lines and those that begin with '#' are
// passed over.
std::vector<std::string> gazetteer_terms(std::string_view text);
// They as bytes for TermMatcher::over(), each with tag 0; its source is hash_bytes(text). `file` is what the
// message calls it. Fails with kLimitExceeded.
Result<std::string> compile_gazetteer(std::string_view text, const std::string& file,
                                      const DomainLimits& limits = {});

// --- what ships ---

std::span<const EmbeddedFile> shipped_domains();  // Of share/domains.
// As DomainReader: of shipped descriptions. Fails with kNotFound, listing them.
Result<std::string> shipped_domain(const std::string& name);

}  // namespace weft::annotate
