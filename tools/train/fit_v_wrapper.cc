// weft_fit_v_wrapper: fits V-Wrapper ([Zheng] chapter 6; share/models/v-wrapper-*.model) and measures it by (6.1) to (6.3).
//
//   build/weft_fit_v_wrapper            three folds of whole domains: precision, recall and F1 of title and content
//   build/weft_fit_v_wrapper --emit     fits to all pages and writes share/models, and apps/eval/models without fold 0
//
// Data: the set `bodies`, with estimated layouts (render/estimate.h). A leaf is content if most of the block it stands in belongs
// to the body (eval/article_targets.h), title if its words are those of the truth's title. Inner blocks by Theorem 1. The second step is
// trained on leaves whose parent is predicted positive. A sample of the blocks of each page is learned from; all are judged.

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/hash.h"
#include "eval/article_targets.h"
#include "eval/data.h"
#include "eval/import/articles.h"
#include "eval/metrics/counts.h"
#include "html/parser.h"
#include "ml/boosting.h"
#include "read/v_wrapper.h"
#include "render/estimate.h"

namespace weft {
namespace {

using read::VisualBlock;
using read::VisualLabel;

constexpr double kSampled = 0.25;  // Of the negative blocks of a page.
// How far positives are weighted up: 0 not at all, 1 until both sides weigh the same.
constexpr double kInnerBalance = 1;
constexpr double kLeafBalance = 0.3;

struct Example {
  size_t fold = 0;
  std::vector<VisualBlock> blocks;
  std::vector<VisualLabel> labels;  // Of leaves.
  std::vector<uint8_t> positive;    // Of inner blocks.
};

std::string words_of(std::string_view text) {
  std::string words;
  read::for_each_word(text, [&](std::string_view word) { (words += word) += ' '; });
  return words;
}

Example load(const eval::ArticlePage& page, const std::string& html) {
  Example example{.fold = eval::article_fold(page.domain)};
  const dom::Document doc = html::parse(html).document;
  example.blocks = read::visual_blocks(doc, render::estimate_layout(doc));
  const read::PageBlocks blocks = read::blocks_of(doc);
  const std::vector<float> targets = eval::block_targets(blocks, page.text);
  std::vector<uint8_t> is_content(doc.size());
  for (size_t b = 0; b < targets.size(); ++b) {
    if (targets[b] < 0.5F) continue;
    for (uint32_t i = dom::index(blocks.blocks[b].first); i < dom::index(blocks.blocks[b].end); ++i)
      is_content[i] = 1;
  }
  const std::string title = words_of(page.title);
  example.labels.resize(example.blocks.size(), VisualLabel::kOthers);
  example.positive.resize(example.blocks.size());
  for (size_t b = example.blocks.size(); b-- > 0;) {
    const VisualBlock& block = example.blocks[b];
    if (block.leaf) {
      const bool is_title =
          !title.empty() && doc.is_text(block.node) && words_of(doc.text(block.node)) == title;
      if (is_content[dom::index(block.node)] != 0) example.labels[b] = VisualLabel::kContent;
      if (is_title) example.labels[b] = VisualLabel::kTitle;
      example.positive[b] = example.labels[b] != VisualLabel::kOthers ? 1 : 0;
    }
    if (example.positive[b] != 0 && block.parent >= 0)
      example.positive[static_cast<size_t>(block.parent)] = 1;
  }
  return example;
}

bool sampled(size_t page, size_t block, bool positive) {
  const double drawn = static_cast<double>(mix64(page * 1'000'003 + block) >> 11) * 0x1.0p-53;
  return positive || drawn < kSampled;
}

// Rows with their weights, which are balanced before AdaBoost sees them: it would else say "no" to nearly everything, and one
// wrong "no" at an inner block loses all leaves below it.
class Balanced {
 public:
  void add(std::span<const float> row, bool positive, float weight) {
    rows_.push_back({row, positive, weight});
    (positive ? positive_ : negative_) += weight;
  }
  [[nodiscard]] ml::Forest train(double balance) const {
    const double factor = positive_ > 0 ? std::pow(negative_ / positive_, balance) : 1;
    ml::Samples samples(read::visual_feature_names());
    for (const Row& row : rows_)
      samples.add(row.values, row.positive ? 1.0F : 0.0F,
                  static_cast<float>(row.weight * (row.positive ? factor : 1)));
    ml::AdaBoostParameters parameters{.rounds = 150};
    parameters.tree = {.leaves = 6, .depth = 4, .least_rows = 20, .l2 = 0};
    return ml::train_adaboost(samples, parameters);
  }

