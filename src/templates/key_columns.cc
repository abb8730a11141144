// Columns by keys: what varies from page to page at a place that all pages have.
//
//   page 1: <h1>Pen</h1> <b>Price:</b> <i>$2</i>         title  Pen  Ink
//   page 2: <h1>Ink</h1> <b>Price:</b> <i>$3</i>         price  $2   $3
//
//   1  Every text has keys: the label beside it, the tags around it, its place (wrap/columns). Texts of
//      one key are a candidate; the first of each page stands for it.
//   2  Candidates of too few pages, those that say the same everywhere, items of lists, labels, places
//      that have now one labelled thing and now another, and what only says another text again ("Reviews
//      of Pen"), go.
//   3  The others are ordered by how sure they mean the same thing on all pages: pages covered, one
//      text a page (of a key that counts places: one to count), surroundings that agree. Of equally sure
//      ones headings come first, then what a label with a colon names, then what tags name.
//   4  Best first, those are kept that give the pages something which no kept column gives, until
//      there are enough.
//   5  Columns are typed by their texts, and named by the label beside them, by itemprop, class or
//      heading, or by their type.
//
// Alignment of trees is not needed: on the templates of SWDE the best key alone gives 0.99 of the
// truth; the art is to keep few columns.
//
// Tested by lists_and_keys_test.cc; measured by `weft eval templates`.

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "base/strings.h"
#include "dom/text.h"
#include "templates/key_columns.h"
#include "templates/page_counts.h"
#include "templates/running_text.h"
#include "templates/templates.h"
#include "value/whole_value.h"

namespace weft::templates {
namespace {

using wrap::KeyedText;
using wrap::KeyKind;
using wrap::PageKeys;

struct KeyColumnOptions {
  size_t max_columns = kMaxColumns;
  double min_share = 0.12;         // Of the pages that have a column; at least two.
  double min_own_share = 0.3;      // The same for one whose label or class counts as its own.
  double max_constant = 0.9;       // Share of pages that say the same: more is template.
  double max_constant_link = 0.4;  // The same for a link within the same tags.
  double min_beside =
      0.75;               // Of what stands behind labels, or what may be one, behind one of them.
  double min_new = 0.25;  // Share of a column's values that no better column gives.
  // What a column loses whose texts have other surroundings from page to page: it takes a
  // neighbour's value where its own is missing, so that fewer pages are better.
  double agreement_weight = 0.8;
  // And one of whose key a page has several texts: the first of a list is seldom what is wanted.
  double repeat_weight = 0.3;
  long label_words = 4;  // A label has no more.
};

struct Candidate {
  KeyKind kind = KeyKind::kPath;
  uint64_t key = 0;
  std::vector<std::pair<uint32_t, uint32_t>> firsts;  // Page and text, the first of each page.
  uint32_t texts = 0;                                 // All with the key.
  double score = 0;
  int doubt = 0;  // Of equally good ones, which comes first.
};

class ColumnFinder {
 public:
  ColumnFinder(const KeyedPages& keyed, const NodeFlags& in_lists, const RunningTexts& running,
               const KeyColumnOptions& options)
      : pages_(keyed.pages),
        keys_(keyed.keys),
        in_lists_(in_lists),
        running_(running),
        options_(options) {}

  std::vector<Candidate> find() {
    std::vector<Candidate> candidates = collect();
    count_paths();
    std::erase_if(candidates, [&](const Candidate& candidate) {  // Step 2.
      return candidate.firsts.size() < least_pages(candidate.kind) || is_constant(candidate) ||
             is_of_list(candidate) || is_of_running_text(candidate) || is_signs(candidate);
    });
    find_labels(candidates);
    const PageTexts texts = texts_of_pages();
    std::erase_if(candidates, [&](const Candidate& candidate) {
      return gives_labels(candidate) || mixes_labels(candidate) || only_frames(candidate, texts);
    });
    for (Candidate& candidate : candidates) {
      candidate.score = score(candidate);
      candidate.doubt = doubt(candidate);
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(-a.score, a.doubt, a.kind, a.firsts[0]) <
             std::tuple(-b.score, b.doubt, b.kind, b.firsts[0]);
    });
    return keep(std::move(candidates));
  }

