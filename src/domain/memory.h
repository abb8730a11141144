// Domain memory: the terms that solved sites taught, each with where it comes from.
//
//   DomainMemory memory;
//   memory.learn("cars-1.example", records, domain);    // what extracting cars-1 gave
//   memory.learn("cars-2.example", …);
//   annotate::Domain wiser = memory.teach(domain);      // what several sites agree on
//
// "Shell, Walton Street - Oxford" is split into terms. A term is believed when several sites have it, and no other attribute
// claims it as much: one bad site teaches nothing. After [Amber] 4.7; docs/formats/domain-memory.md.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/domain.h"
#include "base/json_fields.h"
#include "domain/value_models.h"
#include "model/extraction.h"

namespace weft::domain {

struct MemoryParameters {
  double accept = 0.5;     // A term at least so sure is believed (the thesis: 0.5)…
  size_t least_sites = 2;  // …if so many sites have it.
  // The dialogue: from `lower` on to `upper` a person is asked; both equal to `accept`: nobody is.
  double lower = 0.5;
  double upper = 0.5;
  size_t most_words = 5;  // Longer texts are prose.
  size_t most_bytes = 60;
  size_t most_terms = 1'000'000;  // Of a memory; more are not taken.
};

// What speaks for a term.
struct TermEvidence {
  std::map<std::string, uint32_t> sites;  // Records with it, by site: where it comes from.
  double share = 0;                       // Of the instances it was split from, on average.
  bool refused = false;                   // Somebody said so; nothing makes it believed.
  bool accepted = false;                  // Somebody said so; believed whatever sites have it.
};

struct BelievedTerm {
  std::string term;
  double confidence = 0;
  size_t sites = 0;
};

class DomainMemory {
 public:
  std::string domain;
  ValueModels values;  // What texts of each attribute look like, and what stands beside them.

  // Remembers the values of attributes that have no form of their own; not of subjects and unique ones,
  // whose values do not recur. A site that was learned from before is forgotten first. Returns how many terms are new.
  size_t learn(const std::string& site, const std::vector<model::Extraction>& extractions,
               const annotate::Domain& of, const MemoryParameters& parameters = {});

  // The terms of an attribute that are believed, the surest first.
  [[nodiscard]] std::vector<BelievedTerm> believed(const std::string& attribute,
                                                   const MemoryParameters& parameters = {}) const;
  // Those that a person should decide on: neither refused nor accepted, and between the bounds, or surer but of too few sites.
  // What would be believed soonest comes first.
  [[nodiscard]] std::vector<BelievedTerm> doubtful(const std::string& attribute,
                                                   const MemoryParameters& parameters) const;
  // Bounds from shares, as [Amber] 4.7 has it: so much of the least sure terms is left, so much of the surest believed.
  [[nodiscard]] MemoryParameters bounds_by_share(const std::string& attribute, double left,
                                                 double believed) const;
  // The domain with them added to its terms.
  [[nodiscard]] annotate::Domain teach(annotate::Domain taught,
                                       const MemoryParameters& parameters = {}) const;

  // Forgets all that a site taught.
  void forget_site(const std::string& site);
  // Forgets terms that fewer sites have, but for those that a person decided on. Returns how many.
  size_t prune(size_t least_sites);
  // Blacklists a term; believes it from now on, on its own; takes back all that is known of it. The last word counts.
  void refuse(const std::string& attribute, const std::string& term);
  void accept(const std::string& attribute, const std::string& term);
  void forget(const std::string& attribute, const std::string& term);
  // Adds what another memory of the domain knows; of a site that both know, the other's word.
  void merge(const DomainMemory& other);

  [[nodiscard]] const std::map<std::string, std::map<std::string, TermEvidence>>& terms() const {
    return terms_;
  }
  [[nodiscard]] std::set<std::string> sites() const;

  // How sure it is that a term is one, by what speaks for it.
  static double confidence(const TermEvidence& evidence);

  friend void describe(JsonFields& json, DomainMemory& memory);

 private:
  std::map<std::string, std::map<std::string, TermEvidence>> terms_;  // By attribute, then term.
};

// Terms of an instance: parts between separators, without numbers ([Amber] 4.7, term formulation).
std::vector<std::string> split_terms(std::string_view instance);

}  // namespace weft::domain
