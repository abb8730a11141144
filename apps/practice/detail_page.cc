// Detail pages: one item, its blocks in the order of the design.
#include <fmt/format.h>

#include "practice/page_writer.h"
#include "practice/random.h"

namespace weft::practice {
namespace vocab = vocabulary;
namespace {

// Rows of label and value: the elements of each FactsLayout. An empty tag is no element.
struct RowTags {
  std::string_view container, row, role, label, space, value;
  std::string_view merged;  // Around label and value when they share a text node.
};
// clang-format off
constexpr RowTags kRowTags[] = {
    {"table", "tr",  "",    "th",     "",  "td",   "td"},
    {"dl",    "",    "",    "dt",     "",  "dd",   "dd"},
    {"div",   "div", "row", "span",   "",  "span", "div"},
    {"p",     "",    "",    "b",      " ", "",     ""},
    {"ul",    "li",  "",    "strong", " ", "span", "li"},
};
// clang-format on

class DetailPage : PageWriter {
 public:
  DetailPage(const SiteContext& site, const Design& design, const Item& item)
      : PageWriter(site, design, detail_path(site, item)), item_(item) {
    records_.push_back({item.id, {}, {}});
  }

  Page write(std::string template_name) {
    begin(std::move(template_name), item_.title(), &item_);
    breadcrumbs();
    open_wrappers();
    title();
    for (unsigned i = 0; i < design_.inserted_blocks; ++i) inserted_block(i);
    for (size_t i = 0; i < design_.blocks.size(); ++i) {
      block(design_.blocks[i]);
      if (design_.adverts_inside && i % 2 == 0) advert("div", i);
    }
    close_wrappers();
    related();
    return end();
  }

 private:
  TruthRecord& record() { return records_.front(); }

  // A stream that changes from visit to visit.
  [[nodiscard]] Random drifting(std::string_view purpose) const {
    return {hash_combine(site_.options.seed, site_.options.drift), purpose, item_.number};
  }

  [[nodiscard]] std::vector<const Fact*> facts_at(Place place) const {
    std::vector<const Fact*> facts;
    for (const Fact& fact : item_.facts) {
      if (fact.spec->place == place) facts.push_back(&fact);
    }
    return facts;
  }

  void breadcrumbs() {
    open("div", "crumbs").link(word(vocab::kHome), "/").raw(" &gt; ");
    link(site_.categories[item_.category], list_path(site_, item_.category, 1)).close("div");
  }

  // The title, and what a byline adds to it: authors, date, position.
  void title() {
    for (const Fact* fact : facts_at(Place::kTitle)) {
      if (fact == &item_.facts.front()) {
        value_text(record(), "h1", fact->spec->name, fact->text);
        hidden_copy(fact->text);
      } else if (fact->spec->kind == FactKind::kList) {
        open("p", "byline");
        values(record(), "a", *fact, ", ");
        close("p");
      } else {
        value(record(), "div", *fact);
      }
    }
  }

  // Something the marketing department wanted, with a price of its own.
  void inserted_block(unsigned number) {
    Random random(site_.options.seed, "inserted", number);
    open("div", "notice").open("p");
    text(fmt::format("{} {}", word(vocab::kDelivery),
                     format_money(random.between(20, 90) * 100, locale())));
    close("p").open("dl").leaf("dt", "", "Hotline").leaf("dd", "", "+44 (0)800 555 0100");
    close("dl").close("div");
  }

  void block(Block which) {
    if (which == Block::kGallery) gallery();
    if (which == Block::kPrice) price();
    if (which == Block::kRating) rating();
    if (which == Block::kFacts) labelled(facts_at(Place::kFacts), vocab::kDetails);
    if (which == Block::kFeatures) features();
    if (which == Block::kProse) prose_blocks();
    if (which == Block::kContact) labelled(facts_at(Place::kContact), vocab::kContact);
    if (which == Block::kReviews) reviews();
  }

  void gallery() {
    for (const Fact* fact : facts_at(Place::kGallery)) {
      open("div", "gallery");
      image(record(), *fact, item_.title());
      close("div");
    }
  }

  void price() {
    const std::vector<const Fact*> facts = facts_at(Place::kPrice);
    if (facts.empty()) return;
    open("div", "buybox");
    for (const Fact* fact : facts) {
      const std::string_view money_tag = fact->spec->name == "was_price" ? "del" : "strong";
      value(record(), fact->spec->kind == FactKind::kMoney ? money_tag : "p", *fact);
      if (fact->spec->name == "price") hidden_copy(format_fact(*fact, locale()));
    }
    leaf("button", "buy", word(vocab::kMore)).close("div");
  }

