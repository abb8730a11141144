#include "mine/features.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

enum Feature : size_t {
  kLogRecords,
  kDistinctLinks,
  kLogTextPaths,
  kFewRecords,
  kLogShare,
  kCompactness,
  kDocumentLinks,
  kShort,
  kWithLink,
  kLogLinks,
  kHidden,
  kNavigationAbove,
  kIsRow,
  kLinkWords,
  kInAside,
  kContainer,
  kResultAbove,
  kOneParent,
  kDistinctStarts,
  kInMain,
  kStart,
  kOwnResult,
  kIsItem,
  kLogMedian,
  kOffCentre,
  kOwnNavigation,
  kCompleteness,
  kCohesion,
  kWithImage,
  kWithHeading,
  kFromRuns,
  kFromSeparators,
  kFromMixed,
  kPartOfUnit,
  kLogPerUnit,
  kWithNumber,
  kLogFirstLink,
  kSeveralDepths,
  kTwoRecords,
  kLogPaths,
  kImageOnly,
  kIsLink,
  kIsInline,
  kShareOfSiblings,
  kDistinctTexts,
  kLogLinkMedian,
};
static_assert(kLogLinkMedian + 1 == kFeatureCount);

constexpr uint32_t kAncestorsRead = 6;
constexpr uint32_t kRecordsRead = 400;  // Of very long lists, the first ones speak for all.

// Words in class and id values, without a plural s.
const std::unordered_set<std::string_view>& navigation_words() {
  static const std::unordered_set<std::string_view> kWords = {
      "nav",        "navigation", "navbar",     "menu",        "footer",
      "header",     "sidebar",    "breadcrumb", "pagination",  "pager",
      "paging",     "page",       "filter",     "facet",       "refine",
      "refinement", "sort",       "sorting",    "social",      "share",
      "sharing",    "related",    "recommend",  "recommended", "recommendation",
      "promo",      "promotion",  "ad",         "advert",      "banner",
      "widget",     "tag",        "cloud",      "cookie",      "login",
      "toolbar",    "tab",        "dropdown",   "carousel",    "slider",
      "comment",    "trending",   "popular",    "language",    "country",
      "option",     "categorie",  "category",   "aside",       "rail",
      "right",      "left",       "suggestion", "suggest",     "autocomplete",
      "modal",      "popup",      "topbar",     "bottom",      "sub",
      "subnav",     "mega",       "megamenu",   "link",        "skip",
      "history",    "cart",       "account",    "alert",       "legal",
      "sponsored",  "thumbnail"};
  return kWords;
}
const std::unordered_set<std::string_view>& result_words() {
  static const std::unordered_set<std::string_view> kWords = {
      "result",   "search", "item",    "list",      "listing", "product",  "record",  "entry",
      "entrie",   "post",   "article", "card",      "grid",    "hit",      "content", "feed",
      "story",    "storie", "catalog", "catalogue", "job",     "offer",    "thread",  "serp",
      "row",      "tile",   "main",    "video",     "book",    "document", "news",    "event",
      "question", "topic",  "view",    "organic",   "stream",  "media",    "archive", "directory"};
  return kWords;
}
const std::unordered_set<std::string_view>& content_words() {
  static const std::unordered_set<std::string_view> kWords = {
      "content", "main", "result", "primary", "center", "centre", "middle", "body"};
  return kWords;
}

// Calls visit(word) for the lower-case words of "searchResults item-2": split at case changes and
// punctuation.
template <typename Visit>
void for_each_name_word(std::string_view text, Visit visit) {
  std::string word;
  const auto flush = [&] {
    if (word.size() > 3 && word.back() == 's') word.pop_back();
    if (!word.empty()) visit(std::string_view(word));
    word.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!is_ascii_alpha(c)) {
      flush();
      continue;
    }
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && i > 0 && !(text[i - 1] >= 'A' && text[i - 1] <= 'Z')) flush();
    word += ascii_lower(c);
  }
  flush();
}

bool is_document_link(std::string_view href) {
  href = href.substr(0, std::min(href.find_first_of("?#"), href.size()));
  if (href.size() < 5) return false;
  const std::string tail = ascii_lower(href.substr(href.size() - 5));
  for (const std::string_view ending :
       {".pdf", ".doc", ".docx", ".xls", ".xlsx", ".zip", ".ppt", ".pptx", ".csv", ".rtf"}) {
    if (tail.ends_with(ending)) return true;
  }
  return false;
}

bool is_inline(dom::Atom name) {
  return name == atoms::kSpan || name == atoms::kB || name == atoms::kI || name == atoms::kEm ||
         name == atoms::kStrong || name == atoms::kImg || name == atoms::kSmall;
}

