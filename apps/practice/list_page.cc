// List pages: the same records as a list, cards, a grid, tables, a flat run of siblings, or crossed
// in a table.

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "practice/page_writer.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

class ListPage : PageWriter {
 public:
  ListPage(const SiteContext& site, const Design& design, const ResultList& list,
           const std::vector<const Item*>& items)
      : PageWriter(site, design, list.path),
        list_(list),
        items_(items),
        columns_(list_attributes()) {
    for (const Item* item : items) records_.push_back({item->id, {}, {}});
  }

  // `pager` writes the links to other pages.
  Page write(const std::function<void(Markup&)>& pager) {
    begin("list", fmt::format("{} {}", list_.title, list_.page_number));
    leaf("h1", "", list_.title);
    leaf("p", "count", fmt::format("{} {}", list_.total, word(vocabulary::kResults)));
    if (design_.inserted_blocks != 0) advert("div", 1000);
    if (design_.portal.price_range) write_price_range();
    if (design_.portal.featured_first) write_featured();
    if (list_.second_area == 0)
      write_list();
    else
      write_areas();
    if (!design_.portal.featured_first) write_featured();
    pager(*this);
    return end();
  }

 private:
  using Column = const AttributeSpec*;

  void write_list() {
    if (design_.list == ListLayout::kList) items_in("ul", "li");
    if (design_.list == ListLayout::kCards) items_in("div", "div");
    if (design_.list == ListLayout::kGrid) grid();
    if (design_.list == ListLayout::kTable) table();
    if (design_.list == ListLayout::kLayoutTable) layout_table();
    if (design_.list == ListLayout::kFlat) flat();
    if (design_.list == ListLayout::kCrossed) crossed();
    if (design_.list == ListLayout::kTables) tables();
  }

  // Two lists, each under its own heading.
  void write_areas() {
    const std::vector<const Item*> all = std::exchange(items_, {});
    std::vector<TruthRecord> written;
    const auto middle =
        all.begin() + static_cast<std::ptrdiff_t>(std::min(list_.second_area, all.size()));
    const auto write_area = [&](const Term& heading, auto begin, auto end) {
      if (begin == end) return;
      items_.assign(begin, end);
      records_.clear();
      for (const Item* item : items_) records_.push_back({item->id, {}, {}});
      open("div", "area").leaf("h2", "", word(heading));
      write_list();
      close("div");
      std::move(records_.begin(), records_.end(), std::back_inserter(written));
    };
    write_area(vocabulary::kNew, all.begin(), middle);
    write_area(vocabulary::kUsed, middle, all.end());
    items_ = all;
    records_ = std::move(written);
  }

  // In the order of the design; the title is not among them.
  [[nodiscard]] std::vector<Column> list_attributes() const {
    std::vector<Column> columns;
    for (const AttributeSpec& spec : attributes_of(site_.options.domain).subspan(1)) {
      if (spec.in_list && spec.kind != FactKind::kImage) columns.push_back(&spec);
    }
    const uint64_t order = design_.column_order;
    if (order != 0) {
      const std::vector<Column> before = columns;
      Random random(order, "columns");
      while (columns == before) random.shuffle(columns);
    }
    return columns;
  }

  void write_picture(size_t i) {
    const Item& item = *items_[i];
    const Fact* picture =
        item.find(site_.options.domain == Domain::kDepartment ? "photo" : "image");
    if (picture == nullptr) return;
    open("a", "", {{"href", detail_path(site_, item)}});
    image(records_[i], *picture, item.title());
    close("a");
  }

  void write_title(size_t i, std::string_view tag) {
    const Item& item = *items_[i];
    open(tag, "title").open("a", "", {{"href", detail_path(site_, item)}});
    node(records_[i], item.facts.front().spec->name, item.title());
    close("a").close(tag);
  }

  // Nothing for null.
  void write_fact(size_t i, const Fact* fact, std::string_view tag = "span") {
    if (fact == nullptr) return;
    if (fact->spec->kind == FactKind::kList) {
      open(tag, "facts");
      values(records_[i], "span", *fact, ", ");
      close(tag);
    } else if (fact->spec->kind == FactKind::kProse) {
      value_text(records_[i], tag, fact->spec->name,
                 prose(static_cast<uint64_t>(fact->number), 1, locale().language)[0]);
    } else {
      value(records_[i], tag, *fact);
    }
  }

  // Whether a reader has to be told what the fact is. A price is a price.
  [[nodiscard]] bool needs_cue(const Fact& fact) const {
    if (fact.spec->name == "was_price") return !design_.portal.struck_price;
    return fact.spec->kind != FactKind::kMoney || design_.portal.price_label;
  }

