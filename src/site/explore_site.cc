// From a site's address to its records. What a page holds is judged by the domain, or by the miner; then by the
// pages that were found before:
//
//   1. A page with records is one of the domain's unless another domain reads more of them: toy cars are
//      products. Asked until a page is taken; a site is of one kind. Three pages that are another
//      domain's end the walk.
//   2. A page that goes on a list may hold one record, which no repetition shows: the wrapper learned
//      from the pages before reads it.
//   3. A record is known again by the address that it alone links to on its page, whatever stands around
//      it there; without one by its text.
//   4. Afterwards one wrapper is learned from the fullest pages, and judged by how much of what was found
//      it finds again: values without a place of their own ("Bedrooms: 3") are none of its.

#include "site/explore_site.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "explore/words.h"
#include "mine/mine.h"
#include "site/domain_records.h"
#include "site/learn_list.h"
#include "url/url.h"

namespace weft::site {
namespace {

constexpr size_t kTermsOfADomain = 3;  // Tried where a form needs words.
constexpr size_t kPagesLearned = 6;    // A wrapper is learned from so many, the fullest.
constexpr size_t kPagesOfRivals = 3;   // So many end a walk.

// What a domain calls its things, and what can be looked for.
explore::WalkOptions with_domain(const ExploreOptions& options) {
  explore::WalkOptions walk = options.walk;
  if (options.domain == nullptr) return walk;
  walk.domain = options.domain;
  const annotate::Domain& domain = options.domain->domain();
  for (const std::string& word : domain.words) walk.words.push_back(explore::plain_words(word));
  walk.words.push_back(explore::plain_words(domain.name));
  size_t terms = 0;
  for (const annotate::AttributeKnowledge& attribute : domain.attributes) {
    for (size_t i = 0; i < attribute.terms.size() && terms < kTermsOfADomain; ++i, ++terms)
      walk.terms.push_back(attribute.terms[i]);
  }
  return walk;
}

// Addresses inside records.
std::vector<std::string> links_of(const dom::Document& doc, const mine::Region& region) {
  std::vector<std::string> links;
  const auto add = [&](const mine::RecordSpan& span) {
    for (dom::NodeId n = span.begin; n < span.end; n = dom::next(n)) {
      const auto href = doc.attribute(n, dom::atoms::kHref);
      if (doc.name(n) == dom::atoms::kA && href) links.emplace_back(*href);
    }
  };
  for (size_t r = 0; r < region.records.size(); ++r) {
    add(region.records[r]);
    if (region.further.empty()) continue;
    for (const mine::RecordSpan& span : region.further[r]) add(span);
  }
  return links;
}

// 3. For each record the first of its addresses that no other record of the page has; empty if none.
std::vector<std::string> own_addresses(const model::Extraction& found, std::string_view page_url) {
  std::map<std::string, size_t> records;  // With that address.
  const auto for_each_address = [&](const model::Record& record, const auto& visit) {
    std::set<std::string> seen;
    for (const model::Record::Field& field : record.fields) {
      if (!field.value.provenance.path.ends_with("/@href")) continue;
      const std::string url = url::resolve(field.value.text, page_url);
      if (seen.insert(url).second) visit(url);
    }
  };
  for (const model::Record& record : found.records)
    for_each_address(record, [&](const std::string& url) { ++records[url]; });
  std::vector<std::string> own;
  for (const model::Record& record : found.records) {
    own.emplace_back();
    for_each_address(record, [&](const std::string& url) {
      if (own.back().empty() && records[url] == 1) own.back() = url;
    });
  }
  return own;
}

void leave(model::Extraction& found, const std::vector<uint8_t>& which) {
  size_t at = 0;
  std::erase_if(found.records, [&](const model::Record&) { return which[at++] == 0; });
}

std::vector<std::string> record_keys(const model::Page& page, const mine::Region& region) {
  std::vector<std::string> keys = own_addresses(mine::to_extraction(page, region), page.url);
  std::vector<std::string> texts = mine::record_texts(page.document, region);
  for (size_t r = 0; r < keys.size(); ++r) {
    if (keys[r].empty()) keys[r] = std::move(texts[r]);
  }
  return keys;
}

// Records of pages, the better the more pages were seen.
class SiteReader {
 public:
  explicit SiteReader(const ExploreOptions& options) : options_(options) {}

  // The main list; nothing if the page has none.
  std::optional<mine::Region> read(const model::Page& page, bool goes_on,
                                   const std::vector<ResultPage>& known) {
    std::vector<mine::Region> regions;
    if (options_.domain != nullptr)
      regions = mine_by_domain(page.document, *options_.domain);
    else
      regions = mine::mine(page.document,
                           {.max_regions = 1, .min_confidence = mine::kPresentableConfidence});
    if (!regions.empty() && known.empty()) {
      const std::string rival = rival_of(page, regions[0]);
      if (!rival.empty()) {
        if (++rivals_ == kPagesOfRivals) rival_ = rival;
        return std::nullopt;
      }
    }
    if (!regions.empty()) return std::move(regions[0]);
    if (!goes_on || known.empty()) return std::nullopt;
    if (learned_from_ != known.size()) {  // 2.
      auto learned = learn(known);
      learned_from_ = known.size();
      if (!learned.ok()) return std::nullopt;
      learned_ = std::move(*learned);
    }
    return reread(page, learned_.induced.wrapper.get(), known[0].region);
  }

