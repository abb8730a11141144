// The walk. Source: [Amber] 5.1 and 5.2 (DIADEM): exploration and identification feed each other; a page
// counts as reached when records are identified on it.
//
//   home → "Cars for sale" (words of the domain) → 20 records → next page → … ; the contact form is left
//   alone and said so.
//
//   1. Actions wait in a queue: open, follow a link, submit a form, go to the next page of a list.
//   2. The best is taken: P(reaches records) / cost. P is a prior by words and kind, moved by what actions
//      like it brought: (2 prior + hits) / (2 + tries). Cost grows with depth.
//   3. The page is judged by its records. New ones are a hit; its next page and its links are offered.
//      Links inside records lead to pages of single records: one is tried, the rest wait for its success.
//   4. A form that may be sent is tried in turns, each only if the one before brought nothing: as it is
//      and with "any"; with words, after a nonsense word that shows what the site says when nothing is
//      found. An answer that complains tells which field is required. One that finds less than it
//      says (stated_results), or whose select has no "any", is sent once for each choice. In a browser, a form
//      without an element, or whose page answers it without records, is sent by hand: written, clicked.
//   5. Ends when the queue is empty, a budget is spent, nothing promising is left after records were
//      found, or the site says 403 or 429.
//
// DEVIATION: one queue and one score in place of a network of transducers, which let components wake each
// other: here every page is asked everything at once (records, forms, links, pagination), and what that
// changes is the order of one queue. The log of steps is the whole state.
// Tested by walk_test.cc.

#include "explore/walk.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/shortened.h"
#include "base/stopwatch.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "explore/words.h"
#include "url/canonical.h"
#include "url/host.h"

namespace weft::explore {
namespace {

// Priors, set by hand: no labelled walks are at hand. What counts is their order; outcomes move them soon.
struct WalkPriors {
  double start = 1;
  double next = 0.95;       // Of a page with records.
  double next_act = 0.8;    // The same by a button or a script.
  double scroll = 0.3;      // The same, where nothing says that it goes on.
  double known_next = 0.3;  // Of one whose records other lists had.
  double form = 0.6;        // A search as it is, or with "any".
  double term = 0.5;
  double nonsense = 0.58;  // Before the first term: it shows what nothing looks like.
  double choice = 0.45;    // One of a select.
  double frame = 0.55;
  double domain_words = 0.5;
  double script_link = 0.4;  // With words of the domain.
  double plain_link = 0.2;
  double account = 0.02;   // Imprint, help, accounts.
  double long_text = 0.1;  // Titles of single things.
  double record = 0.06;    // Links in records.
};
constexpr WalkPriors kPriors;
constexpr double kDepthCost = 0.3;
constexpr size_t kMaxQueue = 5000;
constexpr size_t kMaxLinks = 400;     // Of a page.
constexpr size_t kLongText = 40;      // Bytes.
constexpr int64_t kWordsOfAnAct = 3;  // "log in", "create an account": words of a link, at most.
constexpr size_t kFormsOfShape = 8;   // Forms with the same fields that are tried.
constexpr size_t kLongCount = 120;    // Bytes of a text that states how much was found, at most.
constexpr std::string_view kNonsense = "qzxvkwj";
constexpr std::string_view kCommonLetters[] = {"a", "e"};  // What most texts have, if nothing else.

// What addresses of one kind share: "/d/0/*" of /d/17/golf, "/used/*.html" of /used/golf.html.
std::string address_mask(std::string_view url) {
  std::string mask;
  for (const char c : url.substr(0, url.find('?'))) {
    if (!is_ascii_digit(c))
      mask += c;
    else if (mask.empty() || mask.back() != '0')
      mask += '0';
  }
  // The last segment tells single pages apart, not kinds; at the root of a site it is all there is.
  const size_t slash = mask.find_last_of('/');
  if (std::count(mask.begin(), mask.end(), '/') > 3 && slash + 1 < mask.size()) {
    const size_t dot = mask.find('.', slash);
    mask = mask.substr(0, slash + 1) + '*' + (dot == std::string::npos ? "" : mask.substr(dot));
  }
  return mask;
}

bool is_document(std::string_view path) {
  const size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/') return true;
  static const std::set<std::string> kOthers = {
      "jpg",  "jpeg", "png",  "gif", "svg", "webp", "pdf", "zip", "gz",  "mp3", "mp4", "avi", "doc",
      "docx", "xls",  "xlsx", "exe", "dmg", "css",  "js",  "xml", "rss", "ico", "ics", "webm"};
  return !kOthers.contains(ascii_lower(path.substr(dot + 1)));
}

// Whether words name a section by a verb that elsewhere acts: "buy", "buy a home"; not "buy now".
bool names_section(std::string_view plain, const std::vector<std::string>& domain) {
  bool purchase = false;
  for (const std::string_view word : dom::TokenRange(plain)) {
    if (word.empty()) continue;
    if (concepts_in(word, WordMatch::kWhole).has(Concept::kPurchase)) {
      purchase = true;
      continue;
    }
    const bool known =
        word.size() <= 2 || std::any_of(domain.begin(), domain.end(), [&](const std::string& one) {
          return !one.empty() && word.starts_with(one);
        });
    if (!known) return false;
  }
  return purchase;
}

// What two forms share that ask for the same.
std::string shape_of(const Form& form, std::string_view page_url) {
  std::string shape = url::resolve(form.action, page_url);
  shape.resize(std::min(shape.size(), shape.find_first_of("?#")));
  for (const Field& field : form.fields) shape += ' ' + field.name;
  return shape;
}

// With what a page itself put into them.
std::string form_key(const Form& form, const std::string& shape) {
  std::string key = "form " + shape;
  for (const Field& field : form.fields) {
    if (!field.is_visible() && field.value.size() < kLongText) key += ' ' + field.value;
  }
  return key;
}

// OPTIMIZATION: whether an address is plainly of another site, as it is written: on many pages most are, and taking
// them apart costs more than all else.
bool is_elsewhere(std::string_view href, std::string_view site) {
  href = trim(href);
  for (const std::string_view scheme : {"http:", "https:"}) {
    if (href.starts_with(scheme)) href.remove_prefix(scheme.size());
  }
  if (!href.starts_with("//")) return false;
  const std::string_view host = href.substr(2, href.find_first_of("/?#:", 2) - 2);
  const bool plain = !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || c == '.' || c == '-';
  });
  return plain && !equals_ignoring_ascii_case(
                      host.substr(host.size() - std::min(host.size(), site.size())), site);
}

}  // namespace

