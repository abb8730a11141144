// Journeys: made, gone, mended.
//
//   walk    home → form (town = London) → list → next → next        the steps of a list, back to the start
//   journey fill //form[@id='f']//*[@name='town'] London; click //form[@id='f']; next: //a[.='Next']
//
//   1. Made: for each list of the walk the actions that led to its first page. What stands in a record of
//      the walk as a place (an XPath) is the step. The link to the next page is its text if all pages
//      call it the same; else "as found".
//   2. Gone: places are looked up on the page as it is now. A field is written into the form that holds it;
//      a click on a form or its button sends that form, on a link follows it. In a browser that is done
//      there, on the page as it is after all that was done before. Pages are read by the wrapper until one
//      has no records that are new.
//   3. Mended: a step whose place is gone, or a list that gives no record, is explored anew from the
//      page where that was seen; the steps before it stay.
//
// Tested by journey_run_test.cc.

#include "site/journey_run.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "explore/acts.h"
#include "explore/pagination.h"
#include "mine/region.h"
#include "select/query.h"
#include "site/list_pages.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::site {
namespace {

using wrap::Journey;
using wrap::JourneyAct;
using wrap::JourneyPath;
using wrap::JourneyStep;
using wrap::JourneyWrapper;

// A wrapper that gives fewer of the values than the domain found is not trusted with them.
constexpr double kGoodWrapper = 0.98;

std::string xpath_string(std::string_view text) {
  return text.find('\'') == std::string_view::npos ? fmt::format("'{}'", text)
                                                   : fmt::format("\"{}\"", text);
}

bool has_both_quotes(std::string_view text) {
  return text.find('\'') != std::string_view::npos && text.find('"') != std::string_view::npos;
}

// --- 1. making ---

// Of what was done in a browser, what the page before did not have done on it.
void add_acts(const explore::WalkAction& action, size_t done, std::vector<JourneyStep>& steps) {
  const std::vector<model::PageAct>& acts = action.request.acts;
  for (size_t i = done; i < acts.size(); ++i) {
    if (acts[i].kind != model::PageActKind::kWrite) {
      steps.push_back({JourneyAct::kClick, acts[i].at, "", ""});
      continue;
    }
    const explore::ActedField& field = action.filled[i - done];
    steps.push_back(
        {JourneyAct::kFill, acts[i].at, acts[i].value, field.reason == "term" ? field.name : ""});
  }
}

void add_steps(const explore::WalkAction& action, std::vector<JourneyStep>& steps) {
  for (const explore::ActedField& field : action.filled) {
    steps.push_back({JourneyAct::kFill,
                     fmt::format("{}//*[@name={}]", action.place, xpath_string(field.name)),
                     field.value, field.reason == "term" ? field.name : ""});
  }
  steps.push_back({JourneyAct::kClick, action.place, "", ""});
}

// What the links to the next pages of a list are called, if all are called the same.
std::string next_place(const Explored& explored, const explore::WalkList& list) {
  if (list.steps.size() < 2) return std::string(wrap::kAnyNext);
  std::set<std::string> texts;
  for (size_t i = 1; i < list.steps.size(); ++i)
    texts.insert(explored.steps[list.steps[i]].action.text);
  const std::string& text = *texts.begin();
  const bool says = texts.size() == 1 && !text.empty() && !has_both_quotes(text) &&
                    std::none_of(text.begin(), text.end(), is_ascii_digit);
  return says ? fmt::format("//a[normalize-space(.)={}]", xpath_string(text))
              : std::string(wrap::kAnyNext);
}

// --- 2. going ---

// What a journey wrote into a field.
struct Written {
  dom::NodeId node;
  std::string at;
  std::string value;
};

class JourneyRunner {
 public:
  JourneyRunner(const JourneyWrapper& journey, const explore::Walk::PageReader& read,
                const JourneyOptions& options)
      : journey_(journey),
        read_(read),
        options_(options),
        site_(url::site_of(journey.journey().start)),
        pages_(options.domain) {}

