// The walk. Source: [Amber] 5.1 and 5.2 (DIADEM): exploration and identification feed each other; a page
// counts as reached when records are identified on it.
//
//   home → "Cars for sale" (words of the domain) → 20 records → next page → … ; the contact form is left
//   alone and said so.
//
//   1. Actions wait in a queue: open, follow a link, submit a form, go to the next page of a list.
//   2. The best is taken: P(reaches records) / cost. P is a prior by words and kind, moved by what pages
//      with addresses of the same kind brought: (2 prior + hits) / (2 + tries). Cost grows with depth.
//   3. The page is judged by its records. New ones are a hit; its next page and its links are offered.
//   4. Forms that may be sent are offered as they are, then with "any", then with a term; a nonsense term
//      first shows what the site says when nothing is found, and those "records" never count.
//   5. Ends when the queue is empty, a budget is spent, or the site says 403 or 429.
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
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "explore/form_filling.h"
#include "explore/form_types.h"
#include "explore/pagination.h"
#include "explore/words.h"
#include "url/canonical.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::explore {
namespace {

// Priors, set by hand: no labelled walks are at hand. What counts is their order; outcomes move them soon.
struct WalkPriors {
  double start = 1;
  double next = 0.95;  // Of a page with records.
  double form = 0.6;   // A search as it is, or with "any".
  double term = 0.5;
  double nonsense = 0.58;  // Before the first term: it shows what nothing looks like.
  double domain_words = 0.5;
  double plain_link = 0.2;
  double account = 0.02;   // Login, imprint, help.
  double long_text = 0.1;  // Titles of single things.
};
constexpr WalkPriors kPriors;
constexpr double kDepthCost = 0.3;
constexpr size_t kMaxQueue = 5000;
constexpr size_t kMaxLinks = 400;  // Of a page.
constexpr size_t kLongText = 40;   // Bytes.
constexpr std::string_view kNonsense = "qzxvkwj";

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
  if (std::count(mask.begin(), mask.end(), '/') > 3 && slash + 1 < mask.size())
    mask.resize(slash + 1);
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

std::string site_of_url(std::string_view address) {
  const auto parsed = url::Url::parse(address);
  return parsed.ok() ? url::registrable_domain(parsed->host.value_or("")) : std::string();
}

}  // namespace

std::span<const std::string_view> names_of(ActionKind) {
  static constexpr std::string_view kNames[] = {"open", "follow", "submit", "next"};
  return kNames;
}

std::string why_not_followed(std::string_view words, std::string_view address,
                             std::string_view site) {
  const auto parsed = url::Url::parse(address);
  if (!parsed.ok() || !parsed->is_http()) return "no web address";
  if (url::registrable_domain(parsed->host.value_or("")) != site) return "another site";
  if (!is_document(parsed->pathname())) return "no page";
  if (concepts_in(words, WordMatch::kWhole).has(Concept::kForbidden)) return "its words";
  const std::string named = identifier_words(parsed->pathname() + ' ' + parsed->query.value_or(""));
  if (concepts_in(named, WordMatch::kWhole).has(Concept::kForbidden)) return "its address";
  return {};
}

Walk::Walk(const std::string& url, PageReader read, RecordReader records, ResultSink sink,
           WalkOptions options)
    : read_(std::move(read)),
      read_records_(std::move(records)),
      sink_(std::move(sink)),
      options_(std::move(options)),
      site_(site_of_url(url)) {
  offer(ActionKind::kOpen, url, "", "where the walk starts", kPriors.start, 0);
}

void Walk::offer(ActionKind kind, const std::string& url, const std::string& from,
                 std::string reason, double probability, uint32_t depth) {
  const auto parsed = url::Url::parse(url);
  if (!parsed.ok() || depth > options_.max_depth + (kind == ActionKind::kNext ? 1000U : 0U)) return;
  if (queue_.size() >= kMaxQueue || !offered_.insert(url::canonical(*parsed)).second) return;
  queue_.push_back({kind, url, from, std::move(reason), probability, depth});
}

