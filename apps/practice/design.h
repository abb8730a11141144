// Design: every choice about how a site looks, in one value. Made from a seed; redesigns change it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "practice/content.h"
#include "practice/options.h"

namespace weft::practice {

// How class attributes are written.
enum class ClassScheme : uint8_t {
  kSemantic,  // product-title
  kBem,       // card__title card__title--lg
  kUtility,   // text-lg font-bold mt-2: says how it looks, shared by unlike things
  kHashed,    // css-1q2w3e
  kNone,      // no classes; inline styles on some elements
};

enum class ListLayout : uint8_t {
  kList,         // ul/li
  kCards,        // div per record
  kGrid,         // rows of three cells
  kTable,        // a data table with a header row
  kLayoutTable,  // a table for layout, two rows a record, separators between
  kFlat,         // heading and paragraphs side by side with no element around a record
  kCrossed,      // rows of titles, then a row of their prices…
  kTables,       // a table of its own for each record
};

// How a record of a portal says what a fact is.
enum class FactCue : uint8_t {
  kLabel,    // Bedrooms: 3
  kElement,  // <span>Bedrooms</span> <span>3</span>
  kPicture,  // <img alt="Bedrooms"> 3
  kTooltip,  // <span title="Bedrooms">3</span>
  kList,     // dl(dt dd)
};
inline constexpr uint32_t kFactCues = 5;

// What portals add to their lists (Options::results).
struct PortalDesign {
  FactCue cue = FactCue::kLabel;
  bool price_label = false;
  bool struck_price = false;  // The former price in <del>, without a label.
  bool prose = false;
  bool monthly = false;      // An instalment in each record: another price.
  bool price_range = false;  // Above the list.
  unsigned featured = 0;     // Records above or below that are no results.
  bool featured_first = false;
};

enum class FactsLayout : uint8_t {
  kTable,  // tr(th td)
  kDl,     // dl(dt dd)
  kDivs,   // div(span span)
  kBold,   // p(b "label:" text br …): values are bare text nodes
  kItems,  // li(strong span)
};

// The parts of a detail page, below the title.
// clang-format off
enum class Block : uint8_t {
  kGallery, kPrice, kRating, kFacts, kFeatures, kProse, kContact, kReviews
};
// clang-format on

struct Design {
  Locale locale;
  ClassScheme classes = ClassScheme::kSemantic;
  uint64_t class_salt = 0;
  ListLayout list = ListLayout::kList;
  FactsLayout facts = FactsLayout::kTable;
  std::vector<Block> blocks;  // In page order.
  // Seeds of the orders of list columns and of fact rows; 0 keeps the domain's order.
  uint64_t column_order = 0;
  uint64_t fact_order = 0;
  unsigned wrappers = 1;        // Extra elements around the main part and around records.
  unsigned value_wrappers = 0;  // Extra elements around each value.
  unsigned inserted_blocks = 0;
  unsigned advert_every = 5;    // Between records; 0 = none.
  bool adverts_inside = false;  // Between the blocks and fact rows of detail pages too.
  bool split_values = false;
  bool merged_facts = false;  // "Label: value" in one text node; list records share nodes too.
  bool headed_lists = false;  // Items that are headings of what follows.
  bool title_first = true;    // In records: the title before the picture.

  // Untidiness; no redesign changes it.
  bool omit_end_tags = false;
  bool upper_case_tags = false;
  bool unquoted_attributes = false;
  bool named_entities = false;
  bool layout_table = false;  // The whole page sits in a table.
  bool inline_styles = false;
  bool lazy_images = false;
  bool hidden_duplicates = false;
  bool json_ld = false;
  bool json_ld_wrong = false;  // Its price is stale and its name cut.
  bool microdata = false;
  bool xhtml_doctype = false;
  bool sidebar = true;
  bool bare = false;  // No navigation, no search on every page: what leads to lists is elsewhere.

  bool results = false;
  PortalDesign portal;
};

// The design of a site before any redesign.
Design make_design(const Options& options);

// The design after options.redesigns; `variant` is 1 for the other template of an A/B test.
Design redesigned(const Options& options, unsigned variant);

// Which variant a page has: 0 for all, unless templates are being tested or the domain has several.
unsigned variant_of(const Options& options, unsigned item_number);

// The class attribute's value for a role ("title", "price", "record"…); empty for none.
std::string class_of(const Design& design, std::string_view role);
// An inline style for the role; empty for none.
std::string style_of(const Design& design, std::string_view role);

}  // namespace weft::practice
