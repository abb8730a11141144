// A page being written: HTML the way the design says, untidily where it says so, and values that
// enter the truth as they are written, so that truth and page cannot disagree.
//
//   PageWriter page(site, design, "/d/48213");
//   page.begin("detail", item.title(), &item);
//   page.open("p").text("Only today: ");
//   page.value(record, "b", price);            // <b class="price">10 €</b>, and record says so
//   page.close("p");
//   return page.end();
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "practice/content.h"
#include "practice/design.h"
#include "practice/site.h"

namespace weft::practice {

// What all pages of a site share.
struct SiteContext {
  const Options& options;
  std::string name;
  std::string origin;
  std::vector<std::string> categories;
  std::vector<Item> items;
};

SiteContext make_context(const Options& options);

// Paths, all beginning with '/'.
std::string list_path(const SiteContext& site, size_t category, size_t page_number);
std::string detail_path(const SiteContext& site, const Item& item);

struct Attr {
  std::string_view name;
  std::string_view value;
};

// Elements and text.
class Markup {
 public:
  // REQUIRES: `design` outlives this.
  explicit Markup(const Design& design) : design_(design) {}

  // An element; its class and style follow from the role.
  Markup& open(std::string_view tag, std::string_view role = "",
               std::initializer_list<Attr> attributes = {});
  // The end tag, unless HTML lets the design leave it out.
  Markup& close(std::string_view tag);
  // open, text, close.
  Markup& leaf(std::string_view tag, std::string_view role, std::string_view text,
               std::initializer_list<Attr> attributes = {});
  Markup& link(std::string_view text, std::string_view href) {
    return leaf("a", "", text, {{"href", href}});
  }
  // Escaped.
  Markup& text(std::string_view text);
  // As it is.
  Markup& raw(std::string_view html);

 protected:
  const Design& design_;
  std::string out_;

 private:
  void attribute(std::string_view name, std::string_view value);
  void tag_name(std::string_view tag);
};

class PageWriter : public Markup {
 public:
  // REQUIRES: site and design outlive this.
  PageWriter(const SiteContext& site, const Design& design, std::string path)
      : Markup(design), site_(site), path_(std::move(path)) {}

  // Everything before the main part. `item` is described in the head, if not null.
  void begin(std::string template_name, std::string_view title, const Item* item = nullptr);
  // Everything after it. REQUIRES: begin() was called; the writer is not used any more.
  Page end();

  // Writes a value of `record`'s truth in an element of this tag.
  void value(TruthRecord& record, std::string_view tag, const Fact& fact);
  // The same for text that is no single fact.
  void value_text(TruthRecord& record, std::string_view tag, std::string_view attribute,
                  std::string_view text);
  // The same with a class that does not say which attribute it is.
  void value_as(TruthRecord& record, std::string_view tag, std::string_view role,
                std::string_view attribute, std::string_view text);
  // Several values one after the other, each in its own element, separated by `separator`.
  void values(TruthRecord& record, std::string_view tag, const Fact& fact,
              std::string_view separator);
  // A picture, lazily loaded when the design says so.
  void image(TruthRecord& record, const Fact& fact, std::string_view alternative_text);
  // Writes a value as a part of a text, after `before`.
  void part(TruthRecord& record, std::string_view attribute, std::string_view before,
            std::string_view text);
  // Writes text, which is the value, into the open element.
  void node(TruthRecord& record, std::string_view attribute, std::string_view text);

  // A copy of a text that readers do not see.
  void hidden_copy(std::string_view text);
  // Something to click that is not part of any record; differs from visit to visit.
  void advert(std::string_view tag, size_t number);
  void paragraphs(uint64_t seed, unsigned count);
  // A link to the first list page of every category, each in a list item.
  void category_links();

  void open_wrappers();
  void close_wrappers();

  [[nodiscard]] const Locale& locale() const { return design_.locale; }
  [[nodiscard]] std::string_view word(const Term& term) const {
    return in(locale().language, term);
  }
  [[nodiscard]] std::string_view label(const Fact& fact) const { return word(fact.spec->labels); }

 protected:
  const SiteContext& site_;
  std::vector<TruthRecord> records_;

 private:
  void head(std::string_view title, const Item* item);
  void json_ld(const Item& item);
  void header();
  void sidebar();
  void footer();
  // Enters a value that was written from byte `begin` on.
  void note(TruthRecord& record, std::string_view attribute, std::string_view text, ValueForm form,
            size_t begin) const;

  std::string path_;
  std::string template_name_;
};

// The templates. A list page is one page of a section; `items` are those it shows.
Page list_page(const SiteContext& site, const Design& design, size_t category, size_t page_number,
               size_t page_count, const std::vector<const Item*>& items);
Page detail_page(const SiteContext& site, const Design& design, const Item& item, unsigned variant);

// One page of what was searched for.
struct ResultList {
  std::string title;
  std::string path;
  size_t page_number = 1;
  size_t total = 0;  // What the page says was found.
  // Not 0: items from this one on are in an area of their own, the used beside the new.
  size_t second_area = 0;
};
// `pager` is markup, below the list.
Page result_page(const SiteContext& site, const Design& design, const ResultList& list,
                 const std::vector<const Item*>& items, const std::string& pager);

}  // namespace weft::practice
