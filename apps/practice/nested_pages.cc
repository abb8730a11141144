// A site is a tree of parts: fixed texts and data in elements, rows that may be missing, lists of
// records, parts that are one of two. The seed chooses tags, classes, labels and how many there are of
// each; a page chooses what is missing, how long lists are, and the data.

#include "practice/nested_pages.h"

#include <fmt/format.h>

#include "practice/random.h"
#include "practice/vocabulary.h"

namespace weft::practice {
namespace {

namespace words = vocabulary;

enum class DataKind : uint8_t { kName, kPrice, kCount, kDay, kPlace, kSentence };
constexpr uint32_t kDataKinds = 6;

constexpr std::string_view kFactLabels[] = {"Maker", "Price",    "Weight", "Since",   "Origin",
                                            "Notes", "Delivery", "Model",  "Edition", "Stock"};
struct ListTags {
  std::string_view list, item, cell;
};
constexpr ListTags kListTags[] = {
    {"ul", "li", "span"}, {"div", "div", "p"}, {"table", "tr", "td"}, {"ol", "li", "b"}};

class NestedWriter {
 public:
  explicit NestedWriter(const NestedOptions& options)
      : options_(options), design_(options.seed, "nested", static_cast<uint64_t>(options.kind)) {
    list_ = design_.pick(kListTags);
    inner_ = design_.pick(kListTags);
    classes_ = design_.chance(60);
    table_facts_ = design_.chance(50);
    first_label_ = design_.below(static_cast<uint32_t>(std::size(kFactLabels)));
    facts_ = 3 + design_.below(3);
    list_facts_ = 2 + design_.below(3);
  }

  NestedSite write() {
    for (size_t p = 0; p < options_.pages; ++p) {
      random_ =
          Random(hash_combine(options_.seed, static_cast<uint64_t>(options_.kind)), "page", p);
      page_ = &site_.pages.emplace_back();
      page_->texts.resize(site_.basics.size());
      number_ = p;
      write_page();
    }
    // Pages before the first that shows a basic have none of it.
    for (NestedPage& page : site_.pages) page.texts.resize(site_.basics.size());
    return std::move(site_);
  }

 private:
  [[nodiscard]] bool has(NestedKind kind) const { return options_.kind == kind; }

  void raw(std::string_view html) { page_->html += html; }
  void open(std::string_view tag, std::string_view role = "") {
    raw(classes_ && !role.empty() ? fmt::format("<{} class=\"{}\">", tag, role)
                                  : fmt::format("<{}>", tag));
  }
  void close(std::string_view tag) { raw(fmt::format("</{}>", tag)); }

  // A value, and its place in the truth.
  void data(const std::string& name, DataKind kind, const std::string& set, bool optional) {
    size_t b = 0;
    while (b < site_.basics.size() && site_.basics[b].name != name) ++b;
    if (b == site_.basics.size()) site_.basics.push_back({name, set, optional});
    if (page_->texts.size() <= b) page_->texts.resize(b + 1);
    const std::string text = value(kind);
    page_->texts[b].push_back(text);
    raw(text);
  }

  std::string value(DataKind kind) {
    switch (kind) {
      case DataKind::kName:
        return fmt::format("{} {} {}", random_.pick(words::kProductAdjectives),
                           random_.pick(words::kProductNouns), random_.between(2, 99));
      case DataKind::kPrice:
        return fmt::format("${}.{:02}", random_.between(3, 900), random_.between(0, 99));
      case DataKind::kCount:
        return fmt::format("{} pieces", random_.between(1, 400));
      case DataKind::kDay:
        return fmt::format("{}-{:02}-{:02}", random_.between(1990, 2024), random_.between(1, 12),
                           random_.between(1, 28));
      case DataKind::kPlace:
        return fmt::format("{}, {} {}", random_.pick(words::kCities), random_.pick(words::kStreets),
                           random_.between(1, 120));
      case DataKind::kSentence:
        break;
    }
    return fmt::format("A {} of {} from {}.", random_.pick(words::kProductNouns),
                       random_.pick(words::kMaterials), random_.pick(words::kCities));
  }

