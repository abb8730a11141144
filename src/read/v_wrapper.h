// V-Wrapper: news by what it looks like ([Zheng] chapter 6). One wrapper for a whole domain: it knows boxes, fonts and counts, no
// tags and no paths.
//
//   WEFT_ASSIGN(const VWrapper wrapper, read_v_wrapper(v_wrapper_model_files()));
//   Article article = read_article_by_sight(page, *page.layout, wrapper);
//
// `weft article --method v-wrapper`. Weft's own method (article.h) is better and needs no layout; this one is the paper's, for
// comparison, and for pages whose markup says nothing.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "base/result.h"
#include "dom/layout.h"
#include "ml/forest.h"
#include "read/article.h"

namespace weft::read {

// The features of a visual block: 6.1.2, then those relative to the parent, 6.1.3. The thesis gives two of the
// latter as examples (width and left); the others here are ours, in the same manner.
enum class VisualFeature : uint8_t {
  // clang-format off
  kLeft, kTop, kNestedDepth,                                        // position
  kWidth, kHeight,                                                  // size
  kFontSize, kBold, kItalic,                                        // format
  kImages, kLinks, kTextLength, kParagraphs, kItalicParagraphs, kBoldParagraphs, kTableNumber,  // statistics
  kRelativeWidth, kRelativeLeft, kRelativeHeight, kRelativeTop, kRelativeTextLength, kRelativeFontSize,
  kRelativeCenter, kRelativeLinks,
  // clang-format on
  kCount,
};
inline constexpr size_t kVisualFeatures = static_cast<size_t>(VisualFeature::kCount);
std::vector<std::string> visual_feature_names();

// A visible rectangle (Definition 3); its parent by geometric cover (Definition 4).
struct VisualBlock {
  dom::NodeId node;     // Of the page.
  int32_t parent = -1;  // Of the blocks; -1: the page block.
  bool leaf = true;     // Definition 5.
  std::array<float, kVisualFeatures> features = {};
};

// Whether blocks count that have a box and cannot be seen.
enum class Hidden : uint8_t { kLeftOut, kKept };

// All blocks of a page, parents before children, the page block first; none where nothing is visible.
// REQUIRES: layout.size() == doc.size().
std::vector<VisualBlock> visual_blocks(const dom::Document& doc, const dom::Layout& layout,
                                       Hidden hidden = Hidden::kLeftOut);

struct VWrapper {
  ml::Forest inner;    // Positive: holds news (Theorem 1).
  ml::Forest content;  // Of leaves.
  ml::Forest title;
};
// "v-wrapper-inner", "v-wrapper-content", "v-wrapper-title". Fails as read_article_model.
Result<VWrapper> read_v_wrapper(std::span<const EmbeddedFile> files);
// As one file, which `weft learn --inducer v-wrapper` writes: JSON with the three forests. parse_v_wrapper(write_v_wrapper(w)) labels
// as w does; fails with kInvalidArgument for what is no such file.
std::string write_v_wrapper(const VWrapper& wrapper, std::string_view about);
Result<VWrapper> parse_v_wrapper(std::string_view file);
// share/models/v-wrapper-*.model.
std::span<const EmbeddedFile> v_wrapper_model_files();

// The algorithm of Fig. 6.3: leaves below positive inner blocks only. Positions in `blocks`, in order.
std::vector<uint32_t> candidate_blocks(std::span<const VisualBlock> blocks,
                                       const ml::Forest& inner);

enum class VisualLabel : uint8_t { kOthers, kContent, kTitle };
// By block; inner blocks and leaves that are no candidates are kOthers.
std::vector<VisualLabel> visual_labels(std::span<const VisualBlock> blocks,
                                       const VWrapper& wrapper);

// The labelled leaves as an article: its title and its blocks of text, of which most must be content.
Article read_article_by_sight(const model::Page& page, const dom::Layout& layout,
                              const VWrapper& wrapper);

}  // namespace weft::read