  void write_cued(size_t i, const Fact& fact) {
    const std::string_view words = label(fact);
    const std::string text = format_fact(fact, locale());
    TruthRecord& record = records_[i];
    if (!needs_cue(fact)) {
      if (fact.spec->name == "was_price")
        value_text(record, "del", fact.spec->name, text);
      else
        value(record, "div", fact);
      return;
    }
    switch (design_.portal.cue) {
      case FactCue::kLabel:
        open("div", "fact");
        part(record, fact.spec->name, fmt::format("{}: ", words), text);
        close("div");
        break;
      case FactCue::kElement:
        open("div", "fact").leaf("span", "label", words).raw(" ");
        value_as(record, "span", "value", fact.spec->name, text);
        close("div");
        break;
      case FactCue::kPicture:
        open("div", "fact");
        open("img", "icon", {{"src", "/static/icons.svg"}, {"alt", words}, {"width", "16"}})
            .raw(" ");
        value_as(record, "span", "value", fact.spec->name, text);
        close("div");
        break;
      case FactCue::kTooltip:
        open("span", "fact", {{"title", words}});
        node(record, fact.spec->name, text);
        close("span").raw(" ");
        break;
      case FactCue::kList:
        open("dt", "label").text(words).close("dt");
        open("dd", "value");
        node(record, fact.spec->name, text);
        close("dd");
        break;
    }
  }

  void write_portal_facts(size_t i) {
    const Item& item = *items_[i];
    const PortalDesign& portal = design_.portal;
    const auto is_listed = [&](const Fact& fact) {
      return portal.cue == FactCue::kList && needs_cue(fact);
    };
    for (const bool listed : {false, true}) {
      if (listed && portal.cue == FactCue::kList) open("dl", "facts");
      for (const Column column : columns_) {
        const Fact* fact = item.find(column->name);
        if (fact != nullptr && is_listed(*fact) == listed) write_cued(i, *fact);
      }
      if (listed && portal.cue == FactCue::kList) close("dl");
    }
    write_prose(i);
    if (const Fact* price = item.find("price"); price != nullptr && portal.monthly) {
      leaf("p", "note",
           fmt::format("{} {} {}", word(vocabulary::kFrom),
                       format_money(price->number / 240, locale()), word(vocabulary::kMonthly)));
    }
    link(word(vocabulary::kDetails), detail_path(site_, item));
  }

  void write_prose(size_t i) {
    const Fact* text = items_[i]->find("description");
    if (!design_.portal.prose || text == nullptr) return;
    value_text(records_[i], "p", "description",
               prose(static_cast<uint64_t>(text->number), 1, locale().language)[0]);
  }