  [[nodiscard]] const KeyedText& text(const std::pair<uint32_t, uint32_t>& at) const {
    return keys_[at.first].texts()[at.second];
  }
  [[nodiscard]] const PageKeys& keys(uint32_t page) const { return keys_[page]; }

  // The type that nearly all of its texts have as a whole.
  [[nodiscard]] value::ValueType type(const Candidate& candidate) const {
    std::vector<std::string_view> texts;
    for (size_t i = 0; i < candidate.firsts.size(); ++i) texts.push_back(value(candidate, i));
    return value::column_type(texts);
  }

  // Short texts that stand before those of a column on most pages. A label is its own, ends in a colon, or
  // is marked as labels are; another column may be found by what just stands there.
  [[nodiscard]] BesideText beside(const Candidate& candidate) const {
    BesideText out;
    for (const KeyKind kind : {KeyKind::kOwnLabel, KeyKind::kRow, KeyKind::kAfter}) {
      std::map<std::string, size_t> counts;
      for (const auto& at : candidate.firsts) ++counts[keys_[at.first].label_of(text(at), kind)];
      const auto most = std::max_element(counts.begin(), counts.end(),
                                         [](auto& a, auto& b) { return a.second < b.second; });
      if (most->first.empty() || 2 * most->second <= candidate.firsts.size() ||
          std::count(most->first.begin(), most->first.end(), ' ') >= options_.label_words)
        continue;
      const bool label = kind == KeyKind::kOwnLabel || most->first.ends_with(':') ||
                         is_marked_label(candidate, kind, most->first);
      std::string& place = label ? out.label : out.neighbour;
      if (place.empty()) place = most->first;
    }
    return out;
  }

 private:
  // As table headings, terms and bold words are.
  [[nodiscard]] bool is_marked_label(const Candidate& candidate, KeyKind kind,
                                     const std::string& label) const {
    static constexpr dom::Atom kMarks[] = {dom::atoms::kTh, dom::atoms::kDt, dom::atoms::kB,
                                           dom::atoms::kStrong, dom::atoms::kLabel};
    for (const auto& [page, at] : candidate.firsts) {
      const KeyedText& text = keys_[page].texts()[at];
      if (keys_[page].label_of(text, kind) != label || at == 0) continue;
      const dom::Document& doc = pages_[page]->document;
      const dom::Atom tag = doc.name(doc.parent(keys_[page].texts()[at - 1].node));
      return keys_[page].texts()[at - 1].text == label &&
             std::find(std::begin(kMarks), std::end(kMarks), tag) != std::end(kMarks);
    }
    return false;
  }

