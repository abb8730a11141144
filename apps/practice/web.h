// Web: practice sites as a stranger meets them: a way in (links, search forms, frames), lists with one
// of eleven kinds of pagination behind it, and traps that count who steps into them. In memory; served
// by web_server.h.
//
//   Web web({.domain = Domain::kCars, .seed = 7, .results = true}, {Entry::kSearchForm, Pager::kOlder});
//   const WebAnswer answer = web.ask({.path = "/"});
//   …  web.truth();            // every record that can be reached
//   …  web.forbidden_hits();   // 0, or the visitor did what it must not
//
// Traps on every front page: links that delete, log out, buy and vote, a login form, an order form, a
// contact form, a calendar without end, an address of another site; decoys beside the pagination.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "practice/page_writer.h"

namespace weft::practice {

// How lists are reached.
enum class Entry : uint8_t {
  kLinks,           // The site's own navigation.
  kOneList,         // The front page is the list.
  kQueries,         // Links that are searches: up to this price, over that.
  kSearchForm,      // A field and a choice; as it is, it finds one section.
  kRequiredWords,   // A field that must be filled in.
  kAnyChoice,       // Its default finds nothing; there is a choice of all.
  kRanges,          // Least and greatest price.
  kDependent,       // A section must be chosen; the answer is another form.
  kNoButton,        // Nothing to press.
  kHiddenRequired,  // That a field is needed is told by the answer.
  kTruncated,       // Shows a part of what it says it found.
  kAutocomplete,    // Takes one of the values that it proposes.
  kStyledLinks,     // Links beside the field send it.
  kSamePage,        // The front page answers.
  kPost,            // Answers to POST; the further pages need its cookie.
  kSidebarFrame,    // The form is in a frame.
  kResultFrame,     // The lists are in frames.
};
inline constexpr size_t kEntries = 17;
std::span<const std::string_view> names_of(Entry);

// How the pages of a list are linked.
enum class Pager : uint8_t {
  kNumbers,      // and previous, next
  kNumbersOnly,  // 1 [2] 3
  kNext,
  kArrows,    // « ‹ › »
  kOlder,     // older, newer
  kOffset,    // ?start=12
  kMore,      // show more
  kRanges,    // 1-12 [13-24] 25-36
  kPictures,  // named by their alternative texts
  kPath,      // /page/2/
  kRel,       // <link rel=next> alone
};
inline constexpr size_t kPagers = 11;
std::span<const std::string_view> names_of(Pager);

// What is not there without a browser.
enum class Scripts : uint8_t {
  kNone,
  kPages,   // Every page is made by a script.
  kFields,  // The search has no form element; a script reads its fields and shows what was found.
  kForm,    // It has one, which a script sends in its place.
  kNext,    // Lists go on by a link that is a script; the next page takes the place of the last.
  kMore,    // … by a button that makes them longer.
  kScroll,  // … by themselves, when they are scrolled to their end.
};
std::span<const std::string_view> names_of(Scripts);

struct WebDesign {
  Entry entry = Entry::kLinks;
  Pager pager = Pager::kNumbers;
  Scripts scripts = Scripts::kNone;
  bool areas = false;  // Lists are in two areas, each under its heading: the new beside the used.
  // Sections of another domain's things beside its own; they are no part of the truth.
  std::optional<Domain> beside = std::nullopt;
};

struct WebRequest {
  std::string_view path;    // With the query.
  std::string_view body;    // Not empty: POST.
  std::string_view cookie;  // "name=value", as it was set.
};

struct WebAnswer {
  int status = 200;
  std::string html;
  std::string cookie;  // To be set.
};

// Threads: one at a time.
class Web {
 public:
  Web(const Options& options, WebDesign design);
  Web(const Web&) = delete;
  Web& operator=(const Web&) = delete;

  WebAnswer ask(const WebRequest& request);
  [[nodiscard]] const std::string& origin() const { return site_.origin; }
  // Every record, as lists show it; ids as on all pages.
  [[nodiscard]] const std::vector<TruthRecord>& truth() const { return truth_; }
  // The same items as their own pages show them, in the same order.
  [[nodiscard]] std::vector<TruthRecord> details() const;
  [[nodiscard]] Language language() const { return design_.locale.language; }
  [[nodiscard]] size_t requests() const { return requests_; }
  // Of the things beside; empty without any.
  [[nodiscard]] const std::vector<TruthRecord>& truth_beside() const;
  // Requests for what changes something.
  [[nodiscard]] size_t forbidden_hits() const { return forbidden_hits_; }

 private:
  using Query = std::map<std::string, std::string, std::less<>>;

  [[nodiscard]] std::string_view word(const Term& term) const {
    return in(design_.locale.language, term);
  }
  // By which choices part the items; without a name if nothing does.
  [[nodiscard]] const AttributeSpec& kind() const;
  [[nodiscard]] std::string shell(const std::string& main) const;
  [[nodiscard]] std::string traps() const;
  [[nodiscard]] std::string decoys() const;
  [[nodiscard]] std::string front_page() const;
  [[nodiscard]] std::string search_form() const;
  [[nodiscard]] std::string section_choice(std::string_view first) const;
  [[nodiscard]] std::string kind_choice(std::string_view first) const;
  [[nodiscard]] std::string pager(const std::string& path, const std::string& query, size_t number,
                                  size_t count) const;
  [[nodiscard]] std::string page_address(const std::string& path, const std::string& query,
                                         size_t number) const;
  [[nodiscard]] std::vector<const Item*> matching(const Query& query) const;
  [[nodiscard]] bool matches(size_t item, const Query& query) const;
  [[nodiscard]] WebAnswer list(const std::string& title, const std::string& path,
                               const Query& query, const std::vector<const Item*>& items,
                               size_t number) const;
  [[nodiscard]] WebAnswer search(const std::string& path, const Query& query, size_t number) const;
  [[nodiscard]] WebAnswer answer(const std::string& path, Query query, const WebRequest& request);
  [[nodiscard]] WebAnswer respond(const WebRequest& request);

  Options options_;
  WebDesign web_;
  std::unique_ptr<Web> beside_;  // Asked for what is not here; null without one.
  SiteContext site_;
  Design design_;
  std::vector<TruthRecord> truth_;  // By item, in the order of site_.items.
  std::vector<std::string> texts_;  // What a search looks at, in lower case; likewise.
  size_t requests_ = 0;
  size_t forbidden_hits_ = 0;
};

}  // namespace weft::practice