  Result<JourneyRun> run() {
    std::set<std::string> names;
    for (const JourneyPath& path : journey_.journey().paths) {
      for (const JourneyStep& step : path.steps) names.insert(step.parameter);
    }
    for (const auto& [name, value] : options_.parameters) {
      if (!names.contains(name))
        return Error{ErrorCode::kInvalidArgument, "the journey has no parameter '" + name + "'"};
    }
    for (path_ = 0; path_ < journey_.journey().paths.size(); ++path_) WEFT_TRY(go());
    return std::move(run_);
  }

 private:
  // A page, or nothing and a problem.
  std::optional<model::Page> fetch(const explore::FormRequest& request, size_t step) {
    at_ = request;
    if (url::site_of(request.url) != site_) {
      fail(step, request.url, "leads to another site: " + request.url);
      return std::nullopt;
    }
    ++run_.fetches;
    auto page = read_(request);
    if (page.ok() && page->status < 400) return std::move(*page);
    fail(step, request.url,
         page.ok() ? fmt::format("{} answers with status {}", request.url, page->status)
                   : page.error().message);
    return std::nullopt;
  }

  void fail(size_t step, const std::string& url, std::string reason) {
    run_.problems.push_back({path_, step, url, std::move(reason)});
  }

  static std::optional<dom::NodeId> node_at(const model::Page& page, const std::string& path) {
    const auto query = select::Query::xpath(path);
    if (!query.ok()) return std::nullopt;
    const auto found = query->first(page.document);
    if (!found.ok() || !*found) return std::nullopt;
    return (*found)->node;
  }

  // The page that this one becomes by acts.
  [[nodiscard]] explore::FormRequest acted(std::vector<model::PageAct> acts) const {
    explore::FormRequest request = at_;
    request.acts.insert(request.acts.end(), acts.begin(), acts.end());
    return request;
  }

  // Where a click leads; an error says why nowhere. `at` is its place, `filled` what was written where.
  Result<explore::FormRequest> clicked(const model::Page& page, dom::NodeId node,
                                       const std::string& at,
                                       const std::vector<Written>& filled) const {
    const dom::Document& doc = page.document;
    std::vector<model::PageAct> acts;
    for (const Written& one : filled)
      acts.push_back({model::PageActKind::kWrite, one.at, one.value});
    const bool frame =
        doc.name(node) == dom::atoms::kIframe || doc.name(node) == dom::atoms::kFrame;
    const auto address = doc.attribute(node, frame ? dom::atoms::kSrc : dom::atoms::kHref);
    const bool script =
        address && (trim(*address).starts_with("javascript:") || trim(*address).starts_with('#'));
    if ((frame || doc.name(node) == dom::atoms::kA) && address) {
      if (script && !options_.acts)
        return Error{ErrorCode::kUnsupported,
                     "the link is a script; it needs a browser (--render)"};
      if (script) return acted({{model::PageActKind::kClick, at}});
      return explore::FormRequest{"GET", url::resolve(trim(*address), page.url), ""};
    }
    const std::vector<explore::Form> forms = explore::find_forms(doc);
    const auto owner = std::find_if(forms.begin(), forms.end(), [&](const explore::Form& form) {
      return form.node == node ||
             std::any_of(form.fields.begin(), form.fields.end(),
                         [&](const auto& field) { return field.node == node; });
    });
    if (owner == forms.end() || (!owner->has_element && !options_.acts)) {
      return Error{ErrorCode::kUnsupported,
                   "what is clicked is no link and of no form; if a script waits there, it needs a "
                   "browser (--render)"};
    }
    explore::Filling filling;
    for (const Written& written : filled) {
      const auto field = std::find_if(owner->fields.begin(), owner->fields.end(),
                                      [&](const auto& one) { return one.node == written.node; });
      if (field == owner->fields.end())
        return Error{ErrorCode::kNotFound, "a field that was filled in is of another form"};
      filling.push_back(
          {static_cast<size_t>(field - owner->fields.begin()), written.value, "journey"});
    }
    // What it is for was judged when the journey was made; that it changes nothing is looked at again.
    const explore::TypedForm search{.type = explore::FormType::kSearch, .confidence = 1};
    if (const std::string why = why_not_sent(*owner, search, page.url, {options_.allow_post});
        !why.empty())
      return Error{ErrorCode::kPermission, "the form is not sent: " + why};
    if (options_.acts && owner->method == "get") {
      auto send = explore::sending_act(*owner, explore::Places(doc));
      if (!send) return Error{ErrorCode::kPermission, "nothing may be clicked to send the form"};
      acts.push_back(std::move(*send));
      return acted(std::move(acts));
    }
    return make_request(*owner, page.url, filling);
  }

