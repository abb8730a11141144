// weft_fit_v_wrapper: fits V-Wrapper ([Zheng] chapter 6; share/models/v-wrapper-*.model) and measures it by (6.1) to (6.3).
//
//   build/weft_fit_v_wrapper            three folds of whole domains: precision, recall and F1 of title and content
//   build/weft_fit_v_wrapper --emit     fits to all pages and writes share/models, and apps/eval/models without fold 0
//   build/weft_fit_v_wrapper --drawn ARCHIVE    the figures on pages that a browser has drawn, by its layouts and by estimates:
//                                       weft render --no-scripts --wait load -o ARCHIVE PAGE… makes one of pages of `bodies`
//
// Data: the set `bodies`, with estimated layouts (render/estimate.h). A leaf is content if most of the block it stands in belongs
// to the body (eval/article_targets.h), title if its words are those of the truth's title. Inner blocks by Theorem 1. The second step is
// trained on leaves whose parent is predicted positive (read/v_wrapper_training.h). All blocks are judged.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "dom/layout.h"
#include "eval/article_targets.h"
#include "eval/data.h"
#include "eval/import/articles.h"
#include "eval/visual_measures.h"
#include "html/parser.h"
#include "render/estimate.h"
#include "warc/reader.h"
#include "warc/rendered.h"

namespace weft {
namespace {

using eval::VisualMeasures;
using read::VisualExample;
using read::VisualLabel;

std::string words_of(std::string_view text) {
  std::string words;
  read::for_each_word(text, [&](std::string_view word) { (words += word) += ' '; });
  return words;
}

VisualExample load(const eval::ArticlePage& page, const dom::Document& doc,
                   const dom::Layout& layout) {
  const read::PageBlocks blocks = read::blocks_of(doc);
  const std::vector<float> targets = eval::block_targets(blocks, page.text);
  std::vector<uint8_t> is_content(doc.size());
  for (size_t b = 0; b < targets.size(); ++b) {
    if (targets[b] < 0.5F) continue;
    for (uint32_t i = dom::index(blocks.blocks[b].first); i < dom::index(blocks.blocks[b].end); ++i)
      is_content[i] = 1;
  }
  const std::string title = words_of(page.title);
  VisualExample example = read::visual_example(doc, layout, [&](dom::NodeId n) {
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

using Examples = std::vector<std::unique_ptr<VisualExample>>;

// Three folds of whole domains. `fitted` gets each fold's number and wrapper.
template <typename Fitted>
void measure(const Examples& examples, Fitted fitted) {
  VisualMeasures content, title;
  for (size_t fold = 0; fold < eval::kArticleFolds; ++fold) {
    std::vector<const VisualExample*> training;
    for (const auto& one : examples) {
      if (eval::article_fold(one->site) != fold) training.push_back(one.get());
    }
    const read::VWrapper wrapper = read::fit_v_wrapper(training);
    for (const auto& one : examples) {
      if (eval::article_fold(one->site) != fold) continue;
      const auto found = read::visual_labels(one->blocks, wrapper);
      content.add(*one, found, VisualLabel::kContent);
      title.add(*one, found, VisualLabel::kTitle);
    }
    fitted(fold, wrapper);
  }
  print("content", content);
  print("title", title);
}

// The same pages twice: as the browser drew them, and by estimated layouts.
Status measure_drawn(const std::vector<eval::ArticlePage>& pages, const char* archive) {
  std::map<std::string, const eval::ArticlePage*> by_url;
  for (const eval::ArticlePage& page : pages) by_url[page.url] = &page;
  Examples drawn, estimated;
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(archive));
  std::string url, html;
  while (const warc::Record* record = reader.next()) {
    if (warc::is_rendered_page(*record)) {
      url = record->target_uri();
      html = record->content;
    }
    const auto page = by_url.find(url);
    if (record->header("Content-Type") != warc::kLayoutType || page == by_url.end()) continue;
    const dom::Document doc = html::parse(html, {.transport_charset = "utf-8"}).document;
    WEFT_ASSIGN(const dom::Layout layout, dom::read_layout(record->content));
    if (layout.size() != doc.size()) continue;
    drawn.push_back(std::make_unique<VisualExample>(load(*page->second, doc, layout)));
    estimated.push_back(
        std::make_unique<VisualExample>(load(*page->second, doc, render::estimate_layout(doc))));
  }
  for (const auto& [name, examples] : {std::pair{"drawn", &drawn}, {"estimated", &estimated}}) {
    std::printf("%s\n", name);
    measure(*examples, [](size_t, const read::VWrapper&) {});
  }
  return {};
}

int run(int argc, char** argv) {
  const bool emit = argc > 1 && std::strcmp(argv[1], "--emit") == 0;
  const bool by_browser = argc > 2 && std::strcmp(argv[1], "--drawn") == 0;
  const auto folder = eval::find_data_set("bodies");
  const auto pages = folder ? eval::import_bodies(*folder)
                            : Result<std::vector<eval::ArticlePage>>(
                                  Error{ErrorCode::kNotFound, "`bodies` not found; set WEFT_DATA"});
  const Status done = !pages.ok()  ? Status(pages.error())
                      : by_browser ? measure_drawn(*pages, argv[2])
                                   : Status();
  if (!done.ok()) {
    std::fprintf(stderr, "weft_fit_v_wrapper: %s\n", done.error().message.c_str());
    return 1;
  }
  if (by_browser) return 0;
  Examples examples;
  for (const eval::ArticlePage& page : *pages) {
    const auto html = read_file(page.html);
    if (!html.ok()) continue;
    const dom::Document doc = html::parse(*html).document;
    examples.push_back(
        std::make_unique<VisualExample>(load(page, doc, render::estimate_layout(doc))));
  }
  measure(examples, [&](size_t fold, const read::VWrapper& wrapper) {
    if (emit && fold == 0)
      write("apps/eval/models", wrapper, "V-Wrapper of news; weft_fit_v_wrapper, without fold 0");
  });
  if (emit) {
    std::vector<const VisualExample*> all;
    for (const auto& one : examples) all.push_back(one.get());
    write("share/models", read::fit_v_wrapper(all), "V-Wrapper of news; weft_fit_v_wrapper");
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
