// A site is made in three steps: its facts (content.h), its looks (design.h), then page by page
// facts × looks (page_writer.h).
#include "practice/site.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/pointers.h"
#include "practice/page_writer.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

void add_list_pages(const SiteContext& site, const Design& design, std::vector<Page>& pages) {
  const size_t page_size = std::max(1U, site.options.page_size);
  for (size_t category = 0; category < site.categories.size(); ++category) {
    std::vector<const Item*> items;
    for (const Item& item : site.items) {
      if (item.category == category) items.push_back(&item);
    }
    const size_t page_count = std::max<size_t>(1, (items.size() + page_size - 1) / page_size);
    for (size_t n = 1; n <= page_count; ++n) {
      const auto begin = items.begin() + static_cast<std::ptrdiff_t>((n - 1) * page_size);
      const auto end =
          items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), n * page_size));
      pages.push_back(list_page(site, design, category, n, page_count, {begin, end}));
    }
  }
}

// In the order of the catalogue, so that the n-th detail page is the same item at every visit.
void add_detail_pages(const SiteContext& site, std::vector<Page>& pages) {
  std::vector<const Item*> items = pointers_to(site.items);
  std::sort(items.begin(), items.end(),
            [](const Item* a, const Item* b) { return a->number < b->number; });
  std::vector<Design> designs;
  for (unsigned variant = 0; variant < 3; ++variant)
    designs.push_back(redesigned(site.options, variant));
  for (const Item* item : items) {
    const unsigned variant = variant_of(site.options, item->number);
    pages.push_back(detail_page(site, designs[variant], *item, variant));
  }
}

Page home_page(const SiteContext& site, const Design& design) {
  PageWriter page(site, design, "/");
  page.begin("home", site.name);
  page.leaf("h1", "", site.name);
  page.paragraphs(site.options.seed, 2);
  page.open("ul", "teasers");
  page.category_links();
  page.close("ul");
  page.advert("div", 0);
  return page.end();
}

// Contact, imprint, privacy: pages without records.
Page static_page(const SiteContext& site, const Design& design, std::string_view name) {
  PageWriter page(site, design, fmt::format("/{}.html", name));
  page.begin("static", name);
  page.leaf("h1", "", name);
  page.paragraphs(hash_combine(site.options.seed, hash_bytes(name)), 4);
  return page.end();
}

}  // namespace

SiteContext make_context(const Options& options) {
  Random random(options.seed, "site", static_cast<uint64_t>(options.domain));
  SiteContext site{options, std::string(random.pick(vocabulary::kBrands)), options.origin,
                   categories(options), make_items(options)};
  if (site.origin.empty()) {
    site.origin = fmt::format("http://{}-{}.example.org", name_of(options.domain), options.seed);
  }
  return site;
}

std::span<const std::string_view> names_of(Domain) {
  static constexpr std::string_view kNames[] = {"shop",    "estate",     "cars",
                                                "journal", "department", "jobs"};
  return kNames;
}
std::span<const std::string_view> names_of(RedesignKind) {
  static constexpr std::array<std::string_view, kRedesignKindCount> kNames = {
      "renamed-classes",  "moved-blocks",  "changed-nesting", "inserted-block", "swapped-columns",
      "split-fields",     "merged-fields", "list-to-grid",    "language",       "ab-templates",
      "injected-adverts", "new-system",    "edited-text",     "changed-units",  "headed-lists"};
  return kNames;
}
std::span<const std::string_view> names_of(Language) {
  static constexpr std::array<std::string_view, kLanguageCount> kNames = {"en", "de", "fr", "es",
                                                                          "it"};
  return kNames;
}

Result<Redesign> parse_redesign(std::string_view text) {
  const size_t colon = text.find(':');
  Redesign redesign;
  WEFT_ASSIGN(redesign.kind, find_named<RedesignKind>(text.substr(0, colon), "redesign"));
  if (colon == std::string_view::npos) return redesign;
  const auto seed = parse_number<uint64_t>(text.substr(colon + 1));
  if (!seed) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("redesign '{}': the seed is not a number", text)};
  }
  redesign.seed = *seed;
  return redesign;
}

const TruthValue* TruthRecord::find(std::string_view attribute) const {
  for (const TruthValue& value : values) {
    if (value.attribute == attribute) return &value;
  }
  return nullptr;
}

std::string shown_text(const TruthRecord& record) {
  std::string text;
  for (const TruthValue& value : record.values) {
    if (value.form != ValueForm::kAttribute) text += value.text + " ";
  }
  return text;
}

const Page* Site::find(std::string_view path) const {
  for (const Page& page : pages) {
    if (std::string_view(page.url).substr(origin.size()) == path) return &page;
  }
  return nullptr;
}

Site generate(const Options& options) {
  const SiteContext context = make_context(options);
  const Design design = redesigned(options, 0);
  Site site{options, context.name, context.origin, {}};
  site.pages.push_back(home_page(context, design));
  add_list_pages(context, design, site.pages);
  add_detail_pages(context, site.pages);
  for (const std::string_view name : {"contact", "imprint", "privacy"}) {
    site.pages.push_back(static_page(context, design, name));
  }
  return site;
}

}  // namespace weft::practice