  void rating() {
    for (const Fact* fact : facts_at(Place::kRating)) {
      open("div", "stars");
      value(record(), "b", *fact);
      text(fmt::format(" / 5 ({} {})", item_.review_count, word(vocab::kReviews))).close("div");
    }
  }

  void labelled(std::vector<const Fact*> facts, const Term& heading) {
    if (facts.empty()) return;
    if (design_.fact_order != 0) Random(design_.fact_order, "facts").shuffle(facts);
    const RowTags& tags = kRowTags[static_cast<size_t>(design_.facts)];
    open("div", "facts").leaf("h2", "", word(heading)).open(tags.container);
    for (size_t i = 0; i < facts.size(); ++i) {
      if (design_.merged_facts)
        merged_row(tags, *facts[i]);
      else
        row(tags, *facts[i]);
      if (design_.adverts_inside && i == 1) advert_row(tags);
    }
    close(tags.container).close("div");
  }

  void row(const RowTags& tags, const Fact& fact) {
    if (design_.facts == FactsLayout::kBold) {
      leaf("b", "", fmt::format("{}:", label(fact))).raw(" ");
      node(record(), fact.spec->name, format_fact(fact, locale()));
      raw("<br>\n");
      return;
    }
    if (!tags.row.empty()) open(tags.row, tags.role);
    leaf(tags.label, "label", label(fact)).raw(tags.space);
    value(record(), tags.value, fact);
    if (!tags.row.empty()) close(tags.row);
  }

  // Label and value in one text node.
  void merged_row(const RowTags& tags, const Fact& fact) {
    if (tags.row == "tr") open("tr");
    if (!tags.merged.empty()) open(tags.merged, "value");
    part(record(), fact.spec->name, fmt::format("{}: ", label(fact)), format_fact(fact, locale()));
    if (tags.merged.empty())
      raw("<br>\n");
    else
      close(tags.merged);
    if (tags.row == "tr") close("tr");
  }

  void advert_row(const RowTags& tags) {
    constexpr size_t kNumber = 77;
    if (tags.row != "tr") return advert(tags.merged.empty() ? "span" : tags.merged, kNumber);
    open("tr").open("td", "", {{"colspan", "2"}});
    advert("span", kNumber);
    close("td").close("tr");
  }

  void features() {
    for (const Fact* fact : facts_at(Place::kFeatures)) {
      open("div", "features").leaf("h2", "", label(*fact)).open("ul");
      values(record(), "li", *fact, "");
      close("ul").close("div");
    }
  }

  void prose_blocks() {
    for (const Fact* fact : facts_at(Place::kProse)) {
      const std::string_view name = fact->spec->name;
      const unsigned count = name == "body" ? 7 : name == "abstract" ? 1 : 2;
      open("div", "prose").leaf("h2", "", label(*fact));
      for (const std::string& shown :
           prose(static_cast<uint64_t>(fact->number), count, locale().language)) {
        value_text(record(), "p", name, shown);
      }
      close("div");
    }
  }

  // Other people's words: they look like records and change from visit to visit.
  void reviews() {
    if (item_.find("rating") == nullptr) return;
    Random random = drifting("reviews");
    open("div", "reviews").leaf("h2", "", word(vocab::kReviews));
    for (unsigned i = random.below(4); i > 0; --i) {
      open("div", "review").leaf("b", "", random.pick(vocab::kFirstNames)).raw(" ");
      leaf("i", "", format_date(17'000 - random.between(1, 300), locale()));
      paragraphs(random.next(), 1);
      close("div");
    }
    close("div");
  }

  void related() {
    if (site_.items.size() < 5) return;
    Random random = drifting("related");
    open("div", "related").leaf("h3", "", word(vocab::kRelated)).open("ul");
    for (int i = 0; i < 4; ++i) {
      const Item& other = random.pick(site_.items);
      open("li").link(other.title(), detail_path(site_, other));
      if (const Fact* price = other.find("price"))
        leaf("span", "price", format_fact(*price, locale()));
      close("li");
    }
    close("ul").close("div");
  }

  const Item& item_;
};

}  // namespace

Page detail_page(const SiteContext& site, const Design& design, const Item& item,
                 unsigned variant) {
  const auto letter = static_cast<char>('a' + variant);
  return DetailPage(site, design, item)
      .write(variant == 0 ? "detail" : fmt::format("detail-{}", letter));
}

}  // namespace weft::practice
