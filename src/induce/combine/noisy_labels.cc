// Learning from labels of which some are wrong or missing.
//
// Wrong labels contradict each other; right ones agree. A rule learned from one right label gives the right value on the
// other pages, too, and so agrees with their labels. A rule learned from a wrong one agrees with nobody:
//
//   page   label of price    learned from page 1    learned from page 3
//   1      12.50             12.50   agrees         4 reviews
//   2      8.99              8.99    agrees         2 reviews
//   3      4 reviews         20.00                  4 reviews   agrees
//   4      (none)            7.25    a label that is missing
//
// After Dalvi, Kumar, Soliman, Automatic wrappers for large scale web extraction (VLDB 2011): wrappers are enumerated from
// subsets of the labels, and the one is chosen under which the labels are the most probable and the result the most regular.
//
//   1. Seeds: a wrapper from the labels of each page alone; of lists, whose pages hold many labels, from those that stand at
//      their attribute's most frequent tag path.
//   2. For each attribute the seed is chosen that scores best:
//      a. by the labels: each that it gives was right, each that it does not give is wrong and stands at any of the
//         texts of its page, each value without a label was missed; how often, is known of the label's source;
//      b. by its form on all pages: as many pages with a value as are labelled with one, one value where labels are one
//         a page, values like those that it shares with the labels, no text of the template.
//   3. It is learned anew from all labels that it agrees with, as long as that makes it better.
//   4. Labels left over where it gives nothing may be of another layout: steps 2 and 3 on them, as long as two or more agree.
//   5. What no layout explains is wrong. On its page, and where no label is, the value found is put in.
//   6. The inducer learns all attributes from the labels as they are now.
//
// Attributes of list pages are settled together, since records come from all of them: one seed is chosen for all, and its
// records are those of the labels with which they share most values.
//
// DEVIATION: the paper enumerates all closed subsets, which needs an inducer that is closed and monotone; ours are neither, and
// single pages with step 3 reach the same subsets where labels of one page are mostly of one mind.
//
// Tested by noisy_labels_test.cc; measured by `weft eval noisy`.

#include "induce/combine/noisy_labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "dom/path.h"
#include "dom/text.h"
#include "induce/active/label_session.h"
#include "induce/label_places.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {
namespace {

using model::InducerInput;
using model::Label;

struct NoisyParameters {
  size_t most_seeds = 16;   // Labelled pages that seeds are learned from, spread evenly.
  size_t most_rounds = 3;   // Of step 3.
  size_t least_layout = 2;  // Labels that show another layout.
  size_t most_layouts = 4;
  double form_weight = 0.15;   // What an unlabelled page counts beside a labelled one.
  double least_chance = 0.02;  // Nothing is as sure that one page could refute it.
  double unlike = 0.05;        // The chance of a value that is nothing like the others.
  double several = 0.1;        // …and of several values where labels are one a page.
  // One value on so many pages, which labels do not have: the template's.
  double constant_share = 0.8;
  double like = 0.6;  // A value put in is at least so like those that are known.
};
constexpr NoisyParameters kNoisy;

double clamped(double chance) {
  return std::clamp(chance, kNoisy.least_chance, 1 - kNoisy.least_chance);
}

// What a wrapper gives on a page for each attribute.
using Answer = std::map<std::string, std::vector<Label>>;

struct Seed {
  std::shared_ptr<const model::Wrapper> wrapper;
  std::vector<Answer> answers;  // By page of the input.

  [[nodiscard]] const std::vector<Label>& given(size_t page, const std::string& attribute) const {
    static const std::vector<Label> kNone;
    const auto it = answers[page].find(attribute);
    return it == answers[page].end() ? kNone : it->second;
  }
};

bool gives(const std::vector<Label>& values, const std::string& text) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Label& label) { return label.value == text; });
}

