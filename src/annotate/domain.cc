// One table of keys for the description and one for its attributes, each key with what it fills; the
// file is walked once against them. Includes come first, so that a description refines what it
// includes: an attribute of the same name keeps the words it had and gets those that are said anew.
// Tested by domain_test.cc.

#include "annotate/domain.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include "annotate/terms.h"
#include "base/hash.h"
#include "base/json_fields.h"
#include "base/strings.h"
#include "base/toml.h"

namespace weft::annotate {
namespace {

// clang-format off
constexpr std::string_view kTypeNames[] = {
    "text", "person", "place", "address", "postcode", "money", "number", "measure", "rating", "date",
    "time", "duration", "phone", "email", "url", "image", "isbn10", "isbn13", "ean", "boolean"};
constexpr value::ValueType kValueTypes[] = {
    value::ValueType::kText, value::ValueType::kText, value::ValueType::kText,
    value::ValueType::kAddress, value::ValueType::kText, value::ValueType::kMoney,
    value::ValueType::kNumber, value::ValueType::kText, value::ValueType::kText,
    value::ValueType::kDate, value::ValueType::kTime, value::ValueType::kDuration,
    value::ValueType::kPhone, value::ValueType::kEmail, value::ValueType::kUrl,
    value::ValueType::kImage, value::ValueType::kText, value::ValueType::kText,
    value::ValueType::kText, value::ValueType::kBoolean};
// clang-format on
static_assert(std::size(kTypeNames) == kEntityTypes && std::size(kValueTypes) == kEntityTypes);

// How many terms there are, so that they stay within the limits.
struct TermCount {
  const DomainLimits& limits;
  size_t terms = 0;
  size_t bytes = 0;