 private:
  struct Row {
    std::span<const float> values;
    bool positive;
    float weight;
  };
  std::vector<Row> rows_;
  double positive_ = 0, negative_ = 0;
};

read::VWrapper fit(const std::vector<const Example*>& examples) {
  Balanced inner, content, title;
  const auto weight_of = [](bool positive) {
    return positive ? 1.0F : static_cast<float>(1 / kSampled);
  };
  for (size_t p = 0; p < examples.size(); ++p) {
    const Example& one = *examples[p];
    for (size_t b = 0; b < one.blocks.size(); ++b) {
      const bool positive = one.positive[b] != 0;
      if (!one.blocks[b].leaf && sampled(p, b, positive))
        inner.add(one.blocks[b].features, positive, weight_of(positive));
    }
  }
  ml::Forest inner_forest = inner.train(kInnerBalance);
  for (size_t p = 0; p < examples.size(); ++p) {
    const Example& one = *examples[p];
    for (size_t b = 0; b < one.blocks.size(); ++b) {
      const VisualBlock& block = one.blocks[b];
      const bool positive = one.positive[b] != 0;
      if (!block.leaf || block.parent < 0 || !sampled(p, b, positive)) continue;
      if (inner_forest.predict(one.blocks[static_cast<size_t>(block.parent)].features) <= 0)
        continue;
      content.add(block.features, one.labels[b] == VisualLabel::kContent, weight_of(positive));
      title.add(block.features, one.labels[b] == VisualLabel::kTitle, weight_of(positive));
    }
  }
  return {std::move(inner_forest), content.train(kLeafBalance), title.train(kLeafBalance)};
}

// Precision, recall and F1 of a label, page by page.
struct Measures {
  double precision = 0, recall = 0, f1 = 0;
  size_t pages = 0;

  void add(const Example& one, const std::vector<VisualLabel>& found, VisualLabel label) {
    eval::Counts counts;
    for (size_t b = 0; b < found.size(); ++b) {
      if (!one.blocks[b].leaf) continue;
      counts.found += found[b] == label ? 1 : 0;
      counts.truth += one.labels[b] == label ? 1 : 0;
      counts.correct += found[b] == label && one.labels[b] == label ? 1 : 0;
    }
    if (counts.truth == 0) return;  // Nothing to be found; the thesis's pages all have both.
    ++pages;
    precision += counts.found == 0 ? 0 : counts.precision();
    recall += counts.recall();
    f1 += counts.f1();
  }
  void print(const char* name) const {
    const auto n = static_cast<double>(std::max<size_t>(1, pages));
    std::printf("%-8s %5zu pages  precision %.4f  recall %.4f  F1 %.4f\n", name, pages,
                precision / n, recall / n, f1 / n);
  }
};

void write(const std::string& folder, const read::VWrapper& wrapper, const std::string& about) {
  for (const auto& [name, forest] : {std::pair{"inner", &wrapper.inner},
                                     {"content", &wrapper.content},
                                     {"title", &wrapper.title}})
    std::ofstream(folder + "/v-wrapper-" + name + ".model") << ml::write_forest(*forest, about);
}

int run(int argc, char** argv) {
  const bool emit = argc > 1 && std::strcmp(argv[1], "--emit") == 0;
  const auto folder = eval::find_data_set("bodies");
  const auto pages = folder ? eval::import_bodies(*folder)
                            : Result<std::vector<eval::ArticlePage>>(
                                  Error{ErrorCode::kNotFound, "`bodies` not found; set WEFT_DATA"});
  if (!pages.ok()) {
    std::fprintf(stderr, "weft_fit_v_wrapper: %s\n", pages.error().message.c_str());
    return 1;
  }
  std::vector<std::unique_ptr<Example>> examples;
  for (const eval::ArticlePage& page : *pages) {
    const auto html = read_file(page.html);
    if (html.ok()) examples.push_back(std::make_unique<Example>(load(page, *html)));
  }
  Measures content, title;
  for (size_t fold = 0; fold < eval::kArticleFolds; ++fold) {
    std::vector<const Example*> training;
    for (const auto& one : examples) {
      if (one->fold != fold) training.push_back(one.get());
    }
    const read::VWrapper wrapper = fit(training);
    for (const auto& one : examples) {
      if (one->fold != fold) continue;
      const auto found = read::visual_labels(one->blocks, wrapper);
      content.add(*one, found, VisualLabel::kContent);
      title.add(*one, found, VisualLabel::kTitle);
    }
    if (emit && fold == 0)
      write("apps/eval/models", wrapper, "V-Wrapper of news; weft_fit_v_wrapper, without fold 0");
  }
  content.print("content");
  title.print("title");
  if (emit) {
    std::vector<const Example*> all;
    for (const auto& one : examples) all.push_back(one.get());
    write("share/models", fit(all), "V-Wrapper of news; weft_fit_v_wrapper");
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