// Different values; sorts them.
double distinct(std::vector<uint64_t>& values) {
  std::sort(values.begin(), values.end());
  return static_cast<double>(std::unique(values.begin(), values.end()) - values.begin());
}

template <typename T>
T median_of(std::vector<T>& values) {
  if (values.empty()) return T{};
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::span<const RecordSpan> read_records(const Candidate& candidate) {
  return std::span(candidate.records)
      .first(std::min<size_t>(candidate.records.size(), kRecordsRead));
}

}  // namespace

FeatureExtractor::FeatureExtractor(const PageIndex& page)
    : page_(page), words_(page.document().size(), 0) {
  const dom::Document& doc = page.document();
  for (uint32_t i = 1; i < doc.size(); ++i) {
    const NodeId n{i};
    if (page.is_content(n))
      path_and_class_.push_back(hash_combine(page.path(n), page.class_hash(n)));
  }
  std::sort(path_and_class_.begin(), path_and_class_.end());
}

FeatureExtractor::Words FeatureExtractor::words_of(NodeId n) {
  uint8_t& memo = words_[index(n)];
  if (memo == 0) {
    memo = 1;
    const dom::Document& doc = page_.document();
    for (const dom::Atom name : {atoms::kClass, atoms::kId, atoms::kRole}) {
      const auto value = doc.attribute(n, name);
      if (!value) continue;
      for_each_name_word(value->substr(0, 200), [&](std::string_view word) {
        if (navigation_words().contains(word)) memo |= 2;
        if (result_words().contains(word)) memo |= 4;
        if (content_words().contains(word)) memo |= 8;
      });
    }
  }
  return {(memo & 2) != 0, (memo & 4) != 0, (memo & 8) != 0};
}

FeatureVector FeatureExtractor::extract(const Candidate& candidate) {
  FeatureVector f{};
  add_counts(candidate, f);
  add_links(candidate, f);
  add_surroundings(candidate, f);
  add_units(candidate, f);
  return f;
}

void FeatureExtractor::add_counts(const Candidate& candidate, FeatureVector& f) {
  const auto records = read_records(candidate);
  const auto count = static_cast<double>(candidate.records.size());
  const auto read = static_cast<double>(records.size());
  uint64_t tokens = 0;
  uint32_t hidden = 0, images = 0, headings = 0, numbers = 0, containers = 0, image_only = 0;
  std::vector<uint32_t> lengths;
  std::vector<uint64_t> starts, texts;
  for (const RecordSpan r : records) {
    const uint32_t length = page_.tokens(r);
    tokens += length;
    lengths.push_back(length);
    hidden += page_.hidden_tokens(r) * 2 > length || page_.is_hidden(r.begin) ? 1 : 0;
    images += page_.images(r) > 0 ? 1 : 0;
    image_only += length == 0 ? 1 : 0;
    headings += page_.headings(r) > 0 ? 1 : 0;
    numbers += page_.digits(r) > 0 ? 1 : 0;
    const auto words = page_.token_hashes(r);
    uint64_t start = 0, text = 0;
    for (size_t k = 0; k < std::min<size_t>(words.size(), 24); ++k) {
      text = hash_combine(text, words[k]);
      if (k < 4) start = text;
    }
    starts.push_back(start);
    texts.push_back(text);
  }
  for (size_t r = 0; r < std::min<size_t>(records.size(), 12); ++r) {
    containers += contains_like_children(records[r]) ? 1 : 0;
  }
  const double scaled_tokens = static_cast<double>(tokens) * count / read;
  const double page_tokens = std::max<double>(1, page_.page_tokens());
  const RecordSpan all{candidate.records.front().begin, candidate.records.back().end};
  const uint32_t median = median_of(lengths);
  f[kLogRecords] = std::log(count);
  f[kFewRecords] = count < 4 ? 1 : 0;
  f[kTwoRecords] = count == 2 ? 1 : 0;
  f[kLogTextPaths] = std::log1p(candidate.core_text_paths);
  f[kLogPaths] = std::log1p(candidate.core_paths);
  f[kCohesion] = candidate.cohesion;
  f[kLogShare] = std::log(scaled_tokens / page_tokens + 0.001);
  f[kCompactness] = scaled_tokens / std::max<double>(1, page_.tokens(all));
  f[kShort] = median < 4 ? 1 : 0;
  f[kLogMedian] = std::log1p(median);
  f[kHidden] = hidden / read;
  f[kWithImage] = images / read;
  f[kImageOnly] = image_only / read;
  f[kWithHeading] = headings / read;
  f[kWithNumber] = numbers / read;
  f[kDistinctStarts] = distinct(starts) / read;
  f[kDistinctTexts] = distinct(texts) / read;
  f[kContainer] = containers / std::min<double>(read, 12);
  const double begin = page_.first_token(all.begin) / page_tokens;
  const double end = begin + page_.tokens(all) / page_tokens;
  f[kStart] = begin;
  f[kOffCentre] = std::abs((begin + end) / 2 - 0.5);
}

