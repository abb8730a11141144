// RDFa lite, after https://www.w3.org/TR/rdfa-core/#s_sequence, without what lite leaves out (inlist, datatypes of
// XML literals); `about`, `rel` and `rev` alone are read as core says where they name a subject or link to one.
//
//   <p vocab="http://schema.org/" typeof="Person"><b property="name">Ann</b></p>
//
// gives {"@id": "_:1", "@type": ["http://schema.org/Person"], "http://schema.org/name": [{"@value": "Ann"}]}.
//
// For each element, with what it inherits (vocabulary, prefixes, subject) on a stack:
//
//   1. vocab and prefix change what names mean; vocab is a statement about the page itself.
//   2. The subject: about; else resource, href or src where there is no property; else a new one where there is typeof;
//      else the parent's.
//   3. typeof says the type of the typed resource.
//   4. property: its value is content, datetime, the typed resource, resource/href/src, or the text.
//
// DEVIATION: <meta property="og:…"> and its like are OpenGraph, which has a place of its own, and no statements here.
//
// Tested by structured_data_test.cc, and on the samples of the set `conformance`.

#include <map>
#include <optional>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "read/item_readers.h"
#include "read/structured_data.h"
#include "url/url.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr std::string_view kUsesVocabulary = "http://www.w3.org/ns/rdfa#usesVocabulary";