  Status add(const std::string& file, size_t more, size_t more_bytes) {
    terms += more;
    bytes += more_bytes;
    if (terms <= limits.max_terms && bytes <= limits.max_term_bytes) return {};
    return Error{
        ErrorCode::kLimitExceeded,
        fmt::format("{}: more than {} terms, or {} bytes of them; leave out gazetteers, or "
                    "split the domain",
                    file, limits.max_terms, limits.max_term_bytes)};
  }
  Status add(const std::string& file, const std::vector<std::string>& all) {
    size_t more_bytes = 0;
    for (const std::string& term : all) more_bytes += term.size();
    return add(file, all.size(), more_bytes);
  }
};

// What is being read: where messages point, and how much was read already.
struct DomainSource {
  const DomainReader& reader;
  const CompiledReader& compiled;
  const DomainLimits& limits;
  std::vector<std::string> open;  // Descriptions being read, to tell a circle.
  size_t includes = 0;
  TermCount terms{limits};
};

Result<std::string> text_in(const std::string& file, std::string_view key, const TomlValue& node) {
  if (!node.is_text()) return at_line(file, node, fmt::format("{} needs a string", key));
  return node.text;
}

// A list of strings, or one string.
Result<std::vector<std::string>> texts_in(const std::string& file, std::string_view key,
                                          const TomlValue& node) {
  const auto texts = node.texts();
  if (!texts) return at_line(file, node, fmt::format("{} needs a list of strings", key));
  for (const std::string& text : *texts) {
    if (normalize_space(text).empty())
      return at_line(file, node, fmt::format("{} has an empty string", key));
  }
  return *texts;
}

void add_new(std::vector<std::string>& to, const std::vector<std::string>& texts) {
  std::unordered_set<std::string_view> known(to.begin(), to.end());
  std::vector<std::string> fresh;
  for (const std::string& text : texts) {
    if (known.insert(text).second) fresh.push_back(text);
  }
  to.insert(to.end(), fresh.begin(), fresh.end());
}

struct FlagName {
  std::string_view name;
  bool AttributeKnowledge::*member;
};
constexpr FlagName kFlags[] = {
    {"mandatory", &AttributeKnowledge::mandatory},
    {"unique", &AttributeKnowledge::unique},
    {"pivot", &AttributeKnowledge::pivot},
    {"characteristic", &AttributeKnowledge::characteristic},
    {"subject", &AttributeKnowledge::subject},
    {"set", &AttributeKnowledge::set},
};

Status read_flags(const std::string& file, const TomlValue& node, AttributeKnowledge& attribute) {
  WEFT_ASSIGN(const std::vector<std::string> names, texts_in(file, "flags", node));
  for (const std::string& name : names) {
    const auto* flag = std::find_if(std::begin(kFlags), std::end(kFlags),
                                    [&](const FlagName& one) { return one.name == name; });
    if (flag == std::end(kFlags)) {
      std::vector<std::string_view> known;
      for (const FlagName& one : kFlags) known.push_back(one.name);
      return at_line(file, node,
                     fmt::format("no flag '{}'; there are {}", name, fmt::join(known, ", ")));
    }
    attribute.*flag->member = true;
  }
  if (attribute.pivot && attribute.set)
    return at_line(file, node, "a pivot occurs once a record, a set several times: choose one");
  if (attribute.subject && attribute.set)
    return at_line(file, node, "a subject occurs once a record, a set several times: choose one");
  return {};
}

Status read_number(const std::string& file, std::string_view key, const TomlValue& node,
                   std::optional<double>& to) {
  if (!node.is_number()) return at_line(file, node, fmt::format("{} needs a number", key));
  to = node.number;
  return {};
}

Status read_attribute(DomainSource& source, const std::string& file, const TomlValue& table,
                      AttributeKnowledge& attribute);

// Words of one language: [attributes.price.languages.de].
Status read_languages(DomainSource& source, const std::string& file, const TomlValue& node,
                      AttributeKnowledge& attribute) {
  if (!node.is_table()) return at_line(file, node, "languages needs a table by language");
  for (const TomlValue& words : node.members) {
    const std::string& language = words.key;
    if (!words.is_table())
      return at_line(file, words, fmt::format("languages.{} needs a table", language));
    for (const TomlValue& value : words.members) {
      const std::string& key = value.key;
      if (key != "labels" && key != "not" && key != "terms")
        return at_line(file, value,
                       fmt::format("a language has labels, not and terms, no '{}'", key));
    }
    WEFT_TRY(read_attribute(source, file, words, attribute));
  }
  return {};
}

template <typename Of>
struct TextList {
  std::string_view key;
  std::vector<std::string> Of::*member;
};
// clang-format off
constexpr TextList<AttributeKnowledge> kTextLists[] = {
    {"labels", &AttributeKnowledge::labels},
    {"not", &AttributeKnowledge::not_labels},
    {"terms", &AttributeKnowledge::terms},
    {"parts", &AttributeKnowledge::parts},
    {"together", &AttributeKnowledge::together},
    {"at_most", &AttributeKnowledge::at_most},
};
constexpr TextList<PageWords> kPageLists[] = {
    {"links", &PageWords::links},
    {"switches", &PageWords::switches},
    {"wildcards", &PageWords::wildcards},
    {"secondary", &PageWords::secondary},
};
// clang-format on

// The list of a key; null if there is none.
template <typename Of, size_t kSize>
const TextList<Of>* list_named(const TextList<Of> (&lists)[kSize], std::string_view key) {
  const auto* list =
      std::find_if(std::begin(lists), std::end(lists), [&](const auto& l) { return l.key == key; });
  return list == std::end(lists) ? nullptr : list;
}

Status read_pages(const std::string& file, const TomlValue& node, PageWords& pages) {
  if (!node.is_table()) return at_line(file, node, "pages needs a table: [pages]");
  for (const TomlValue& row : node.members) {
    const auto* const list = list_named(kPageLists, row.key);
    if (list == nullptr)
      return at_line(file, row,
                     fmt::format("no key '{}' in pages; there are links, switches, wildcards, "
                                 "secondary",
                                 row.key));
    WEFT_ASSIGN(const std::vector<std::string> texts, texts_in(file, row.key, row));
    add_new(pages.*list->member, texts);
  }
  return {};
}

// The term of the first line, which is taken; empty if the line has none.
std::string take_term(std::string_view& text) {
  const std::string_view line = take_line(text);
  std::string term = normalize_space(line.substr(0, line.find('\t')));
  return term.starts_with('#') ? std::string() : term;
}

Status read_attribute_key(DomainSource& source, const std::string& file, std::string_view key,
                          const TomlValue& node, AttributeKnowledge& attribute) {
  if (key == "type") {
    WEFT_ASSIGN(const std::string name, text_in(file, key, node));
    const auto type = enum_named<EntityType>(name);
    if (!type)
      return at_line(file, node,
                     fmt::format("no type '{}'; there are {}", name, fmt::join(kTypeNames, ", ")));
    attribute.type = *type;
    return {};
  }
  if (const auto* const list = list_named(kTextLists, key); list != nullptr) {
    WEFT_ASSIGN(const std::vector<std::string> texts, texts_in(file, key, node));
    if (key == "terms") {
      WEFT_TRY(source.terms.add(file, texts));
      for (const std::string& text : texts) {
        // "R" may be a rating; "a" is a word of every sentence.
        if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z')
          return at_line(file, node,
                         fmt::format("the term '{}' is on every page; write more of it, or a "
                                     "pattern",
                                     text));
      }
    }
    add_new(attribute.*list->member, texts);
    return {};
  }
  if (key == "gazetteer") {
    WEFT_ASSIGN(const std::vector<std::string> files, texts_in(file, key, node));
    for (const std::string& name : files) {
      if (source.compiled) {
        const auto compiled = source.compiled(name);
        if (!compiled.ok()) return at_line(file, node, compiled.error().message);
        if (*compiled != nullptr) {
          WEFT_TRY(source.terms.add(file, (*compiled)->size(), 0));
          attribute.gazetteers.push_back(*compiled);
          continue;
        }
      }
      const auto text = source.reader(name);
      if (!text.ok()) return at_line(file, node, text.error().message);
      const std::vector<std::string> terms = gazetteer_terms(*text);
      WEFT_TRY(source.terms.add(file, terms));
      add_new(attribute.terms, terms);
    }
    return {};
  }
  if (key == "pattern") {
    WEFT_ASSIGN(attribute.pattern, text_in(file, key, node));
    const RE2 compiled(attribute.pattern, RE2::Quiet);
    if (!compiled.ok()) return at_line(file, node, "pattern: " + compiled.error());
    if (RE2::FullMatch("", compiled)) return at_line(file, node, "pattern matches nothing at all");
    return {};
  }
  if (key == "group") {
    WEFT_ASSIGN(attribute.group, text_in(file, key, node));
    return {};
  }
  if (key == "flags") return read_flags(file, node, attribute);
  if (key == "least") return read_number(file, key, node, attribute.least);
  if (key == "most") return read_number(file, key, node, attribute.most);
  if (key == "languages") return read_languages(source, file, node, attribute);
  return at_line(
      file, node,
      fmt::format("no key '{}' in an attribute; there are type, labels, not, terms, "
                  "gazetteer, pattern, parts, together, at_most, least, most, group, flags, "
                  "languages",
                  key));
}

Status read_attribute(DomainSource& source, const std::string& file, const TomlValue& table,
                      AttributeKnowledge& attribute) {
  for (const TomlValue& node : table.members)
    WEFT_TRY(read_attribute_key(source, file, node.key, node, attribute));
  if (attribute.least && attribute.most && *attribute.least > *attribute.most)
    return at_line(file, table, "least is more than most");
  return {};
}

Status read_attributes(DomainSource& source, const std::string& file, const TomlValue& node,
                       Domain& domain) {
  if (!node.is_table()) return at_line(file, node, "attributes needs tables: [attributes.price]");
  for (const TomlValue& row : node.members) {
    const std::string& name = row.key;
    if (!row.is_table()) return at_line(file, row, fmt::format("{} needs a table", name));
    const auto known = domain.find(name);
    if (!known) domain.attributes.push_back({.name = name});
    WEFT_TRY(read_attribute(source, file, row,
                            known ? domain.attributes[*known] : domain.attributes.back()));
  }
  return {};
}

// Where the file says this of an attribute; the file itself if another, included one does.
const TomlValue& place_in(const TomlValue& table, std::string_view attribute,
                          std::string_view key) {
  const TomlValue* at = &table;
  for (const std::string_view name : {std::string_view("attributes"), attribute, key}) {
    const TomlValue* inner = at->find(name);
    if (inner == nullptr) break;
    at = inner;
  }
  return *at;
}

// Values of these types are more or less than each other.
bool is_ordered(EntityType type) {
  switch (value_type_of(type)) {
    case value::ValueType::kMoney:
    case value::ValueType::kNumber:
    case value::ValueType::kDate:
    case value::ValueType::kDuration:
      return true;
    default:
      return false;
  }
}

// `together` and `at_most` name other attributes, and `at_most` those that can be compared.
Status check_company(const std::string& file, const TomlValue& table, const Domain& domain,
                     const AttributeKnowledge& attribute) {
  for (const std::string_view key : {"together", "at_most"}) {
    for (const std::string& name : key == "at_most" ? attribute.at_most : attribute.together) {
      const TomlValue& place = place_in(table, attribute.name, key);
      const auto found = domain.find(name);
      if (!found || name == attribute.name)
        return at_line(file, place,
                       fmt::format("{} has '{}' in {}, which is no other attribute", attribute.name,
                                   name, key));
      if (key != "at_most") continue;
      const AttributeKnowledge& other = domain.attributes[*found];
      if (!is_ordered(attribute.type) || value_type_of(attribute.type) != value_type_of(other.type))
        return at_line(file, place,
                       fmt::format("{} cannot be at most {}: both need to be money, a number, a "
                                   "date or a duration",
                                   attribute.name, name));
      if (std::find(other.at_most.begin(), other.at_most.end(), attribute.name) !=
          other.at_most.end())
        return at_line(
            file, place,
            fmt::format("{} and {} are each at most the other: choose one", attribute.name, name));
    }
  }
  return {};
}

// What concerns several attributes at once.
Status check_domain(const std::string& file, const TomlValue& table, const Domain& domain) {
  if (domain.attributes.empty()) return at_line(file, table, "no attributes");
  size_t subjects = 0;
  for (const AttributeKnowledge& attribute : domain.attributes) {
    subjects += attribute.subject ? 1 : 0;
    if (attribute.least && attribute.most && *attribute.least > *attribute.most)
      return at_line(file, place_in(table, attribute.name, "least"),
                     fmt::format("{}: least is more than most: no number fits", attribute.name));
    WEFT_TRY(check_company(file, table, domain, attribute));
    for (const std::string& part : attribute.parts) {
      const TomlValue& place = place_in(table, attribute.name, "parts");
      const auto found = domain.find(part);
      if (!found)
        return at_line(
            file, place,
            fmt::format("{} has the part '{}', which is no attribute", attribute.name, part));
      if (!domain.attributes[*found].parts.empty())
        return at_line(file, place,
                       fmt::format("{}, a part of {}, has parts itself", part, attribute.name));
    }
  }
  if (subjects > 1) return at_line(file, table, "several attributes are the subject: choose one");
  return {};
}

Status read_domain(DomainSource& source, std::string_view text, const std::string& file,
                   Domain& domain);

Status read_includes(DomainSource& source, const std::string& file, const TomlValue& node,
                     Domain& domain) {
  WEFT_ASSIGN(const std::vector<std::string> names, texts_in(file, "include", node));
  for (const std::string& name : names) {
    if (std::find(source.open.begin(), source.open.end(), name) != source.open.end())
      return at_line(file, node, fmt::format("{} includes itself", name));
    if (++source.includes > source.limits.max_includes)
      return at_line(
          file, node,
          fmt::format("more than {} descriptions are included", source.limits.max_includes));
    const auto text = source.reader(name);
    if (!text.ok()) return at_line(file, node, text.error().message);
    source.open.push_back(name);
    WEFT_TRY(read_domain(source, *text, name, domain));
    source.open.pop_back();
  }
  return {};
}

Status read_domain(DomainSource& source, std::string_view text, const std::string& file,
                   Domain& domain) {
  WEFT_ASSIGN(const TomlValue table, read_toml(text, file));
  if (const TomlValue* include = table.find("include"))
    WEFT_TRY(read_includes(source, file, *include, domain));
  for (const TomlValue& node : table.members) {
    const std::string& key = node.key;
    if (key == "include") continue;
    if (key == "name") {
      WEFT_ASSIGN(domain.name, text_in(file, key, node));
    } else if (key == "record") {
      WEFT_ASSIGN(domain.record, text_in(file, key, node));
    } else if (key == "words") {
      WEFT_ASSIGN(domain.words, texts_in(file, key, node));
    } else if (key == "pages") {
      WEFT_TRY(read_pages(file, node, domain.pages));
    } else if (key == "attributes") {
      WEFT_TRY(read_attributes(source, file, node, domain));
    } else {
      return at_line(
          file, node,
          fmt::format("no key '{}'; there are name, record, words, include, pages, attributes",
                      key));
    }
  }
  return check_domain(file, table, domain);
}

}  // namespace

std::span<const std::string_view> names_of(EntityType) { return kTypeNames; }

value::ValueType value_type_of(EntityType type) { return kValueTypes[static_cast<size_t>(type)]; }

bool AttributeKnowledge::in_gazetteers(const TextWords& text) const {
  return std::any_of(gazetteers.begin(), gazetteers.end(),
                     [&](const CompiledTerms& one) { return one->contains(text, 0); });
}

std::optional<size_t> Domain::find(std::string_view attribute) const {
  for (size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].name == attribute) return i;
  }
  return std::nullopt;
}

