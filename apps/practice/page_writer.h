// PageWriter: one page being written. The frame around the content, and values that enter the truth
// as they are written, so that truth and page cannot disagree.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/content.h"
#include "practice/design.h"
#include "practice/markup.h"
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

// Paths, all beginning with '/'.
std::string list_path(const SiteContext& site, size_t category, size_t page_number);
std::string detail_path(const SiteContext& site, const Item& item);

class PageWriter {
 public:
  // REQUIRES: site and design outlive this.
  PageWriter(const SiteContext& site, const Design& design, std::string path);

  Markup html;

  // Writes a value of `record`'s truth in an element of this tag.
  void value(TruthRecord& record, std::string_view tag, const Fact& fact);
  // The same for text that is no single fact.
  void value_text(TruthRecord& record, std::string_view tag, std::string_view attribute,
                  std::string_view text);
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

  void open_wrappers();
  void close_wrappers();

  [[nodiscard]] std::string_view label(const Fact& fact) const;
  [[nodiscard]] std::string_view word(Word which) const;
  [[nodiscard]] const Design& design() const { return design_; }
  [[nodiscard]] const SiteContext& site() const { return site_; }

  // The whole page around what `main` writes. `item` is described in the head, if not null.
  Page finish(std::string template_name, std::string_view title, const Item* item,
              const std::function<void()>& main, std::vector<TruthRecord>& records);

 private:
  void head(std::string_view title, const Item* item);
  void json_ld(const Item& item);
  void header();
  void sidebar();
  void footer();
  // Enters a value that was written from byte `begin` on.
  void note(TruthRecord& record, std::string_view attribute, std::string_view text, ValueForm form,
            size_t begin) const;

  const SiteContext& site_;
  const Design& design_;
  std::string path_;
};

}  // namespace weft::practice