void FeatureExtractor::add_links(const Candidate& candidate, FeatureVector& f) {
  const dom::Document& doc = page_.document();
  const auto records = read_records(candidate);
  std::vector<uint64_t> first_links;
  uint64_t links = 0, link_tokens = 0, tokens = 0;
  uint32_t with_link = 0, documents = 0;
  std::vector<uint32_t> first_words, link_words;
  for (const RecordSpan r : records) {
    links += page_.links(r);
    link_tokens += page_.link_tokens(r);
    link_words.push_back(page_.link_tokens(r));
    tokens += page_.tokens(r);
    const auto inside = page_.link_nodes(r);
    const NodeId first = inside.empty() ? page_.enclosing_link(r.begin) : inside.front();
    if (first == dom::kNoNode) continue;
    ++with_link;
    first_links.push_back(hash_bytes(*doc.attribute(first, atoms::kHref)));
    uint32_t longest = 0;
    bool document = false;
    for (const NodeId link : inside.first(std::min<size_t>(inside.size(), 8))) {
      longest = std::max(longest, page_.tokens(page_.span(link)));
      document |= is_document_link(*doc.attribute(link, atoms::kHref));
    }
    if (inside.empty()) document = is_document_link(*doc.attribute(first, atoms::kHref));
    documents += document ? 1 : 0;
    first_words.push_back(longest);
  }
  const auto read = static_cast<double>(records.size());
  f[kDistinctLinks] = distinct(first_links) / read;
  f[kWithLink] = with_link / read;
  f[kDocumentLinks] = documents / read;
  f[kLogLinks] = std::log1p(static_cast<double>(links) / read);
  f[kLinkWords] =
      static_cast<double>(link_tokens) / std::max<double>(1, static_cast<double>(tokens));
  f[kLogFirstLink] = std::log1p(median_of(first_words));
  f[kLogLinkMedian] = std::log1p(median_of(link_words));
}

void FeatureExtractor::add_surroundings(const Candidate& candidate, FeatureVector& f) {
  const dom::Document& doc = page_.document();
  const NodeId first = candidate.records.front().begin;
  const dom::Atom name = doc.name(first);
  f[kIsRow] = name == atoms::kTr ? 1 : 0;
  f[kIsItem] = name == atoms::kLi ? 1 : 0;
  f[kIsLink] = name == atoms::kA ? 1 : 0;
  f[kIsInline] = is_inline(name) ? 1 : 0;
  f[kFromRuns] = candidate.grouping == Grouping::kRuns ? 1 : 0;
  f[kFromSeparators] = candidate.grouping == Grouping::kSeparators ? 1 : 0;
  f[kFromMixed] = candidate.grouping == Grouping::kMixed ? 1 : 0;
  // What a chain of wrappers around the same words is called, it all is.
  NodeId inner = first;
  for (int down = 0; down < 6 && inner != dom::kNoNode; ++down) {
    const Words own = words_of(inner);
    if (own.result) f[kOwnResult] = 1;
    if (own.navigation) f[kOwnNavigation] = 1;
    if (doc.name(inner) == atoms::kTr) f[kIsRow] = 1;
    if (doc.name(inner) == atoms::kLi) f[kIsItem] = 1;
    NodeId next = dom::kNoNode;
    for (const NodeId c : doc.children(inner)) {
      if (doc.is_element(c) && page_.tokens(page_.span(c)) == page_.tokens(page_.span(first)))
        next = c;
    }
    inner = next;
  }
  const RecordSpan& last = candidate.records.back();
  NodeId above = doc.lowest_common_ancestor(first, last.begin);
  if (above == first) above = doc.parent(first);
  uint32_t level = 0;
  double navigation = 0, result = 0;
  for (NodeId n = above; n != dom::kNoNode && n != dom::kRoot; n = doc.parent(n), ++level) {
    const dom::Atom tag = doc.name(n);
    if (tag == atoms::kNav || tag == atoms::kHeader || tag == atoms::kFooter ||
        tag == atoms::kAside)
      f[kInAside] = 1;
    if (tag == atoms::kMain || tag == atoms::kArticle) f[kInMain] = 1;
    if (tag == atoms::kBody || tag == atoms::kHtml || level >= kAncestorsRead) continue;
    const Words words = words_of(n);
    navigation += words.navigation ? 1 : 0;
    result += words.result ? 1 : 0;
    if (words.content) f[kInMain] = 1;
  }
  f[kNavigationAbove] = std::min(1.0, navigation / 4);
  f[kResultAbove] = std::min(1.0, result / 4);
}