std::span<const std::string_view> names_of(ActionKind) {
  static constexpr std::string_view kNames[] = {"open", "follow", "submit", "next"};
  return kNames;
}

bool address_acts(const url::Url& url, const std::vector<std::string>& domain) {
  std::string address = url.pathname();
  if (url.query) address += '?' + *url.query;
  const Concepts written = concepts_in(identifier_words(address), WordMatch::kWhole);
  if (written.has(Concept::kLogin)) return true;
  if (!written.has(Concept::kForbidden)) return false;
  // "/buy/", "/en/buy/houses/?page=2": nothing is named that could be bought.
  if (const auto page = page_number(url.href())) {
    const std::string number = page->place + std::to_string(page->number);
    if (const size_t at = address.find(number); at != std::string::npos)
      address.erase(at, number.size());
  }
  const bool single = std::any_of(address.begin(), address.end(),
                                  [](char c) { return c == '?' || is_ascii_digit(c); });
  return single || !names_section(identifier_words(address), domain);
}

std::string why_not_followed(std::string_view words, std::string_view address,
                             std::string_view site, const std::vector<std::string>& domain) {
  const auto parsed = url::Url::parse(address);
  return parsed.ok() ? why_not_followed(words, *parsed, site, domain) : "no web address";
}

std::string why_not_followed(std::string_view words, const url::Url& url, std::string_view site,
                             const std::vector<std::string>& domain) {
  if (!url.is_http()) return "no web address";
  if (url::registrable_domain(url.host.value_or("")) != site) return "another site";
  if (!is_document(url.pathname())) return "no page";
  const Concepts said = concepts_in(words, WordMatch::kWhole);
  if (said.has(Concept::kForbidden) && !names_section(words, domain)) return "its words";
  // What is behind a login is not for us; a long text may speak of a car's registration.
  const bool account = said.has(Concept::kLogin) || said.has(Concept::kRegister);
  if (account && std::count(words.begin(), words.end(), ' ') < kWordsOfAnAct) return "its words";
  return address_acts(url, domain) ? "its address" : "";
}

