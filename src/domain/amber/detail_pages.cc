// AMBER on detail pages. Source: [Amber] chapter 6; how to read its damaged lines: docs/papers/amber.md.
//
//   <header>…</header>                                       boilerplate: a header without characteristic types
//   <div id=main>                                            data area: the least that holds what differs
//     <h1>Northmoor, Oxfordshire: £785,000</h1>              price by TPS, DC and RPR
//     <li>4 Bedroom Detached House                           bedrooms by TPS, DC, CE and RPR
//     <li>heating: £581 per year                             a price that no feature speaks for
//   <div class=nearby> £365,000 … £845,000 … £320,000        a dynamic list
//
// Algorithm 6 (each page alone, top down): a node that meets all conditions of a class is boilerplate, with all in it.
// Algorithm 7 (bottom up): a node is dissimilar if it has no node at its path on another page, if it is a text that differs
//   from the one there, or an element with another number of children, or of dissimilar ones.
// Algorithm 5: the data area is the lowest common ancestor of dissimilar nodes that are neither boilerplate nor in a list that
//   result page analysis finds.
// Algorithm 8: within it, of the paths at which an attribute was recognised the one with most features; ties by the order of
//   trust, DC before RPR and TA before TPS before LP, CE and IR.
//
// A path is that of 6.5, along first children and next siblings: tags with their places among their siblings.
//
// DEVIATION: of dissimilar nodes those count that hold no other one, as their ancestors differ with them up to the root.
// DEVIATION: pictures are compared by their addresses, as texts are by what they say.
// DEVIATION: title, description and picture have no annotations; they are those of section 4.6, of the data area as a record.
//
// Tested by detail_pages_test.cc; measured by `weft-eval details --method amber`.

#include "domain/amber/detail_pages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/node_map.h"
#include "dom/text.h"
#include "domain/amber/marked_page.h"
#include "domain/amber/steps.h"
#include "value/fold.h"

namespace weft::domain::amber {
namespace {

// --- Algorithm 6 ---

enum class Place : uint8_t { kAnywhere, kTop, kBottom };

// Conditions of a class, of which all must hold.
struct BoilerplateClass {
  std::string_view name;
  std::string_view words;  // One of them in class or id, or the tag.
  double most_size;        // Of the page.
  uint32_t most_types;     // Characteristic types recognised in it.
  Place place;             // In the first or last third of the page.
};
// clang-format off
constexpr BoilerplateClass kClasses[] = {
    {"header",     " header masthead topbar ",                                     0.3, 1, Place::kTop},
    {"footer",     " footer foot copyright legal imprint ",                        0.4, 1, Place::kBottom},
    {"sidebar",    " sidebar aside rail widget ",                                  0.5, 1, Place::kAnywhere},
    {"banner",     " banner promo cookie newsletter ",                             0.3, 0, Place::kAnywhere},
    {"menu",       " menu breadcrumb breadcrumbs dropdown ",                       0.3, 0, Place::kAnywhere},
    {"navigation", " nav navigation navbar pager pagination ",                     0.3, 1, Place::kAnywhere},
    {"advert",     " ad ads advert adverts advertisement sponsor sponsored mpu ",  0.3, 1, Place::kAnywhere},
};
// clang-format on

// Words of a class or id: "propertyDetailsMPU", "google_ads_iframe".
void add_words(std::string_view text, std::vector<std::string>& words) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!is_ascii_alpha(c)) {
      end_word();
      continue;
    }
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z') end_word();
    word += ascii_lower(c);
  }
  end_word();
}

bool names_class(const dom::Document& doc, dom::NodeId n, const BoilerplateClass& one) {
  std::vector<std::string> words = {std::string(doc.name_text(n))};
  add_words(doc.attribute(n, dom::atoms::kClass).value_or(""), words);
  add_words(doc.attribute(n, dom::atoms::kId).value_or(""), words);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return one.words.find(" " + word + " ") != std::string_view::npos;
  });
}

// Where a block begins and ends on its page, and how much of it it is: shares of the height and area
// drawn, or of the text.
struct Extent {
  double begin = 0;
  double end = 1;
  double size = 1;
};

