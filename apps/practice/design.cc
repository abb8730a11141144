// Designs and redesigns. A redesign must change what it promises, so every change picks a value
// other than the present one.

#include "practice/design.h"

#include <array>

#include <fmt/format.h>

#include "base/hash.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

// How many values of an enumeration, from its first, a site may be made with. Crossed tables, the
// last layout of lists, are made on request alone.
constexpr uint32_t kLists = 6;
constexpr uint32_t kFacts = 5;
constexpr uint32_t kSchemes = 5;
constexpr uint32_t kLanguages = kLanguageCount;
constexpr unsigned kVariants = 3;  // Of homepages, which people make themselves.

template <typename T>
T another(Random& random, uint32_t count, T than) {
  T chosen = than;
  while (chosen == than) chosen = static_cast<T>(random.below(count));
  return chosen;
}

void move_blocks(Design& design, Random& random) {
  const std::vector<Block> before = design.blocks;
  while (design.blocks == before) random.shuffle(design.blocks);
  design.title_first = !design.title_first;
}

void rename_classes(Design& design, Random& random) {
  design.class_salt = random.next();
  const bool had_none = design.classes == ClassScheme::kNone;
  if (had_none || random.chance(40)) design.classes = another(random, kSchemes, design.classes);
}

void change_nesting(Design& design, Random& random) {
  design.wrappers =
      design.wrappers == 0 ? 1 + random.below(3) : (design.wrappers + 1 + random.below(2)) % 4;
  design.value_wrappers = (design.value_wrappers + 1 + random.below(2)) % 3;
  if (random.chance(50)) design.layout_table = !design.layout_table;
}

void change_layouts(Design& design, Random& random) {
  if (design.list != ListLayout::kCrossed) design.list = another(random, kLists, design.list);
  if (random.chance(50)) design.facts = another(random, kFacts, design.facts);
}

// Several things differ at once.
void change_system(Design& design, Random& random) {
  rename_classes(design, random);
  move_blocks(design, random);
  change_nesting(design, random);
  design.facts = another(random, kFacts, design.facts);
}

void apply(const Redesign& redesign, Design& design) {
  Random random(redesign.seed, name_of(redesign.kind));
  switch (redesign.kind) {
    case RedesignKind::kRenamedClasses:
      rename_classes(design, random);
      break;
    case RedesignKind::kMovedBlocks:
      move_blocks(design, random);
      break;
    case RedesignKind::kChangedNesting:
      change_nesting(design, random);
      break;
    case RedesignKind::kInsertedBlock:
      design.inserted_blocks += 1 + random.below(2);
      break;
    case RedesignKind::kSwappedColumns:
      design.column_order = random.next() | 1;
      design.fact_order = random.next() | 1;
      break;
    case RedesignKind::kSplitFields:
      design.split_values = true;
      design.value_wrappers = random.below(2);
      break;
    case RedesignKind::kMergedFields:
      design.merged_facts = true;
      if (random.chance(50)) design.facts = FactsLayout::kItems;
      break;
    case RedesignKind::kListToGrid:
      change_layouts(design, random);
      break;
    case RedesignKind::kLanguage:
      design.locale.language = another(random, kLanguages, design.locale.language);
      break;
    case RedesignKind::kAbTemplates:
      break;  // See variant_of.
    case RedesignKind::kInjectedAdverts:
      design.advert_every = 1 + random.below(3);
      design.adverts_inside = true;
      break;
    case RedesignKind::kNewSystem:
      change_system(design, random);
      break;
    case RedesignKind::kEditedText:
    case RedesignKind::kChangedUnits:
      rename_classes(design, random);  // What they say changes in make_items().
      break;
    case RedesignKind::kHeadedLists:
      rename_classes(design, random);
      design.headed_lists = true;
      break;
  }
}

// The other template.
void vary(Design& design, uint64_t seed) {
  Random random(seed, "variant");
  change_system(design, random);
}

// --- class names ---

std::string hashed_class(uint64_t hash) {
  std::string name = "css-";
  for (int i = 0; i < 6; ++i, hash /= 36) name += "0123456789abcdefghijklmnopqrstuvwxyz"[hash % 36];
  return name;
}

std::string utility_classes(uint64_t hash) {
  constexpr std::array<std::string_view, 14> kUtilities = {
      "mt-2", "text-lg", "font-bold",    "flex",     "p-4",     "text-gray-700", "w-full",
      "mb-1", "text-sm", "items-center", "bg-white", "rounded", "col-6",         "py-1"};
  const size_t first = hash % kUtilities.size();
  const size_t second = (first + 1 + (hash >> 16) % (kUtilities.size() - 1)) % kUtilities.size();
  return fmt::format("{} {}", kUtilities[first], kUtilities[second]);
}

// What designers call things.
std::string_view synonym(std::string_view role, uint64_t salt) {
  struct Names {
    std::string_view role;
    std::array<std::string_view, 4> names;
  };
  // clang-format off
  constexpr Names kNames[] = {
      {"title",  {"title", "name", "heading", "hd"}},
      {"price",  {"price", "amount", "cost", "prc"}},
      {"record", {"item", "result", "entry", "teaser"}},
      {"list",   {"results", "items", "listing", "entries"}},
      {"facts",  {"specs", "facts", "data", "attributes"}},
      {"label",  {"label", "key", "caption", "term"}},
      {"value",  {"value", "val", "content", "def"}},
      {"main",   {"main", "content", "page", "wrap"}},
      {"advert", {"ad", "promo", "sponsor", "banner"}},
      {"prose",  {"description", "text", "body", "copy"}},
  };
  // clang-format on
  for (const Names& names : kNames) {
    if (names.role == role) return names.names[salt % 4];
  }
  return role;
}