class NoisyLearner {
 public:
  NoisyLearner(const model::Inducer& inducer, const InducerInput& input, const Places& places)
      : inducer_(inducer), input_(input), places_(places) {
    for (size_t l = 0; l < places.labels.size(); ++l) {
      const PlacedLabel& label = places.labels[l];
      auto& said = said_[label.attribute];
      if (said.empty()) attributes_.push_back(label.attribute);
      said[label.page].push_back(l);
      labelled_.insert(label.page);
      lists_ = lists_ ||
               label.record.substr(0, label.record.find('/')) !=
                   places.labels.front().record.substr(0, places.labels.front().record.find('/'));
    }
    for (const model::Page* page : input.pages) texts_.push_back(count_texts(page->document));
  }

  Result<NoisyLearned> learn() {
    make_seeds();
    NoisyLearned out;
    if (lists_) {
      settle_lists(out);
    } else {
      for (const std::string& attribute : attributes_) settle(attribute, out);
    }
    InducerInput believed = input_;
    believed.labels = out.labels;
    WEFT_ASSIGN(out.induced, inducer_(believed));
    return out;
  }

 private:
  static double count_texts(const dom::Document& doc) {
    size_t texts = 0;
    for (const dom::NodeId n : doc.nodes()) texts += dom::is_visible_text(doc, n) ? 1 : 0;
    return static_cast<double>(std::max<size_t>(texts, 2));
  }

  // Null when the labels teach nothing.
  [[nodiscard]] std::optional<Seed> seed_from(std::vector<Label> labels) const {
    if (labels.empty()) return std::nullopt;
    InducerInput some = input_;
    some.labels = std::move(labels);
    auto induced = inducer_(some);
    if (!induced.ok() || induced->wrapper == nullptr) return std::nullopt;
    Seed seed{std::move(induced->wrapper), {}};
    for (const model::Page* page : input_.pages) {
      Answer& answer = seed.answers.emplace_back();
      for (Label& label : labels_of(seed.wrapper->apply(*page))) {
        label.page = page->id;
        answer[label.attribute].push_back(std::move(label));
      }
    }
    return seed;
  }

  [[nodiscard]] std::vector<Label> labels_for(const std::vector<size_t>& placed) const {
    std::vector<Label> labels;
    for (const size_t l : placed) {
      for (const size_t given : places_.labels[l].given) labels.push_back(input_.labels[given]);
    }
    return labels;
  }

  // Step 1.
  void make_seeds() {
    const std::vector<uint32_t> pages(labelled_.begin(), labelled_.end());
    const size_t count = std::min(pages.size(), kNoisy.most_seeds);
    for (size_t i = 0; i < count; ++i) {
      const uint32_t page = pages[i * pages.size() / count];
      std::vector<size_t> of_page;
      for (size_t l = 0; l < places_.labels.size(); ++l) {
        if (places_.labels[l].page == page && (!lists_ || usual_place(l))) of_page.push_back(l);
      }
      if (auto seed = seed_from(labels_for(of_page))) seeds_.push_back(std::move(*seed));
    }
  }

