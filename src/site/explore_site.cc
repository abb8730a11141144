// From a site's address to its records. What a page holds is judged by the domain, or by the miner; then by the
// pages that were found before:
//
//   1. A page with records is one of the domain's unless another domain reads more of them: toy cars are
//      products. Not asked of records that are as on pages taken before, nor where a list goes on.
//      Three pages that are another domain's, before any is taken, end the walk.
//   2. Further pages are read by what the pages before taught (list_pages.h).
//   3. A record is known again by the address that it alone links to on its page, whatever stands around
//      it there; without one by its text.
//   4. Afterwards one wrapper is learned from the fullest pages, and judged by how much of what was found
//      it finds again: values without a place of their own ("Bedrooms: 3") are none of its.

#include "site/explore_site.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/pointers.h"
#include "explore/words.h"
#include "mine/mine.h"
#include "site/domain_records.h"
#include "site/learn_list.h"
#include "site/list_pages.h"
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
  for (const auto* words : {&domain.words, &domain.pages.links, &domain.pages.switches}) {
    for (const std::string& word : *words) {
      const std::string plain = explore::plain_words(word);
      // What must not be touched stays so, whatever a description calls it.
      if (words == &domain.words || !explore::concepts_in(plain, explore::WordMatch::kWhole)
                                         .has(explore::Concept::kForbidden))
        walk.words.push_back(plain);
    }
  }
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

// Lists of pages that are the domain's.
class SiteReader {
 public:
  explicit SiteReader(const ExploreOptions& options) : options_(options), pages_(options.domain) {}

  std::optional<PageList> read(const model::Page& page, bool goes_on) {
    std::optional<PageList> list = pages_.read(page, goes_on);
    if (!list || list->as_before || (goes_on && pages_.learned())) return list;
    const std::string rival = rival_of(page, list->region);
    if (rival.empty()) return list;
    if (++rivals_ == kPagesOfRivals && !pages_.learned()) rival_ = rival;
    return std::nullopt;
  }

  // A page that was taken.
  void learn(const model::Page& page, const mine::Region& region) { pages_.learn(page, region); }

  // The domain that the site is of, once that is plain; otherwise empty.
  [[nodiscard]] const std::string& rival() const { return rival_; }

 private:
  // 1. A domain that reads more of the records, and more values; empty if none does.
  [[nodiscard]] std::string rival_of(const model::Page& page, const mine::Region& own) const {
    if (options_.domain == nullptr) return {};
    for (const annotate::Recognizer* rival : options_.rivals) {
      const auto theirs = mine_by_domain(page.document, *rival);
      if (!theirs.empty() && theirs[0].score > own.score && values_in(theirs[0]) >= values_in(own))
        return rival->domain().name;
    }
    return {};
  }

  const ExploreOptions& options_;
  ListPages pages_;
  size_t rivals_ = 0;  // Pages that were rather another domain's.
  std::string rival_;
};

// From the fullest pages.
Result<LearnedList> learn_from(const std::vector<ResultPage>& pages) {
  std::vector<const ResultPage*> fullest = pointers_to(pages);
  std::stable_sort(fullest.begin(), fullest.end(), [](const ResultPage* a, const ResultPage* b) {
    return a->region.records.size() > b->region.records.size();
  });
  fullest.resize(std::min(fullest.size(), kPagesLearned));
  std::vector<MinedList> lists;
  for (const ResultPage* one : fullest) lists.push_back({&one->page, &one->region});
  return learn_list(lists);
}

}  // namespace

// 3.
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

Explored explore_site(const std::string& url, const explore::Walk::PageReader& read,
                      const ExploreOptions& options) {
  Explored explored;
  SiteReader reader(options);
  RecordsOnce once;
  std::optional<PageList> list;  // Of the page that was judged last.
  explore::Walk walk(
      url, read,
      [&](const model::Page& page, bool goes_on) -> explore::PageRecords {
        list = reader.read(page, goes_on);
        if (!list) return {};
        return {record_keys(page, list->region), links_of(page.document, list->region),
                list->as_before};
      },
      [&](model::Page page, size_t step) {
        std::vector<uint8_t> fresh = once.take(mine::to_extraction(page, list->region), page.url);
        reader.learn(page, list->region);
        explored.results.push_back(
            {std::move(page), std::move(list->region), step, std::move(fresh)});
        // Columns at one place have one name on all pages of a list.
        if (options.domain == nullptr && explored.results.size() > 1)
          mine::take_names(explored.results[0].region, explored.results.back().region);
      },
      with_domain(options));
  while (walk.step()) {
    if (options.watch && !options.watch(walk.steps().back())) break;
    if (!reader.rival().empty()) break;
  }
  explored.time = walk.time();
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
  WEFT_ASSIGN(LearnedList learned, learn_from(explored.results));
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