Result<Domain> parse_domain(std::string_view text, const std::string& file,
                            const DomainReader& reader, const DomainLimits& limits,
                            const CompiledReader& compiled) {
  DomainSource source{reader, compiled, limits, {file}};
  Domain domain;
  WEFT_TRY(read_domain(source, text, file, domain));
  if (domain.name.empty()) domain.name = file.substr(0, file.find('.'));
  return domain;
}

std::vector<std::string> gazetteer_terms(std::string_view text) {
  std::vector<std::string> terms;
  while (!text.empty()) {
    if (std::string term = take_term(text); !term.empty()) terms.push_back(std::move(term));
  }
  return terms;
}

Result<std::string> compile_gazetteer(std::string_view text, const std::string& file,
                                      const DomainLimits& limits) {
  TermMatcher matcher;
  TermCount count{limits};
  for (std::string_view rest = text; !rest.empty();) {
    const std::string term = take_term(rest);
    WEFT_TRY(count.add(file, term.empty() ? 0 : 1, term.size()));
    matcher.add(term, 0);
  }
  matcher.build();
  return matcher.compiled(hash_bytes(text));
}

Result<std::string> shipped_domain(const std::string& name) {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& one : shipped_domains()) {
    if (one.name == name) return std::string(one.text);
    names.push_back(one.name);
  }
  return Error{ErrorCode::kNotFound, fmt::format("no domain '{}' ships with Weft; there are {}",
                                                 name, fmt::join(names, ", "))};
}

}  // namespace weft::annotate
