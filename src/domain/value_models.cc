// Sites that teach each other. See value_models.h; the idea and its worth: the study that docs/papers/amber.md summarises.
//
//   1. Features of a text: its words, its shape ("Knopf, 2009" is "A, 9"), words of the label before it, of its classes.
//   2. On a solved site: the share of an attribute's texts that have a feature, and of all other texts.
//   3. A feature speaks by log(in / out), each the mean over the sites; with several sites, at least two must have it.
//   4. A text: the sum over its features, bounded; a shape that was never seen speaks against it. A column: the mean.
//
// Tested by value_models_test.cc; measured by `weft eval domain --method solved1`, solved3 and solved5.

#include "domain/value_models.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/strings.h"
#include "value/fold.h"

namespace weft::domain {
namespace {

constexpr double kLeast = 0.01;  // Added to every share.
constexpr double kMost = 4;      // A text's log-odds are within these…
constexpr double kFewest = -6;
constexpr double kStrangeShape = -1.5;  // …and this is what an unseen shape says.
constexpr double kWorthKeeping = 0.02;  // Share of an attribute's texts for a feature to be kept…
constexpr size_t kMaxFeatures = 400;    // …and how many of a site's and attribute's are.
constexpr size_t kMaxWords = 12;        // Of a text.
constexpr size_t kMaxShape = 16;

void add_words(char kind, std::string_view text, std::set<std::string>& features) {
  const std::string folded = value::fold_text(text);
  size_t words = 0;
  for (size_t at = 0; at < folded.size() && words < kMaxWords; ++words) {
    const size_t end = std::min(folded.find(' ', at), folded.size());
    if (end > at) features.insert(std::string{kind, ':'} + folded.substr(at, end - at));
    at = end + 1;
  }
}

std::string shape_of(std::string_view text) {
  std::string shape;
  for (const char c : text) {
    const bool beyond = static_cast<unsigned char>(c) >= 0x80;
    const char kind = is_ascii_digit(c)                  ? '9'
                      : beyond || (c >= 'a' && c <= 'z') ? 'a'
                      : c >= 'A' && c <= 'Z'             ? 'A'
                                                         : c;
    if (shape.empty() || shape.back() != kind) shape += kind;
    if (shape.size() > kMaxShape) break;
  }
  return shape;
}

}  // namespace

std::vector<std::string> features_of(const SiteColumns& site, const TextNode& node) {
  std::set<std::string> features;
  const std::string& value = site.strings.text(node.value);
  add_words('w', value, features);
  features.insert("s:" + shape_of(value));
  for (const uint32_t label : {node.own_label, node.row_label, node.header})
    add_words('l', site.strings.text(label), features);
  if (node.own_label == 0) add_words('l', site.strings.text(node.before), features);
  for (const uint32_t tokens : node.tokens) add_words('c', site.strings.text(tokens), features);
  return {features.begin(), features.end()};
}

void ValueModels::learn(const std::string& site, const SiteColumns& columns,
                        const std::vector<std::vector<int32_t>>& instances,
                        const annotate::Domain& domain) {
  forget_site(site);
  std::map<std::string, double> everywhere;
  std::vector<std::vector<std::string>> features;
  for (const TextNode& node : columns.nodes) {
    features.push_back(features_of(columns, node));
    for (const std::string& feature : features.back()) ++everywhere[feature];
  }
  for (size_t a = 0; a < instances.size(); ++a) {
    std::map<std::string, double> inside;
    double texts = 0;
    for (const int32_t n : instances[a]) {
      if (n < 0) continue;
      ++texts;
      for (const std::string& feature : features[static_cast<size_t>(n)]) ++inside[feature];
    }
    const double others = static_cast<double>(columns.nodes.size()) - texts;
    if (texts == 0 || others <= 0) continue;
    std::vector<std::pair<double, std::string>> best;
    for (const auto& [feature, count] : inside) {
      if (count >= kWorthKeeping * texts) best.emplace_back(-count, feature);
    }
    std::sort(best.begin(), best.end());
    best.resize(std::min(best.size(), kMaxFeatures));
    Attribute& attribute = attributes_[domain.attributes[a].name];
    attribute.sites[site] = static_cast<uint32_t>(texts);
    for (const auto& [count, feature] : best)
      attribute.features[feature][site] = {-count / texts, (everywhere[feature] + count) / others};
  }
}

void ValueModels::forget_site(const std::string& site) {
  for (auto& [name, attribute] : attributes_) {
    attribute.sites.erase(site);
    for (auto& [feature, sites] : attribute.features) sites.erase(site);
    std::erase_if(attribute.features, [](const auto& one) { return one.second.empty(); });
  }
  std::erase_if(attributes_, [](const auto& one) { return one.second.sites.empty(); });
}

bool ValueModels::knows(const std::string& site) const {
  return std::any_of(attributes_.begin(), attributes_.end(),
                     [&](const auto& one) { return one.second.sites.contains(site); });
}

void ValueModels::merge(const ValueModels& other) {
  for (const auto& [name, theirs] : other.attributes_) {
    for (const auto& [site, texts] : theirs.sites) forget_site(site);
  }
  for (const auto& [name, theirs] : other.attributes_) {
    Attribute& mine = attributes_[name];
    mine.sites.insert(theirs.sites.begin(), theirs.sites.end());
    for (const auto& [feature, sites] : theirs.features)
      mine.features[feature].insert(sites.begin(), sites.end());
  }
}

double ValueModels::log_odds(const std::string& attribute,
                             const std::vector<std::string>& features) const {
  const auto it = attributes_.find(attribute);
  if (it == attributes_.end()) return 0;
  const auto sites = static_cast<double>(it->second.sites.size());
  const size_t needed = std::min<size_t>(2, it->second.sites.size());
  double sum = 0;
  bool shape = false;
  for (const std::string& feature : features) {
    const auto known = it->second.features.find(feature);
    if (known == it->second.features.end() || known->second.size() < needed) continue;
    double in = 0;
    double out = 0;
    for (const auto& [site, shares] : known->second) {
      in += shares.in / sites;
      out += shares.out / sites;
    }
    sum += std::log((in + kLeast) / (out + kLeast));
    shape = shape || feature.starts_with("s:");
  }
  if (!shape) sum += kStrangeShape;
  return std::clamp(sum, kFewest, kMost);
}

void add_taught(const ValueModels& models, const SiteColumns& site, const annotate::Domain& domain,
                Evidence& evidence) {
  if (models.empty()) return;
  std::vector<std::vector<double>> odds(domain.attributes.size(),
                                        std::vector<double>(site.nodes.size(), NAN));
  std::vector<std::vector<std::string>> features(site.nodes.size());
  for (size_t c = 0; c < site.columns.size(); ++c) {
    for (size_t a = 0; a < domain.attributes.size(); ++a) {
      double sum = 0;
      for (const int32_t n : site.columns[c].nodes) {
        if (n < 0) continue;
        const auto node = static_cast<size_t>(n);
        if (features[node].empty()) features[node] = features_of(site, site.nodes[node]);
        if (std::isnan(odds[a][node]))
          odds[a][node] = models.log_odds(domain.attributes[a].name, features[node]);
        sum += odds[a][node];
      }
      evidence.rows[a][c][k_taught] =
          static_cast<float>(sum / (kMost * std::max(1U, site.columns[c].pages)));
    }
  }
}

static void describe(JsonFields& json, ValueModels::Shares& shares) {
  json.required("in", shares.in);
  json.required("out", shares.out);
  json.check(shares.in >= 0 && shares.in <= 1 && shares.out >= 0 && shares.out <= 1, "in, out",
             "between 0 and 1");
}

void describe(JsonFields& json, ValueModels::Attribute& attribute) {
  json.required("sites", attribute.sites);
  json.required("features", attribute.features);
}

void describe(JsonFields& json, ValueModels& models) {
  json.required("attributes", models.attributes_);
}

}  // namespace weft::domain
