// weft_fit_columns: fits the weights by which columns are chosen (src/domain/column_weights.inc), and
// those without each vertical by which they are judged (apps/eval/domain_weights.inc).
//
//   build/weft_fit_columns              leave one vertical out: the figures
//   build/weft_fit_columns --failures   and what was chosen wrongly, and why
//   build/weft_fit_columns --emit       also writes both files, from the project's folder
//
// Data: the SWDE sets that are here. Every (site, attribute) pair with truth is an example: its
// columns, each with its evidence and its F1. The fit maximises
//
//   mean over pairs of log sum over columns of softmax(score)_c * F1_c^2  -  ridge |w - prior|^2
//
// where that there is no such column is one more choice, of score 0 and right for attributes of other
// domains, which are examples, too: of what must not be found.
//
// under the signs of evidence.inc, by gradient steps with momentum (Adam) and a projection after
// each. Shared evidence has one weight for the three kinds of attributes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "eval/data.h"
#include "eval/swde_domains.h"

namespace weft {
namespace {

using domain::ColumnWeights;
using domain::EvidenceRow;
using domain::kAttributeKinds;
using domain::kEvidence;
using domain::kEvidenceCount;

double ridge = 0.005;        // --ridge
double absent_weight = 0.1;  // --absent: how much an attribute counts that is not there.
constexpr int kSteps = 500;
constexpr double kRate = 0.05;
constexpr double kUnlikely = 1e-4;  // Keeps one hopeless example from deciding everything.

struct Example {
  std::string vertical;
  std::string truth;  // The attribute.
  std::string name;
  size_t kind = 0;
  size_t attribute = 0;                            // Of the domain.
  const std::vector<EvidenceRow>* rows = nullptr;  // Of the site's evidence.
  std::vector<float> f1;                           // All 0: that there is none is right.
  std::vector<std::string> descriptions;
};

struct Site {
  eval::SwdeSite site;
  eval::SwdeColumns columns;  // Without the pages.
  std::vector<Example> examples;
  std::vector<Example> absent;  // Attributes that it does not have.
};

std::string shorten(const std::string& text) {
  return text.size() > 40 ? text.substr(0, 40) + "…" : text;
}

// Where a column is, by its first text.
std::string describe(const domain::SiteColumns& site, const domain::Column& column) {
  const auto first =
      std::find_if(column.nodes.begin(), column.nodes.end(), [](int32_t n) { return n >= 0; });
  const domain::TextNode& node = site.nodes[static_cast<size_t>(*first)];
  const auto text = [&](uint32_t number) { return shorten(site.strings.text(number)); };
  return "key " + std::to_string(column.kind) + ", " + std::to_string(column.pages) + " pages, '" +
         text(node.text) + "' after '" + text(node.before) + "', row '" + text(node.row_label) +
         "', class '" + text(node.tokens[0]) + "'";
}

void load(Site& site, const eval::VerticalKnowledge& knowledge) {
  const annotate::Recognizer& recognizer = knowledge.recognizer;
  site.columns = eval::load_swde_columns(site.site, knowledge, {});
  site.columns.pages.clear();
  const eval::SwdeColumns& columns = site.columns;
  for (const auto& [attribute, truth] : site.site.truth) {
    const auto number = recognizer.domain().find(knowledge.vertical->domain_attribute(attribute));
    if (!number) continue;
    Example example{site.site.vertical, attribute, site.site.name + " " + attribute};
    example.kind = static_cast<size_t>(domain::kind_of(recognizer, *number));
    example.attribute = *number;
    example.rows = &columns.evidence.rows[*number];
    bool any = false;
    for (const domain::Column& column : columns.site.columns) {
      const eval::Counts counts = eval::judge_nodes(columns, column.nodes, truth);
      any = any || counts.truth != 0;
      example.f1.push_back(static_cast<float>(counts.f1()));
      example.descriptions.push_back(describe(columns.site, column));
    }
    if (any) site.examples.push_back(std::move(example));
  }
  for (size_t a = 0; a < columns.absent.rows.size(); ++a) {
    Example example{site.site.vertical};
    example.kind = static_cast<size_t>(domain::kind_of(knowledge.absent, a));
    example.rows = &columns.absent.rows[a];
    example.f1.resize(example.rows->size());
    site.absent.push_back(std::move(example));
  }
}

double score(const EvidenceRow& row, const std::array<float, kEvidenceCount>& weights) {
  double sum = 0;
  for (size_t f = 0; f < kEvidenceCount; ++f) sum += row[f] * weights[f];
  return sum;
}

// Adds the gradient of log expected squared F1 of one example.
void add_gradient(const Example& example, const ColumnWeights& weights,
                  std::array<std::array<double, kEvidenceCount>, kAttributeKinds>& gradient) {
  std::vector<double> p;
  double most = 0;  // That there is none scores 0.
  for (const EvidenceRow& row : *example.rows) {
    p.push_back(score(row, weights[example.kind]));
    most = std::max(most, p.back());
  }
  const bool absent = example.descriptions.empty();
  const double weight = absent ? absent_weight : 1;
  double sum = std::exp(-most);
  double expected = kUnlikely + (absent ? sum : 0);
  for (double& x : p) sum += x = std::exp(x - most);
  if (absent) expected = kUnlikely + (expected - kUnlikely) / sum;
  for (size_t c = 0; c < p.size(); ++c) {
    p[c] /= sum;
    expected += p[c] * example.f1[c] * example.f1[c];
  }
  for (size_t c = 0; c < p.size(); ++c) {
    const double factor =
        weight * p[c] * ((example.f1[c] * example.f1[c] + kUnlikely) / expected - 1);
    if (std::abs(factor) < 1e-9) continue;
    for (size_t f = 0; f < kEvidenceCount; ++f)
      gradient[example.kind][f] += factor * (*example.rows)[c][f];
  }
}

ColumnWeights fit(const std::vector<const Example*>& examples) {
  ColumnWeights weights{};
  for (auto& of_kind : weights) {
    for (size_t f = 0; f < kEvidenceCount; ++f) of_kind[f] = static_cast<float>(kEvidence[f].prior);
  }
  const auto present = static_cast<double>(
      std::count_if(examples.begin(), examples.end(),
                    [](const Example* example) { return !example->descriptions.empty(); }));
  std::array<std::array<double, kEvidenceCount>, kAttributeKinds> m{}, v{};
  for (int step = 1; step <= kSteps; ++step) {
    std::array<std::array<double, kEvidenceCount>, kAttributeKinds> gradient{};
    for (const Example* example : examples) add_gradient(*example, weights, gradient);
    for (size_t f = 0; f < kEvidenceCount; ++f) {
      if (kEvidence[f].shared) {
        const double all = gradient[0][f] + gradient[1][f] + gradient[2][f];
        gradient[0][f] = gradient[1][f] = gradient[2][f] = all;
      }
      for (size_t k = 0; k < kAttributeKinds; ++k) {
        const double g =
            gradient[k][f] / present - 2 * ridge * (weights[k][f] - kEvidence[f].prior);
        m[k][f] = .9 * m[k][f] + .1 * g;
        v[k][f] = .999 * v[k][f] + .001 * g * g;
        const double rate = kRate * (step > kSteps * 2 / 3 ? .3 : 1);
        const double move = rate * (m[k][f] / (1 - std::pow(.9, step))) /
                            (std::sqrt(v[k][f] / (1 - std::pow(.999, step))) + 1e-8);
        double w = weights[k][f] + move;
        if (kEvidence[f].sign > 0) w = std::max(w, 0.0);
        if (kEvidence[f].sign < 0) w = std::min(w, 0.0);
        weights[k][f] = static_cast<float>(w);
      }
    }
  }
  return weights;
}

// What was chosen, what was right, and which evidence made the difference.
void explain(const Example& example, const domain::Choice& choice, double f1, size_t right,
             const ColumnWeights& weights) {
  const auto chosen = static_cast<size_t>(choice.column);
  std::printf("%s: %.3f of %.3f, confidence %.2f\n  chosen %s\n  right  %s\n ",
              example.name.c_str(), f1, example.f1[right], choice.confidence,
              example.descriptions[chosen].c_str(), example.descriptions[right].c_str());
  for (size_t f = 0; f < kEvidenceCount; ++f) {
    const double difference = ((*example.rows)[chosen][f] - (*example.rows)[right][f]) *
                              static_cast<double>(weights[example.kind][f]);
    if (std::abs(difference) > .1)
      std::printf(" %s %+.2f", std::string(kEvidence[f].name).c_str(), difference);
  }
  std::printf("\n");
}

// Precision of all choices at least so sure, and their share: what a floor gives.
void print_floors(const std::vector<std::pair<double, eval::Counts>>& surest,
                  const std::vector<double>& absent) {
  for (const double floor : {0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}) {
    eval::Counts counts;
    size_t kept = 0;
    for (const auto& [confidence, of_pair] : surest) {
      if (confidence < floor) continue;
      ++kept;
      counts += of_pair;
    }
    const auto wrong = std::count_if(absent.begin(), absent.end(),
                                     [&](double confidence) { return confidence >= floor; });
    std::printf("floor %.1f: %.3f of the pairs, precision %.4f; %.3f of the absent\n", floor,
                static_cast<double>(kept) / static_cast<double>(surest.size()), counts.precision(),
                static_cast<double>(wrong) / static_cast<double>(absent.size()));
  }
}

std::string table(const ColumnWeights& weights, const char* indent) {
  std::string out = "{{\n";
  for (const auto& of_kind : weights) {
    out += std::string(indent) + "    {";
    for (size_t f = 0; f < kEvidenceCount; ++f) {
      char text[32];
      std::snprintf(text, sizeof text, "%.2fF", of_kind[f]);
      out += (f == 0        ? ""
              : f % 12 == 0 ? std::string(",\n") + indent + "     "
                            : ", ") +
             std::string(std::strcmp(text, "-0.00F") == 0 ? "0.00F" : text);
    }
    out += "},\n";
  }
  return out + indent + "}}";
}

void emit(const std::map<std::string, ColumnWeights>& left_out, const ColumnWeights& all) {
  std::ofstream shipped("src/domain/column_weights.inc");
  shipped << "// Written by weft_fit_columns --emit. One row a kind of attribute (subject, formed, "
             "text), "
             "in the\n// order of evidence.inc.\n// clang-format off\n"
             "constexpr ColumnWeights kColumnWeights = "
          << table(all, "") << ";\n// clang-format on\n";
  std::ofstream judged("apps/eval/domain_weights.inc");
  judged << "// Written by weft_fit_columns --emit: weights fitted without a vertical.\n"
            "// clang-format off\nconstexpr LeftOut kLeftOut[] = {\n";
  for (const auto& [vertical, weights] : left_out)
    judged << "    {\"" << vertical << "\", " << table(weights, "    ") << "},\n";
  judged << "};\n// clang-format on\n";
}

int run(bool emits, bool failures) {
  std::vector<Site> sites;
  std::map<std::string, eval::VerticalKnowledge> verticals;
  for (const std::string& set : eval::kSwdeSets) {
    const auto directory = eval::find_data_set(set);
    if (!directory) continue;
    auto read = eval::read_swde(*directory);
    if (!read.ok()) continue;
    for (eval::SwdeSite& site : *read) {
      const eval::Vertical* vertical = eval::find_vertical(site.vertical);
      if (vertical == nullptr) continue;
      if (!verticals.contains(site.vertical)) {
        auto knowledge = eval::knowledge_for(*vertical);
        if (!knowledge.ok()) {
          std::fprintf(stderr, "%s\n", knowledge.error().message.c_str());
          return 1;
        }
        verticals.emplace(site.vertical, std::move(*knowledge));
      }
      sites.push_back({std::move(site), {}});
    }
  }
  size_t at = 0;
  parallel_ordered(
      {.workers = 2},
      [&]() -> std::optional<Site*> {
        return at < sites.size() ? std::optional(&sites[at++]) : std::nullopt;
      },
      [&](unsigned, Site* site) {
        load(*site, verticals.at(site->site.vertical));
        return 0;
      },
      [](int) { return Flow::kContinue; });
  std::map<std::string, ColumnWeights> left_out;
  std::vector<const Example*> all;
  for (const Site& site : sites) {
    for (const Example& example : site.examples) all.push_back(&example);
    for (const Example& example : site.absent) all.push_back(&example);
  }
  double sum = 0;
  std::vector<std::pair<double, eval::Counts>> surest;
  std::vector<double> absent;
  for (const auto& [vertical, knowledge] : verticals) {
    std::vector<const Example*> others;
    for (const Example* example : all) {
      if (example->vertical != vertical) others.push_back(example);
    }
    left_out[vertical] = fit(others);
    std::vector<double> means, best;
    for (const Site& site : sites) {
      if (site.site.vertical != vertical) continue;
      std::vector<double> f1, most;
      const auto choices = domain::choose_columns(site.columns.site, knowledge.recognizer,
                                                  site.columns.evidence, left_out[vertical]);
      for (const Example& example : site.examples) {
        if (example.rows->empty()) continue;
        const domain::Choice& choice = choices[example.attribute];
        const auto right = static_cast<size_t>(
            std::max_element(example.f1.begin(), example.f1.end()) - example.f1.begin());
        const eval::Counts counts =
            eval::judge_nodes(site.columns, choice.nodes, site.site.truth.at(example.truth));
        f1.push_back(counts.f1());
        most.push_back(example.f1[right]);
        surest.push_back({choice.confidence, counts});
        if (failures && f1.back() < .95)
          explain(example, choice, f1.back(), right, left_out[vertical]);
      }
      for (const domain::Choice& choice : domain::choose_columns(
               site.columns.site, knowledge.absent, site.columns.absent, left_out[vertical]))
        absent.push_back(choice.confidence);
      means.push_back(eval::mean(f1));
      best.push_back(eval::mean(most));
    }
    std::printf("%-12s %.4f (best column %.4f)\n", vertical.c_str(), eval::mean(means),
                eval::mean(best));
    sum += eval::mean(means);
  }
  std::printf("mean         %.4f\n", sum / static_cast<double>(verticals.size()));
  print_floors(surest, absent);
  const ColumnWeights shipped = fit(all);
  for (size_t f = 0; f < kEvidenceCount && failures; ++f)
    std::printf("%-12s %6.2f %6.2f %6.2f\n", std::string(kEvidence[f].name).c_str(), shipped[0][f],
                shipped[1][f], shipped[2][f]);
  if (emits) emit(left_out, shipped);
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  bool emits = false;
  bool failures = false;
  for (int i = 1; i < argc; ++i) {
    emits = emits || std::strcmp(argv[i], "--emit") == 0;
    failures = failures || std::strcmp(argv[i], "--failures") == 0;
    if (i + 1 < argc && std::strcmp(argv[i], "--ridge") == 0) weft::ridge = std::atof(argv[i + 1]);
    if (i + 1 < argc && std::strcmp(argv[i], "--absent") == 0)
      weft::absent_weight = std::atof(argv[i + 1]);
  }
  return weft::run(emits, failures);
}
