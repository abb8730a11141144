// Web: practice sites as a stranger meets them: a front page with a search form or links, lists with
// pagination behind it, and traps that count who steps into them. In memory; nothing is served.
//
//   Web web({.domain = Domain::kCars, .seed = 7}, FrontPage::kSearchForm);
//   const WebAnswer answer = web.get("/");
//   …  web.forbidden_hits();   // 0, or the visitor did what it must not
//
// Traps on every front page: links that delete, log out, buy and vote (in the language of the site), a
// login form, an order form, a contact form, a calendar without end, an address of another site.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "practice/site.h"

namespace weft::practice {

enum class FrontPage : uint8_t {
  kLinks,          // The site's own: links to its lists.
  kSearchForm,     // A form of one choice; its results are the lists.
  kRequiredWords,  // A form with words that must be given; nothing is linked.
  kAnyChoice,      // A form whose default finds little, with a choice of "any".
};
inline constexpr FrontPage kFrontPages[] = {FrontPage::kLinks, FrontPage::kSearchForm,
                                            FrontPage::kRequiredWords, FrontPage::kAnyChoice};
std::string_view front_page_name(FrontPage front);

struct WebAnswer {
  int status = 200;
  std::string html;
};

class Web {
 public:
  Web(const Options& options, FrontPage front);

  [[nodiscard]] const Site& site() const { return site_; }
  // Path and query, as a visitor asks for them.
  WebAnswer get(std::string_view path);
  [[nodiscard]] size_t requests() const { return requests_; }
  // Requests for what changes something.
  [[nodiscard]] size_t forbidden_hits() const { return forbidden_hits_; }

 private:
  [[nodiscard]] std::string front_page() const;
  [[nodiscard]] std::string traps() const;
  [[nodiscard]] WebAnswer search(std::string_view query) const;

  Site site_;
  FrontPage front_;
  std::vector<const Page*> lists_;  // The first page of each.
  size_t requests_ = 0;
  size_t forbidden_hits_ = 0;
};

}  // namespace weft::practice
