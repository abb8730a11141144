// What the ranker knows of a candidate. Every feature is a number about its records that a person
// could read off the page:
//
//   <nav class=menu> <a>Home</a> <a>Shop</a> <a>Help</a> </nav>
//   <div id=results> <div><a>Brass lamp</a> $20, in stock</div> <div>…</div> <div>…</div> </div>
//
//                              menu    results
//   log median words           0.7     1.8       log(1 + words of the middle record)
//   link words share           1.0     0.4       words inside links
//   records with a number      0       1
//   navigation words above     0.25    0         "menu" in names of elements around, of four at most
//   result words above         0       0.25      "results"
//
// Counts are logarithms, because the step from 2 to 4 records says as much as that from 20 to 40;
// all else is a share, 0 to 1. Features that need a walk through the records or their surroundings
// are left to second_look(), which the miner takes only at candidates that may still win. How the
// features weigh is fitted, not said: tools/train/fit_ranker.cc.
//
// Tested by candidates_test.cc and mine_test.cc; measured by `weft eval records`.

#include "mine/features.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

enum Feature : size_t {
#define WEFT_FEATURE(symbol, name, second_look) symbol,
#include "mine/features.inc"
#undef WEFT_FEATURE
};
constexpr std::array<double, kFeatureCount> kSecondLookRange = {
#define WEFT_FEATURE(symbol, name, second_look) second_look,
#include "mine/features.inc"
#undef WEFT_FEATURE
};

// What bounds the work on one candidate. Chosen so that more does not change the figures.
constexpr uint32_t kAncestorsRead = 6;  // Whose names are read.
constexpr size_t kNameRead = 200;       // Bytes of a class attribute.
constexpr uint32_t kRecordsRead = 400;  // Of very long lists, the first ones speak for all.

// A page is about a table with a header that has so many rows and such a share of its words; a table of
// a few rows must be nearly all that the page says.
constexpr size_t kManyRows = 8;
constexpr double kDominantShare = 0.15;
constexpr size_t kFewRows = 3;
constexpr double kNearlyAll = 0.5;

// --- Words in class names, ids and roles that say what part of a page an element is ---

enum NameMeaning : uint8_t { kNavigationName = 1, kResultName = 2, kContentName = 4 };

// clang-format off
constexpr std::string_view kNavigationWords =  // menus, filters, footers, adverts…
    "nav navigation navbar menu footer header sidebar breadcrumb pagination pager paging page "
    "filter facet refine refinement sort sorting social share sharing related recommend "
    "recommended recommendation promo promotion ad advert banner widget tag cloud cookie login "
    "toolbar tab dropdown carousel slider comment trending popular language country option "
    "categorie category aside rail right left suggestion suggest autocomplete modal popup topbar "
    "bottom sub subnav mega megamenu link skip history cart account alert legal sponsored "
    "thumbnail";
constexpr std::string_view kResultWords =  // items, products, search results…
    "result search item list listing product record entry entrie post article card grid hit "
    "content feed story storie catalog catalogue job offer thread serp row tile main video book "
    "document news event question topic view organic stream media archive directory";
constexpr std::string_view kContentWords =  // the main part of a page
    "content main result primary center centre middle body";
// clang-format on

// The lists as one table. Words are numbers here: their letters, the first one highest. All are
// shorter than 16 letters.
class NameWords {
 public:
  struct Word {
    uint64_t high = 0, low = 0;
    constexpr void push(char c) {
      high = high << 8 | low >> 56;
      low = low << 8 | static_cast<uint8_t>(c);
    }
    constexpr void pop() {
      low = low >> 8 | high << 56;
      high >>= 8;
    }
    [[nodiscard]] char last() const { return static_cast<char>(low); }
    constexpr bool operator==(const Word&) const = default;
  };

  constexpr NameWords() {
    add(kNavigationWords, kNavigationName);
    add(kResultWords, kResultName);
    add(kContentWords, kContentName);
  }
  [[nodiscard]] uint8_t meaning(Word word) const { return slots_[slot(word)].meaning; }