double Walk::score_now(const WalkAction& action) const {
  double p = action.score;
  const auto outcome = outcomes_.find(address_mask(action.url));
  if (outcome != outcomes_.end()) p = (2 * p + outcome->second.hits) / (2 + outcome->second.tries);
  const double cost = action.kind == ActionKind::kNext ? 1 : 1 + kDepthCost * action.depth;
  return p / cost;
}

size_t Walk::best() const {
  size_t best = queue_.size();
  double most = -1;
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
  if (at == queue_.size() || !ended_.empty()) return std::nullopt;
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
  if (steps_.size() >= options_.max_fetches)
    return end("the budget of " + std::to_string(options_.max_fetches) + " fetches is spent");
  if (result_pages_ == 0 && steps_.size() >= options_.max_before_records)
    return end("no records within " + std::to_string(options_.max_before_records) + " fetches");
  const size_t at = best();
  if (at == queue_.size()) return end("nothing is left to try");
  // 2.
  WalkStep& step = steps_.emplace_back();
  step.action = queue_[at];
  step.action.score = score_now(queue_[at]);
  queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(at));
  const bool nonsense = step.action.kind == ActionKind::kSubmit &&
                        step.action.url.find(kNonsense) != std::string::npos;
  submissions_ += step.action.kind == ActionKind::kSubmit ? 1 : 0;
  auto page = read_(step.action.url);
  MaskOutcome& outcome = outcomes_[address_mask(step.action.url)];
  outcome.tries += 1;
  if (!page.ok()) {
    step.outcome = page.error().message;
    return true;
  }
  step.status = page->status;
  if (page->status == 403 || page->status == 429) {  // 5.
    step.outcome = "status " + std::to_string(page->status);
    return end("the site refuses: status " + std::to_string(page->status));
  }
  if (page->status >= 400 || site_of_url(page->url) != site_) {
    step.outcome =
        page->status >= 400 ? "status " + std::to_string(page->status) : "leads to another site";
    return true;
  }
  // 3.
  const std::vector<std::string> texts = read_records_(*page);
  step.records = texts.size();
  std::vector<uint64_t> fresh;
  for (const std::string& text : texts) {
    if (const uint64_t key = hash_bytes(text); !known_.contains(key)) fresh.push_back(key);
  }
  step.fresh = fresh.size();
  const auto depth = step.action.depth;
  if (nonsense) {
    known_.insert(fresh.begin(), fresh.end());
    step.outcome = "what the site says when nothing is found";
    return true;
  }
  const bool goes_on =
      step.action.kind != ActionKind::kNext ||
      static_cast<double>(fresh.size()) >= options_.least_new * static_cast<double>(texts.size());
  const bool result = texts.size() >= options_.least_records && !fresh.empty() && goes_on;
  step.outcome = texts.empty() ? "no records"
                               : std::to_string(texts.size()) + " records, " +
                                     std::to_string(fresh.size()) + " new";
  offer_links(*page, depth + 1);
  offer_forms(*page, depth + 1);
  if (!result && !(step.action.kind == ActionKind::kNext && goes_on && !fresh.empty())) return true;
  outcome.hits += 1;
  ++result_pages_;
  known_.insert(fresh.begin(), fresh.end());
  offer_next(*page, depth + 1);
  const WalkStep done = step;
  sink_(std::move(*page), done);
  return true;
}