size_t stated_results(const dom::Document& doc, size_t records) {
  for (const dom::NodeId n : doc.nodes()) {
    if (!doc.is_text(n) || doc.text(n).size() > kLongCount) continue;
    const std::string words = plain_words(doc.text(n));
    if (!concepts_in(words, WordMatch::kWhole).has(Concept::kResults)) continue;
    // Groups of thousands were parted: 1,234 is "1 234".
    uint64_t most = 0, number = 0;
    size_t numbers = 0, digits = 0;
    bool after_number = false;
    for (const std::string_view word : dom::TokenRange(words)) {
      if (word.empty() || word.size() > 7 ||
          !std::all_of(word.begin(), word.end(), is_ascii_digit)) {
        after_number = false;
        continue;
      }
      const uint64_t value = std::stoull(std::string(word));
      const bool goes_on = after_number && word.size() == 3 && digits <= 3;
      number = goes_on ? number * 1000 + value : value;
      digits = word.size();
      numbers += goes_on ? 0 : 1;
      after_number = true;
      most = std::max(most, number);
    }
    if (numbers > 0 && numbers <= 3 && most >= records && most < 10'000'000)
      return static_cast<size_t>(most);
  }
  return 0;
}

Walk::Walk(const std::string& url, PageReader read, RecordReader records, ResultSink sink,
           WalkOptions options)
    : read_(std::move(read)),
      read_records_(std::move(records)),
      sink_(std::move(sink)),
      options_(std::move(options)),
      site_(url::site_of(url)) {
  for (const std::string_view letter : kCommonLetters) options_.terms.emplace_back(letter);
  offer({.request = {"GET", url, ""}, .reason = "where the walk starts", .score = kPriors.start});
}

void Walk::offer(WalkAction action) {
  const auto parsed = url::Url::parse(action.request.url);
  if (parsed.ok()) offer(std::move(action), *parsed);
}

void Walk::offer(WalkAction action, const url::Url& url) {
  const bool next = action.kind == ActionKind::kNext;
  if (action.depth > options_.max_depth + (next ? 1000U : 0U)) return;
  if (queue_.size() >= kMaxQueue || !offered_
                                         .insert(url::canonical(url) + '\n' + action.request.body +
                                                 model::acts_text(action.request.acts))
                                         .second)
    return;
  if (action.like.empty()) action.like = address_mask(action.request.url);
  if (action.form != kNowhere) ++forms_[action.form].waiting;
  queue_.push_back(std::move(action));
}

double Walk::score_now(const WalkAction& action) const {
  double p = action.score;
  const auto outcome = outcomes_.find(action.like);
  if (outcome != outcomes_.end()) p = (2 * p + outcome->second.hits) / (2 + outcome->second.tries);
  const double cost = action.kind == ActionKind::kNext ? 1 : 1 + kDepthCost * action.depth;
  return p / cost;
}

size_t Walk::best() const {
  size_t best = queue_.size();
  double most = result_pages_ == 0 ? -1 : options_.least_score;
  for (size_t i = 0; i < queue_.size(); ++i) {
    if (queue_[i].kind == ActionKind::kSubmit && submissions_ >= options_.max_submissions) continue;
    const double score = score_now(queue_[i]);
    if (score > most) {
      most = score;
      best = i;
    }
  }
  return best;
}

std::optional<WalkAction> Walk::next_action() const {
  const size_t at = best();
  if (at == queue_.size()) return std::nullopt;
  WalkAction action = queue_[at];
  action.score = score_now(action);
  return action;
}

bool Walk::end(std::string why) {
  ended_ = std::move(why);
  return false;
}

void Walk::refuse(std::string what) {
  if (refused_once_.insert(what).second) refused_.push_back(std::move(what));
}

