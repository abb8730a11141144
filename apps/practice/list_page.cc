// List pages: the same records as a list, cards, a grid, tables, a flat run of siblings, or crossed
// in a table.

#include <algorithm>

#include <fmt/format.h>

#include "practice/pages.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

class ListPage {
 public:
  ListPage(const SiteContext& site, const Design& design, size_t category, size_t page_number,
           const std::vector<const Item*>& items)
      : writer_(site, design, list_path(site, category, page_number)),
        html_(writer_.html),
        items_(items) {
    columns_ = list_attributes();
    for (const Item* item : items) records_.push_back({item->id, {}, {}});
  }

  PageWriter& writer() { return writer_; }
  std::vector<TruthRecord>& records() { return records_; }

  void write() {
    switch (writer_.design().list) {
      case ListLayout::kList:
        items_in("ul", "li");
        break;
      case ListLayout::kCards:
        items_in("div", "div");
        break;
      case ListLayout::kGrid:
        grid();
        break;
      case ListLayout::kTable:
        table();
        break;
      case ListLayout::kLayoutTable:
        layout_table();
        break;
      case ListLayout::kFlat:
        flat();
        break;
      case ListLayout::kCrossed:
        crossed();
        break;
    }
  }

 private:
  using Column = const AttributeSpec*;

  // In the order of the design; the title is not among them.
  std::vector<Column> list_attributes() {
    std::vector<Column> columns;
    for (const AttributeSpec& spec : attributes_of(writer_.site().options.domain).subspan(1)) {
      if (spec.in_list && spec.kind != FactKind::kImage) columns.push_back(&spec);
    }
    const uint64_t order = writer_.design().column_order;
    if (order != 0) {
      const std::vector<Column> before = columns;
      Random random(order, "columns");
      while (columns == before) random.shuffle(columns);
    }
    return columns;
  }

  [[nodiscard]] static const Fact* picture(const Item& item) {
    const Fact* image = item.find("image");
    return image != nullptr ? image : item.find("photo");
  }

  void write_picture(size_t i) {
    const Item& item = *items_[i];
    const Fact* image = picture(item);
    if (image == nullptr) return;
    html_.open("a", "", {{"href", detail_path(writer_.site(), item)}});
    writer_.image(records_[i], *image, item.title());
    html_.close("a");
  }

  void write_title(size_t i, std::string_view tag) {
    const Item& item = *items_[i];
    html_.open(tag, "title").open("a", "", {{"href", detail_path(writer_.site(), item)}});
    writer_.node(records_[i], item.facts.front().spec->name, item.title());
    html_.close("a").close(tag);
  }

  void write_fact(size_t i, const Fact& fact, std::string_view tag) {
    TruthRecord& record = records_[i];
    if (fact.spec->kind == FactKind::kList) {
      html_.open(tag, "facts");
      writer_.values(record, "span", fact, ", ");
      html_.close(tag);
    } else if (fact.spec->kind == FactKind::kProse) {
      const std::string text =
          prose(static_cast<uint64_t>(fact.number), 1, writer_.design().locale.language)[0];
      writer_.value_text(record, tag, fact.spec->name, text);
    } else {
      writer_.value(record, tag, fact);
    }
  }

  // Whether two neighbouring values may share a text node: "2014 · Diesel".
  static bool joinable(const Fact* fact) {
    return fact != nullptr && fact->spec->place == Place::kFacts &&
           fact->spec->kind != FactKind::kList;
  }

  void write_joined(size_t i, const Fact& a, const Fact& b) {
    const Locale& locale = writer_.design().locale;
    html_.open("span", "facts");
    writer_.part(records_[i], a.spec->name, "", format_fact(a, locale));
    writer_.part(records_[i], b.spec->name, " · ", format_fact(b, locale));
    html_.close("span");
  }

  void write_facts(size_t i) {
    const Item& item = *items_[i];
    for (size_t c = 0; c < columns_.size(); ++c) {
      const Fact* fact = item.find(columns_[c]->name);
      if (fact == nullptr) continue;
      const Fact* after = c + 1 < columns_.size() ? item.find(columns_[c + 1]->name) : nullptr;
      if (writer_.design().merged_facts && joinable(fact) && joinable(after)) {
        write_joined(i, *fact, *after);
        ++c;
      } else {
        write_fact(i, *fact, fact->spec->kind == FactKind::kMoney || c % 2 == 0 ? "div" : "span");
      }
    }
    write_offers(i);
  }

  void write_offers(size_t i) {
    if (items_[i]->offers.empty()) return;
    html_.open("ul", "offers");
    for (const Offer& offer : items_[i]->offers) {
      TruthRecord nested{offer.seller, {}, {}};
      html_.open("li", "offer");
      writer_.value_text(nested, "em", "seller", offer.seller);
      html_.raw(" ");
      writer_.value_text(nested, "span", "price",
                         format_money(offer.cents, writer_.design().locale));
      html_.close("li");
      records_[i].offers.push_back(std::move(nested));
    }
    html_.close("ul");
  }

  void write_record(size_t i) {
    writer_.open_wrappers();
    if (!writer_.design().title_first) write_picture(i);
    write_title(i, "h3");
    if (writer_.design().title_first) write_picture(i);
    write_facts(i);
    writer_.hidden_copy(items_[i]->title());
    writer_.close_wrappers();
  }

  [[nodiscard]] bool advert_after(size_t i) const {
    const unsigned every = writer_.design().advert_every;
    return every != 0 && i % every == every - 1;
  }

