// Article: a page read: what it is, who wrote it when, and its main content.
//
//   Article article = read_article(page);                      // The model that ships.
//   article.title, article.author, article.date
//   markdown(page.document, article)
//
// The content is a choice of blocks, each with its node, its kind and a probability. Two outputs are named: `content` is all
// that the page is there for (posts of a forum, the items of a list), `body` an article's running text with its
// sub-headings, lists and quotes; no title, byline, caption or related links.
//
// Author and date are given for articles and forums, and elsewhere only if the page says them for machines: other pages rarely
// have one. What is not found is empty.
//
// Threads: const model, pure functions; one page a thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/page.h"
#include "read/article_model.h"
#include "read/choice.h"
#include "read/structured_data.h"

namespace weft::read {

// What a chosen block is.
enum class BlockKind : uint8_t { kText, kHeading, kItem, kQuote, kCode, kCell, kCaption };
std::span<const std::string_view> names_of(BlockKind);

struct ArticleBlock {
  dom::NodeId node;
  dom::NodeId first, end;  // Its text nodes.
  BlockKind kind = BlockKind::kText;
  float confidence = 0;
};

// One fact about the page, and where it was found.
struct Fact {
  std::string value;
  std::string source;  // "json-ld", "meta", "h1", "time", "text"…; empty: nothing found.
  dom::NodeId node = dom::kNoNode;
  double confidence = 0;  // How often such a source was right in the sets `articles` and `news`.

  [[nodiscard]] bool found() const { return !value.empty(); }
};

struct Article {
  Output output = Output::kContent;
  Fact title;
  Fact author;
  Fact date;             // ISO 8601, as far as the page says.
  std::string language;  // BCP 47, of the lang attribute or meta; empty: not said.
  std::string site;      // The site's name, where it says one.
  std::string image;     // The lead picture, absolute; empty: none said.
  PageType type = PageType::kArticle;
  float type_confidence = 0;
  float confidence = 0;  // The expected F1 of the choice of blocks.
  std::vector<ArticleBlock> blocks;
  std::vector<ArticleBlock> comments;  // What readers wrote below an article; never part of `body`.
  // Where structured data and the page disagree, as sentences.
  std::vector<std::string> contradictions;
};

// Texts of other pages of the site: what stands on several is the site's, not the page's.
class SiteTexts {
 public:
  void add(const PageBlocks& page);
  // On how many of the pages that were added a block of these words stands.
  [[nodiscard]] uint32_t pages_with(const Block& block) const;
  [[nodiscard]] uint32_t pages() const { return pages_; }

 private:
  std::unordered_map<uint64_t, uint32_t> pages_with_;
  uint32_t pages_ = 0;
};

struct ReadOptions {
  Output output = Output::kContent;
  const SiteTexts* site = nullptr;  // Of which the page is one.
  ChoiceParameters choice = {};
};

// REQUIRES: page.document outlives what is done with the nodes of the answer.
Article read_article(const model::Page& page, const ReadOptions& options = {},
                     const ArticleModel& model = shipped_article_model());

// Pages that belong together, each read with the texts of the others: those of one host are one site, pages without a URL
// another. `read` is called with each page's number and its article, in order.
void read_site(std::span<const model::Page> pages, const ReadOptions& options,
               const std::function<void(size_t, Article)>& read);

// --- as text ---

// The text of one block, white space folded.
std::string article_block_text(const dom::Document& doc, const ArticleBlock& block);
// The blocks, a line each, empty lines between paragraphs.
std::string plain_text(const dom::Document& doc, const Article& article);
// CommonMark with tables as GitHub writes them. Links are absolute where the page's URL is known.
std::string markdown(const model::Page& page, const Article& article);
// Only elements that say what text is: p, h1–h6, ul, ol, li, blockquote, pre, code, table, a, img, em, strong…
std::string clean_html(const model::Page& page, const Article& article);
// Everything, nodes as indexed paths.
Json article_json(const model::Page& page, const Article& article);

}  // namespace weft::read
