// Value models: what values of an attribute look like on sites that were solved, and what stands beside them there.
//
//   ValueModels models;
//   models.learn("one.example", columns, instances, domain);   // instances[attribute][page]: a text, or -1
//   add_taught(models, site, domain, evidence);                 // columns of the next site look like them, or not
//
// Words and shapes of values, words of labels and class names. Every count is kept by site, so that a site can be forgotten; what
// a feature says is the mean over sites, and what a single one of several says is not believed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "annotate/domain.h"
#include "base/json_fields.h"
#include "domain/evidence.h"
#include "domain/site_columns.h"

namespace weft::domain {

class ValueModels {
 public:
  // Of a site that was learned from before, what it taught goes first.
  void learn(const std::string& site, const SiteColumns& columns,
             const std::vector<std::vector<int32_t>>& instances, const annotate::Domain& domain);
  void forget_site(const std::string& site);
  // Of a site that both know, the other's word.
  void merge(const ValueModels& other);
  [[nodiscard]] bool empty() const { return attributes_.empty(); }
  [[nodiscard]] bool knows(const std::string& site) const;

  // How much more likely a text is to be of the attribute than not, as a logarithm; 0 if nothing is known.
  [[nodiscard]] double log_odds(const std::string& attribute,
                                const std::vector<std::string>& features) const;

  friend void describe(JsonFields& json, ValueModels& models);

  // Of a site's texts, the share with a feature: among those of the attribute, and among all others.
  struct Shares {
    double in = 0;
    double out = 0;
  };

 private:
  struct Attribute {
    std::map<std::string, std::map<std::string, Shares>> features;  // By feature, then site.
    std::map<std::string, uint32_t> sites;                          // Texts learned from.
  };
  friend void describe(JsonFields& json, ValueModels::Attribute& attribute);

  std::map<std::string, Attribute> attributes_;
};

// What is looked at of a text: "w:paperback", "s:A a", "l:publisher", "c:price".
std::vector<std::string> features_of(const SiteColumns& site, const TextNode& node);

// Fills in what the models say of each column.
void add_taught(const ValueModels& models, const SiteColumns& site, const annotate::Domain& domain,
                Evidence& evidence);

}  // namespace weft::domain