bool Walk::step() {
  if (!ended_.empty()) return false;
  const Stopwatch all(time_.all);
  if (steps_.size() >= options_.max_fetches)
    return end("the budget of " + std::to_string(options_.max_fetches) + " fetches is spent");
  if (result_pages_ == 0 && steps_.size() >= options_.max_before_records)
    return end("no records within " + std::to_string(options_.max_before_records) + " fetches");
  const size_t at = best();
  if (at == queue_.size())
    return end(queue_.empty() ? "nothing is left to try" : "nothing promising is left to try");
  if (result_pages_ != 0 && in_vain_ >= options_.patience)
    return end("nothing new within " + std::to_string(options_.patience) + " fetches");
  // 2.
  WalkStep step;
  step.action = queue_[at];
  step.action.score = score_now(queue_[at]);
  queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(at));
  submissions_ += step.action.kind == ActionKind::kSubmit ? 1 : 0;
  ++in_vain_;
  auto page = read(step.action.request);
  Outcome& outcome = outcomes_[step.action.like];
  outcome.tries += 1;
  bool refused = false;
  if (!page.ok()) {
    step.outcome = page.error().message;
  } else {
    step.status = page->status;
    step.url = page->url;
    refused = page->status == 403 || page->status == 429;  // 5.
    if (page->status >= 400)
      step.outcome = "status " + std::to_string(page->status);
    else if (url::site_of(page->url) != site_)
      step.outcome = "leads to another site";
  }
  const bool readable = step.outcome.empty();
  const size_t form = step.action.form;
  const size_t list = step.action.list;
  if (readable)
    judge(*page, step, outcome);
  else
    steps_.push_back(std::move(step));
  if (list != kNowhere && !lists_[list].steps.empty() &&
      lists_[list].steps.back() + 1 != steps_.size())
    end_list(list);  // It did not go on.
  if (form != kNowhere) --forms_[form].waiting;
  if (refused) return end("the site refuses: " + steps_.back().outcome);
  // 4. Words, once what asks for less brought nothing.
  if (form != kNowhere && forms_[form].waiting == 0 && !forms_[form].found &&
      !forms_[form].words_tried) {
    forms_[form].words_tried = true;
    offer_fillings(form, fillings(forms_[form].form, forms_[form].typed, forms_[form].values),
                   true);
  }
  return true;
}

Result<model::Page> Walk::read(const FormRequest& request) {
  const Stopwatch watch(time_.reading);
  return read_(request);
}

PageRecords Walk::records_of(const model::Page& page, bool goes_on) {
  const Stopwatch watch(time_.records);
  return read_records_(page, goes_on);
}

// 3.
void Walk::judge(model::Page& page, WalkStep& step, Outcome& outcome) {
  const bool answer = step.action.form != kNowhere;
  const PageRecords found = records_of(page, answer || step.action.kind == ActionKind::kNext);
  const std::vector<std::string>& keys = found.keys;
  std::vector<uint64_t> fresh;
  for (const std::string& text : keys) {
    if (const uint64_t key = hash_bytes(text); !known_.contains(key)) fresh.push_back(key);
  }
  step.records = keys.size();
  step.fresh = fresh.size();
  const WalkAction action = step.action;
  const bool next = action.kind == ActionKind::kNext;
  const auto half = [&](size_t count) {
    return static_cast<double>(count) >= options_.least_new * static_cast<double>(keys.size());
  };
  // A page goes on a list if the list did not have half of its records before, whatever others had.
  // One that was acted on may have grown: it shows the old ones, too.
  const bool acted = !action.request.acts.empty();
  const bool goes_on =
      next && !keys.empty() &&
      (acted ? new_to_list(action.list, keys) != 0 : half(new_to_list(action.list, keys)));
  const bool enough = keys.size() >= options_.least_records || (answer && found.as_before);
  bool result = !fresh.empty() && (next ? goes_on : enough);
  // The page of a single record shows a few that are like it.
  if (action.of_record && result)
    result = half(fresh.size()) && keys.size() >= steps_[action.parent].records;
  // What a search found may be known from another, and its further pages not.
  const bool known_list =
      !result && fresh.empty() && !all_found() &&
      (next ? goes_on : action.form != kNowhere && keys.size() >= options_.least_records);
  step.outcome = keys.empty() ? "no records"
                              : std::to_string(keys.size()) + " records, " +
                                    std::to_string(fresh.size()) + " new";
  if (action.nonsense) {
    known_.insert(fresh.begin(), fresh.end());
    step.outcome = "what the site says when nothing is found";
    steps_.push_back(std::move(step));
    return;
  }
  if (result || known_list) {
    step.list = next ? action.list : lists_.size();
    if (!next) lists_.push_back({{}, 0, stated_results(page.document, keys.size()), {}});
    lists_[step.list].steps.push_back(steps_.size());
    lists_[step.list].records += next && acted ? new_to_list(step.list, keys) : keys.size();
    for (const std::string& key : keys) lists_[step.list].known.insert(hash_bytes(key));
  }
  if (result) {
    outcome.hits += 1;
    ++result_pages_;
    in_vain_ = 0;
    known_.insert(fresh.begin(), fresh.end());
    if (action.form != kNowhere) forms_[action.form].found = true;
  }
  steps_.push_back(std::move(step));
  const WalkStep& done = steps_.back();
  const Places places(page.document);
  offer_links(page, found, places);
  offer_forms(page, places);
  if (action.form != kNowhere && !result && !known_list && !send_by_hand(action.form, page.url))
    complete_forms(page, done);
  if (!result && !known_list) return;
  const size_t list = done.list;
  if (action.form != kNowhere && parts_results(forms_[action.form].form)) end_list(list);
  offer_next(page, list, result);
  if (result) sink_(std::move(page), steps_.size() - 1);
}