Extent extent_of(const MarkedPage& page, dom::NodeId n) {
  const dom::NodeId end = page.doc().end(n);
  if (page.layout() != nullptr) {
    const dom::Box& all = page.layout()->box(dom::kRoot);
    const dom::Box& box = page.layout()->box(n);
    if (!all.empty() && !box.empty())
      return {box.top / all.height, box.bottom() / all.height, box.area() / all.area()};
  }
  const auto all = static_cast<double>(
      std::max<uint64_t>(page.text_length(dom::kRoot, page.doc().end(dom::kRoot)), 1));
  const auto before = static_cast<double>(page.text_length(dom::kRoot, n));
  const auto own = static_cast<double>(page.text_length(n, end));
  return {before / all, (before + own) / all, own / all};
}

uint32_t characteristic_types(const MarkedPage& page, dom::NodeId n) {
  TypeSet types;
  for (const Mark& mark : page.marks_in(n, page.doc().end(n))) {
    if (!mark.label && mark.html_attribute == dom::kNoAtom && mark.type < types.size())
      types.set(mark.type);
  }
  return static_cast<uint32_t>((types & page.characteristic()).count());
}

bool matches(const MarkedPage& page, dom::NodeId n, const BoilerplateClass& one) {
  constexpr double kThird = 1.0 / 3;
  if (!names_class(page.doc(), n, one)) return false;
  const Extent extent = extent_of(page, n);
  if (one.place == Place::kTop && extent.begin > kThird) return false;
  if (one.place == Place::kBottom && extent.end < 1 - kThird) return false;
  return extent.size <= one.most_size && characteristic_types(page, n) <= one.most_types;
}

// The nodes that are boilerplate.
dom::NodeMap<uint8_t> find_boilerplate(const MarkedPage& page) {
  const dom::Document& doc = page.doc();
  dom::NodeMap<uint8_t> found(doc, 0);
  // Document order is top down, too; what was taken is passed over with all in it.
  for (dom::NodeId n = dom::kRoot; n < doc.end(dom::kRoot);) {
    const bool taken =
        doc.is_element(n) && std::any_of(std::begin(kClasses), std::end(kClasses),
                                         [&](const auto& one) { return matches(page, n, one); });
    const dom::NodeId end = taken ? doc.end(n) : static_cast<dom::NodeId>(index(n) + 1);
    for (; n < end; n = static_cast<dom::NodeId>(index(n) + 1)) found[n] = taken ? 1 : 0;
  }
  return found;
}

// --- paths ---

// Of every node, and the node at every path.
struct Paths {
  explicit Paths(const dom::Document& doc) : of(doc, 0) {
    for (const dom::NodeId n : doc.nodes()) {
      uint64_t path = hash_bytes(doc.is_text(n) ? "#text" : doc.name_text(n));
      if (n != dom::kRoot) {
        const uint64_t place = places_[doc.parent(n)]++;
        path = hash_combine(hash_combine(of[doc.parent(n)], place), path);
      }
      of[n] = path;
      at.emplace(path, n);
    }
  }
  [[nodiscard]] dom::NodeId find(uint64_t path) const {
    const auto it = at.find(path);
    return it == at.end() ? dom::kNoNode : it->second;
  }

  dom::NodeMap<uint64_t> of;
  std::unordered_map<uint64_t, dom::NodeId> at;

 private:
  std::map<dom::NodeId, uint64_t> places_;
};

struct PageState {
  const DetailInput* input;
  std::unique_ptr<MarkedPage> page;
  Paths paths;
  dom::NodeMap<uint8_t> different;

  [[nodiscard]] const dom::Document& doc() const { return *input->doc; }
};

// --- Algorithm 7 ---

size_t children_of(const dom::Document& doc, dom::NodeId n) {
  size_t count = 0;
  for (dom::NodeId c = doc.first_child(n); c != dom::kNoNode; c = doc.next_sibling(c)) ++count;
  return count;
}

size_t different_children(const PageState& state, dom::NodeId n) {
  size_t count = 0;
  for (dom::NodeId c = state.doc().first_child(n); c != dom::kNoNode;
       c = state.doc().next_sibling(c))
    count += state.different[c];
  return count;
}

class Dissimilarity {
 public:
  Dissimilarity(std::vector<PageState>& pages, size_t compared)
      : pages_(pages), compared_(std::min(compared, pages.size())) {}