 private:
  struct Slot {
    Word word;
    uint8_t meaning = 0;
  };
  [[nodiscard]] constexpr size_t slot(Word word) const {
    size_t at = mix64(word.low + word.high * 31) % slots_.size();
    while (slots_[at].meaning != 0 && slots_[at].word != word) at = (at + 1) % slots_.size();
    return at;
  }
  constexpr void add(std::string_view words, uint8_t meaning) {
    Word word;
    for (size_t i = 0; i <= words.size(); ++i) {
      if (i < words.size() && words[i] != ' ') {
        word.push(words[i]);
        continue;
      }
      Slot& found = slots_[slot(word)];
      found.word = std::exchange(word, {});
      found.meaning |= meaning;
    }
  }
  std::array<Slot, 512> slots_{};
};

// What the words of "searchResults item-2" mean together, as bits of NameMeaning. Words end at
// changes of case and at punctuation; a plural s does not count.
uint8_t name_meaning(std::string_view name) {
  static constexpr NameWords kWords;
  uint8_t meaning = 0;
  NameWords::Word word;
  size_t length = 0;
  const auto flush = [&] {
    if (length > 3 && word.last() == 's') word.pop();
    if (length > 0 && length <= 16) meaning |= kWords.meaning(word);
    word = {};
    length = 0;
  };
  bool was_upper = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_ascii_alpha(c)) {
      if (length > 0) flush();
      was_upper = false;
      continue;
    }
    const bool upper = c <= 'Z';
    if (upper && !was_upper && length > 0) flush();
    was_upper = upper;
    word.push(ascii_lower(c));
    ++length;
  }
  if (length > 0) flush();
  return meaning;
}

// --- Small measures ---

bool is_document_link(std::string_view href) {
  size_t end = href.find('?');
  end = std::min({end, href.find('#'), href.size()});
  const std::string_view name = href.substr(0, end);
  if (name.size() < 5) return false;
  // The endings have three or four letters.
  if (name[name.size() - 4] != '.' && name[name.size() - 5] != '.') return false;
  const std::string tail = ascii_lower(name.substr(name.size() - 5));
  for (const std::string_view ending :
       {".pdf", ".doc", ".docx", ".xls", ".xlsx", ".zip", ".ppt", ".pptx", ".csv", ".rtf"}) {
    if (tail.ends_with(ending)) return true;
  }
  return false;
}

bool is_inline_record(dom::Atom name) {
  return name == atoms::kSpan || name == atoms::kB || name == atoms::kI || name == atoms::kEm ||
         name == atoms::kStrong || name == atoms::kImg || name == atoms::kSmall;
}

// The logarithm of a count plus one; most counts are small.
double log1p_of(uint32_t count) {
  static const std::array<double, 256> kTable = [] {
    std::array<double, 256> table{};
    for (size_t i = 0; i < table.size(); ++i) table[i] = std::log1p(static_cast<double>(i));
    return table;
  }();
  return count < kTable.size() ? kTable[count] : std::log1p(count);
}

// The upper median; changes the order of the values.
uint32_t median_of(std::vector<uint32_t>& values) {
  if (values.empty()) return 0;
  const size_t middle = values.size() / 2;
  constexpr size_t kFew = 12;
  if (values.size() > kFew) {
    std::nth_element(values.begin(), values.begin() + static_cast<ptrdiff_t>(middle), values.end());
    return values[middle];
  }
  for (size_t i = 1; i < values.size(); ++i) {
    for (size_t k = i; k > 0 && values[k - 1] > values[k]; --k) std::swap(values[k - 1], values[k]);
  }
  return values[middle];
}

std::span<const RecordSpan> read_records(const ListCandidate& candidate) {
  return std::span(candidate.records)
      .first(std::min<size_t>(candidate.records.size(), kRecordsRead));
}

}  // namespace

double second_look_range(size_t feature) { return kSecondLookRange[feature]; }