// Of the initial context: https://www.w3.org/2011/rdfa-context/rdfa-1.1.
constexpr std::pair<std::string_view, std::string_view> kKnownPrefixes[] = {
    {"cc", "http://creativecommons.org/ns#"},
    {"dc", "http://purl.org/dc/terms/"},
    {"dc11", "http://purl.org/dc/elements/1.1/"},
    {"dcterms", "http://purl.org/dc/terms/"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"gr", "http://purl.org/goodrelations/v1#"},
    {"ical", "http://www.w3.org/2002/12/cal/icaltzd#"},
    {"og", "http://ogp.me/ns#"},
    {"owl", "http://www.w3.org/2002/07/owl#"},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
    {"rdfa", "http://www.w3.org/ns/rdfa#"},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
    {"rev", "http://purl.org/stuff/rev#"},
    {"schema", "http://schema.org/"},
    {"sioc", "http://rdfs.org/sioc/ns#"},
    {"skos", "http://www.w3.org/2004/02/skos/core#"},
    {"v", "http://rdf.data-vocabulary.org/#"},
    {"vcard", "http://www.w3.org/2006/vcard/ns#"},
    {"xhv", "http://www.w3.org/1999/xhtml/vocab#"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
};

class Rdfa {
 public:
  Rdfa(const dom::Document& doc, std::string_view url) : doc_(doc), url_(url) {
    for (const auto& [name, iri] : kKnownPrefixes) prefixes_.emplace(name, iri);
  }

  std::vector<Json> run() {
    open_.push_back({.end = doc_.size(), .subject = std::string(url_)});
    for (uint32_t i = 1; i < doc_.size() && subjects_.size() < kMaxItems; ++i) {
      while (open_.back().end <= i) open_.pop_back();
      const NodeId n{i};
      if (!doc_.is_element(n) || doc_.attribute_count(n) == 0) continue;
      const bool plain_meta = doc_.name(n) == atoms::kMeta && open_.back().vocabulary.empty() &&
                              !doc_.attribute(n, atoms::kAbout);
      if (!plain_meta) element(n);
    }
    std::vector<Json> out;
    for (Json& subject : subjects_) {
      if (subject.size() > 1) out.push_back(std::move(subject));
    }
    return out;
  }

 private:
  struct Open {
    uint32_t end;
    std::string vocabulary = {};
    std::string subject;
    std::string rel = {};  // Links that wait for the subject of an element below.
    std::string rel_subject = {};
  };

  void element(NodeId n) {
    Open own = open_.back();
    own.end = dom::index(doc_.end(n));
    const auto get = [&](dom::Atom name) { return doc_.attribute(n, name); };
    // Step 1.
    if (const auto vocabulary = get(atoms::kVocab)) {
      own.vocabulary = trim(*vocabulary);
      if (!own.vocabulary.empty())
        add(std::string(url_), kUsesVocabulary, {{"@id", own.vocabulary}});
    }
    if (const auto prefix = get(atoms::kPrefix)) read_prefixes(*prefix);
    for (uint32_t a = 0; a < doc_.attribute_count(n); ++a) {
      const dom::Attribute attribute = doc_.attribute_at(n, a);
      if (attribute.name_text.starts_with("xmlns:"))
        prefixes_[ascii_lower(attribute.name_text.substr(6))] = trim(attribute.value);
    }
    const auto property = get(atoms::kProperty);
    const auto type = get(atoms::kTypeof);
    const auto about = get(atoms::kAbout);
    const auto rel = doc_.name(n) == atoms::kLink ? std::nullopt : get(atoms::kRel);
    std::optional<std::string_view> target;
    for (const dom::Atom name : {atoms::kResource, atoms::kHref, atoms::kSrc}) {
      if (!target) target = get(name);
    }
    // Step 2.
    const std::string parent = own.subject;
    std::string typed;
    if (about) {
      own.subject = resource(*about);
      if (type) typed = own.subject;
    } else if (rel && links(own, *rel)) {
      // The subject stays; what it links to is a subject of its own.
      if (type) typed = target ? resource(*target) : new_subject();
    } else if (!property && (get(atoms::kResource) || (type && target))) {
      own.subject = resource(*target);
      if (type) typed = own.subject;
    } else if (type) {
      typed = target ? resource(*target) : new_subject();
      if (!property) own.subject = typed;
    }
    // Step 3.
    if (type) {
      for (const std::string_view one : dom::TokenRange(*type)) add_type(typed, name_iri(own, one));
    }
    const std::string& subject = about ? own.subject : property || rel ? parent : own.subject;
    if (rel && links(own, *rel)) {
      const std::string object = !typed.empty() && !about ? typed : target ? resource(*target) : "";
      for (const std::string_view one : dom::TokenRange(*rel)) {
        const std::string iri = link_iri(own, one);
        if (!iri.empty() && !object.empty()) add(subject, iri, {{"@id", object}});
        if (!iri.empty() && object.empty()) {
          own.rel = iri;
          own.rel_subject = subject;
        }
      }
      if (!object.empty()) own.subject = object;
    } else if (!own.rel.empty() && (about || !typed.empty() || target)) {
      const std::string object = !typed.empty() ? typed : about ? own.subject : resource(*target);
      add(own.rel_subject, own.rel, {{"@id", object}});
      if (object == own.subject || !property) own.subject = object;
      own.rel.clear();
    }
    // Step 4.
    if (property) add_property(n, own, subject, *property, about ? std::string() : typed, target);
    if (property && !about && !typed.empty()) own.subject = typed;
    if (doc_.subtree_size(n) > 1) open_.push_back(std::move(own));
  }

  void add_property(NodeId n, const Open& own, const std::string& subject, std::string_view names,
                    const std::string& typed, std::optional<std::string_view> target) {
    Json value = Json::object();
    const auto content = doc_.attribute(n, atoms::kContent);
    const auto datetime = doc_.attribute(n, atoms::kDatetime);
    if (content || (datetime && !content)) {
      value["@value"] = content ? *content : *datetime;
      add_kind(n, own, value);
    } else if (!typed.empty()) {
      value["@id"] = typed;
    } else if (target) {
      value["@id"] = resource(*target);
    } else {
      value["@value"] = dom::text_content(doc_, n);
      add_kind(n, own, value);
    }
    for (const std::string_view one : dom::TokenRange(names)) {
      const std::string iri = name_iri(own, one);
      if (!iri.empty()) add(subject, iri, value);
    }
  }

  // The type of a text that says one, else the language around it.
  void add_kind(NodeId n, const Open& own, Json& value) const {
    static const dom::Atom kDatatype = dom::atom_of("datatype");
    if (const auto type = doc_.attribute(n, kDatatype); type && !trim(*type).empty()) {
      const std::string iri = name_iri(own, trim(*type));
      if (!iri.empty()) value["@type"] = iri;
      return;
    }
    for (NodeId at = n; at != dom::kNoNode && doc_.is_element(at); at = doc_.parent(at)) {
      const auto language = doc_.attribute(at, atoms::kLang);
      if (!language) continue;
      if (!language->empty()) value["@language"] = ascii_lower(*language);
      return;
    }
  }

  void read_prefixes(std::string_view text) {
    std::string_view name;
    for (const std::string_view token : dom::TokenRange(text)) {
      if (token.ends_with(':')) {
        name = token.substr(0, token.size() - 1);
      } else if (!name.empty()) {
        prefixes_[ascii_lower(name)] = token;
        name = {};
      }
    }
  }

  // The IRI of "name", "prefix:name" or an IRI; empty for a name without vocabulary.
  [[nodiscard]] std::string name_iri(const Open& own, std::string_view name) const {
    const size_t colon = name.find(':');
    if (colon != std::string_view::npos) {
      const auto prefix = prefixes_.find(ascii_lower(name.substr(0, colon)));
      if (prefix != prefixes_.end()) return prefix->second + std::string(name.substr(colon + 1));
      return std::string(name);
    }
    return own.vocabulary.empty() ? "" : own.vocabulary + std::string(name);
  }
  // As name_iri, for what rel says: plain words are none of ours.
  [[nodiscard]] std::string link_iri(const Open& own, std::string_view name) const {
    if (name.find(':') == std::string_view::npos && own.vocabulary.empty()) return "";
    const std::string iri = name_iri(own, name);
    return iri.find(':') == std::string::npos ? "" : iri;
  }
  [[nodiscard]] bool links(const Open& own, std::string_view rel) const {
    for (const std::string_view one : dom::TokenRange(rel)) {
      if (!link_iri(own, one).empty()) return true;
    }
    return false;
  }

  [[nodiscard]] std::string resource(std::string_view text) const {
    text = trim(text);
    if (text.starts_with("[") && text.ends_with("]")) text = text.substr(1, text.size() - 2);
    if (text.starts_with("_:")) return std::string(text);
    const size_t colon = text.find(':');
    if (colon != std::string_view::npos && !text.substr(colon).starts_with("://")) {
      const auto prefix = prefixes_.find(ascii_lower(text.substr(0, colon)));
      if (prefix != prefixes_.end()) return prefix->second + std::string(text.substr(colon + 1));
    }
    const std::string absolute = url::resolve(text, url_);
    return absolute.empty() ? std::string(text) : absolute;
  }

  std::string new_subject() { return "_:" + std::to_string(++unnamed_); }

  Json& subject_of(const std::string& id) {
    const auto [found, is_new] = number_.emplace(id, subjects_.size());
    if (is_new) subjects_.push_back({{"@id", id}});
    return subjects_[found->second];
  }
  void add_type(const std::string& id, const std::string& type) {
    if (!type.empty() && ++statements_ <= kMaxItems) subject_of(id)["@type"].push_back(type);
  }
  void add(const std::string& id, std::string_view property, const Json& value) {
    if (++statements_ > kMaxItems) return;
    Json& values = subject_of(id)[property];
    for (const Json& before : values) {
      if (before == value) return;
    }
    values.push_back(value);
  }

  const dom::Document& doc_;
  std::string_view url_;
  std::map<std::string, std::string> prefixes_;
  std::vector<Open> open_;
  std::vector<Json> subjects_;
  std::map<std::string, size_t> number_;
  size_t unnamed_ = 0;
  size_t statements_ = 0;
};

}  // namespace

std::vector<Json> read_rdfa(const dom::Document& doc, std::string_view url) {
  return Rdfa(doc, url).run();
}

}  // namespace weft::read
