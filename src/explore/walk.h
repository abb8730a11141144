// A walk through a site with nobody watching: from its address to the pages that hold records, by links,
// search forms and pagination, the most promising first.
//
//   Walk walk("https://homes.example/", read, records, sink, options);
//   while (walk.step()) log(walk.steps().back());
//
// What is done is decided by rules before any model: GET alone unless told otherwise, same site, no link
// or form that could change something (WordMatch on [forbidden], why_not_sent), few requests. Every step
// says why it was taken and what it brought; next_action() shows what would come, without doing it.
// Nothing here fetches: `read` does, and obeys robots.txt and delays.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "annotate/recognizer.h"
#include "base/enum_names.h"
#include "base/result.h"
#include "explore/acts.h"
#include "explore/form_filling.h"
#include "explore/form_types.h"
#include "explore/pagination.h"
#include "model/page.h"
#include "url/url.h"

namespace weft::explore {

enum class ActionKind : uint8_t { kOpen, kFollow, kSubmit, kNext };
std::span<const std::string_view> names_of(ActionKind);

inline constexpr size_t kNowhere = SIZE_MAX;

// A value that was written into a form.
struct ActedField {
  std::string name;
  std::string value;
  std::string reason;  // As in FilledField.
};

struct WalkAction {
  ActionKind kind = ActionKind::kOpen;
  FormRequest request{"GET", "", ""};
  std::string reason;              // "link 'Used cars': words of the domain".
  double score = 0;                // The probability that it reaches records, by cost.
  uint32_t depth = 0;              // Steps from the start.
  size_t parent = kNowhere;        // The step on whose page it was found.
  std::string place;               // There: an XPath of the link, frame or form.
  std::string text;                // What the link shows.
  std::vector<ActedField> filled;  // Of a form, what differs from how it was found.
  // What its success is counted with: addresses of one kind, submissions of one form.
  std::string like;
  size_t form = kNowhere;  // Of the walk's forms.
  size_t list = kNowhere;  // Of the walk's lists: it goes on.
  bool nonsense = false;
  bool of_record = false;  // The link is in a record: it leads to that record's own page.
};

struct WalkStep {
  WalkAction action;
  std::string url;         // After redirects.
  int status = 0;          // 0: no answer.
  size_t records = 0;      // On the page.
  size_t fresh = 0;        // Of them, not seen before.
  size_t list = kNowhere;  // Which list its records belong to.
  std::string outcome;     // "12 records, 12 new", "status 404", …
};

// A list and its further pages.
struct WalkList {
  std::vector<size_t> steps;           // One for each page that brought records.
  size_t records = 0;                  // On all of them.
  size_t stated = 0;                   // "48 results": what the first page says; 0 if nothing.
  std::unordered_set<uint64_t> known;  // Records, by their keys.
};

// Where the seconds of a walk go.
struct WalkTime {
  double reading = 0;  // Until a page is there: fetched, perhaps drawn in a browser, parsed.
  double records = 0;
  double links = 0;
  double forms = 0;
  double pagination = 0;
  double all = 0;
};

struct WalkOptions {
  size_t max_fetches = 200;
  size_t max_before_records = 50;  // Fetches before the first page with records.
  size_t max_submissions = 20;
  uint32_t max_depth = 5;
  // A page with fewer is no result page, unless it goes on a list or answers a form with records that are
  // as before.
  size_t least_records = 3;
  double least_new = 0.5;  // To a list, of a page that goes on it.
  // Once there are records: an action less promising is not done, nor any after so many in vain.
  double least_score = 0.035;
  size_t patience = 25;
  bool allow_post = false;  // For search forms.
  // Pages are read in a browser, and FormRequest::acts are done there: forms and lists of scripts are tried.
  bool acts = false;
  std::vector<std::string> words;  // What the domain calls its things, plain: "car", "vehicle".
  std::vector<std::string> terms;  // To fill in where a form needs words.
  const annotate::Recognizer* domain = nullptr;  // Knows values of fields; may be null.
};

// What a page holds, if it is a result page.
struct PageRecords {
  std::vector<std::string> keys;   // One a record; what tells records apart.
  std::vector<std::string> links;  // Addresses in records, as written.
  bool as_before = false;          // The records look like those of pages that were taken.
};

class Walk {
 public:
  using PageReader = std::function<Result<model::Page>(const FormRequest&)>;
  // `goes_on`: the page is a further one of a list, or answers a form, and may have a single record.
  using RecordReader = std::function<PageRecords(const model::Page&, bool goes_on)>;
  // Gets every page that brought new records.
  using ResultSink = std::function<void(model::Page page, size_t step)>;