double Walk::link_probability(std::string_view words, std::string_view address,
                              std::string& why) const {
  const std::string named = identifier_words(address.substr(address.find("://") + 3));
  const auto has_word = [&](std::string_view text) {
    const std::string padded = ' ' + std::string(text);
    return std::any_of(options_.words.begin(), options_.words.end(), [&](const std::string& word) {
      return !word.empty() && padded.find(' ' + word) != std::string::npos;
    });
  };
  const Concepts concepts = concepts_in(words, WordMatch::kWhole);
  if (concepts.has(Concept::kAccount) || concepts.has(Concept::kLogin) ||
      concepts.has(Concept::kRegister)) {
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

void Walk::offer_links(const model::Page& page, uint32_t depth) {
  const dom::Document& doc = page.document;
  size_t count = 0;
  for (const dom::NodeId n : doc.nodes()) {
    const bool frame = doc.name(n) == dom::atoms::kIframe || doc.name(n) == dom::atoms::kFrame;
    if (doc.name(n) != dom::atoms::kA && !frame) continue;
    const auto href = doc.attribute(n, frame ? dom::atoms::kSrc : dom::atoms::kHref);
    if (!href || trim(*href).empty() || trim(*href).starts_with('#')) continue;
    if (++count > kMaxLinks) break;
    std::string url = url::resolve(trim(*href), page.url);
    url.resize(std::min(url.size(), url.find('#')));
    const std::string text = dom::normalized_text(doc, n);
    const std::string words = plain_words(
        text + ' ' + std::string(doc.attribute(n, dom::atoms::kTitle).value_or("")), 200);
    if (const std::string why = why_not_followed(words, url, site_); !why.empty()) {
      if (why.starts_with("its")) refuse(fmt::format("link '{}' {}: {}", text, url, why));
      continue;
    }
    std::string why;
    double p = link_probability(words, url, why);
    if (frame) {
      p = kPriors.form;
      why = "a frame";
    }
    offer(ActionKind::kFollow, url, page.url, "link '" + shortened(text, 60) + "': " + why, p,
          depth);
  }
}

void Walk::offer_forms(const model::Page& page, uint32_t depth) {
  const std::vector<Form> forms = find_forms(page.document, page.layout ? &*page.layout : nullptr);
  if (forms.empty()) return;
  const auto typed = FormTypes::shipped().type_forms(page.document, page.url, forms);
  for (size_t f = 0; f < forms.size(); ++f) {
    const std::string name = url::resolve(forms[f].action, page.url) + ' ' + forms[f].id;
    if (!forms[f].has_element || !forms_.insert(name).second) continue;
    if (const std::string why = why_not_sent(forms[f], typed[f], page.url, {}); !why.empty()) {
      refuse("form to '" + forms[f].action + "' on " + page.url + ": " + why);
      continue;
    }
    const auto query = query_field(forms[f], typed[f]);
    if (query) {  // 4.
      const auto request =
          make_request(forms[f], page.url, {{*query, std::string(kNonsense), "nonsense"}});
      if (request.ok())
        offer(ActionKind::kSubmit, request->url, page.url, "a nonsense word, to see nothing found",
              kPriors.nonsense, depth);
    }
    for (const Filling& filling : fillings(forms[f], typed[f], options_.terms)) {
      const auto request = make_request(forms[f], page.url, filling);
      if (!request.ok()) continue;
      const bool term = !filling.empty() && filling.back().reason == "term";
      offer(ActionKind::kSubmit, request->url, page.url,
            filling.empty() ? "a search form as it is"
            : term          ? "a search for '" + filling.back().value + "'"
                            : "a search form with every choice at any",
            term ? kPriors.term : kPriors.form, depth);
    }
  }
}

void Walk::offer_next(const model::Page& page, uint32_t depth) {
  const Pagination found = PaginationModel::shipped().find(page.document, page.url);
  if (found.next_url.empty()) return;
  if (!why_not_followed("", found.next_url, site_).empty()) return;
  // A link may have offered it already, as one of many.
  const auto waiting = std::find_if(queue_.begin(), queue_.end(), [&](const WalkAction& action) {
    return action.url == found.next_url;
  });
  if (waiting != queue_.end()) {
    queue_.erase(waiting);
    if (const auto parsed = url::Url::parse(found.next_url); parsed.ok())
      offered_.erase(url::canonical(*parsed));
  }
  offer(ActionKind::kNext, found.next_url, page.url, "the list goes on, by " + found.next_by,
        kPriors.next, depth);
}

}  // namespace weft::explore