  Status go() {
    const JourneyPath& path = journey_.journey().paths[path_];
    std::optional<model::Page> page = fetch({"GET", journey_.journey().start, ""}, 0);
    std::vector<Written> filled;
    for (size_t s = 0; s < path.steps.size() && page; ++s) {
      const JourneyStep& step = path.steps[s];
      const auto node = node_at(*page, step.at);
      if (!node) {
        fail(s, page->url, fmt::format("nothing is at {} of {}", step.at, page->url));
        return {};
      }
      if (step.act == JourneyAct::kFill) {
        const auto given = options_.parameters.find(step.parameter);
        const bool own = given == options_.parameters.end() || step.parameter.empty();
        filled.push_back({*node, step.at, own ? step.value : given->second});
        continue;
      }
      const auto request = clicked(*page, *node, step.at, filled);
      if (!request.ok()) {
        fail(s, page->url, request.error().message);
        return {};
      }
      filled.clear();
      page = fetch(*request, s);
    }
    if (!page) return {};
    return go_on(std::move(*page), path);
  }

  // The list and its further pages.
  Status go_on(model::Page page, const JourneyPath& path) {
    std::set<std::string> visited = {page.url};
    bool grows = false;  // It was made to, as long as it did.
    for (bool first = true;; first = false) {
      model::Extraction found = read_records(page, !first);
      const size_t all = found.records.size();
      known_.leave_new(found, page.url);
      if (all == 0 && first) fail(path.steps.size(), page.url, "no record on " + page.url);
      if (found.records.empty() && !first) return {};
      if (!found.records.empty()) {
        ++run_.pages;
        run_.records += found.records.size();
        if (options_.sink) WEFT_TRY(options_.sink(page, std::move(found)));
      }
      if (path.next.empty() || all == 0 || run_.pages >= options_.max_pages) return {};
      const auto next = grows ? std::nullopt : next_of(page, path.next);
      if (!next || !visited.insert(next->url + model::acts_text(next->acts)).second) return {};
      grows = !next->acts.empty() && next->acts.back().times > 1;
      auto further = fetch(*next, path.steps.size());
      if (!further) return {};
      page = std::move(*further);
    }
  }

  [[nodiscard]] model::Extraction read_records(const model::Page& page, bool goes_on) {
    if (journey_.journey().by_domain && options_.domain != nullptr) {
      // An answer to a form may have one record, too.
      const auto list = pages_.read(page, goes_on || pages_.learned());
      if (list) {
        pages_.learn(page, list->region);
        return mine::to_extraction(page, list->region);
      }
    }
    return journey_.apply(page);
  }

  [[nodiscard]] std::optional<explore::FormRequest> next_of(const model::Page& page,
                                                            const std::string& place) const {
    if (place == wrap::kAnyNext) {
      const auto found = explore::PaginationModel::shipped().find(page.document, page.url);
      const std::string url = found.next_url.empty()
                                  ? explore::next_by_number(page.document, page.url)
                                  : found.next_url;
      if (!url.empty()) return explore::FormRequest{"GET", url, ""};
      if (!options_.acts) return std::nullopt;
      return acted({explore::next_act(found, explore::Places(page.document))});
    }
    const auto node = node_at(page, place);
    if (!node) return std::nullopt;
    const std::string_view href =
        trim(page.document.attribute(*node, dom::atoms::kHref).value_or(""));
    if (href.empty() || href.starts_with('#') || href.starts_with("javascript:")) {
      if (!options_.acts) return std::nullopt;
      return acted({{model::PageActKind::kClick, place}});
    }
    std::string url = url::resolve(href, page.url);
    url.resize(std::min(url.size(), url.find('#')));
    return explore::FormRequest{"GET", url, ""};
  }

  const JourneyWrapper& journey_;
  const explore::Walk::PageReader& read_;
  const JourneyOptions& options_;
  std::string site_;
  explore::FormRequest at_;  // What was asked for last.
  size_t path_ = 0;
  ListPages pages_;
  RecordsOnce known_;
  JourneyRun run_;
};

}  // namespace