size_t Walk::new_to_list(size_t list, const std::vector<std::string>& keys) const {
  return static_cast<size_t>(std::count_if(keys.begin(), keys.end(), [&](const std::string& key) {
    return !lists_[list].known.contains(hash_bytes(key));
  }));
}

// As many as the fullest list says there are.
bool Walk::all_found() const {
  size_t stated = 0;
  for (const WalkList& list : lists_) stated = std::max(stated, list.stated);
  return stated != 0 && known_.size() >= stated;
}

// A list that holds less than it says: its form is sent for each choice.
void Walk::end_list(size_t list) {
  const WalkAction& first = steps_[lists_[list].steps.front()].action;
  if (first.form == kNowhere || forms_[first.form].parted) return;
  KnownForm& form = forms_[first.form];
  const bool short_of = lists_[list].stated > lists_[list].records;
  if (!short_of && !parts_results(form.form)) return;
  form.parted = true;
  offer_fillings(first.form, choices(form.form, form.typed, form.values), false);
}

double Walk::link_probability(std::string_view words, std::string_view address,
                              std::string& why) const {
  // Not the name of the site, which all its links share.
  address.remove_prefix(std::min(address.size(), address.find("://") + 3));
  address.remove_prefix(std::min(address.size(), address.find('/')));
  const std::string named = identifier_words(address);
  const auto has_word = [&](std::string_view text) {
    const std::string padded = ' ' + std::string(text);
    return std::any_of(options_.words.begin(), options_.words.end(), [&](const std::string& word) {
      return !word.empty() && padded.find(' ' + word) != std::string::npos;
    });
  };
  const Concepts concepts = concepts_in(words, WordMatch::kWhole);
  if (concepts.has(Concept::kAccount)) {
    why = "about the site itself";
    return kPriors.account;
  }
  if (has_word(words) || has_word(named)) {
    why = "words of the domain";
    return kPriors.domain_words;
  }
  if (words.size() > kLongText) {
    why = "a long text";
    return kPriors.long_text;
  }
  why = "a link";
  return kPriors.plain_link;
}

