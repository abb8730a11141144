// Detail pages: one item, its blocks in the order of the design.

#include <algorithm>

#include <fmt/format.h>

#include "practice/pages.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

class DetailPage {
 public:
  DetailPage(const SiteContext& site, const Design& design, const Item& item)
      : writer_(site, design, detail_path(site, item)), html_(writer_.html), item_(item) {
    records_.push_back({item.id, {}, {}});
  }

  Page finish(std::string template_name) {
    return writer_.finish(
        std::move(template_name), item_.title(), &item_, [this] { write(); }, records_);
  }

 private:
  TruthRecord& record() { return records_.front(); }
  [[nodiscard]] const Design& design() const { return writer_.design(); }
  [[nodiscard]] const Options& options() const { return writer_.site().options; }

  [[nodiscard]] std::vector<const Fact*> facts_at(Place place) const {
    std::vector<const Fact*> facts;
    for (const Fact& fact : item_.facts) {
      if (fact.spec->place == place) facts.push_back(&fact);
    }
    return facts;
  }

  void write() {
    breadcrumbs();
    writer_.open_wrappers();
    title();
    for (unsigned i = 0; i < design().inserted_blocks; ++i) inserted_block(i);
    for (size_t i = 0; i < design().blocks.size(); ++i) {
      block(design().blocks[i]);
      if (design().adverts_inside && i % 2 == 0) writer_.advert("div", i);
    }
    writer_.close_wrappers();
    related();
  }

  void breadcrumbs() {
    html_.open("div", "crumbs")
        .leaf("a", "", writer_.word(Word::kHome), {{"href", "/"}})
        .raw(" &gt; ");
    html_.leaf("a", "", writer_.site().categories[item_.category],
               {{"href", list_path(writer_.site(), item_.category, 1)}});
    html_.close("div");
  }

  // The title, and what a byline adds to it: authors, date, position.
  void title() {
    for (const Fact* fact : facts_at(Place::kTitle)) {
      if (fact == &item_.facts.front()) {
        writer_.value_text(record(), "h1", fact->spec->name, fact->text);
        writer_.hidden_copy(fact->text);
      } else if (fact->spec->kind == FactKind::kList) {
        html_.open("p", "byline");
        writer_.values(record(), "a", *fact, ", ");
        html_.close("p");
      } else {
        writer_.value(record(), "div", *fact);
      }
    }
  }

  // Something the marketing department wanted, with a price of its own.
  void inserted_block(unsigned number) {
    Random random(options().seed, "inserted", number);
    html_.open("div", "notice").open("p");
    html_.text(fmt::format("{} {}", writer_.word(Word::kDelivery),
                           format_money(random.between(20, 90) * 100, design().locale)));
    html_.close("p").open("dl").leaf("dt", "", "Hotline").leaf("dd", "", "+44 (0)800 555 0100");
    html_.close("dl").close("div");
  }

  void block(Block which) {
    switch (which) {
      case Block::kGallery:
        gallery();
        break;
      case Block::kPrice:
        price();
        break;
      case Block::kRating:
        rating();
        break;
      case Block::kFacts:
        labelled(facts_at(Place::kFacts), Word::kDetails);
        break;
      case Block::kFeatures:
        features();
        break;
      case Block::kProse:
        prose_blocks();
        break;
      case Block::kContact:
        labelled(facts_at(Place::kContact), Word::kContact);
        break;
      case Block::kReviews:
        reviews();
        break;
    }
  }

  void gallery() {
    for (const Fact* fact : facts_at(Place::kGallery)) {
      html_.open("div", "gallery");
      writer_.image(record(), *fact, item_.title());
      html_.close("div");
    }
  }