  void mark() {
    if (pages_.size() < 2) {  // Nothing to compare with: everything may be content.
      for (PageState& state : pages_) {
        for (const dom::NodeId n : state.doc().nodes()) state.different[n] = 1;
      }
      return;
    }
    // Bottom up, all pages level by level: an element asks how many children differ there.
    std::vector<std::vector<std::pair<size_t, dom::NodeId>>> levels;
    for (size_t p = 0; p < pages_.size(); ++p) {
      dom::NodeMap<uint32_t> depth(pages_[p].doc(), 0);
      for (const dom::NodeId n : pages_[p].doc().nodes()) {
        if (n != dom::kRoot) depth[n] = depth[pages_[p].doc().parent(n)] + 1;
        if (levels.size() <= depth[n]) levels.resize(depth[n] + 1);
        levels[depth[n]].emplace_back(p, n);
      }
    }
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
      for (const auto& [p, n] : *level) pages_[p].different[n] = is_different(p, n) ? 1 : 0;
    }
  }

 private:
  [[nodiscard]] bool is_different(size_t p, dom::NodeId n) const {
    const PageState& state = pages_[p];
    const dom::Document& doc = state.doc();
    bool alone = true;
    for (size_t q = 0; q < compared_; ++q) {
      if (q == p) continue;
      const dom::NodeId other = pages_[q].paths.find(state.paths.of[n]);
      if (other == dom::kNoNode) continue;
      alone = false;
      if (doc.is_text(n)) {
        if (normalize_space(doc.text(n)) != normalize_space(pages_[q].doc().text(other)))
          return true;
      } else if (doc.attribute(n, dom::atoms::kSrc) !=
                     pages_[q].doc().attribute(other, dom::atoms::kSrc) ||
                 children_of(doc, n) != children_of(pages_[q].doc(), other) ||
                 different_children(state, n) != different_children(pages_[q], other)) {
        return true;
      }
    }
    return alone;
  }

  std::vector<PageState>& pages_;
  size_t compared_;
};

// --- Algorithm 5 ---

// Nodes in lists that result page analysis finds.
dom::NodeMap<uint8_t> find_dynamic_lists(const PageState& state,
                                         const annotate::Recognizer& recognizer,
                                         const Parameters& parameters) {
  dom::NodeMap<uint8_t> found(state.doc(), 0);
  const ResultPage page = read_result_page(state.doc(), recognizer, state.input->annotations,
                                           std::nullopt, parameters, state.input->layout);
  for (const DataArea& area : page.areas) {
    for (const Record& record : area.records) {
      for (dom::NodeId n = record.begin; n < record.end; n = static_cast<dom::NodeId>(index(n) + 1))
        found[n] = 1;
    }
  }
  return found;
}

dom::NodeId find_data_area(const PageState& state, const annotate::Recognizer& recognizer,
                           const DetailParameters& parameters) {
  const dom::Document& doc = state.doc();
  dom::NodeMap<uint8_t> left_out(doc, 0);
  if (parameters.dynamic_lists)
    left_out = find_dynamic_lists(state, recognizer, parameters.lists);  // Line 3.
  const dom::NodeMap<uint8_t> boilerplate =
      parameters.boilerplate ? find_boilerplate(*state.page) : dom::NodeMap<uint8_t>(doc, 0);
  dom::NodeId area = dom::kNoNode;
  for (const dom::NodeId n : doc.nodes()) {
    const bool content = state.page->has_words(n) || doc.name(n) == dom::atoms::kImg;
    if (!content || left_out[n] != 0 || boilerplate[n] != 0) continue;
    if (parameters.dissimilarity && state.different[n] == 0) continue;      // Line 4.
    area = area == dom::kNoNode ? n : doc.lowest_common_ancestor(area, n);  // Line 6.
  }
  return area;
}

// --- Algorithm 8 ---

// A place at which an attribute was recognised.
struct AnnotatedPlace {
  uint64_t path = 0;
  const Mark* mark = nullptr;
};

// Values that say the same: "Bedrooms: 4" and "4 beds" are both 4.
std::string comparable(const std::string& value) {
  std::string digits;
  for (const char c : value) {
    if (is_ascii_digit(c)) digits += c;
  }
  return digits.empty() ? value::fold_text(value) : digits;
}

class AttributeExtraction {
 public:
  AttributeExtraction(const std::vector<PageState>& pages, const annotate::Recognizer& recognizer,
                      const DetailParameters& parameters)
      : pages_(pages), recognizer_(recognizer), parameters_(parameters) {
    for (const PageState& state : pages) titles_.push_back(title_of(state.doc()));
    const std::set<std::string> different(titles_.begin(), titles_.end());
    titles_differ_ = pages.size() > 1 && different.size() == pages.size();
  }