  void write_price_range() {
    leaf("p", "range",
         fmt::format("{}: {} – {}", word(vocabulary::kPriceRange), format_money(5'000, locale()),
                     format_money(90'000'000, locale())));
  }

  // Records that nobody asked for. They enter no truth.
  void write_featured() {
    if (design_.portal.featured == 0) return;
    const std::vector<TruthRecord> results = records_;
    const std::vector<const Item*> shown = items_;
    std::vector<const Item*> featured;
    for (size_t i = 0; i < site_.items.size() && featured.size() < design_.portal.featured; ++i)
      featured.push_back(&site_.items[i]);
    items_ = featured;
    records_.assign(featured.size(), {});
    open("div", "featured").leaf("h2", "", word(vocabulary::kFeatured));
    for (size_t i = 0; i < featured.size(); ++i) {
      open("div", "box");
      write_title(i, "h4");
      write_picture(i);
      write_facts(i);
      close("div");
    }
    close("div");
    items_ = shown;
    records_ = results;
  }

  // Whether two neighbouring values may share a text node: "2014 · Diesel".
  static bool joinable(const Fact* fact) {
    return fact != nullptr && fact->spec->place == Place::kFacts &&
           fact->spec->kind != FactKind::kList;
  }

  void write_joined(size_t i, const Fact& a, const Fact& b) {
    open("span", "facts");
    part(records_[i], a.spec->name, "", format_fact(a, locale()));
    part(records_[i], b.spec->name, " · ", format_fact(b, locale()));
    close("span");
  }

  void write_facts(size_t i) {
    if (design_.results) return write_portal_facts(i);
    const Item& item = *items_[i];
    for (size_t c = 0; c < columns_.size(); ++c) {
      const Fact* fact = item.find(columns_[c]->name);
      if (fact == nullptr) continue;
      const Fact* after = c + 1 < columns_.size() ? item.find(columns_[c + 1]->name) : nullptr;
      if (design_.merged_facts && joinable(fact) && joinable(after)) {
        write_joined(i, *fact, *after);
        ++c;
      } else {
        write_fact(i, fact, fact->spec->kind == FactKind::kMoney || c % 2 == 0 ? "div" : "span");
      }
    }
    write_offers(i);
  }

  void write_offers(size_t i) {
    if (items_[i]->offers.empty()) return;
    open("ul", "offers");
    for (const Offer& offer : items_[i]->offers) {
      TruthRecord nested{offer.seller, {}, {}};
      open("li", "offer");
      value_text(nested, "em", "seller", offer.seller);
      raw(" ");
      value_text(nested, "span", "price", format_money(offer.cents, locale()));
      close("li");
      records_[i].offers.push_back(std::move(nested));
    }
    close("ul");
  }

  void write_record(size_t i) {
    open_wrappers();
    if (!design_.title_first) write_picture(i);
    write_title(i, "h3");
    if (design_.title_first) write_picture(i);
    write_facts(i);
    hidden_copy(items_[i]->title());
    close_wrappers();
  }

  [[nodiscard]] bool advert_after(size_t i) const {
    const unsigned every = design_.advert_every;
    return every != 0 && i % every == every - 1;
  }

  void items_in(std::string_view list_tag, std::string_view record_tag) {
    open(list_tag, "list");
    for (size_t i = 0; i < items_.size(); ++i) {
      open(record_tag, "record", {{"data-id", items_[i]->id}});
      write_record(i);
      close(record_tag);
      if (advert_after(i)) advert(record_tag, i);
    }
    close(list_tag);
  }

  void grid() {
    open("div", "list");
    for (size_t row = 0; row < items_.size(); row += 3) {
      open("div", "row");
      for (size_t i = row; i < std::min(row + 3, items_.size()); ++i) {
        open("div", "record");
        write_record(i);
        close("div");
      }
      close("div");
      if (advert_after(row)) advert("div", row);
    }
    close("div");
  }

  void table() {
    open("table", "list").open("tr");
    leaf("th", "", items_.empty() ? "" : label(items_[0]->facts[0]));
    for (const Column column : columns_) leaf("th", "", word(column->labels));
    close("tr");
    for (size_t i = 0; i < items_.size(); ++i) {
      open("tr", "record").open("td");
      write_title(i, "b");
      close("td");
      for (const Column column : columns_) {
        open("td");
        write_fact(i, items_[i]->find(column->name));
        close("td");
      }
      close("tr");
      if (advert_after(i)) table_advert(i, columns_.size() + 1);
    }
    close("table");
  }

  void table_advert(size_t number, size_t columns) {
    open("tr").open("td", "", {{"colspan", std::to_string(columns)}});
    advert("div", number);
    close("td").close("tr");
  }

  void layout_table() {
    open("table", "", {{"border", "0"}, {"cellpadding", "2"}});
    for (size_t i = 0; i < items_.size(); ++i) {
      open("tr").open("td", "", {{"rowspan", "2"}});
      write_picture(i);
      close("td").open("td", "title");
      write_title(i, "font");
      close("td").close("tr").open("tr").open("td");
      write_facts(i);
      close("td").close("tr");
      raw("\n<tr><td colspan=2><hr size=1></td></tr>");
      if (advert_after(i)) table_advert(i, 2);
    }
    close("table");
  }

  void flat() {
    for (size_t i = 0; i < items_.size(); ++i) {
      write_title(i, "h3");
      open("div", "facts");
      write_facts(i);
      close("div").open("div", "more");
      write_picture(i);
      close("div").raw("\n<hr>");
      if (advert_after(i)) advert("div", i);
    }
  }

  void tables() {
    for (size_t i = 0; i < items_.size(); ++i) {
      open("table", "record").open("tr").open("td");
      write_picture(i);
      close("td").open("td");
      write_title(i, "b");
      write_facts(i);
      close("td").close("tr").close("table");
      if (advert_after(i)) advert("div", i);
    }
  }

  // Rows of three: pictures, titles, then a row for every attribute. A record's cells do not follow
  // each other.
  void crossed() {
    open("table", "list");
    for (size_t row = 0; row < items_.size(); row += 3) {
      const size_t end = std::min(row + 3, items_.size());
      crossed_row(row, end, [&](size_t i) { write_picture(i); });
      crossed_row(row, end, [&](size_t i) { write_title(i, "b"); });
      for (const Column column : columns_) {
        crossed_row(row, end, [&](size_t i) { write_fact(i, items_[i]->find(column->name)); });
      }
      if (advert_after(row)) table_advert(row, 3);
    }
    close("table");
  }

  template <typename Cell>
  void crossed_row(size_t begin, size_t end, const Cell& cell) {
    open("tr");
    for (size_t i = begin; i < end; ++i) {
      open("td");
      cell(i);
      close("td");
    }
    close("tr");
  }

  const ResultList& list_;
  std::vector<const Item*> items_;
  std::vector<Column> columns_;
};

}  // namespace

Page list_page(const SiteContext& site, const Design& design, size_t category, size_t page_number,
               size_t page_count, const std::vector<const Item*>& items) {
  const auto path = [&](size_t number) { return list_path(site, category, number); };
  const auto words = [&](const Term& term) { return in(design.locale.language, term); };
  const ResultList list{site.categories[category], path(page_number), page_number, items.size()};
  return ListPage(site, design, list, items).write([&](Markup& page) {
    if (page_count < 2) return;
    page.open("div", "pager");
    if (page_number > 1) page.link(words(vocabulary::kPrevious), path(page_number - 1));
    for (size_t n = 1; n <= page_count; ++n) {
      if (n == page_number)
        page.leaf("b", "", std::to_string(n));
      else
        page.link(std::to_string(n), path(n));
    }
    if (page_number < page_count) page.link(words(vocabulary::kNext), path(page_number + 1));
    page.close("div");
  });
}

Page result_page(const SiteContext& site, const Design& design, const ResultList& list,
                 const std::vector<const Item*>& items, const std::string& pager) {
  return ListPage(site, design, list, items).write([&](Markup& page) { page.raw(pager); });
}

}  // namespace weft::practice