  // Step 1.
  std::vector<Candidate> collect() {
    std::vector<Candidate> out;
    KeyNumbers known(4'096);
    for (uint32_t p = 0; p < keys_.size(); ++p) {
      const auto& texts = keys_[p].texts();
      for (uint32_t t = 0; t < texts.size(); ++t) {
        for (size_t k = 0; k < wrap::kKeyKinds; ++k) {
          if (texts[t].keys[k] == 0) continue;
          const uint32_t at = known.number(texts[t].keys[k]);
          if (at == out.size())
            out.push_back({static_cast<KeyKind>(k), texts[t].keys[k], {}, 0, 0});
          Candidate& candidate = out[at];
          ++candidate.texts;
          if (candidate.firsts.empty() || candidate.firsts.back().first != p)
            candidate.firsts.emplace_back(p, t);
        }
      }
    }
    return out;
  }

  void count_paths() {
    KeyNumbers paths(1'024);
    std::vector<uint32_t> of;  // By text.
    for (const PageKeys& page : keys_) {
      paths.clear();
      counts_.assign(page.texts().size(), 0);
      of.clear();
      for (const KeyedText& text : page.texts()) {
        of.push_back(paths.number(text.keys[static_cast<size_t>(KeyKind::kPath)]));
        ++counts_[of.back()];
      }
      std::vector<uint32_t>& here = same_path_.emplace_back();
      for (const uint32_t path : of) here.push_back(counts_[path]);
    }
  }

  [[nodiscard]] std::string_view value(const Candidate& candidate, size_t i) const {
    const KeyedText& at = text(candidate.firsts[i]);
    return std::string_view(at.text).substr(candidate.kind == KeyKind::kOwnLabel ? at.value_begin
                                                                                 : 0);
  }

  [[nodiscard]] uint64_t value_hash(const Candidate& candidate, size_t i) const {
    return candidate.kind == KeyKind::kOwnLabel ? hash_bytes(value(candidate, i))
                                                : text(candidate.firsts[i]).hash;
  }

  // The share of the commonest of these numbers.
  template <typename Of>
  [[nodiscard]] double agreement(const Candidate& candidate, Of&& of) {
    different_.clear();
    counts_.assign(candidate.firsts.size(), 0);
    uint32_t most = 0;
    for (size_t i = 0; i < candidate.firsts.size(); ++i)
      most = std::max(most, ++counts_[different_.number(of(i))]);
    return static_cast<double>(most) / static_cast<double>(candidate.firsts.size());
  }

  // A text that stands before others by chance is a label only to keys that do not ask for the tag.
  [[nodiscard]] size_t least_pages(KeyKind kind) const {
    const bool loose = kind == KeyKind::kRowText || kind == KeyKind::kAfterText;
    const double share = loose ? options_.min_own_share : options_.min_share;
    return std::max<size_t>(
        2, static_cast<size_t>(std::ceil(share * static_cast<double>(keys_.size()))));
  }

  [[nodiscard]] bool is_constant(const Candidate& candidate) {
    const double same = agreement(candidate, [&](size_t i) { return value_hash(candidate, i); });
    return same > options_.max_constant || (candidate.firsts.size() < 4 && same > 0.5);
  }

  // Columns that a label of their own stands before, by their keys; and what these labels say.
  void find_labels(const std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      if (candidate.kind != KeyKind::kRow || !has_own_place(candidate)) continue;
      const auto& [page, at] = candidate.firsts[0];
      const std::string label = keys_[page].label_of(keys_[page].texts()[at], candidate.kind);
      if (label.find(": ") != std::string::npos) continue;  // A label and its value.
      labelled_.insert(candidate.key);
      labels_.insert(hash_bytes(label));
    }
  }

  // Most of its texts are labels.
  [[nodiscard]] bool gives_labels(const Candidate& candidate) const {
    const auto labels =
        std::count_if(candidate.firsts.begin(), candidate.firsts.end(),
                      [&](const auto& at) { return labels_.contains(text(at).hash); });
    return 2 * static_cast<size_t>(labels) > candidate.firsts.size();
  }

  // It counts places, and has now what one label stands before and now what another does.
  [[nodiscard]] bool mixes_labels(const Candidate& candidate) {
    if (wrap::is_label_key(candidate.kind)) return false;
    different_.clear();
    counts_.assign(candidate.firsts.size(), 0);
    size_t beside = 0;    // Texts with anything before them as a label would be,
    size_t labelled = 0;  // with what is known to be one.
    uint32_t most = 0;
    for (const auto& at : candidate.firsts) {
      const uint64_t key = text(at).keys[static_cast<size_t>(KeyKind::kRow)];
      beside += key == 0 ? 0 : 1;
      if (!labelled_.contains(key)) continue;
      ++labelled;
      most = std::max(most, ++counts_[different_.number(key)]);
    }
    return 2 * labelled > candidate.firsts.size() &&
           (static_cast<double>(most) < options_.max_constant * static_cast<double>(labelled) ||
            static_cast<double>(most) < options_.min_beside * static_cast<double>(beside));
  }

  // By page, what its texts say.
  using PageTexts = std::vector<KeyNumbers>;
  [[nodiscard]] PageTexts texts_of_pages() const {
    PageTexts out;
    for (const PageKeys& page : keys_) {
      KeyNumbers& here = out.emplace_back(page.texts().size());
      for (const KeyedText& keyed : page.texts()) here.insert(keyed.hash);
    }
    return out;
  }

  // The same words on all pages around something that the page says elsewhere by itself: "See all reviews
  // of Pen". A label is no such frame.
  [[nodiscard]] bool only_frames(const Candidate& candidate, const PageTexts& texts) const {
    const std::string_view first = value(candidate, 0);
    const auto [before, behind] = common_ends(candidate);
    // Where the frame may end and begin: as many words as all have in common, or fewer.
    for (size_t begin = 0; begin <= before; begin = next_word(first, begin)) {
      if (begin > 1 && first[begin - 2] == ':') return false;
      for (size_t end = first.size(); end + behind >= first.size();
           end = previous_word(first, end)) {
        if (end <= begin) break;
        const size_t left = first.size() - end;
        if (begin + left == 0 ||
            !is_among(texts[candidate.firsts[0].first], said(first, begin, left)))
          continue;
        size_t again = 0;
        for (size_t i = 0; i < candidate.firsts.size(); ++i) {
          const auto& on_page = texts[candidate.firsts[i].first];
          again += is_among(on_page, said(value(candidate, i), begin, left)) ? 1 : 0;
        }
        return static_cast<double>(again) >
               (1 - options_.min_new) * static_cast<double>(candidate.firsts.size());
      }
    }
    return false;
  }
  static bool is_among(const KeyNumbers& all, uint64_t one) { return all.known(one) < all.size(); }
  // The text without so many bytes at its ends, and without a mark behind it.
  static uint64_t said(std::string_view text, size_t begin, size_t left) {
    if (text.size() <= begin + left) return 0;
    text = text.substr(begin, text.size() - begin - left);
    while (!text.empty() && std::string_view(" ?!.,:").find(text.back()) != std::string_view::npos)
      text.remove_suffix(1);
    return hash_bytes(text);
  }
  static size_t next_word(std::string_view text, size_t at) {
    const size_t space = text.find(' ', at);
    return space == std::string_view::npos ? text.size() + 1 : space + 1;
  }
  static size_t previous_word(std::string_view text, size_t at) {
    const size_t space = at == 0 ? std::string_view::npos : text.rfind(' ', at - 1);
    return space == std::string_view::npos ? 0 : space;
  }
  // Bytes with which all texts of a candidate begin, and end.
  [[nodiscard]] std::pair<size_t, size_t> common_ends(const Candidate& candidate) const {
    const std::string_view first = value(candidate, 0);
    size_t before = first.size();
    size_t behind = first.size();
    for (size_t i = 1; i < candidate.firsts.size() && before + behind > 0; ++i) {
      const std::string_view other = value(candidate, i);
      before = std::min(
          before, static_cast<size_t>(
                      std::mismatch(first.begin(), first.end(), other.begin(), other.end()).first -
                      first.begin()));
      behind = std::min(
          behind,
          static_cast<size_t>(
              std::mismatch(first.rbegin(), first.rend(), other.rbegin(), other.rend()).first -
              first.rbegin()));
    }
    return {before, behind};
  }

  // By its key no page has two texts.
  [[nodiscard]] bool has_own_place(const Candidate& candidate) const {
    return candidate.kind != KeyKind::kIndexed && candidate.texts == candidate.firsts.size() &&
           static_cast<double>(candidate.firsts.size()) >=
               options_.min_own_share * static_cast<double>(keys_.size());
  }

  // Most of its texts are items of lists; not if it has a place of its own there, by its classes or
  // by a label that is in the list with it.
  [[nodiscard]] bool is_of_list(const Candidate& candidate) const {
    size_t inside = 0;
    size_t labelled = 0;
    for (const auto& [page, at] : candidate.firsts) {
      const std::vector<KeyedText>& texts = keys_[page].texts();
      const std::vector<bool>& listed = in_lists_[page];
      inside += listed[dom::index(texts[at].node)] ? 1 : 0;
      labelled += at > 0 && listed[dom::index(texts[at - 1].node)] ? 1 : 0;
    }
    if (2 * inside <= candidate.firsts.size()) return false;
    return !has_own_place(candidate) || 2 * labelled <= candidate.firsts.size();
  }

  // Most of its texts are parts of running texts, and no place of their own tells them; what stands before a
  // part of a sentence is none.
  [[nodiscard]] bool is_of_running_text(const Candidate& candidate) const {
    size_t inside = 0;
    size_t in_sentences = 0;
    for (const auto& at : candidate.firsts) {
      const size_t n = dom::index(text(at).node);
      inside += running_.inside[at.first][n] ? 1 : 0;
      in_sentences += running_.sentences[at.first][n] ? 1 : 0;
    }
    if (2 * inside <= candidate.firsts.size()) return false;
    const bool before = candidate.kind != KeyKind::kOwnLabel && wrap::is_label_key(candidate.kind);
    return !has_own_place(candidate) || 2 * candidate.firsts.size() < keys_.size() ||
           (before && 2 * in_sentences > candidate.firsts.size());
  }

  // Most of its texts only part others.
  [[nodiscard]] bool is_signs(const Candidate& candidate) const {
    const auto signs = std::count_if(candidate.firsts.begin(), candidate.firsts.end(),
                                     [&](const auto& at) { return is_punctuation(text(at).text); });
    return 2 * static_cast<size_t>(signs) > candidate.firsts.size();
  }

  // How many texts a page has of the candidate's key; of one that counts places, how many it counts.
  [[nodiscard]] double texts_a_page(const Candidate& candidate) const {
    if (candidate.kind != KeyKind::kIndexed)
      return static_cast<double>(candidate.texts) / static_cast<double>(candidate.firsts.size());
    double sum = 0;
    for (const auto& at : candidate.firsts) sum += same_path_[at.first][at.second];
    return sum / static_cast<double>(candidate.firsts.size());
  }

  [[nodiscard]] int doubt(const Candidate& candidate) const {
    const auto& [page, at] = candidate.firsts[0];
    const KeyedText& first = keys_[page].texts()[at];
    const dom::Document& doc = pages_[page]->document;
    const dom::Atom tag = doc.name(doc.parent(first.node));
    if (tag == dom::atoms::kH1 || tag == dom::atoms::kH2) return 0;
    switch (candidate.kind) {
      case KeyKind::kOwnLabel:
        return 0;
      case KeyKind::kRow:
      case KeyKind::kRowPath:
      case KeyKind::kAfter:
      case KeyKind::kAfterPath:
        return keys_[page].label_of(first, candidate.kind).ends_with(':') ? 1 : 3;
      case KeyKind::kPath:
      case KeyKind::kTail3:
      case KeyKind::kTail2:
        return 2;
      case KeyKind::kRowText:
        return 4;
      case KeyKind::kAfterText:
        return 5;
      case KeyKind::kLook:
        return 6;
      case KeyKind::kIndexed:
      case KeyKind::kWhole:
      case KeyKind::kWholeTag:
      case KeyKind::kSection:
        break;
    }
    return 7;
  }

  // Step 3.
  [[nodiscard]] double score(const Candidate& candidate) {
    const auto surroundings = [&](KeyKind kind) {
      return agreement(candidate, [&](size_t i) {
        return text(candidate.firsts[i]).keys[static_cast<size_t>(kind)];
      });
    };
    const double path = surroundings(KeyKind::kPath);
    const double label =
        std::max(surroundings(KeyKind::kAfterText), surroundings(KeyKind::kRowText));
    const double agree = std::max(path, label);
    const double cover =
        static_cast<double>(candidate.firsts.size()) / static_cast<double>(keys_.size());
    const double each = std::max(1.0, texts_a_page(candidate));
    return cover * (1 - options_.agreement_weight * (1 - agree * agree)) *
           (0.8 + 0.1 * path + 0.1 * label) / (1 + options_.repeat_weight * std::log(each));
  }

  // Texts that nearly all pages have, within the same tags: they say nothing. What a menu of all teams has on
  // every page says something where the player's team stands. Links that many pages have are of menus, too.
  // By page and text.
  [[nodiscard]] NodeFlags template_texts() const {
    PageCounts counts;
    std::vector<uint32_t> signs;
    std::vector<bool> links;  // By sign.
    for (uint32_t p = 0; p < keys_.size(); ++p) {
      const dom::Document& doc = pages_[p]->document;
      for (const KeyedText& text : keys_[p].texts()) {
        signs.push_back(
            counts.add(p, hash_combine(text.hash, text.keys[static_cast<size_t>(KeyKind::kPath)])));
        if (signs.back() == links.size())
          links.push_back(doc.name(doc.parent(text.node)) == dom::atoms::kA);
      }
    }
    NodeFlags out;
    auto sign = signs.begin();
    for (const PageKeys& page : keys_) {
      std::vector<bool>& flags = out.emplace_back();
      for (size_t t = 0; t < page.texts().size(); ++t, ++sign) {
        const double most = links[*sign] ? options_.max_constant_link : options_.max_constant;
        flags.push_back(counts.pages(*sign) > most * static_cast<double>(keys_.size()));
      }
    }
    return out;
  }

  // Step 4.
  std::vector<Candidate> keep(std::vector<Candidate> candidates) const {
    const NodeFlags of_template = template_texts();
    PageTexts given(keys_.size());
    std::vector<Candidate> kept;
    // Texts that a kept column gives without their label, and of how many pages. With it they are a
    // column of their own, but not several: one that has them on all these pages.
    std::unordered_map<uint64_t, size_t> without_label;
    for (Candidate& candidate : candidates) {
      if (kept.size() == options_.max_columns) break;
      const auto twin = without_label.find(text(candidate.firsts[0]).hash);
      if (twin != without_label.end() && candidate.firsts.size() < twin->second) continue;
      size_t fresh = 0;
      for (size_t i = 0; i < candidate.firsts.size(); ++i) {
        const auto& [page, at] = candidate.firsts[i];
        const bool known = is_among(given[page], value_hash(candidate, i)) || of_template[page][at];
        fresh += known ? 0 : 1;
      }
      const double least = candidate.firsts.size() < 4 ? 0.51 : options_.min_new;
      if (static_cast<double>(fresh) < least * static_cast<double>(candidate.firsts.size()))
        continue;
      for (size_t i = 0; i < candidate.firsts.size(); ++i)
        given[candidate.firsts[i].first].insert(value_hash(candidate, i));
      if (candidate.kind == KeyKind::kOwnLabel) {
        for (const auto& at : candidate.firsts)
          without_label.emplace(text(at).hash, candidate.firsts.size());
      }
      kept.push_back(std::move(candidate));
    }
    return kept;
  }

  const std::vector<const model::Page*>& pages_;
  const std::vector<PageKeys>& keys_;
  const NodeFlags& in_lists_;
  const RunningTexts& running_;
  const KeyColumnOptions options_;
  std::unordered_set<uint64_t> labelled_;         // Keys of columns with a label of their own.
  std::unordered_set<uint64_t> labels_;           // These labels, by hash.
  std::vector<std::vector<uint32_t>> same_path_;  // By page and text, how many it has on this path.
  // Of one candidate, what was told apart and how often each came.
  KeyNumbers different_;
  std::vector<uint32_t> counts_;
};

// A column on its way into the wrapper, with where it stands.
struct FoundColumn {
  wrap::KeyColumn column;
  model::Attribute attribute;
  double place = 0;  // On the pages, on average.
};

// Every so many of a column's places, or all.
size_t naming_step(size_t places) { return 1 + places / kNamingPlaces; }

FoundColumn found_column(const ColumnFinder& finder, const Candidate& candidate,
                         const KeyedPages& keyed) {
  const wrap::PageKeys& page = keyed.keys[candidate.firsts[0].first];
  std::vector<ColumnPlace> places;
  uint64_t sum = 0;
  for (size_t i = 0; i < candidate.firsts.size(); ++i) {
    const dom::Document& doc = keyed.pages[candidate.firsts[i].first]->document;
    const dom::NodeId node = finder.text(candidate.firsts[i]).node;
    sum += dom::index(node);
    if (i % naming_step(candidate.firsts.size()) == 0) places.push_back({&doc, doc.parent(node)});
  }
  const auto pages = static_cast<double>(candidate.firsts.size());
  const value::ValueType type = finder.type(candidate);
  const double share = pages / static_cast<double>(keyed.pages.size());
  return {{column_name(places, finder.beside(candidate), type), candidate.kind, candidate.key,
           page.describe(finder.text(candidate.firsts[0]), candidate.kind), share},
          {.type = type, .optional = share < 1, .whole = type != value::ValueType::kText},
          static_cast<double>(sum) / pages};
}

FoundColumn found_column(const RunningText& running, const KeyedPages& keyed) {
  const auto& [first, block] = running.places[0];
  BesideText beside;
  if (block.heading != dom::kNoNode)
    beside.label = dom::value_text(keyed.pages[first]->document, block.heading);
  std::vector<ColumnPlace> places;
  uint64_t sum = 0;
  for (size_t i = 0; i < running.places.size(); ++i) {
    const auto& [page, at] = running.places[i];
    sum += dom::index(at.node);
    if (i % naming_step(running.places.size()) == 0)
      places.push_back({&keyed.pages[page]->document, at.node});
  }
  const auto pages = static_cast<double>(running.places.size());
  const double share = pages / static_cast<double>(keyed.pages.size());
  return {{column_name(places, beside, value::ValueType::kText), running.kind, running.key,
           keyed.keys[first].describe(block), share},
          {.type = value::ValueType::kText, .optional = share < 1},
          static_cast<double>(sum) / pages};
}

}  // namespace

KeyedPages::KeyedPages(const std::vector<const model::Page*>& all, const PageViews& views)
    : pages(all) {
  keys.reserve(pages.size());
  for (size_t p = 0; p < pages.size(); ++p)
    keys.emplace_back(pages[p]->document, views.empty() ? nullptr : views[p].get());
}

KeyColumns find_key_columns(const KeyedPages& keyed, const NodeFlags& in_lists,
                            const RunningTexts& running, size_t most, UniqueNames& names) {
  std::vector<FoundColumn> found;
  for (const RunningText& text : running.all) {
    if (found.size() < most) found.push_back(found_column(text, keyed));
  }
  ColumnFinder finder(keyed, in_lists, running, {.max_columns = most - found.size()});
  for (const Candidate& candidate : finder.find())
    found.push_back(found_column(finder, candidate, keyed));
  std::stable_sort(found.begin(), found.end(), [](const FoundColumn& a, const FoundColumn& b) {
    return a.place < b.place;  // As they stand on the page.
  });
  KeyColumns out;
  for (FoundColumn& one : found) {  // Step 5.
    one.column.name = one.attribute.name = names.take(one.column.name);
    out.columns.push_back(std::move(one.column));
    out.attributes.push_back(std::move(one.attribute));
  }
  return out;
}

Result<PageTemplate> find_key_columns(const std::vector<const model::Page*>& pages) {
  if (pages.size() < 2) {
    return Error{ErrorCode::kInvalidArgument,
                 "columns are found by comparing pages: give at least two of one template"};
  }
  RunningTexts none;
  for (const model::Page* page : pages) none.inside.emplace_back(page->document.size(), false);
  none.sentences = none.inside;
  UniqueNames names;
  KeyColumns keys = find_key_columns(KeyedPages(pages), none.inside, none, kMaxColumns, names);
  if (keys.columns.empty()) {
    return Error{ErrorCode::kNotFound,
                 "the pages share no place at which they say different things"};
  }
  PageTemplate out;
  out.schema.attributes = std::move(keys.attributes);
  out.wrapper = std::make_unique<wrap::ColumnsWrapper>(std::move(keys.columns));
  return out;
}

}  // namespace weft::templates