void Walk::offer_links(const model::Page& page, const PageRecords& found, const Places& places) {
  const Stopwatch watch(time_.links);
  const dom::Document& doc = page.document;
  const WalkStep& step = steps_.back();
  const auto base = url::Url::parse(page.url);
  const auto resolved = [&](std::string_view href) {
    return url::Url::parse(trim(href), base.ok() ? &*base : nullptr);
  };
  std::set<std::string> of_records;
  for (const std::string& link : found.links) {
    const auto parsed = resolved(link);
    if (parsed.ok()) of_records.insert(parsed->href_without_fragment());
  }
  std::unordered_set<std::string_view> done;  // Addresses as written, that were offered.
  size_t count = 0;
  for (const dom::NodeId n : doc.nodes()) {
    const bool frame = doc.name(n) == dom::atoms::kIframe || doc.name(n) == dom::atoms::kFrame;
    if (doc.name(n) != dom::atoms::kA && !frame) continue;
    const dom::Atom address = frame ? dom::atoms::kSrc : dom::atoms::kHref;
    const auto href = doc.attribute(n, address);
    if (!href) continue;
    if (trim(*href).empty() || trim(*href).starts_with('#') ||
        trim(*href).starts_with("javascript:")) {
      if (options_.acts && !frame) offer_script_link(page, n, places);
      continue;
    }
    if (++count > kMaxLinks) break;
    if (done.contains(*href) || is_elsewhere(*href, site_)) continue;
    const auto parsed = resolved(*href);
    if (!parsed.ok()) continue;
    const std::string url = parsed->href_without_fragment();
    const bool of_record = step.list != kNowhere && of_records.contains(url);
    const std::string text = frame ? std::string() : places.text_of(n);
    const std::string words = plain_words(
        text + ' ' + std::string(doc.attribute(n, dom::atoms::kTitle).value_or("")), 200);
    if (const std::string why = why_not_followed(words, *parsed, site_, options_.words);
        !why.empty()) {
      if (why.starts_with("its")) refuse(fmt::format("link '{}' {}: {}", text, url, why));
      continue;
    }
    done.insert(*href);
    std::string why;
    double p = link_probability(words, url, why);
    if (frame) {
      p = kPriors.frame;
      why = "a frame";
    } else if (of_record) {
      p = kPriors.record;
      why = "the page of a record";
      // Another page may have offered it as one of many.
      for (WalkAction& action : queue_) {
        if (action.request.url != url || action.kind != ActionKind::kFollow) continue;
        action.score = p;
        action.of_record = true;
        action.parent = steps_.size() - 1;
        action.like = "record " + address_mask(url);
      }
    }
    offer({.kind = ActionKind::kFollow,
           .request = {"GET", url, ""},
           .reason = "link '" + shortened(text, 60) + "': " + why,
           .score = p,
           .depth = step.action.depth + 1,
           .parent = steps_.size() - 1,
           .place = places.of(n, address),
           .text = shortened(text, kLongText),
           .like = of_record ? "record " + address_mask(url) : "",
           .of_record = of_record},
          *parsed);
  }
}

// A link that leads nowhere without a script, if it speaks of what is looked for.
void Walk::offer_script_link(const model::Page& page, dom::NodeId n, const Places& places) {
  const std::string& text = places.text_of(n);
  const std::string words = plain_words(text, 200);
  std::string why;
  if (words.size() > kLongText ||
      !why_not_followed(words, page.url, site_, options_.words).empty() ||
      link_probability(words, "", why) != kPriors.domain_words)
    return;
  WalkAction action{.kind = ActionKind::kFollow,
                    .request = steps_.back().action.request,
                    .reason = "a script at '" + text + "': " + why,
                    .score = kPriors.script_link,
                    .depth = steps_.back().action.depth + 1,
                    .parent = steps_.size() - 1,
                    .place = places.of(n),
                    .text = text,
                    .like = "script"};
  action.request.acts.push_back({.kind = model::PageActKind::kClick, .at = action.place});
  offer(std::move(action));
}

