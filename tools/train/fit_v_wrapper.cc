// weft_fit_v_wrapper: fits V-Wrapper ([Zheng] chapter 6; share/models/v-wrapper-*.model) and measures it by (6.1) to (6.3).
//
//   build/weft_fit_v_wrapper            three folds of whole domains: precision, recall and F1 of title and content
//   build/weft_fit_v_wrapper --emit     fits to all pages and writes share/models, and apps/eval/models without fold 0
//
// Data: the set `bodies`, with estimated layouts (render/estimate.h). A leaf is content if most of the block it stands in belongs
// to the body (eval/article_targets.h), title if its words are those of the truth's title. Inner blocks by Theorem 1. The second step is
// trained on leaves whose parent is predicted positive (eval/v_wrapper_training.h). All blocks are judged.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "eval/article_targets.h"
#include "eval/data.h"
#include "eval/import/articles.h"
#include "eval/v_wrapper_training.h"
#include "html/parser.h"
#include "render/estimate.h"

namespace weft {
namespace {

using eval::VisualExample;
using eval::VisualMeasures;
using read::VisualLabel;

std::string words_of(std::string_view text) {
  std::string words;
  read::for_each_word(text, [&](std::string_view word) { (words += word) += ' '; });
  return words;
}

VisualExample load(const eval::ArticlePage& page, const std::string& html) {
  const dom::Document doc = html::parse(html).document;
  const read::PageBlocks blocks = read::blocks_of(doc);
  const std::vector<float> targets = eval::block_targets(blocks, page.text);
  std::vector<uint8_t> is_content(doc.size());
  for (size_t b = 0; b < targets.size(); ++b) {
    if (targets[b] < 0.5F) continue;
    for (uint32_t i = dom::index(blocks.blocks[b].first); i < dom::index(blocks.blocks[b].end); ++i)
      is_content[i] = 1;
  }
  const std::string title = words_of(page.title);
  VisualExample example =
      eval::visual_example(doc, render::estimate_layout(doc), [&](dom::NodeId n) {
        if (!title.empty() && doc.is_text(n) && words_of(doc.text(n)) == title)
          return VisualLabel::kTitle;
        return is_content[dom::index(n)] != 0 ? VisualLabel::kContent : VisualLabel::kOthers;
      });
  example.site = page.domain;
  return example;
}

void print(const char* name, const VisualMeasures& measures) {
  const auto n = static_cast<double>(std::max<size_t>(1, measures.pages));
  std::printf("%-8s %5zu pages  precision %.4f  recall %.4f  F1 %.4f\n", name, measures.pages,
              measures.precision / n, measures.recall / n, measures.f1 / n);
}

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
  std::vector<std::unique_ptr<VisualExample>> examples;
  for (const eval::ArticlePage& page : *pages) {
    const auto html = read_file(page.html);
    if (html.ok()) examples.push_back(std::make_unique<VisualExample>(load(page, *html)));
  }
  VisualMeasures content, title;
  for (size_t fold = 0; fold < eval::kArticleFolds; ++fold) {
    std::vector<const VisualExample*> training;
    for (const auto& one : examples) {
      if (eval::article_fold(one->site) != fold) training.push_back(one.get());
    }
    const read::VWrapper wrapper = eval::fit_v_wrapper(training);
    for (const auto& one : examples) {
      if (eval::article_fold(one->site) != fold) continue;
      const auto found = read::visual_labels(one->blocks, wrapper);
      content.add(*one, found, VisualLabel::kContent);
      title.add(*one, found, VisualLabel::kTitle);
    }
    if (emit && fold == 0)
      write("apps/eval/models", wrapper, "V-Wrapper of news; weft_fit_v_wrapper, without fold 0");
  }
  print("content", content);
  print("title", title);
  if (emit) {
    std::vector<const VisualExample*> all;
    for (const auto& one : examples) all.push_back(one.get());
    write("share/models", eval::fit_v_wrapper(all), "V-Wrapper of news; weft_fit_v_wrapper");
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