  void items_in(std::string_view list_tag, std::string_view record_tag) {
    html_.open(list_tag, "list");
    for (size_t i = 0; i < items_.size(); ++i) {
      html_.open(record_tag, "record", {{"data-id", items_[i]->id}});
      write_record(i);
      html_.close(record_tag);
      if (advert_after(i)) writer_.advert(record_tag, i);
    }
    html_.close(list_tag);
  }

  void grid() {
    html_.open("div", "list");
    for (size_t row = 0; row < items_.size(); row += 3) {
      html_.open("div", "row");
      for (size_t i = row; i < std::min(row + 3, items_.size()); ++i) {
        html_.open("div", "record");
        write_record(i);
        html_.close("div");
      }
      html_.close("div");
      if (advert_after(row)) writer_.advert("div", row);
    }
    html_.close("div");
  }

  void table() {
    html_.open("table", "list").open("tr");
    html_.leaf("th", "", items_.empty() ? "" : writer_.label(items_[0]->facts[0]));
    for (const Column column : columns_) {
      html_.leaf("th", "", column->labels[static_cast<size_t>(writer_.design().locale.language)]);
    }
    html_.close("tr");
    for (size_t i = 0; i < items_.size(); ++i) {
      html_.open("tr", "record").open("td");
      write_title(i, "b");
      html_.close("td");
      for (const Column column : columns_) {
        html_.open("td");
        if (const Fact* fact = items_[i]->find(column->name)) write_fact(i, *fact, "span");
        html_.close("td");
      }
      html_.close("tr");
      if (advert_after(i)) table_advert(i, columns_.size() + 1);
    }
    html_.close("table");
  }

  void table_advert(size_t number, size_t columns) {
    html_.open("tr").open("td", "", {{"colspan", std::to_string(columns)}});
    writer_.advert("div", number);
    html_.close("td").close("tr");
  }

  void layout_table() {
    html_.open("table", "", {{"border", "0"}, {"cellpadding", "2"}});
    for (size_t i = 0; i < items_.size(); ++i) {
      html_.open("tr").open("td", "", {{"rowspan", "2"}});
      write_picture(i);
      html_.close("td").open("td", "title");
      write_title(i, "font");
      html_.close("td").close("tr").open("tr").open("td");
      write_facts(i);
      html_.close("td").close("tr");
      html_.raw("\n<tr><td colspan=2><hr size=1></td></tr>");
      if (advert_after(i)) table_advert(i, 2);
    }
    html_.close("table");
  }

  void flat() {
    for (size_t i = 0; i < items_.size(); ++i) {
      write_title(i, "h3");
      html_.open("div", "facts");
      write_facts(i);
      html_.close("div").open("div", "more");
      write_picture(i);
      html_.close("div").raw("\n<hr>");
      if (advert_after(i)) writer_.advert("div", i);
    }
  }

  // Rows of three: pictures, titles, then a row for every attribute. A record's cells do not follow
  // each other.
  void crossed() {
    html_.open("table", "list");
    for (size_t row = 0; row < items_.size(); row += 3) {
      const size_t end = std::min(row + 3, items_.size());
      crossed_row(row, end, [&](size_t i) { write_picture(i); });
      crossed_row(row, end, [&](size_t i) { write_title(i, "b"); });
      for (const Column column : columns_) {
        crossed_row(row, end, [&](size_t i) {
          if (const Fact* fact = items_[i]->find(column->name)) write_fact(i, *fact, "span");
        });
      }
      if (advert_after(row)) table_advert(row, 3);
    }
    html_.close("table");
  }

  template <typename Cell>
  void crossed_row(size_t begin, size_t end, const Cell& cell) {
    html_.open("tr");
    for (size_t i = begin; i < end; ++i) {
      html_.open("td");
      cell(i);
      html_.close("td");
    }
    html_.close("tr");
  }

  PageWriter writer_;
  Markup& html_;
  const std::vector<const Item*>& items_;
  std::vector<Column> columns_;
  std::vector<TruthRecord> records_;
};

void pager(PageWriter& writer, size_t category, size_t page_number, size_t page_count) {
  if (page_count < 2) return;
  const SiteContext& site = writer.site();
  writer.html.open("div", "pager");
  if (page_number > 1) {
    writer.html.leaf("a", "", writer.word(Word::kPrevious),
                     {{"href", list_path(site, category, page_number - 1)}});
  }
  for (size_t n = 1; n <= page_count; ++n) {
    if (n == page_number)
      writer.html.leaf("b", "", std::to_string(n));
    else
      writer.html.leaf("a", "", std::to_string(n), {{"href", list_path(site, category, n)}});
  }
  if (page_number < page_count) {
    writer.html.leaf("a", "", writer.word(Word::kNext),
                     {{"href", list_path(site, category, page_number + 1)}});
  }
  writer.html.close("div");
}

}  // namespace

Page list_page(const SiteContext& site, const Design& design, size_t category, size_t page_number,
               size_t page_count, const std::vector<const Item*>& items) {
  ListPage list(site, design, category, page_number, items);
  PageWriter& writer = list.writer();
  const std::string& title = site.categories[category];
  const auto main = [&] {
    writer.html.leaf("h1", "", title);
    writer.html.leaf("p", "count", fmt::format("{} {}", items.size(), writer.word(Word::kResults)));
    if (design.inserted_blocks != 0) writer.advert("div", 1000);
    list.write();
    pager(writer, category, page_number, page_count);
  };
  return writer.finish("list", fmt::format("{} {}", title, page_number), nullptr, main,
                       list.records());
}

}  // namespace weft::practice