  void write_page() {
    raw("<!doctype html><title>Sample shop</title>\n");
    open("div", "menu");
    for (const char* entry : {"Home", "Offers", "Contact"})
      raw(fmt::format("<a href=\"/{0}\">{0}</a> ", entry));
    close("div");
    open("h1", "headline");
    data("headline", DataKind::kName, "", false);
    close("h1");
    facts();
    if (has(NestedKind::kAlternatives)) alternatives();
    if (has(NestedKind::kLists) || has(NestedKind::kNested)) list();
    raw("\n<div><p>All rights reserved.</p><p>Imprint</p></div>\n");
  }

  void facts() {
    open(table_facts_ ? "table" : "dl", "facts");
    for (uint32_t f = 0; f < facts_; ++f) {
      const bool optional = has(NestedKind::kMissing) && f % 2 == 1;
      if (optional && !random_.chance(65)) continue;
      const std::string_view label = kFactLabels[(first_label_ + f) % std::size(kFactLabels)];
      if (table_facts_) open("tr");
      open(table_facts_ ? "th" : "dt");
      raw(label);
      close(table_facts_ ? "th" : "dt");
      open(table_facts_ ? "td" : "dd");
      data(fmt::format("fact_{}", label), static_cast<DataKind>((first_label_ + f) % kDataKinds),
           "", optional);
      close(table_facts_ ? "td" : "dd");
      if (table_facts_) close("tr");
    }
    close(table_facts_ ? "table" : "dl");
  }

  void alternatives() {
    if (random_.chance(50)) {
      open("div", "sale");
      raw("<em>Reduced:</em> ");
      open("del");
      data("old_price", DataKind::kPrice, "", true);
      close("del");
      raw(" ");
      open("strong");
      data("new_price", DataKind::kPrice, "", true);
      close("strong");
      close("div");
    } else {
      open("p", "request");
      raw("<i>Only at</i> ");
      open("a");
      data("shop", DataKind::kPlace, "", true);
      close("a");
      close("p");
    }
  }

  // None, one or many, so that every tenth page or so is of each.
  void list() {
    open("h2");
    raw("Offers");
    close("h2");
    const int length = number_ % 4 == 1 ? 1 : number_ % 5 == 3 ? 0 : random_.between(2, 7);
    site_.sets = {"offers"};
    open(list_.list, "offers");
    for (int i = 0; i < length; ++i) record();
    close(list_.list);
  }

  void record() {
    open(list_.item, "offer");
    for (uint32_t f = 0; f < list_facts_; ++f) {
      const bool optional = f > 0 && f + 1 == list_facts_;
      if (optional && !random_.chance(60)) continue;
      open(list_.cell, f == 0 ? "name" : optional ? "extra" : "value");
      if (f > 0)
        raw(fmt::format("<i>{}:</i> ",
                        kFactLabels[(first_label_ + f + 5) % std::size(kFactLabels)]));
      data(fmt::format("offer_{}", f), static_cast<DataKind>(f % kDataKinds), "offers", optional);
      close(list_.cell);
    }
    if (has(NestedKind::kNested)) inner_list();
    close(list_.item);
  }

  void inner_list() {
    const bool in_row = list_.item == "tr";
    site_.sets = {"offers", "reviews"};
    if (in_row) open("td");
    open(inner_.list, "reviews");
    const int length = random_.between(1, 4);
    for (int i = 0; i < length; ++i) {
      open(inner_.item, "review");
      for (uint32_t f = 0; f < 2; ++f) {
        open(inner_.cell, f == 0 ? "who" : "when");
        data(fmt::format("review_{}", f), f == 0 ? DataKind::kPlace : DataKind::kDay, "reviews",
             false);
        close(inner_.cell);
      }
      close(inner_.item);
    }
    close(inner_.list);
    if (in_row) close("td");
  }

  const NestedOptions& options_;
  Random design_;
  Random random_{0, ""};
  ListTags list_;
  ListTags inner_;
  bool classes_ = true;
  bool table_facts_ = true;
  uint32_t first_label_ = 0;
  uint32_t facts_ = 3;
  uint32_t list_facts_ = 3;
  size_t number_ = 0;  // Of the page.
  NestedSite site_;
  NestedPage* page_ = nullptr;
};

}  // namespace

NestedSite nested_pages(const NestedOptions& options) { return NestedWriter(options).write(); }

}  // namespace weft::practice