FeatureExtractor::FeatureExtractor(const PageIndex& page)
    : page_(page),
      memo_(page.document().size(), 0),
      style_memo_(page.style_count(), 0),
      alike_(page.place_count() / 2) {
  const dom::Document& doc = page.document();
  for (const PageIndex::Place place : page.places({dom::kRoot, NodeId{doc.size()}})) {
    const uint32_t number = alike_.number(alike_key(place.node));
    if (number == alike_count_.size()) alike_count_.push_back(0);
    ++alike_count_[number];
  }
  links_.reserve(page.link_nodes().size());
  for (const NodeId link : page.link_nodes()) {
    const std::string_view target = doc.attribute(link, atoms::kHref).value_or("");
    const auto number = static_cast<uint32_t>(links_.size());
    links_.push_back({hash_bytes(target), number, number, page.tokens(page.span(link)),
                      is_document_link(target)});
  }
  KeyNumbers targets(links_.size());
  std::vector<uint32_t> first, number_of;  // By number of the target; by link.
  for (Link& link : links_) {
    const uint32_t number = targets.number(link.target);
    if (number == first.size()) first.push_back(link.first);
    link.first = first[number];
    number_of.push_back(number);
  }
  std::vector<uint32_t> last(first.size());
  for (size_t i = 0; i < links_.size(); ++i) last[number_of[i]] = links_[i].last;
  for (size_t i = 0; i < links_.size(); ++i) links_[i].last = last[number_of[i]];
}

uint64_t FeatureExtractor::alike_key(NodeId n) const {
  return uint64_t{page_.path_number(n)} << 32 | page_.signature(n);
}

uint8_t FeatureExtractor::name_of(NodeId n) {
  uint8_t& memo = memo_[index(n)];
  if ((memo & kNameKnown) == 0) {
    memo |= kNameKnown;
    const dom::Document& doc = page_.document();
    if (const auto classes = doc.attribute(n, atoms::kClass)) memo |= class_meaning(n, *classes);
    for (const dom::Atom name : {atoms::kId, atoms::kRole}) {
      if (const auto value = doc.attribute(n, name))
        memo |= name_meaning(value->substr(0, kNameRead));
    }
  }
  return memo;
}

// Many elements have the same class attribute: it is read once.
uint8_t FeatureExtractor::class_meaning(NodeId n, std::string_view classes) {
  uint8_t& memo = style_memo_[page_.style(n)];
  if ((memo & kNameKnown) == 0) memo = kNameKnown | name_meaning(classes.substr(0, kNameRead));
  return memo;
}

FeatureVector FeatureExtractor::extract(const ListCandidate& candidate) {
  FeatureVector f = first_look(candidate);
  second_look(candidate, f);
  return f;
}

FeatureVector FeatureExtractor::first_look(const ListCandidate& candidate) {
  FeatureVector f{};
  add_counts(candidate, f);
  add_links(candidate, f);
  const dom::Atom tag = page_.document().name(candidate.records.front().begin);
  f[kIsLink] = tag == atoms::kA ? 1 : 0;
  f[kIsInline] = is_inline_record(tag) ? 1 : 0;
  f[kFromRuns] = candidate.grouping == Grouping::kRuns ? 1 : 0;
  f[kFromSeparators] = candidate.grouping == Grouping::kSeparators ? 1 : 0;
  f[kFromMixed] = candidate.grouping == Grouping::kMixed ? 1 : 0;
  f[kDataTable] = candidate.data_table ? 1 : 0;
  const auto is_table_of = [&](size_t rows, double share) {
    return candidate.data_table && candidate.records.size() >= rows &&
           f[kLogShare] >= std::log(share);
  };
  f[kDominantTable] =
      is_table_of(kManyRows, kDominantShare) || is_table_of(kFewRows, kNearlyAll) ? 1 : 0;
  return f;
}

void FeatureExtractor::second_look(const ListCandidate& candidate, FeatureVector& f) {
  add_texts(candidate, f);
  add_surroundings(candidate, f);
  add_units(candidate, f);
}

// Different hashes of the first `most` words of the records.
double FeatureExtractor::distinct_texts(std::span<const RecordSpan> records, uint32_t most) {
  distinct_.clear();
  for (const RecordSpan r : records) distinct_.number(page_.text_hash(r, most));
  return distinct_.size();
}