  void price() {
    const std::vector<const Fact*> facts = facts_at(Place::kPrice);
    if (facts.empty()) return;
    html_.open("div", "buybox");
    for (const Fact* fact : facts) {
      writer_.value(record(),
                    fact->spec->name == "was_price"        ? "del"
                    : fact->spec->kind == FactKind::kMoney ? "strong"
                                                           : "p",
                    *fact);
      if (fact->spec->name == "price") writer_.hidden_copy(format_fact(*fact, design().locale));
    }
    html_.leaf("button", "buy", writer_.word(Word::kMore)).close("div");
  }

  void rating() {
    for (const Fact* fact : facts_at(Place::kRating)) {
      html_.open("div", "stars");
      writer_.value(record(), "b", *fact);
      html_.text(fmt::format(" / 5 ({} {})", item_.review_count, writer_.word(Word::kReviews)))
          .close("div");
    }
  }

  // Rows of label and value in the design's layout.
  void labelled(std::vector<const Fact*> facts, Word heading) {
    if (facts.empty()) return;
    if (design().fact_order != 0) Random(design().fact_order, "facts").shuffle(facts);
    html_.open("div", "facts").leaf("h2", "", writer_.word(heading));
    constexpr std::string_view kContainers[] = {"table", "dl", "div", "p", "ul"};
    const std::string_view container = kContainers[static_cast<size_t>(design().facts)];
    html_.open(container);
    for (size_t i = 0; i < facts.size(); ++i) {
      if (design().merged_facts)
        merged_row(*facts[i]);
      else
        row(*facts[i]);
      if (design().adverts_inside && i == 1) advert_row();
    }
    html_.close(container).close("div");
  }

  void row(const Fact& fact) {
    const std::string_view label = writer_.label(fact);
    switch (design().facts) {
      case FactsLayout::kTable:
        html_.open("tr").leaf("th", "label", label);
        writer_.value(record(), "td", fact);
        html_.close("tr");
        break;
      case FactsLayout::kDl:
        html_.leaf("dt", "label", label);
        writer_.value(record(), "dd", fact);
        break;
      case FactsLayout::kDivs:
        html_.open("div", "row").leaf("span", "label", label);
        writer_.value(record(), "span", fact);
        html_.close("div");
        break;
      case FactsLayout::kBold: {
        const std::string text = format_fact(fact, design().locale);
        html_.leaf("b", "", fmt::format("{}:", label)).raw(" ");
        writer_.node(record(), fact.spec->name, text);
        html_.raw("<br>\n");
        break;
      }
      case FactsLayout::kItems:
        html_.open("li").leaf("strong", "label", label).raw(" ");
        writer_.value(record(), "span", fact);
        html_.close("li");
        break;
    }
  }

  // Label and value in one text node.
  void merged_row(const Fact& fact) {
    const auto leaf = [&](std::string_view tag) {
      html_.open(tag, "value");
      write_both(fact);
      html_.close(tag);
    };
    switch (design().facts) {
      case FactsLayout::kTable:
        html_.open("tr");
        leaf("td");
        html_.close("tr");
        break;
      case FactsLayout::kDl:
        leaf("dd");
        break;
      case FactsLayout::kDivs:
        leaf("div");
        break;
      case FactsLayout::kBold:
        write_both(fact);
        html_.raw("<br>\n");
        break;
      case FactsLayout::kItems:
        leaf("li");
        break;
    }
  }

  void write_both(const Fact& fact) {
    writer_.part(record(), fact.spec->name, fmt::format("{}: ", writer_.label(fact)),
                 format_fact(fact, design().locale));
  }

  void advert_row() {
    switch (design().facts) {
      case FactsLayout::kTable:
        html_.open("tr").open("td", "", {{"colspan", "2"}});
        writer_.advert("span", 77);
        html_.close("td").close("tr");
        break;
      case FactsLayout::kDl:
        writer_.advert("dd", 77);
        break;
      case FactsLayout::kItems:
        writer_.advert("li", 77);
        break;
      case FactsLayout::kDivs:
        writer_.advert("div", 77);
        break;
      case FactsLayout::kBold:
        writer_.advert("span", 77);
        break;
    }
  }