std::unique_ptr<JourneyWrapper> make_journey(const std::string& url, const Explored& explored,
                                             const SiteWrapper& wrapper,
                                             const std::string& domain) {
  Journey journey{url, domain, !domain.empty() && wrapper.agreement < kGoodWrapper, {}};
  for (const explore::WalkList& list : explored.lists) {
    const bool fresh = std::any_of(list.steps.begin(), list.steps.end(),
                                   [&](size_t step) { return explored.steps[step].fresh != 0; });
    if (!fresh) continue;
    std::vector<const explore::WalkAction*> actions;
    for (size_t s = list.steps.front(); s != explore::kNowhere; s = explored.steps[s].action.parent)
      actions.push_back(&explored.steps[s].action);
    // What is linked from a further page of another list is reached by going on there.
    if (std::any_of(actions.begin(), actions.end(), [](const explore::WalkAction* action) {
          return action->kind == explore::ActionKind::kNext;
        }))
      continue;
    JourneyPath path{{}, next_place(explored, list)};
    for (size_t i = actions.size(); i-- > 0;) {
      if (actions[i]->kind == explore::ActionKind::kOpen) continue;
      if (actions[i]->request.acts.empty())
        add_steps(*actions[i], path.steps);
      else
        add_acts(*actions[i], actions[i + 1]->request.acts.size(), path.steps);
    }
    journey.paths.push_back(std::move(path));
  }
  std::stable_sort(
      journey.paths.begin(), journey.paths.end(),
      [](const JourneyPath& a, const JourneyPath& b) { return a.steps.size() < b.steps.size(); });
  return std::make_unique<JourneyWrapper>(std::move(journey), wrapper.wrapper);
}

Result<JourneyRun> run_journey(const JourneyWrapper& journey, const explore::Walk::PageReader& read,
                               const JourneyOptions& options) {
  return JourneyRunner(journey, read, options).run();
}

// 3.
std::unique_ptr<JourneyWrapper> mend_journey(const JourneyWrapper& journey, const JourneyRun& run,
                                             const explore::Walk::PageReader& read,
                                             const ExploreOptions& explore) {
  if (run.problems.empty()) return nullptr;
  // The first problem of the shortest way: what changed there changed for all behind it.
  const JourneyProblem& problem = run.problems.front();
  const JourneyPath& broken = journey.journey().paths[problem.path];
  // Fields that were filled in before are of the form that changed.
  size_t kept = std::min(problem.step, broken.steps.size());
  while (kept > 0 && broken.steps[kept - 1].act == JourneyAct::kFill) --kept;
  const bool from_start = kept == 0 || problem.step == broken.steps.size();
  const std::string& from = from_start ? journey.journey().start : problem.url;
  const Explored explored = explore_site(from, read, explore);
  const auto wrapper = learn_site_wrapper(explored);
  if (!wrapper.ok()) return nullptr;
  const auto found = make_journey(from, explored, *wrapper, journey.journey().domain);
  Journey mended = journey.journey();
  std::set<size_t> bad;
  for (const JourneyProblem& one : run.problems) bad.insert(one.path);
  for (auto at = bad.rbegin(); at != bad.rend(); ++at)
    mended.paths.erase(mended.paths.begin() + static_cast<std::ptrdiff_t>(*at));
  for (const JourneyPath& path : found->journey().paths) {
    JourneyPath whole = path;
    if (!from_start)
      whole.steps.insert(whole.steps.begin(), broken.steps.begin(),
                         broken.steps.begin() + static_cast<std::ptrdiff_t>(kept));
    if (std::find(mended.paths.begin(), mended.paths.end(), whole) == mended.paths.end())
      mended.paths.push_back(std::move(whole));
  }
  // The old wrapper if it still reads what was found, else the new one.
  const bool reads =
      std::all_of(explored.results.begin(), explored.results.end(), [&](const ResultPage& result) {
        return journey.apply(result.page).records.size() >= result.region.records.size();
      });
  if (!reads) mended.by_domain = found->journey().by_domain;
  return std::make_unique<JourneyWrapper>(std::move(mended),
                                          reads ? journey.inner() : found->inner());
}

}  // namespace weft::site