  // Whether a label of a list stands where most of its attribute do.
  bool usual_place(size_t l) {
    if (usual_paths_.empty()) {
      std::map<std::string, std::map<std::string, size_t>> counts;
      for (const PlacedLabel& label : places_.labels) ++counts[label.attribute][path_of(label)];
      for (const auto& [attribute, paths] : counts) {
        const auto most =
            std::max_element(paths.begin(), paths.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        usual_paths_[attribute] = most->first;
      }
    }
    return usual_paths_.at(places_.labels[l].attribute) == path_of(places_.labels[l]);
  }

  [[nodiscard]] std::string path_of(const PlacedLabel& label) const {
    if (label.value.occurrences.empty()) return "";
    return dom::tag_path(input_.pages[label.page]->document, label.value.occurrences.front().node);
  }

  // Step 2a. The labels of one page under the hypothesis that these values are right.
  [[nodiscard]] double label_chance(size_t page, const std::vector<size_t>& said,
                                    const std::vector<Label>& values) const {
    double sum = 0;
    size_t displaced = 0;
    std::set<std::string> hit;
    SourceErrors errors = usual_;
    for (const size_t l : said) {
      errors = errors_of_label(l);
      const std::string& text = places_.labels[l].value.value;
      if (gives(values, text)) {
        sum += std::log(1 - errors.wrong);
        hit.insert(text);
      } else {
        sum += std::log(errors.wrong / texts_[page]);
        ++displaced;
      }
    }
    std::set<std::string> missed;
    for (const Label& value : values) {
      if (!hit.contains(value.value)) missed.insert(value.value);
    }
    // A wrong label stands for the right one that it was taken for.
    const size_t alone = missed.size() > displaced ? missed.size() - displaced : 0;
    return sum + static_cast<double>(alone) * std::log(errors.missing);
  }

  [[nodiscard]] SourceErrors errors_of_label(size_t l) const {
    const Label& label = input_.labels[places_.labels[l].given.front()];
    SourceErrors errors = errors_of(label.source);
    errors.wrong = clamped(1 - (1 - errors.wrong) * label.confidence);
    return errors;
  }

  [[nodiscard]] double score(const Seed& seed, const std::string& attribute,
                             const std::map<uint32_t, std::vector<size_t>>& said,
                             const std::set<uint32_t>& pages) const {
    static const std::vector<size_t> kNothing;
    double sum = 0;
    size_t with_label = 0;
    bool one_a_page = true;
    wrap::ValueProfile shared;
    for (const uint32_t page : pages) {
      const auto it = said.find(page);
      const std::vector<size_t>& here = it == said.end() ? kNothing : it->second;
      with_label += here.empty() ? 0 : 1;
      one_a_page = one_a_page && here.size() < 2;
      const std::vector<Label>& values = seed.given(page, attribute);
      sum += label_chance(page, here, values);
      for (const size_t l : here) {
        if (gives(values, places_.labels[l].value.value)) shared.add(places_.labels[l].value.value);
      }
    }
    shared.forget_prefix();
    const double cover = clamped(static_cast<double>(with_label) /
                                 static_cast<double>(pages.size()) / (1 - usual_.missing));
    // Step 2b.
    double form = 0;
    std::map<std::string, size_t> counts;
    size_t with_value = 0;
    for (uint32_t page = 0; page < input_.pages.size(); ++page) {
      if (labelled_.contains(page)) continue;
      const std::vector<Label>& values = seed.given(page, attribute);
      form += std::log(values.empty() ? 1 - cover : cover);
      if (values.empty()) continue;
      ++with_value;
      ++counts[values.front().value];
      form += std::log(std::max(kNoisy.unlike, shared.likeness(values.front().value)));
      if (one_a_page && values.size() > 1) form += std::log(kNoisy.several);
    }
    for (const auto& [text, count] : counts) {
      if (static_cast<double>(count) > kNoisy.constant_share * static_cast<double>(with_value) &&
          with_value > 2)
        form += static_cast<double>(with_value) * std::log(kNoisy.several);
    }
    return sum + kNoisy.form_weight * form;
  }

  // The labels of these that the seed gives.
  [[nodiscard]] std::vector<size_t> support(
      const Seed& seed, const std::string& attribute,
      const std::map<uint32_t, std::vector<size_t>>& said) const {
    std::vector<size_t> agreed;
    for (const auto& [page, labels] : said) {
      for (const size_t l : labels) {
        if (gives(seed.given(page, attribute), places_.labels[l].value.value)) agreed.push_back(l);
      }
    }
    return agreed;
  }

  struct Layout {
    Seed seed;
    std::vector<size_t> agreed;
    double score = 0;
  };

  // Steps 2 and 3.
  [[nodiscard]] std::optional<Layout> best_layout(
      const std::string& attribute, const std::map<uint32_t, std::vector<size_t>>& said,
      const std::set<uint32_t>& pages) const {
    std::optional<Layout> best;
    for (const Seed& seed : seeds_) {
      const double value = score(seed, attribute, said, pages);
      if (best && value <= best->score) continue;
      std::vector<size_t> agreed = support(seed, attribute, said);
      if (!agreed.empty()) best = Layout{seed, std::move(agreed), value};
    }
    for (size_t round = 0; best && round < kNoisy.most_rounds; ++round) {
      auto again = seed_from(labels_for(best->agreed));
      if (!again) break;
      const double value = score(*again, attribute, said, pages);
      std::vector<size_t> agreed = support(*again, attribute, said);
      if (value < best->score || agreed.empty()) break;
      const bool same = agreed == best->agreed;
      best = Layout{std::move(*again), std::move(agreed), value};
      if (same) break;
    }
    return best;
  }

  // Steps 2 to 5 for one attribute.
  void settle(const std::string& attribute, NoisyLearned& out) {
    std::map<uint32_t, std::vector<size_t>> left = said_.at(attribute);
    std::vector<Layout> layouts;
    std::set<uint32_t> pages = labelled_;
    std::set<size_t> kept;
    while (!left.empty() && layouts.size() < kNoisy.most_layouts) {
      auto layout = best_layout(attribute, left, pages);
      if (!layout || (!layouts.empty() && layout->agreed.size() < kNoisy.least_layout)) break;
      kept.insert(layout->agreed.begin(), layout->agreed.end());
      for (auto it = left.begin(); it != left.end();) {
        std::erase_if(it->second, [&](size_t l) { return kept.contains(l); });
        it = it->second.empty() ? left.erase(it) : std::next(it);
      }
      std::erase_if(
          left, [&](const auto& one) { return !layout->seed.given(one.first, attribute).empty(); });
      layouts.push_back(std::move(*layout));
      pages.clear();
      for (const auto& [page, labels] : left) pages.insert(page);
    }
    keep_and_put_in(attribute, kept, layouts, out);
  }

  // Step 5.
  void keep_and_put_in(const std::string& attribute, const std::set<size_t>& kept,
                       const std::vector<Layout>& layouts, NoisyLearned& out) const {
    wrap::ValueProfile known;
    std::set<uint32_t> settled;
    for (const size_t l : kept) {
      known.add(places_.labels[l].value.value);
      settled.insert(places_.labels[l].page);
      for (Label& label : labels_for({l})) out.labels.push_back(std::move(label));
    }
    known.forget_prefix();
    const auto found = [&](uint32_t page) -> std::vector<Label> {
      for (const Layout& layout : layouts) {
        const std::vector<Label>& values = layout.seed.given(page, attribute);
        if (!values.empty()) return values;
      }
      return {};
    };
    for (const auto& [page, labels] : said_.at(attribute)) {
      const std::vector<Label> instead = found(page);
      for (const size_t l : labels) {
        if (kept.contains(l)) continue;
        for (Label& label : labels_for({l}))
          out.wrong.push_back({std::move(label), instead.empty() ? "" : instead.front().value});
      }
    }
    for (const uint32_t page : labelled_) {
      if (settled.contains(page)) continue;
      for (Label& value : found(page)) {
        if (known.likeness(value.value) < kNoisy.like) continue;
        out.labels.push_back(value);
        out.added.push_back(std::move(value));
      }
    }
  }

  // --- lists ---

  void settle_lists(NoisyLearned& out) {
    std::optional<Layout> best;
    const auto weigh = [&](Seed seed) {
      Layout layout{std::move(seed), {}, 0};
      for (const auto& [attribute, said] : said_) {
        layout.score += score(layout.seed, attribute, said, labelled_);
        for (const size_t l : support(layout.seed, attribute, said)) layout.agreed.push_back(l);
      }
      if (layout.agreed.empty() || (best && layout.score <= best->score)) return false;
      best = std::move(layout);
      return true;
    };
    for (Seed& seed : seeds_) weigh(std::move(seed));
    for (size_t round = 0; best && round < kNoisy.most_rounds; ++round) {  // Step 3.
      auto again = seed_from(completed(*best).labels);
      if (!again || !weigh(std::move(*again))) break;
    }
    if (best) {
      NoisyLearned settled = completed(*best);
      out.labels = std::move(settled.labels);
      out.added = std::move(settled.added);
      out.wrong = std::move(settled.wrong);
    } else {
      out.labels = input_.labels;
    }
  }

  // Step 5 for lists.
  [[nodiscard]] NoisyLearned completed(const Layout& layout) const {
    NoisyLearned out;
    const std::set<size_t> kept(layout.agreed.begin(), layout.agreed.end());
    std::set<std::tuple<uint32_t, std::string, std::string>> cells;  // Page, record, attribute.
    for (size_t l = 0; l < places_.labels.size(); ++l) {
      const PlacedLabel& placed = places_.labels[l];
      if (kept.contains(l)) cells.insert({placed.page, placed.record, placed.attribute});
      for (Label& label : labels_for({l})) {
        if (kept.contains(l))
          out.labels.push_back(std::move(label));
        else
          out.wrong.push_back({std::move(label), ""});
      }
    }
    for (const uint32_t page : labelled_) {
      const std::map<std::string, std::string> names = record_names(layout.seed, page);
      for (const auto& [attribute, values] : layout.seed.answers[page]) {
        for (Label value : values) {
          const auto name = names.find(outer_record(value.record));
          if (name == names.end() || value.record.find('/') != std::string::npos) continue;
          value.record = name->second;
          if (!cells.insert({page, value.record, attribute}).second) continue;
          out.labels.push_back(value);
          out.added.push_back(std::move(value));
        }
      }
    }
    for (DoubtedLabel& doubted : out.wrong) {
      for (const Label& added : out.added) {
        if (added.page == doubted.label.page && added.record == doubted.label.record &&
            added.attribute == doubted.label.attribute)
          doubted.instead = added.value;
      }
    }
    return out;
  }

  // What the labels of a page call the records that the seed finds there.
  [[nodiscard]] std::map<std::string, std::string> record_names(const Seed& seed,
                                                                uint32_t page) const {
    std::map<std::string, std::map<std::string, size_t>> shared;
    for (const PlacedLabel& label : places_.labels) {
      if (label.page != page) continue;
      for (const Label& value : seed.given(page, label.attribute)) {
        if (value.value == label.value.value)
          ++shared[outer_record(value.record)][outer_record(label.record)];
      }
    }
    std::map<std::string, std::string> names;
    for (const auto& [record, counts] : shared) {
      names[record] =
          std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
          })->first;
    }
    return names;
  }

  const model::Inducer& inducer_;
  const InducerInput& input_;
  const Places& places_;
  std::map<std::string, std::string> usual_paths_;  // Of lists, by attribute.
  std::map<std::string, std::map<uint32_t, std::vector<size_t>>>
      said_;                             // Labels by attribute, page.
  std::vector<std::string> attributes_;  // In the order of their first labels.
  std::set<uint32_t> labelled_;
  std::vector<double> texts_;  // Of each page.
  bool lists_ = false;
  SourceErrors usual_ = {0.15, 0.15};
  std::vector<Seed> seeds_;
};

}  // namespace

SourceErrors errors_of(model::LabelSource source) {
  switch (source) {
    case model::LabelSource::kPerson:
      return {0.03, 0.03};
    case model::LabelSource::kTruth:
      return {0.02, 0.02};
    case model::LabelSource::kOntology:
      return {0.15, 0.2};
    case model::LabelSource::kMiner:
      return {0.1, 0.1};
    case model::LabelSource::kMemory:
      return {0.15, 0.15};
    case model::LabelSource::kTool:
      return {0.2, 0.1};
  }
  return {};
}

Result<NoisyLearned> learn_from_noisy(const model::Inducer& inducer, const InducerInput& input) {
  WEFT_ASSIGN(const Places places, place_labels(input.pages, input.labels));
  return NoisyLearner(inducer, input, places).learn();
}

}  // namespace weft::induce