  std::vector<Value> extract(size_t p, dom::NodeId area) const {
    std::vector<Value> values(recognizer_.domain().attributes.size());
    if (area == dom::kNoNode) return values;
    for (uint32_t a = 0; a < values.size(); ++a) {  // Line 4.
      const std::vector<AnnotatedPlace> candidates = candidates_in(p, area, a);
      const AnnotatedPlace* best = nullptr;
      std::pair<int, int> highest;
      for (const AnnotatedPlace& candidate : candidates) {  // Lines 7 to 10.
        const std::pair<int, int> score = score_of(p, a, candidate);
        if (best != nullptr && score <= highest) continue;
        best = &candidate;
        highest = score;
      }
      if (best != nullptr)
        values[a] = {best->mark->node, best->mark->html_attribute, best->mark->value, false};
    }
    return values;
  }

 private:
  static std::string title_of(const dom::Document& doc) {
    for (const dom::NodeId n : doc.nodes()) {
      if (doc.name(n) == dom::atoms::kTitle) return dom::normalized_text(doc, n);
    }
    return "";
  }

  // Line 5.
  [[nodiscard]] std::vector<AnnotatedPlace> candidates_in(size_t p, dom::NodeId area,
                                                          uint32_t a) const {
    const PageState& state = pages_[p];
    std::vector<AnnotatedPlace> candidates;
    std::set<uint64_t> seen;
    for (const Mark& mark : state.page->marks_in(area, state.doc().end(area))) {
      if (mark.type != a || mark.label || mark.html_attribute != dom::kNoAtom) continue;
      if (state.page->hidden(mark.node)) continue;
      const uint64_t path = state.paths.of[mark.node];
      if (seen.insert(path).second) candidates.push_back({path, &mark});
    }
    return candidates;
  }

  // The instance of the attribute at a path of a page; null for none.
  [[nodiscard]] const Mark* instance_at(size_t p, uint64_t path, uint32_t a) const {
    const dom::NodeId n = pages_[p].paths.find(path);
    if (n == dom::kNoNode) return nullptr;
    for (const Mark& mark : pages_[p].page->marks_in(n, static_cast<dom::NodeId>(index(n) + 1))) {
      if (mark.type == a && !mark.label && mark.html_attribute == dom::kNoAtom) return &mark;
    }
    return nullptr;
  }

  // How many features speak for it, then by trust.
  [[nodiscard]] std::pair<int, int> score_of(size_t p, uint32_t a, const AnnotatedPlace& c) const {
    struct Weighed {
      DetailFeature feature;
      int trust;
      bool (AttributeExtraction::*holds)(size_t, uint32_t, const AnnotatedPlace&) const;
    };
    using E = AttributeExtraction;
    static constexpr Weighed kFeatures[] = {{kDynamicContent, 1000, &E::has_dynamic_content},
                                            {kResultRedundancy, 100, &E::is_on_the_list},
                                            {kInTitle, 100, &E::is_in_title},
                                            {kPathSupport, 10, &E::has_path_support},
                                            {kLabelProximity, 1, &E::has_label},
                                            {kContextEquivalence, 1, &E::has_equal_context},
                                            {kInstanceRedundancy, 1, &E::is_repeated}};
    std::pair<int, int> score;
    for (const Weighed& one : kFeatures) {
      if ((parameters_.features & one.feature) == 0 || !(this->*one.holds)(p, a, c)) continue;
      ++score.first;
      score.second += one.trust;
    }
    return score;
  }

  bool has_path_support(size_t /*p*/, uint32_t a, const AnnotatedPlace& c) const {
    size_t support = 0;
    for (size_t q = 0; q < pages_.size(); ++q)
      support += instance_at(q, c.path, a) != nullptr ? 1 : 0;
    return support > 1 && 2 * support >= pages_.size();
  }

  // DC needs what step 7 compares.
  bool has_dynamic_content(size_t p, uint32_t a, const AnnotatedPlace& c) const {
    if (!parameters_.dissimilarity) return false;
    for (size_t q = 0; q < pages_.size(); ++q) {
      const Mark* other = q == p ? nullptr : instance_at(q, c.path, a);
      if (other != nullptr && other->value != c.mark->value) return true;
    }
    return false;
  }