  Walk(const std::string& url, PageReader read, RecordReader records, ResultSink sink,
       WalkOptions options);

  // Does what is most promising; false when nothing is left or a budget is spent (ended()).
  bool step();
  // What step() would do if no budget ended the walk; nothing if nothing is promising.
  [[nodiscard]] std::optional<WalkAction> next_action() const;

  [[nodiscard]] const std::vector<WalkStep>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<WalkList>& lists() const { return lists_; }
  [[nodiscard]] const WalkTime& time() const { return time_; }
  [[nodiscard]] const std::string& ended() const { return ended_; }
  [[nodiscard]] size_t records() const { return known_.size(); }
  // What was left alone, and why: forms and links that must not be touched.
  [[nodiscard]] const std::vector<std::string>& refused() const { return refused_; }

 private:
  struct Outcome {
    double tries = 0;
    double hits = 0;
  };
  // A form that may be sent, and how far it was tried.
  struct KnownForm {
    Form form;
    TypedForm typed;
    FieldValues values;
    std::string page_url;
    std::string place;
    size_t parent = kNowhere;
    uint32_t depth = 0;
    size_t waiting = 0;  // Submissions that were offered and not made.
    bool found = false;  // It led to records.
    bool words_tried = false;
    bool parted = false;  // Its choices were gone through.
    // By hand, in a browser: the page it is on, where its fields are, what sends it.
    FormRequest page;
    std::vector<std::string> field_places;
    std::optional<model::PageAct> send;
    bool by_hand = false;
  };

  void offer(WalkAction action);
  void offer(WalkAction action, const url::Url& url);  // `url` is its request's.
  [[nodiscard]] size_t best() const;
  [[nodiscard]] double score_now(const WalkAction& action) const;
  Result<model::Page> read(const FormRequest& request);
  PageRecords records_of(const model::Page& page, bool goes_on);
  void judge(model::Page& page, WalkStep& step, Outcome& outcome);
  void offer_links(const model::Page& page, const PageRecords& found, const Places& places);
  void offer_script_link(const model::Page& page, dom::NodeId n, const Places& places);
  void offer_forms(const model::Page& page, const Places& places);
  void offer_ways(size_t form);
  void offer_fillings(size_t form, const std::vector<Filling>& ways, bool nonsense);
  bool send_by_hand(size_t form, const std::string& answered_at);
  // `fresh`: the page brought new records.
  void offer_next(const model::Page& page, size_t list, bool fresh);
  bool offer_next_act(const model::Page& page, const Pagination& found, size_t list);
  [[nodiscard]] size_t new_to_list(size_t list, const std::vector<std::string>& keys) const;
  [[nodiscard]] bool all_found() const;
  void complete_forms(const model::Page& page, const WalkStep& step);
  void end_list(size_t list);
  [[nodiscard]] double link_probability(std::string_view words, std::string_view address,
                                        std::string& why) const;
  void refuse(std::string what);
  bool end(std::string why);

  PageReader read_;
  RecordReader read_records_;
  ResultSink sink_;
  WalkOptions options_;
  std::string site_;
  std::vector<WalkAction> queue_;
  std::set<std::string> offered_;         // Requests, once each.
  std::map<std::string, size_t> shapes_;  // Forms by their fields: how many were tried.
  std::vector<KnownForm> forms_;
  std::map<std::string, Outcome> outcomes_;  // By WalkAction::like.
  std::unordered_set<uint64_t> known_;       // Records.
  std::vector<WalkStep> steps_;
  std::vector<WalkList> lists_;
  WalkTime time_;
  std::vector<std::string> refused_;
  std::set<std::string> refused_once_;
  std::string ended_;
  size_t submissions_ = 0;
  size_t result_pages_ = 0;
  size_t in_vain_ = 0;  // Steps since the last that brought records.
};

// Why a link must not be followed; empty if it may. `words` is its text and title, plain; `domain` are
// words of things that can be bought: "buy a house" names a section, "buy now" an act.
std::string why_not_followed(std::string_view words, std::string_view url, std::string_view site,
                             const std::vector<std::string>& domain = {});
std::string why_not_followed(std::string_view words, const url::Url& url, std::string_view site,
                             const std::vector<std::string>& domain);

// Whether an address says that asking for it changes something, or needs a login; `domain` likewise.
bool address_acts(const url::Url& url, const std::vector<std::string>& domain = {});

// "48 results", "Treffer 1-12 von 48": the number that a page with so many records says were found; 0 if
// it says none.
size_t stated_results(const dom::Document& doc, size_t records);

}  // namespace weft::explore