void FeatureExtractor::add_texts(const ListCandidate& candidate, FeatureVector& f) {
  const auto records = read_records(candidate);
  const auto read = static_cast<double>(records.size());
  f[kDistinctStarts] = distinct_texts(records, 4) / read;
  f[kDistinctTexts] = distinct_texts(records, PageIndex::kMostHashedTokens) / read;
  uint32_t containers = 0;
  for (size_t r = 0; r < std::min<size_t>(records.size(), 12); ++r) {
    containers += is_container(records[r]) ? 1 : 0;
  }
  f[kContainer] = containers / std::min<double>(read, 12);
}

void FeatureExtractor::add_counts(const ListCandidate& candidate, FeatureVector& f) {
  const auto records = read_records(candidate);
  const auto count = static_cast<double>(candidate.records.size());
  const auto read = static_cast<double>(records.size());
  uint64_t tokens = 0;
  uint32_t hidden = 0, images = 0, headings = 0, numbers = 0, image_only = 0, lists = 0;
  lengths_.clear();
  for (const RecordSpan r : records) {
    const PageIndex::Counts counts = page_.counts(r);
    tokens += counts.tokens;
    lengths_.push_back(counts.tokens);
    hidden += counts.hidden_tokens * 2 > counts.tokens || page_.is_hidden(r.begin) ? 1 : 0;
    images += counts.images > 0 ? 1 : 0;
    image_only += counts.tokens == 0 ? 1 : 0;
    headings += counts.headings > 0 ? 1 : 0;
    lists += counts.lists > 0 ? 1 : 0;
    numbers += counts.digits > 0 ? 1 : 0;
  }
  const double scaled_tokens = static_cast<double>(tokens) * count / read;
  const double page_tokens = std::max<double>(1, page_.page_tokens());
  const RecordSpan all{candidate.records.front().begin, candidate.records.back().end};
  const uint32_t median = median_of(lengths_);
  f[kLogRecords] = log1p_of(static_cast<uint32_t>(candidate.records.size() - 1));
  f[kFewRecords] = count < 4 ? 1 : 0;
  f[kTwoRecords] = count == 2 ? 1 : 0;
  f[kLogTextPaths] = log1p_of(candidate.core_text_paths);
  f[kLogPaths] = log1p_of(candidate.core_paths);
  f[kCohesion] = candidate.cohesion;
  f[kLogShare] = std::log(scaled_tokens / page_tokens + 0.001);
  f[kCompactness] = scaled_tokens / std::max<double>(1, page_.tokens(all));
  f[kShort] = median < 4 ? 1 : 0;
  f[kLogMedian] = log1p_of(median);
  f[kHidden] = hidden / read;
  f[kWithImage] = images / read;
  f[kImageOnly] = image_only / read;
  f[kWithHeading] = headings / read;
  f[kWithNumber] = numbers / read;
  f[kInnerLists] = lists / read;
  const double begin = page_.first_token(all.begin) / page_tokens;
  const double end = begin + page_.tokens(all) / page_tokens;
  f[kStart] = begin;
  f[kOffCentre] = std::abs((begin + end) / 2 - 0.5);
}

// The links inside a record; of a record without any, the link around it.
std::span<const FeatureExtractor::Link> FeatureExtractor::links_of(RecordSpan record) const {
  const uint32_t count = page_.links(record);
  if (count > 0) return std::span(links_).subspan(page_.links_before(record.begin), count);
  const NodeId around = page_.enclosing_link(record.begin);
  if (around == dom::kNoNode) return {};
  return std::span(links_).subspan(page_.links_before(around), 1);
}