void Walk::offer_forms(const model::Page& page, const Places& places) {
  const Stopwatch watch(time_.forms);
  std::vector<Form> forms = find_forms(page.document, page.layout ? &*page.layout : nullptr);
  std::vector<std::string> shapes;
  bool any = false;  // Of them is new; most pages have the same ones.
  for (Form& form : forms) {
    // What is not sent by its name may have none.
    for (size_t i = 0; !form.has_element && i < form.fields.size(); ++i) {
      Field& field = form.fields[i];
      if (field.name.empty())
        field.name = field.id.empty() ? fmt::format("field {}", i + 1) : field.id;
    }
    shapes.push_back(shape_of(form, page.url));
    any = any || !offered_.contains(form_key(form, shapes.back()));
  }
  if (!any) return;
  const SendingRules rules{options_.allow_post};
  FormPage around{page.url, page_title(page.document), forms.size(), 0};
  for (size_t f = 0; f < forms.size(); ++f) {
    const std::string& shape = shapes[f];
    if (!offered_.insert(form_key(forms[f], shape)).second) continue;
    const bool by_hand = !forms[f].has_element;
    if (by_hand && !options_.acts) continue;
    // OPTIMIZATION: what is never sent needs no model, and what is no search none for its fields.
    std::string why = why_never_sent(forms[f], page.url, rules);
    TypedForm typed;
    if (why.empty()) {
      around.index = f;
      typed = FormTypes::shipped().type_form(page.document, around, forms[f], rules.least_search);
      why = why_not_sent(forms[f], typed, page.url, rules);
    }
    std::optional<model::PageAct> send;
    if (options_.acts) send = sending_act(forms[f], places);
    if (why.empty() && by_hand && !send) why = "nothing may be clicked to send it";
    if (!why.empty()) {
      refuse("form to '" + forms[f].action + "' on " + page.url + ": " + why);
      continue;
    }
    if (++shapes_[shape] > kFormsOfShape) continue;
    FieldValues values = field_values(forms[f], page.document, {options_.domain, options_.terms});
    std::vector<std::string> field_places;
    for (const Field& field : forms[f].fields)
      field_places.push_back(places.of(field.node, dom::atoms::kName));
    const std::string place = places.of(forms[f].node, dom::atoms::kAction);
    forms_.push_back({.form = std::move(forms[f]),
                      .typed = std::move(typed),
                      .values = std::move(values),
                      .page_url = page.url,
                      .place = place,
                      .parent = steps_.size() - 1,
                      .depth = steps_.back().action.depth + 1,
                      .page = steps_.back().action.request,
                      .field_places = std::move(field_places),
                      .send = std::move(send),
                      .by_hand = by_hand});
    offer_ways(forms_.size() - 1);
  }
}

// What asks for least; words only if there is nothing else, or once that brought nothing.
void Walk::offer_ways(size_t number) {
  KnownForm& form = forms_[number];
  std::vector<Filling> ways = fillings(form.form, form.typed, form.values);
  const auto needs_words = [](const Filling& way) {
    return !way.empty() && way.back().reason == "term";
  };
  form.words_tried = std::all_of(ways.begin(), ways.end(), needs_words);
  if (!form.words_tried) std::erase_if(ways, needs_words);
  offer_fillings(number, ways, form.words_tried);
}

// A form whose own page answers it, without records: a script would have sent it. Whether it is sent so now.
bool Walk::send_by_hand(size_t number, const std::string& answered_at) {
  KnownForm& form = forms_[number];
  const auto without_query = [](std::string_view url) {
    return url.substr(0, url.find_first_of("?#"));
  };
  if (!form.send || form.by_hand || without_query(answered_at) != without_query(form.page_url))
    return false;
  std::erase_if(queue_, [&](const WalkAction& action) {
    form.waiting -= action.form == number ? 1 : 0;
    return action.form == number;
  });
  form.by_hand = true;
  offer_ways(number);
  return true;
}

void Walk::offer_fillings(size_t number, const std::vector<Filling>& ways, bool nonsense) {
  const KnownForm& form = forms_[number];
  const auto add = [&](const Filling& filling, std::string reason, double p, bool no_sense) {
    auto request = make_request(form.form, form.page_url, filling);
    if (!request.ok()) return;
    if (form.by_hand) {
      *request = form.page;
      for (const FilledField& one : filling)
        request->acts.push_back(
            {model::PageActKind::kWrite, form.field_places[one.field], one.value});
      request->acts.push_back(*form.send);
      reason += ", by hand";
    }
    WalkAction action{.kind = ActionKind::kSubmit,
                      .request = std::move(*request),
                      .reason = std::move(reason),
                      .score = p,
                      .depth = form.depth,
                      .parent = form.parent,
                      .place = form.place,
                      .like = fmt::format("form {}", number),
                      .form = number,
                      .nonsense = no_sense};
    for (const FilledField& one : filling)
      action.filled.push_back({form.form.fields[one.field].name, one.value, one.reason});
    offer(std::move(action));
  };
  const auto query = query_field(form.form, form.typed);
  if (nonsense && query && !ways.empty() && form.form.fields[*query].options.empty()) {
    Filling filling = ways.back();
    std::erase_if(filling, [&](const FilledField& one) { return one.field == *query; });
    filling.push_back({*query, std::string(kNonsense), "nonsense"});
    add(filling, "a nonsense word, to see nothing found", kPriors.nonsense, true);
  }
  double p = kPriors.term;
  for (const Filling& filling : ways) {
    if (filling.empty()) {
      add(filling, "a search form as it is", kPriors.form, false);
    } else if (const FilledField& last = filling.back(); last.reason == "term") {
      add(filling, "a search for '" + last.value + "'", p, false);
      p *= 0.98;  // In their order.
    } else if (last.reason == "choice") {
      add(filling, fmt::format("'{}' chosen in {}", last.value, form.form.fields[last.field].name),
          kPriors.choice, false);
    } else {
      add(filling, "a search form with every choice at any", kPriors.form, false);
    }
  }
}