std::string semantic_class(std::string_view role, uint64_t salt) {
  constexpr std::array<std::string_view, 6> kPrefixes = {"", "site", "x", "mod", "c", "js"};
  const std::string_view prefix = kPrefixes[salt % kPrefixes.size()];
  const std::string_view separator = (salt >> 8) % 3 == 0 ? "_" : "-";
  const std::string_view name = synonym(role, salt >> 16);
  return prefix.empty() ? std::string(name) : fmt::format("{}{}{}", prefix, separator, name);
}

std::string bem_class(std::string_view role, uint64_t salt) {
  constexpr std::array<std::string_view, 5> kBlocks = {"card", "tile", "box", "panel", "unit"};
  const std::string_view name = synonym(role, salt >> 16);
  const std::string base = fmt::format("{}__{}", kBlocks[salt % kBlocks.size()], name);
  return hash_bytes(role, salt) % 3 == 0 ? fmt::format("{0} {0}--lg", base) : base;
}

// Draws from a stream of its own, so that other sites stay as they are.
void make_portal(const Options& options, Design& design) {
  Random random(options.seed, "portal", static_cast<uint64_t>(options.domain));
  design.results = true;
  PortalDesign& portal = design.portal;
  portal.cue = static_cast<FactCue>(random.below(kFactCues));
  portal.price_label = random.chance(30);
  portal.struck_price = random.chance(50);
  portal.prose = random.chance(60);
  portal.monthly = random.chance(40);
  portal.price_range = random.chance(40);
  portal.featured = random.chance(50) ? 2 + random.below(3) : 0;
  portal.featured_first = random.chance(50);
  if (design.list != ListLayout::kCrossed && random.chance(15)) design.list = ListLayout::kTables;
}

}  // namespace

Design make_design(const Options& options) {
  Random random(options.seed, "design", static_cast<uint64_t>(options.domain));
  Design design;
  design.locale.language = static_cast<Language>(random.below(kLanguages));
  design.locale.currency = static_cast<Currency>(random.below(4));
  design.locale.cents = options.domain == Domain::kShop;
  design.locale.months_as_words = random.chance(50);
  design.classes = static_cast<ClassScheme>(random.below(kSchemes));
  design.class_salt = random.next();
  design.list = ListLayout::kCrossed;
  if (!options.crossed) design.list = static_cast<ListLayout>(random.below(kLists));
  design.facts = static_cast<FactsLayout>(random.below(kFacts));
  design.blocks = {Block::kGallery,  Block::kPrice, Block::kRating,  Block::kFacts,
                   Block::kFeatures, Block::kProse, Block::kContact, Block::kReviews};
  if (random.chance(50)) std::swap(design.blocks[3], design.blocks[5]);
  design.wrappers = random.below(3);
  design.value_wrappers = random.chance(30) ? 1 : 0;
  design.advert_every = random.chance(60) ? 4 + random.below(4) : 0;
  design.title_first = random.chance(50);
  design.omit_end_tags = random.chance(30);
  design.upper_case_tags = random.chance(12);
  design.unquoted_attributes = random.chance(20);
  design.named_entities = random.chance(40);
  design.layout_table = random.chance(20);
  design.inline_styles = design.classes == ClassScheme::kNone || random.chance(20);
  design.lazy_images = random.chance(40);
  design.hidden_duplicates = random.chance(40);
  design.json_ld = random.chance(50);
  design.json_ld_wrong = random.chance(50);
  design.microdata = random.chance(20);
  design.xhtml_doctype = random.chance(20);
  design.sidebar = random.chance(75);
  if (options.results) make_portal(options, design);
  return design;
}

Design redesigned(const Options& options, unsigned variant) {
  Design design = make_design(options);
  for (const Redesign& redesign : options.redesigns) apply(redesign, design);
  for (unsigned i = 0; i < variant; ++i) vary(design, hash_combine(options.seed, i));
  return design;
}

unsigned variant_of(const Options& options, unsigned item_number) {
  for (const Redesign& redesign : options.redesigns) {
    if (redesign.kind == RedesignKind::kAbTemplates) {
      return Random(redesign.seed, "ab", item_number).chance(50) ? 1 : 0;
    }
  }
  if (options.domain != Domain::kDepartment) return 0;
  return Random(options.seed, "homepage", item_number).below(kVariants);
}

std::string class_of(const Design& design, std::string_view role) {
  if (role.empty()) return {};
  const uint64_t hash = hash_bytes(role, design.class_salt);
  if (design.classes == ClassScheme::kSemantic) return semantic_class(role, design.class_salt);
  if (design.classes == ClassScheme::kBem) return bem_class(role, design.class_salt);
  if (design.classes == ClassScheme::kUtility) return utility_classes(hash);
  if (design.classes == ClassScheme::kHashed) return hashed_class(hash);
  return {};
}

std::string style_of(const Design& design, std::string_view role) {
  if (!design.inline_styles || role.empty()) return {};
  const uint64_t hash = hash_bytes(role, design.class_salt + 1);
  if (hash % 3 != 0) return {};
  return fmt::format("font-size:{}px;color:#{:03x}", 11 + hash % 9, (hash >> 20) & 0xFFF);
}

}  // namespace weft::practice