void FeatureExtractor::add_links(const ListCandidate& candidate, FeatureVector& f) {
  const auto records = read_records(candidate);
  distinct_.clear();
  first_words_.clear();
  lengths_.clear();
  uint64_t links = 0, link_tokens = 0, tokens = 0;
  uint32_t with_link = 0, documents = 0, repeated = 0;
  for (const RecordSpan r : records) {
    const PageIndex::Counts counts = page_.counts(r);
    links += counts.links;
    link_tokens += counts.link_tokens;
    lengths_.push_back(counts.link_tokens);
    tokens += counts.tokens;
    const auto inside = links_of(r);
    if (inside.empty()) continue;
    ++with_link;
    distinct_.number(inside.front().target);
    const auto begin = static_cast<uint32_t>(inside.data() - links_.data());
    const bool before = inside.front().first < begin;
    repeated += before || inside.front().last >= begin + inside.size() ? 1 : 0;
    uint32_t longest = 0;
    bool document = false;
    for (const Link& link : inside.first(std::min<size_t>(inside.size(), 8))) {
      longest = std::max(longest, link.tokens);
      document |= link.document;
    }
    documents += document ? 1 : 0;
    first_words_.push_back(counts.links > 0 ? longest : 0);
  }
  const auto read = static_cast<double>(records.size());
  f[kDistinctLinks] = distinct_.size() / read;
  f[kWithLink] = with_link / read;
  f[kDocumentLinks] = documents / read;
  f[kRepeatedLinks] = repeated / read;
  f[kLogLinks] = std::log1p(static_cast<double>(links) / read);
  f[kLinkWords] =
      static_cast<double>(link_tokens) / std::max<double>(1, static_cast<double>(tokens));
  f[kLogFirstLink] = log1p_of(median_of(first_words_));
  f[kLogLinkMedian] = log1p_of(median_of(lengths_));
}

void FeatureExtractor::add_surroundings(const ListCandidate& candidate, FeatureVector& f) {
  const dom::Document& doc = page_.document();
  const NodeId first = candidate.records.front().begin;
  // What a chain of wrappers around the same words is called, it all is.
  NodeId inner = first;
  for (int down = 0; down < 6 && inner != dom::kNoNode; ++down) {
    const uint8_t own = name_of(inner);
    if ((own & kResultName) != 0) f[kOwnResult] = 1;
    if ((own & kNavigationName) != 0) f[kOwnNavigation] = 1;
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
    const uint8_t name = name_of(n);
    navigation += (name & kNavigationName) != 0 ? 1 : 0;
    result += (name & kResultName) != 0 ? 1 : 0;
    if ((name & kContentName) != 0) f[kInMain] = 1;
  }
  f[kNavigationAbove] = std::min(1.0, navigation / 4);
  f[kResultAbove] = std::min(1.0, result / 4);
}

// The children of the records' common ancestor are units. A record that is only part of its unit
// may be a card without its title; several records in a unit are the cells of a row.
void FeatureExtractor::add_units(const ListCandidate& candidate, FeatureVector& f) {
  const dom::Document& doc = page_.document();
  const auto records = read_records(candidate);
  const NodeId first = records.front().begin;
  NodeId common = doc.lowest_common_ancestor(first, records.back().begin);
  if (common == first) common = doc.parent(first);
  uint32_t units = 0;
  NodeId last_unit = dom::kNoNode;
  double tokens = 0, unit_tokens = 0;
  bool several_depths = false;
  bool one_parent = true;
  for (const RecordSpan r : records) {
    one_parent &= doc.parent(r.begin) == doc.parent(first);
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
  f[kOneParent] = one_parent ? 1 : 0;
  f[kSeveralDepths] = several_depths ? 1 : 0;
  f[kPartOfUnit] = units == records.size() ? 1 - tokens / std::max(1.0, unit_tokens) : 0;
  f[kLogPerUnit] = std::log(read / static_cast<double>(units));
  const double alike =
      page_.is_content(first) ? alike_count_[alike_.number(alike_key(first))] : read;
  f[kCompleteness] =
      std::min(1.0, static_cast<double>(candidate.records.size()) / std::max(1.0, alike));
  const double around = page_.tokens(page_.span(common));
  f[kShareOfSiblings] = around > 0 ? tokens / around : 0;
}

bool FeatureExtractor::is_container(RecordSpan record) {
  if (page_.document().end(record.begin) != record.end) return contains_like_children(record);
  uint8_t& memo = memo_[index(record.begin)];
  if ((memo & kContainerKnown) == 0) {
    memo |= kContainerKnown | (contains_like_children(record) ? kIsContainer : 0);
  }
  return (memo & kIsContainer) != 0;
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
      uint32_t signature, children, words;
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
      const uint32_t signature = page_.signature(c);
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