// The children of the records' common ancestor are units. A record that is only part of its unit
// may be a card without its title; several records in a unit are the cells of a row.
void FeatureExtractor::add_units(const Candidate& candidate, FeatureVector& f) {
  const dom::Document& doc = page_.document();
  const auto records = read_records(candidate);
  const NodeId first = records.front().begin;
  NodeId common = doc.lowest_common_ancestor(first, records.back().begin);
  if (common == first) common = doc.parent(first);
  std::vector<uint64_t> parents;
  uint32_t units = 0;
  NodeId last_unit = dom::kNoNode;
  double tokens = 0, unit_tokens = 0;
  bool several_depths = false;
  for (const RecordSpan r : records) {
    parents.push_back(index(doc.parent(r.begin)));
    several_depths |= doc.depth(r.begin) != doc.depth(first);
    tokens += page_.tokens(r);
    NodeId unit = r.begin;
    for (int up = 0; up < 64 && doc.parent(unit) != common && doc.parent(unit) != dom::kNoNode;
         ++up) {
      unit = doc.parent(unit);
    }
    if (unit == last_unit) continue;  // Records of a unit follow each other.
    last_unit = unit;
    ++units;
    unit_tokens += unit == r.begin ? page_.tokens(r) : page_.tokens(page_.span(unit));
  }
  const auto read = static_cast<double>(records.size());
  f[kOneParent] = distinct(parents) == 1 ? 1 : 0;
  f[kSeveralDepths] = several_depths ? 1 : 0;
  f[kPartOfUnit] = units == records.size() ? 1 - tokens / std::max(1.0, unit_tokens) : 0;
  f[kLogPerUnit] = std::log(read / static_cast<double>(units));
  const auto [from, to] =
      std::equal_range(path_and_class_.begin(), path_and_class_.end(),
                       hash_combine(page_.path(first), page_.class_hash(first)));
  const double alike = from == to ? read : static_cast<double>(to - from);
  f[kCompleteness] =
      std::min(1.0, static_cast<double>(candidate.records.size()) / std::max(1.0, alike));
  const double around = page_.tokens(page_.span(common));
  f[kShareOfSiblings] = around > 0 ? tokens / around : 0;
}

// True for a row of cells or a section of items: below its wrappers, children of one kind make up
// most of it.
bool FeatureExtractor::contains_like_children(RecordSpan record) const {
  const dom::Document& doc = page_.document();
  NodeId n = record.begin;
  for (NodeId c = record.begin; c != dom::kNoNode && index(c) < index(record.end);
       c = doc.next_sibling(c)) {
    if (page_.tokens(page_.span(c)) > page_.tokens(page_.span(n))) n = c;
  }
  const double most = 0.6 * page_.tokens(record);
  for (int down = 0; down < 8; ++down) {
    struct Kind {
      uint64_t signature;
      uint32_t children, words;
    };
    std::array<Kind, 8>
        kinds;  // Of rich children; further kinds cannot make up most of the record.
    size_t known = 0;
    NodeId largest = dom::kNoNode;
    for (const NodeId c : doc.children(n)) {
      if (!doc.is_element(c) || !page_.is_content(c)) continue;
      const RecordSpan span = page_.span(c);
      if (largest == dom::kNoNode || page_.tokens(span) > page_.tokens(page_.span(largest)))
        largest = c;
      if (page_.tokens(span) < 3 || page_.links(span) == 0) continue;
      const uint64_t signature =
          hash_combine(static_cast<uint64_t>(doc.name(c)), page_.class_hash(c));
      size_t k = 0;
      while (k < known && kinds[k].signature != signature) ++k;
      if (k == kinds.size()) continue;
      if (k == known) kinds[known++] = {signature, 0, 0};
      ++kinds[k].children;
      kinds[k].words += page_.tokens(span);
    }
    for (size_t k = 0; k < known; ++k) {
      if (kinds[k].children >= 2 && kinds[k].words >= most) return true;
    }
    if (largest == dom::kNoNode || page_.tokens(page_.span(largest)) < most) return false;
    n = largest;
  }
  return false;
}

}  // namespace weft::mine