// An answer without records that shows the form again, and complains.
void Walk::complete_forms(const model::Page& page, const WalkStep& step) {
  KnownForm& known = forms_[step.action.form];
  const std::string shape = shape_of(known.form, known.page_url);
  for (const Form& form : find_forms(page.document)) {
    if (shape_of(form, page.url) != shape || form.fields.size() != known.form.fields.size())
      continue;
    bool more = false;
    for (const size_t i : missing_fields(form, page.document)) {
      more = more || !known.form.fields[i].required;
      known.form.fields[i].required = true;
    }
    if (!more) return;
    refuse(fmt::format("form to '{}' without what it requires", known.form.action));
    offer_fillings(step.action.form, fillings(known.form, known.typed, known.values),
                   !known.words_tried);
    known.words_tried = true;
    return;
  }
}

void Walk::offer_next(const model::Page& page, size_t list, bool fresh) {
  const Stopwatch watch(time_.pagination);
  Pagination found = PaginationModel::shipped().find(page.document, page.url);
  const auto waits = [&](const std::string& url) {
    return std::find_if(queue_.begin(), queue_.end(), [&](const WalkAction& action) {
      return action.request.url == url && action.kind != ActionKind::kSubmit;
    });
  };
  const auto next = url::Url::parse(found.next_url);
  if (next.ok() && offered_.contains(url::canonical(*next) + '\n') &&
      waits(found.next_url) == queue_.end())
    found.next_url.clear();  // It was read: the way back.
  if (found.next_url.empty() && lists_[list].stated > lists_[list].records) {
    found.next_url = next_by_number(page.document, page.url);
    found.next_by = "what it says was found";
  }
  if (found.next_url.empty() ||
      !why_not_followed("", found.next_url, site_, options_.words).empty()) {
    if (!offer_next_act(page, found, list)) end_list(list);
    return;
  }
  // A link may have offered it already, as one of many.
  const auto waiting = waits(found.next_url);
  if (waiting != queue_.end()) {
    queue_.erase(waiting);
    if (const auto parsed = url::Url::parse(found.next_url); parsed.ok())
      offered_.erase(url::canonical(*parsed) + '\n');
  }
  WalkAction action{.kind = ActionKind::kNext,
                    .request = {"GET", found.next_url, ""},
                    .reason = "the list goes on, by " + found.next_by,
                    .score = fresh ? kPriors.next : kPriors.known_next,
                    .depth = steps_.back().action.depth + 1,
                    .parent = steps_.size() - 1,
                    .list = list};
  for (const PageLink& link : found.links) {
    if (link.url == found.next_url && link.role == LinkRole::kNext)
      action.text = shortened(link.text, kLongText);
  }
  offer(std::move(action));
}

// In a browser; false where that is not promising: what could be repeated was, or all is there that is stated.
bool Walk::offer_next_act(const model::Page& page, const Pagination& found, size_t list) {
  const WalkAction& here = steps_.back().action;
  const bool repeated = !here.request.acts.empty() && here.request.acts.back().times > 1;
  const bool all = lists_[list].stated != 0 && lists_[list].stated <= lists_[list].records;
  if (!options_.acts || repeated || all) return false;
  const model::PageAct act = next_act(found, Places(page.document));
  const bool scroll = act.kind == model::PageActKind::kScroll;
  WalkAction action{
      .kind = ActionKind::kNext,
      .request = here.request,
      .reason = scroll ? "the list may go on at its end" : "the list goes on by a click",
      .score = scroll ? kPriors.scroll : kPriors.next_act,
      .depth = here.depth + 1,
      .parent = steps_.size() - 1,
      .place = act.at,
      .like = scroll ? "scroll" : "",
      .list = list};
  action.request.acts.push_back(act);
  offer(std::move(action));
  return true;
}

}  // namespace weft::explore