  void features() {
    for (const Fact* fact : facts_at(Place::kFeatures)) {
      html_.open("div", "features").leaf("h2", "", writer_.label(*fact)).open("ul");
      writer_.values(record(), "li", *fact, "");
      html_.close("ul").close("div");
    }
  }

  void prose_blocks() {
    for (const Fact* fact : facts_at(Place::kProse)) {
      const unsigned paragraphs = fact->spec->name == "body"       ? 7
                                  : fact->spec->name == "abstract" ? 1
                                                                   : 2;
      html_.open("div", "prose").leaf("h2", "", writer_.label(*fact));
      for (const std::string& text :
           prose(static_cast<uint64_t>(fact->number), paragraphs, design().locale.language)) {
        writer_.value_text(record(), "p", fact->spec->name, text);
      }
      html_.close("div");
    }
  }

  // Other people's words: they look like records and change from visit to visit.
  void reviews() {
    if (item_.find("rating") == nullptr) return;
    Random random(hash_combine(options().seed, options().drift), "reviews", item_.number);
    html_.open("div", "reviews").leaf("h2", "", writer_.word(Word::kReviews));
    for (unsigned i = random.below(4); i > 0; --i) {
      html_.open("div", "review").leaf("b", "", random.pick(vocabulary::kFirstNames)).raw(" ");
      html_.leaf("i", "", format_date(17'000 - random.between(1, 300), design().locale));
      html_.leaf("p", "", prose(random.next(), 1, design().locale.language)[0]).close("div");
    }
    html_.close("div");
  }

  void related() {
    const std::vector<Item>& items = writer_.site().items;
    if (items.size() < 5) return;
    Random random(hash_combine(options().seed, options().drift), "related", item_.number);
    html_.open("div", "related").leaf("h3", "", writer_.word(Word::kRelated)).open("ul");
    for (int i = 0; i < 4; ++i) {
      const Item& other = random.pick(items);
      html_.open("li").leaf("a", "", other.title(), {{"href", detail_path(writer_.site(), other)}});
      if (const Fact* price = other.find("price"))
        html_.leaf("span", "price", format_fact(*price, design().locale));
      html_.close("li");
    }
    html_.close("ul").close("div");
  }

  PageWriter writer_;
  Markup& html_;
  const Item& item_;
  std::vector<TruthRecord> records_;
};

}  // namespace

Page detail_page(const SiteContext& site, const Design& design, const Item& item,
                 unsigned variant) {
  const std::string name =
      variant == 0 ? "detail" : fmt::format("detail-{}", static_cast<char>('a' + variant));
  return DetailPage(site, design, item).finish(name);
}

Page home_page(const SiteContext& site, const Design& design) {
  PageWriter writer(site, design, "/");
  std::vector<TruthRecord> none;
  return writer.finish(
      "home", site.name, nullptr,
      [&] {
        writer.html.leaf("h1", "", site.name);
        for (const std::string& text : prose(site.options.seed, 2, design.locale.language))
          writer.html.leaf("p", "", text);
        writer.html.open("ul", "teasers");
        for (size_t i = 0; i < site.categories.size(); ++i) {
          writer.html.open("li")
              .leaf("a", "", site.categories[i], {{"href", list_path(site, i, 1)}})
              .close("li");
        }
        writer.html.close("ul");
        writer.advert("div", 0);
      },
      none);
}

Page static_page(const SiteContext& site, const Design& design, std::string_view name) {
  PageWriter writer(site, design, fmt::format("/{}.html", name));
  std::vector<TruthRecord> none;
  return writer.finish(
      "static", name, nullptr,
      [&] {
        writer.html.leaf("h1", "", name);
        const uint64_t seed = hash_combine(site.options.seed, hash_bytes(name));
        for (const std::string& text : prose(seed, 4, design.locale.language))
          writer.html.leaf("p", "", text);
      },
      none);
}

}  // namespace weft::practice
