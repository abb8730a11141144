// Terms with evidence. See memory.h; source: [Amber] 4.7, gazetteer learning.
//
//   instance                        terms                     share
//   "Walton Street - Oxford"        walton street, oxford     0.68, 0.32
//   the same, "Oxford" known        walton street             1
//
//   1. Term formulation: an instance is split at separators; parts with digits, and long ones, are no terms; a label in front
//      ("Town: ") is none.
//   2. Confidence of a term: on each site by how much of its instances it is, known terms beside it left aside, and by how many records have it, s · n / (n + 1);
//      sites together as independent witnesses, 1 - Π (1 - c).
//   3. Blacklist: terms that a person refused, that the domain gives to another attribute, or that another attribute has in more
//      records.
//   4. The dialogue: between two bounds of confidence a person is asked; the answer stands.
//   5. Term validation: what does not recur on another site is not believed, and prune() forgets it.
//
// DEVIATION: the thesis takes terms of one run over many sites as equals and drops later what never recurs; here a site can be wrong
// as a whole, so evidence is counted by site from the beginning.
//
// Tested by memory_test.cc.

#include "domain/memory.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "annotate/terms.h"
#include "annotate/typed_values.h"
#include "base/strings.h"
#include "value/fold.h"

namespace weft::domain {
namespace {

// Where an instance is parted: , ; / | & ( ) · and a dash between spaces.
size_t separator_at(std::string_view text, size_t i) {
  constexpr std::string_view kSingle = ",;/|&()\n";
  constexpr std::string_view kLongSeparators[] = {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ",
                                                  "\xC2\xB7", "\xE2\x80\xA2"};
  if (kSingle.find(text[i]) != std::string_view::npos) return 1;
  for (const std::string_view one : kLongSeparators) {
    if (text.substr(i).starts_with(one)) return one.size();
  }
  return 0;
}

size_t count_words(std::string_view text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

void add_texts(const model::Value& value, std::vector<std::string>& texts) {
  if (value.kind == model::Value::Kind::kLeaf) texts.push_back(value.text);
  for (const model::Value& item : value.items) add_texts(item, texts);
}

bool learns(const annotate::AttributeKnowledge& attribute) {
  return !attribute.subject && !attribute.unique && attribute.pattern.empty() &&
         !annotate::has_form(attribute.type);
}

}  // namespace

std::vector<std::string> split_terms(std::string_view instance) {
  std::vector<std::string> terms;
  std::string part;
  const auto end_part = [&] {
    std::string_view rest = part;
    if (const size_t label = rest.find(": "); label != std::string_view::npos)
      rest.remove_prefix(label + 2);
    const std::string term(trim(rest));
    const bool digits = std::any_of(term.begin(), term.end(), is_ascii_digit);
    if (term.size() > 1 && !digits) terms.push_back(term);
    part.clear();
  };
  for (size_t i = 0; i < instance.size();) {
    const size_t separator = separator_at(instance, i);
    if (separator == 0) {
      part += instance[i++];
      continue;
    }
    end_part();
    i += separator;
  }
  end_part();
  return terms;
}

size_t DomainMemory::learn(const std::string& site,
                           const std::vector<model::Extraction>& extractions,
                           const annotate::Domain& of, const MemoryParameters& parameters) {
  domain = of.name;
  forget_site(site);
  size_t known = 0;
  for (const auto& [attribute, terms] : terms_) known += terms.size();
  size_t fresh = 0;
  std::vector<std::unordered_set<std::string>> known_terms(of.attributes.size());
  for (size_t a = 0; a < of.attributes.size(); ++a) {
    if (!learns(of.attributes[a])) continue;
    for (const std::string& term : of.attributes[a].terms)
      known_terms[a].insert(value::fold_text(term));
  }
  annotate::TextWords words;
  for (const model::Extraction& extraction : extractions) {
    for (const model::Record& record : extraction.records) {
      for (const model::Record::Field& field : record.fields) {
        const auto number = of.find(field.name);
        if (!number || !learns(of.attributes[*number])) continue;
        std::vector<std::string> texts;
        add_texts(field.value, texts);
        const auto is_known = [&](const std::string& folded) {
          words.cut(folded);
          return known_terms[*number].contains(folded) ||
                 of.attributes[*number].in_gazetteers(words);
        };
        for (const std::string& text : texts) {
          const std::vector<std::string> parts = split_terms(text);
          size_t unknown = 0;  // Bytes.
          for (const std::string& part : parts)
            unknown += is_known(value::fold_text(part)) ? 0 : part.size();
          for (const std::string& term : parts) {
            if (term.size() > parameters.most_bytes || count_words(term) > parameters.most_words)
              continue;
            auto& terms = terms_[field.name];
            const std::string folded = value::fold_text(term);
            auto it = terms.find(folded);
            if (it == terms.end()) {
              if (known + fresh >= parameters.most_terms) continue;
              it = terms.try_emplace(folded).first;
              ++fresh;
            }
            TermEvidence& evidence = it->second;
            uint64_t seen = 0;
            for (const auto& [name, count] : evidence.sites) seen += count;
            const size_t others = is_known(folded) ? unknown : unknown - term.size();
            const double share =
                static_cast<double>(term.size()) / static_cast<double>(term.size() + others);
            evidence.share += (share - evidence.share) / static_cast<double>(seen + 1);
            ++evidence.sites[site];
          }
        }
      }
    }
  }
  return fresh;
}

double DomainMemory::confidence(const TermEvidence& evidence) {
  if (evidence.refused || evidence.accepted) return evidence.refused ? 0 : 1;
  double none = 1;
  for (const auto& [site, count] : evidence.sites)
    none *= 1 - evidence.share * count / (count + 1.0);
  return 1 - none;
}

std::vector<BelievedTerm> DomainMemory::believed(const std::string& attribute,
                                                 const MemoryParameters& parameters) const {
  std::vector<BelievedTerm> terms;
  const auto of = terms_.find(attribute);
  if (of == terms_.end()) return terms;
  const auto records = [](const TermEvidence& evidence) {
    uint64_t sum = 0;
    for (const auto& [site, count] : evidence.sites) sum += count;
    return sum;
  };
  for (const auto& one : of->second) {
    const std::string& term = one.first;
    const TermEvidence& evidence = one.second;
    if (evidence.sites.size() < parameters.least_sites && !evidence.accepted) continue;
    const double sure = confidence(evidence);
    const bool claimed = std::any_of(terms_.begin(), terms_.end(), [&](const auto& other) {
      if (other.first == attribute) return false;
      const auto rival = other.second.find(term);
      return rival != other.second.end() && !rival->second.refused && !evidence.accepted &&
             records(rival->second) > records(evidence);
    });
    if (sure >= parameters.accept && !claimed) terms.push_back({term, sure, evidence.sites.size()});
  }
  std::stable_sort(terms.begin(), terms.end(), [](const BelievedTerm& a, const BelievedTerm& b) {
    return a.confidence > b.confidence;
  });
  return terms;
}

std::vector<BelievedTerm> DomainMemory::doubtful(const std::string& attribute,
                                                 const MemoryParameters& parameters) const {
  std::vector<BelievedTerm> terms;
  const auto of = terms_.find(attribute);
  if (of == terms_.end()) return terms;
  for (const auto& [term, evidence] : of->second) {
    if (evidence.refused || evidence.accepted) continue;
    const double sure = confidence(evidence);
    const bool between = sure >= parameters.lower && sure < parameters.upper;
    const bool alone = sure >= parameters.upper && evidence.sites.size() < parameters.least_sites;
    if (between || (alone && parameters.lower < parameters.upper))
      terms.push_back({term, sure, evidence.sites.size()});
  }
  std::stable_sort(terms.begin(), terms.end(), [](const BelievedTerm& a, const BelievedTerm& b) {
    return a.confidence > b.confidence;
  });
  return terms;
}

MemoryParameters DomainMemory::bounds_by_share(const std::string& attribute, double left,
                                               double believed) const {
  std::vector<double> sure;
  if (const auto of = terms_.find(attribute); of != terms_.end()) {
    for (const auto& [term, evidence] : of->second) sure.push_back(confidence(evidence));
  }
  std::sort(sure.begin(), sure.end());
  const auto at = [&](double share) {
    const auto place = static_cast<size_t>(share * static_cast<double>(sure.size()));
    return sure.empty() ? MemoryParameters().accept : place < sure.size() ? sure[place] : 1.0;
  };
  MemoryParameters parameters;
  parameters.lower = at(left);
  parameters.upper = std::max(parameters.lower, at(1 - believed));
  parameters.accept = parameters.upper;
  return parameters;
}

annotate::Domain DomainMemory::teach(annotate::Domain taught,
                                     const MemoryParameters& parameters) const {
  annotate::TermMatcher own;  // Terms that the domain has, compiled ones apart.
  for (const annotate::AttributeKnowledge& attribute : taught.attributes) {
    for (const std::string& term : attribute.terms) own.add(term, 0);
  }
  own.build();
  annotate::TextWords words;
  const auto in_gazetteers = [&](const auto& attribute) { return attribute.in_gazetteers(words); };
  for (annotate::AttributeKnowledge& attribute : taught.attributes) {
    for (const BelievedTerm& term : believed(attribute.name, parameters)) {
      words.cut(term.term);
      if (!own.contains(words, 0) &&
          std::none_of(taught.attributes.begin(), taught.attributes.end(), in_gazetteers))
        attribute.terms.push_back(term.term);
    }
  }
  return taught;
}

void DomainMemory::forget_site(const std::string& site) {
  values.forget_site(site);
  for (auto& [attribute, terms] : terms_) {
    for (auto& [term, evidence] : terms) evidence.sites.erase(site);
    std::erase_if(terms, [](const auto& one) {
      return one.second.sites.empty() && !one.second.refused && !one.second.accepted;
    });
  }
}

size_t DomainMemory::prune(size_t least_sites) {
  size_t gone = 0;
  for (auto& [attribute, terms] : terms_) {
    gone += std::erase_if(terms, [&](const auto& one) {
      return one.second.sites.size() < least_sites && !one.second.refused && !one.second.accepted;
    });
  }
  return gone;
}

void DomainMemory::refuse(const std::string& attribute, const std::string& term) {
  TermEvidence& evidence = terms_[attribute][value::fold_text(term)];
  evidence.refused = true;
  evidence.accepted = false;
}

void DomainMemory::accept(const std::string& attribute, const std::string& term) {
  TermEvidence& evidence = terms_[attribute][value::fold_text(term)];
  evidence.accepted = true;
  evidence.refused = false;
}

void DomainMemory::forget(const std::string& attribute, const std::string& term) {
  terms_[attribute].erase(value::fold_text(term));
}

void DomainMemory::merge(const DomainMemory& other) {
  if (domain.empty()) domain = other.domain;
  for (const std::string& site : other.sites()) forget_site(site);
  values.merge(other.values);
  for (const auto& [attribute, terms] : other.terms_) {
    for (const auto& [term, evidence] : terms) {
      TermEvidence& mine = terms_[attribute][term];
      const auto before = static_cast<double>(mine.sites.size());
      const auto added = static_cast<double>(evidence.sites.size());
      if (before + added > 0)
        mine.share = (mine.share * before + evidence.share * added) / (before + added);
      mine.sites.insert(evidence.sites.begin(), evidence.sites.end());
      mine.refused = mine.refused || evidence.refused;
      mine.accepted = (mine.accepted || evidence.accepted) && !mine.refused;
    }
  }
}

std::set<std::string> DomainMemory::sites() const {
  std::set<std::string> names;
  for (const auto& [attribute, terms] : terms_) {
    for (const auto& [term, evidence] : terms) {
      for (const auto& [site, count] : evidence.sites) names.insert(site);
    }
  }
  return names;
}

static void describe(JsonFields& json, TermEvidence& evidence) {
  json.field("sites", evidence.sites);
  json.field("share", evidence.share);
  json.optional("refused", evidence.refused, false);
  json.optional("accepted", evidence.accepted, false);
  json.check(evidence.share >= 0 && evidence.share <= 1, "share", "between 0 and 1");
}

void describe(JsonFields& json, DomainMemory& memory) {
  json.required("domain", memory.domain);
  json.required("terms", memory.terms_);
  json.field("values", memory.values);
}

}  // namespace weft::domain
