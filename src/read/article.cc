// From a page to an article.
//
//   1. Blocks, structured data, features (blocks.h, structured_data.h, features.h).
//   2. The page's type from page columns; the probability of each block by the joint model, whose convention column says
//      whether all content or the body alone is asked for.
//   3. Blocks that other pages of the site have, too, are the site's: their probability falls with the share of
//      those pages.
//   4. The choice that maximises the expected F1 (choice.h).
//   5. Title, author, date (page_facts.cc); comments; what disagrees.
//
// Tested by article_test.cc; measured by `weft eval articles`.

#include "read/article.h"

#include <algorithm>
#include <map>

#include "base/enum_names.h"
#include "base/key_numbers.h"
#include "dom/path.h"
#include "read/facts.h"
#include "read/statements.h"
#include "url/url.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

// Blocks that fifty trees, or any fifty more, have found below 2 % are not looked at by the others: most of most pages.
// Cross-validated figures do not change.
constexpr ml::EarlyExit kHopeless = {.trees = 50, .below = -4};

// A text on this share of the other pages is the site's, if there are at least so many.
constexpr uint32_t kSitePages = 2;
constexpr double kSiteShare = 0.4;
constexpr float kSiteFactor = 0.05F;

BlockKind kind_of(const dom::Document& doc, const Block& block) {
  if (block.heading != 0) return BlockKind::kHeading;
  for (NodeId n = block.node; n != dom::kNoNode && doc.is_element(n); n = doc.parent(n)) {
    const dom::Atom name = doc.name(n);
    if (name == atoms::kPre) return BlockKind::kCode;
    if (name == atoms::kLi || name == atoms::kDd || name == atoms::kDt) return BlockKind::kItem;
    if (name == atoms::kBlockquote) return BlockKind::kQuote;
    if (name == atoms::kFigcaption || name == atoms::kCaption) return BlockKind::kCaption;
    if (name == atoms::kTd || name == atoms::kTh) return BlockKind::kCell;
    if (name == atoms::kArticle || name == atoms::kMain || name == atoms::kSection) break;
  }
  return BlockKind::kText;
}

// Whether some element around a block is named as one that holds comments. Each element is looked at once.
class CommentSections {
 public:
  explicit CommentSections(const dom::Document& doc) : doc_(doc), known_(doc.size()) {}

  bool hold(NodeId n) {
    std::vector<NodeId> asked;
    bool found = false;
    for (; n != dom::kNoNode && doc_.is_element(n); n = doc_.parent(n)) {
      if (known_[dom::index(n)] != 0) {
        found = known_[dom::index(n)] == kYes;
        break;
      }
      asked.push_back(n);
    }
    for (auto it = asked.rbegin(); it != asked.rend(); ++it) {  // From the outside in.
      for_each_class_word(doc_, *it, [&](std::string_view word) {
        found = found || word == "comment" || word == "comments" || word == "commentlist" ||
                word == "disqus" || word == "kommentare" || word == "commentaires";
      });
      known_[dom::index(*it)] = found ? kYes : kNo;
    }
    return found;
  }

 private:
  static constexpr uint8_t kNo = 1, kYes = 2;
  const dom::Document& doc_;
  std::vector<uint8_t> known_;
};

ArticleBlock made_of(const dom::Document& doc, const Block& block, float confidence) {
  return {block.node, block.first, block.end, kind_of(doc, block), confidence};
}

constexpr uint32_t kLeastCommentWords = 5;

}  // namespace

std::span<const std::string_view> names_of(BlockKind) {
  static constexpr std::array<std::string_view, 7> kNames = {"text", "heading", "item",   "quote",
                                                             "code", "cell",    "caption"};
  return kNames;
}

void SiteTexts::add(const PageBlocks& page) {
  ++pages_;
  KeyNumbers seen(page.blocks.size());
  for (const Block& block : page.blocks) {
    if (seen.insert(block.text_key)) ++pages_with_[block.text_key];
  }
}

uint32_t SiteTexts::pages_with(const Block& block) const {
  const auto found = pages_with_.find(block.text_key);
  return found == pages_with_.end() ? 0 : found->second;
}

Article read_article(const model::Page& page, const ReadOptions& options,
                     const ArticleModel& model) {
  const dom::Document& doc = page.document;
  Article article{.output = options.output};
  // Step 1.
  const PageBlocks blocks = blocks_of(doc);
  const StructuredData data = data_for_reading(doc);
  const PageFacts facts = facts_of(doc, data, page.url);
  PageFeatures features(doc, blocks, facts);
  features.add_tables(model.tables);
  // Step 2.
  std::array<float, kPageTypes> types = {};
  model.types.predict(features.page(), kPageColumns, types);
  const auto likeliest = std::max_element(types.begin(), types.end());
  article.type = static_cast<PageType>(likeliest - types.begin());
  article.type_confidence = *likeliest;
  features.add_types(types);
  features.set_convention(options.output == Output::kBody ? 1 : 0);
  std::vector<float> probabilities(blocks.blocks.size());
  model.blocks.predict_tiles(features.tiles(), probabilities, kHopeless);
  probabilities = mixed(blocks.blocks, features.path_groups(), probabilities, options.choice);
  // Step 3.
  if (options.site != nullptr && options.site->pages() > kSitePages) {
    const double others = options.site->pages() - 1.0;
    for (size_t b = 0; b < blocks.blocks.size(); ++b) {
      const uint32_t pages = options.site->pages_with(blocks.blocks[b]);
      if (pages > 1 && pages - 1 >= kSiteShare * others) probabilities[b] *= kSiteFactor;
    }
  }
  // Step 4.
  Choice choice = choose(doc, blocks.blocks, probabilities, options.choice);
  if (options.output == Output::kContent)
    complete_lists(doc, blocks.blocks, features.path_groups(), probabilities, choice.chosen);
  article.confidence = static_cast<float>(choice.expected_f1);
  CommentSections comments(doc);
  for (size_t b = 0; b < blocks.blocks.size(); ++b) {
    const Block& block = blocks.blocks[b];
    if (choice.chosen[b] != 0) {
      article.blocks.push_back(made_of(doc, block, probabilities[b]));
    } else if (article.type == PageType::kArticle && block.words() >= kLeastCommentWords &&
               2 * block.link_characters < block.characters && comments.hold(block.node)) {
      article.comments.push_back(made_of(doc, block, 1 - probabilities[b]));
    }
  }
  // Step 5.
  add_statements({page, blocks, data, facts, features}, article);
  return article;
}

void read_site(std::span<const model::Page> pages, const ReadOptions& options,
               const std::function<void(size_t, Article)>& read) {
  std::map<std::string, SiteTexts> sites;
  std::vector<SiteTexts*> site_of;
  for (const model::Page& page : pages) {
    const auto parsed = url::Url::parse(page.url);
    SiteTexts& site = sites[parsed.ok() ? parsed->host.value_or("") : ""];
    site.add(blocks_of(page.document));
    site_of.push_back(&site);
  }
  for (size_t i = 0; i < pages.size(); ++i) {
    ReadOptions of_page = options;
    of_page.site = site_of[i];
    read(i, read_article(pages[i], of_page));
  }
}

}  // namespace weft::read