  bool is_repeated(size_t p, uint32_t a, const AnnotatedPlace& c) const {
    const dom::Document& doc = pages_[p].doc();
    const std::string value = comparable(c.mark->value);
    for (const Mark& mark : pages_[p].page->marks_in(dom::kRoot, doc.end(dom::kRoot))) {
      if (mark.type == a && !mark.label && mark.node != c.mark->node &&
          comparable(mark.value) == value)
        return true;
    }
    return false;
  }

  bool is_in_title(size_t p, uint32_t a, const AnnotatedPlace& c) const {
    if (!titles_differ_) return false;
    std::vector<annotate::Found> found;
    recognizer_.find(titles_[p], found);
    return std::any_of(found.begin(), found.end(), [&](const annotate::Found& one) {
      return one.attribute == a && !one.label &&
             comparable(titles_[p].substr(one.span.begin, one.span.end - one.span.begin)) ==
                 comparable(c.mark->value);
    });
  }

  // A label of it in the same text, or a few texts before.
  bool has_label(size_t p, uint32_t a, const AnnotatedPlace& c) const {
    const PageState& state = pages_[p];
    uint32_t texts = 0;
    for (dom::NodeId n = c.mark->node; n > dom::kRoot && texts <= parameters_.label_texts;
         n = static_cast<dom::NodeId>(index(n) - 1)) {
      if (n != c.mark->node && !state.page->has_words(n)) continue;
      ++texts;
      for (const Mark& mark : state.page->marks_in(n, static_cast<dom::NodeId>(index(n) + 1))) {
        if (mark.type == a && mark.label) return true;
      }
    }
    return false;
  }

  // Paths hold places, so position and role are equal where the path is; what is asked is that it is
  // in a list or map on every page.
  bool has_equal_context(size_t p, uint32_t /*a*/, const AnnotatedPlace& c) const {
    constexpr int kLevels = 3;
    const dom::Document& doc = pages_[p].doc();
    bool structured = false;
    dom::NodeId n = c.mark->node;
    for (int level = 0; level < kLevels && n != dom::kRoot; ++level, n = doc.parent(n)) {
      const dom::Atom name = doc.name(n);
      structured = structured || name == dom::atoms::kLi || name == dom::atoms::kTd ||
                   name == dom::atoms::kDd;
    }
    return structured && std::all_of(pages_.begin(), pages_.end(), [&](const PageState& state) {
             return state.paths.find(c.path) != dom::kNoNode;
           });
  }

  bool is_on_the_list(size_t p, uint32_t a, const AnnotatedPlace& c) const {
    const auto it = pages_[p].input->listed.find(a);
    return it != pages_[p].input->listed.end() &&
           comparable(it->second) == comparable(c.mark->value);
  }

  const std::vector<PageState>& pages_;
  const annotate::Recognizer& recognizer_;
  const DetailParameters& parameters_;
  std::vector<std::string> titles_;
  bool titles_differ_ = false;
};

}  // namespace

std::vector<DetailPage> read_detail_pages(const std::vector<DetailInput>& pages,
                                          const annotate::Recognizer& recognizer,
                                          const DetailParameters& parameters) {
  std::vector<PageState> states;
  for (const DetailInput& input : pages) {
    states.push_back(
        {&input,
         std::make_unique<MarkedPage>(*input.doc, recognizer, input.annotations, input.layout),
         Paths(*input.doc), dom::NodeMap<uint8_t>(*input.doc, 0)});
  }
  if (parameters.dissimilarity) Dissimilarity(states, parameters.most_pages).mark();
  const AttributeExtraction extraction(states, recognizer, parameters);
  std::vector<DetailPage> found;
  for (size_t p = 0; p < states.size(); ++p) {
    DetailPage& page = found.emplace_back();
    page.data_area = find_data_area(states[p], recognizer, parameters);
    page.values = extraction.extract(p, page.data_area);
    if (page.data_area == dom::kNoNode) continue;
    const Record area{page.data_area, states[p].doc().end(page.data_area)};
    for (const Mark& mark : find_visual_attributes(*states[p].page, {area})) {
      if (mark.type < page.values.size() && page.values[mark.type].node == dom::kNoNode)
        page.values[mark.type] = {mark.node, mark.html_attribute, mark.value, false};
    }
  }
  return found;
}

}  // namespace weft::domain::amber