  // From the fullest pages.
  static Result<LearnedList> learn(const std::vector<ResultPage>& known) {
    std::vector<const ResultPage*> fullest;
    for (const ResultPage& one : known) fullest.push_back(&one);
    std::stable_sort(fullest.begin(), fullest.end(), [](const ResultPage* a, const ResultPage* b) {
      return a->region.records.size() > b->region.records.size();
    });
    fullest.resize(std::min(fullest.size(), kPagesLearned));
    std::vector<MinedList> lists;
    for (const ResultPage* one : fullest) lists.push_back({&one->page, &one->region});
    return learn_list(lists);
  }

  static std::optional<mine::Region> reread(const model::Page& page, const model::Wrapper* wrapper,
                                            const mine::Region& like) {
    if (wrapper == nullptr) return std::nullopt;
    mine::Region region = mine::to_region(page, wrapper->apply(page), like);
    if (region.records.empty()) return std::nullopt;
    return region;
  }

  // The domain that the site is of, once that is plain; otherwise empty.
  [[nodiscard]] const std::string& rival() const { return rival_; }

 private:
  // 1. A domain that reads more of the records; empty if none does.
  [[nodiscard]] std::string rival_of(const model::Page& page, const mine::Region& own) const {
    if (options_.domain == nullptr) return {};
    for (const annotate::Recognizer* rival : options_.rivals) {
      const auto theirs = mine_by_domain(page.document, *rival);
      if (!theirs.empty() && theirs[0].score > own.score) return rival->domain().name;
    }
    return {};
  }

  const ExploreOptions& options_;
  LearnedList learned_;
  size_t learned_from_ = 0;
  size_t rivals_ = 0;  // Pages that were rather another domain's.
  std::string rival_;
};

}  // namespace

Explored explore_site(const std::string& url, const explore::Walk::PageReader& read,
                      const ExploreOptions& options) {
  Explored explored;
  SiteReader reader(options);
  RecordsOnce once;
  const auto begin = std::chrono::steady_clock::now();
  const auto timed = [](double& seconds, const auto& work) {
    const auto before = std::chrono::steady_clock::now();
    auto result = work();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    return result;
  };
  std::optional<mine::Region> region;  // Of the page that was judged last.
  explore::Walk walk(
      url,
      [&](const explore::FormRequest& request) {
        return timed(explored.time.fetching, [&] { return read(request); });
      },
      [&](const model::Page& page, bool goes_on) -> explore::PageRecords {
        region = timed(explored.time.records,
                       [&] { return reader.read(page, goes_on, explored.results); });
        if (!region) return {};
        return {record_keys(page, *region), links_of(page.document, *region)};
      },
      [&](model::Page page, size_t step) {
        std::vector<uint8_t> fresh = once.take(mine::to_extraction(page, *region), page.url);
        explored.results.push_back({std::move(page), std::move(*region), step, std::move(fresh)});
        // Columns at one place have one name on all pages of a list.
        if (options.domain == nullptr && explored.results.size() > 1)
          mine::take_names(explored.results[0].region, explored.results.back().region);
      },
      with_domain(options));
  while (walk.step()) {
    if (options.watch && !options.watch(walk.steps().back())) break;
    if (!reader.rival().empty()) break;
  }
  explored.time.all =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  explored.next = walk.next_action();
  explored.steps = walk.steps();
  explored.lists = walk.lists();
  explored.refused = walk.refused();
  explored.ended = walk.ended();
  if (!reader.rival().empty())
    explored.ended = "the records of this site are rather of the domain " + reader.rival();
  return explored;
}

std::vector<uint8_t> RecordsOnce::take(const model::Extraction& found, std::string_view url) {
  std::vector<std::string> keys = own_addresses(found, url);
  std::vector<uint8_t> fresh;
  for (size_t r = 0; r < keys.size(); ++r) {
    if (keys[r].empty()) {
      for (const model::Record::Field& field : found.records[r].fields) {
        keys[r] += field.name + '=' + field.value.text + '\n';
        for (const model::Value& item : field.value.items) keys[r] += item.text + '\n';
      }
    }
    fresh.push_back(known_.insert(hash_bytes(keys[r])).second ? 1 : 0);
  }
  return fresh;
}

void RecordsOnce::leave_new(model::Extraction& found, std::string_view url) {
  leave(found, take(found, url));
}

std::vector<model::Extraction> found_records(const Explored& explored) {
  std::vector<model::Extraction> all;
  for (const ResultPage& result : explored.results) {
    model::Extraction found = mine::to_extraction(result.page, result.region);
    leave(found, result.fresh);
    if (!found.records.empty()) all.push_back(std::move(found));
  }
  return all;
}

// 4.
Result<SiteWrapper> learn_site_wrapper(const Explored& explored) {
  if (explored.results.empty())
    return Error{ErrorCode::kNotFound, "there is no page with records to learn from"};
  WEFT_ASSIGN(LearnedList learned, SiteReader::learn(explored.results));
  SiteWrapper made{std::move(learned.induced.wrapper), std::move(learned.schema)};
  size_t cells = 0;
  size_t again = 0;
  for (const ResultPage& result : explored.results) {
    std::map<std::string, std::multiset<std::string>> values;
    for (const model::Record& record : made.wrapper->apply(result.page).records) {
      for (const model::Record::Field& field : record.fields)
        values[field.name].insert(field.value.text);
    }
    for (const mine::Column& column : result.region.columns) {
      for (const mine::Cell& cell : column.cells) {
        if (cell.node == dom::kNoNode) continue;
        ++cells;
        auto& same = values[column.name];
        const auto found = same.find(cell.text);
        if (found == same.end()) continue;
        same.erase(found);
        ++again;
      }
    }
  }
  made.agreement = static_cast<double>(again) / static_cast<double>(std::max<size_t>(1, cells));
  return made;
}

}  // namespace weft::site
