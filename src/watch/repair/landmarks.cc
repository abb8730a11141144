#include "watch/repair/landmarks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "watch/health/fields.h"
#include "watch/page_values.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

using dom::Document;
using dom::NodeId;
using model::Occurrence;

bool is_numeric(model::ValueType type) {
  return type == model::ValueType::kNumber || type == model::ValueType::kMoney;
}

// How far two positive numbers are apart, as a factor; infinite for what is none.
double number_distance(const std::string& a, const std::string& b) {
  const auto x = number_in(a), y = number_in(b);
  if (!x || !y || *x <= 0 || *y <= 0) return HUGE_VAL;
  return std::abs(std::log(*x / *y));
}

// Whether `d` is an element of several words of those of `n`, and the outermost with them.
bool is_part(const ValueSearch& search, NodeId n, NodeId d) {
  const Document& doc = search.document();
  return doc.is_element(d) && search.word_count(d) > 1 &&
         search.word_count(d) < search.word_count(n) &&
         search.word_count(d) < search.word_count(doc.parent(d));
}

bool fits_better_whole(const ValueSearch& search, NodeId n, const std::string& text,
                       const AttributeHealth& health, const LandmarkOptions& options) {
  const Document& doc = search.document();
  uint32_t texts = 0;
  double best = 0, best_part = 0;
  for (const NodeId d : doc.descendants(n)) {
    if (is_part(search, n, d)) {
      best_part = std::max(best_part, health.fit(dom::normalized_text(doc, d)));
    } else if (doc.is_text(d)) {
      const std::string own = normalize_space(doc.text(d));
      if (own.empty()) continue;
      if (++texts > options.max_texts) return false;
      best = std::max(best, health.fit(own));
    }
  }
  const double whole = health.fit(text);
  return texts > 1 && whole >= options.fits && whole >= best && whole > best_part;
}

// The texts of a page that look like the values of an attribute.
struct ValueCandidate {
  dom::NodeId node = dom::kNoNode;
  std::string text;
};

class ValueCandidates {
 public:
  ValueCandidates(const ValueSearch& search, const AttributeHealth& health,
                  const LandmarkOptions& options);

  // In document order; none within another.
  [[nodiscard]] const std::vector<ValueCandidate>& all() const { return all_; }
  // The first that begins at or after `n`; null if there is none.
  [[nodiscard]] const ValueCandidate* first_from(dom::NodeId n) const;
  // The last that ends before `n`.
  [[nodiscard]] const ValueCandidate* last_before(const dom::Document& doc, dom::NodeId n) const;

 private:
  std::vector<ValueCandidate> all_;
};

ValueCandidates::ValueCandidates(const ValueSearch& search, const AttributeHealth& health,
                                 const LandmarkOptions& options) {
  const Document& doc = search.document();
  uint32_t skip = 0;
  for (const NodeId n : doc.nodes()) {
    if (index(n) < skip || search.word_count(n) == 0) continue;
    if (doc.is_text(n)) {
      std::string text = normalize_space(doc.text(n));
      if (text.size() <= options.max_value && health.fit(text) >= options.fits)
        all_.push_back({n, std::move(text)});
    } else if (doc.is_element(n) && search.word_count(n) <= 2 * options.max_texts) {
      std::string text = dom::normalized_text(doc, n);
      if (text.size() > options.max_value || !fits_better_whole(search, n, text, health, options))
        continue;
      all_.push_back({n, std::move(text)});
      skip = index(doc.end(n));
    }
  }
}

const ValueCandidate* ValueCandidates::first_from(NodeId n) const {
  const auto found = std::lower_bound(
      all_.begin(), all_.end(), n,
      [](const ValueCandidate& c, NodeId at) { return index(c.node) < index(at); });
  return found == all_.end() ? nullptr : &*found;
}

const ValueCandidate* ValueCandidates::last_before(const Document& doc, NodeId n) const {
  for (auto c = all_.rbegin(); c != all_.rend(); ++c) {
    if (index(doc.end(c->node)) <= index(n)) return &*c;
  }
  return nullptr;
}

struct Landmark {
  std::string label;      // The text, or…
  std::string attribute;  // …the constant attribute whose value it is.
  bool after = true;      // The value follows it.
  bool last = false;      // Where it stands several times, the last of them.
};

std::string describe(const Landmark& landmark) {
  return fmt::format("{} {}", landmark.after ? "after" : "before",
                     landmark.label.empty() ? landmark.attribute : "“" + landmark.label + "”");
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

struct Vote {
  Occurrence place{dom::kNoNode, {}, {}};
  std::string text;

  [[nodiscard]] bool found() const { return place.node != dom::kNoNode; }
};

// "Price: 12.50" in one text: what follows the label.
Vote rest_of(const Document& doc, const Occurrence& label, const AttributeHealth& health,
             const LandmarkOptions& options) {
  Vote vote;
  if (!label.span) return vote;
  const std::string text = dom::normalized_text(doc, label.node);
  const size_t begin = text.find_first_not_of(" :-", label.span->end);
  if (begin == std::string::npos || text.size() - begin > options.max_value) return vote;
  std::string rest = text.substr(begin);
  if (health.fit(rest) < options.fits) return vote;
  vote.place = {label.node,
                {},
                model::TextSpan{static_cast<uint32_t>(begin), static_cast<uint32_t>(text.size())}};
  vote.text = std::move(rest);
  return vote;
}

// A page, then or now, as landmarks see it.
struct View {
  View(const ValueSearch& page, const AttributeHealth& health, const LandmarkOptions& options)
      : search(&page), candidates(page, health, options) {}

  const ValueSearch* search;
  ValueCandidates candidates;
};

bool is_same(const std::string& a, const std::string& b, model::ValueType type) {
  return is_numeric(type) ? number_distance(a, b) < 1e-9 : same_value(a, b, type);
}

// Step 3. `value`: what the landmark's attribute is known to be on this page.
Vote follow(const Landmark& landmark, const View& view, const std::string& value,
            const AttributeHealth& health, const LandmarkOptions& options) {
  const std::vector<Occurrence> anchors =
      view.search->find(landmark.label.empty() ? value : landmark.label);
  Vote vote;
  if (anchors.empty()) return vote;
  const Document& doc = view.search->document();
  const Occurrence& anchor = landmark.last ? anchors.back() : anchors.front();
  if (landmark.after && !landmark.label.empty()) vote = rest_of(doc, anchor, health, options);
  if (vote.found()) return vote;
  const ValueCandidate* found = landmark.after ? view.candidates.first_from(doc.end(anchor.node))
                                               : view.candidates.last_before(doc, anchor.node);
  if (found == nullptr) return vote;
  return {{found->node, {}, {}}, found->text};
}

// Whether values changed no more than those of one attribute do from visit to visit. REQUIRES: both
// have the same size.
bool stay_alike(const AttributeHealth& health, const std::vector<std::string>& then,
                const std::vector<std::string>& now, const LandmarkOptions& options) {
  size_t alike = 0;
  for (size_t i = 0; i < then.size(); ++i) {
    const bool close =
        !is_numeric(health.type) || number_distance(then[i], now[i]) <= options.most_change;
    alike += close && health.fit(now[i]) >= health.fit(then[i]) - options.fit_drop ? 1 : 0;
  }
  return reaches(alike, options.least_alike, then.size());
}

class LandmarkFinder {
 public:
  LandmarkFinder(const std::vector<ThenAndNow>& pages, const AttributeHealth& health,
                 const HealthModel& model, const LandmarkOptions& options)
      : pages_(pages), health_(health), model_(model), options_(options) {}

  Placement run() {
    Placement out;
    out.places.assign(pages_.size(), {dom::kNoNode, {}, {}});
    out.texts.resize(pages_.size());
    if (usable_pages() < options_.least_pages) {
      out.reason = "too few old pages are known to learn what stands around it";
      return out;
    }
    for (const ThenAndNow& page : pages_) {
      now_.emplace_back(*page.now, health_, options_);
      before_.emplace_back();
      if (page.before != nullptr) before_.back().emplace(*page.before, health_, options_);
    }
    propose();
    std::erase_if(landmarks_, [&](const Landmark& one) { return !is_reliable(one); });
    if (landmarks_.empty()) out.reason = "nothing around it leads to it on the old pages";
    std::vector<std::vector<Vote>> passed;
    for (const Landmark& landmark : landmarks_) {
      std::vector<Vote> votes = follow_all(landmark);
      if (!is_kin(votes)) continue;
      out.landmarks.push_back(describe(landmark));
      passed.push_back(std::move(votes));
    }
    if (passed.empty() && out.reason.empty())
      out.reason =
          fmt::format("what stands {} is not its values now", describe(landmarks_.front()));
    for (size_t i = 0; i < pages_.size(); ++i) agree(i, passed, out);
    return out;
  }

 private:
  // The one known value of an attribute on a page; empty for none or several.
  [[nodiscard]] std::string known(size_t page, std::string_view attribute) const {
    if (pages_[page].known == nullptr) return "";
    const auto& values = texts(*pages_[page].known, attribute);
    return values.size() == 1 ? values.front() : "";
  }

  [[nodiscard]] size_t usable_pages() const {
    size_t count = 0;
    for (size_t i = 0; i < pages_.size(); ++i)
      count += pages_[i].before != nullptr && !known(i, health_.name).empty() ? 1 : 0;
    return count;
  }

  // Step 1.
  void propose() {
    std::map<std::string, size_t> beside;
    size_t pages = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const std::string value = known(i, health_.name);
      if (pages_[i].before == nullptr || value.empty()) continue;
      ++pages;
      for (const std::string& label : labels_beside(*pages_[i].before, value)) ++beside[label];
    }
    std::vector<std::pair<size_t, std::string>> common;
    for (const auto& [label, count] : beside) {
      if (2 * count > pages) common.emplace_back(count, label);
    }
    std::stable_sort(common.begin(), common.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (common.size() > options_.max_labels) common.resize(options_.max_labels);
    for (const auto& [count, label] : common) add_directions({.label = label});
    for (const AttributeHealth& other : model_.attributes()) {
      if (other.constant && !other.set && other.name != health_.name)
        add_directions({.attribute = other.name});
    }
  }

  void add_directions(Landmark landmark) {
    for (const bool after : {true, false}) {
      for (const bool last : {false, true}) {
        landmark.after = after;
        landmark.last = last;
        landmarks_.push_back(landmark);
      }
    }
  }

  // Short texts right before and after the value, and what precedes it in its own text.
  [[nodiscard]] std::set<std::string> labels_beside(const ValueSearch& page,
                                                    const std::string& value) const {
    std::set<std::string> labels;
    const Document& doc = page.document();
    const auto add = [&](std::string_view text) {
      const size_t end = text.find_last_not_of(" :-");
      if (end == std::string_view::npos || end >= options_.max_label || !has_letter(text)) return;
      labels.emplace(text.substr(0, end + 1));
    };
    for (const Occurrence& place : page.find(value)) {
      if (place.span)
        add(std::string_view(dom::value_text(doc, place.node)).substr(0, place.span->begin));
      add(text_before(page, place.node));
      add(text_after(page, place.node));
    }
    return labels;
  }

  static std::string text_before(const ValueSearch& page, NodeId n) {
    const Document& doc = page.document();
    for (uint32_t i = index(n); i-- > 0;) {
      if (doc.is_text(NodeId{i}) && page.word_count(NodeId{i}) != 0)
        return normalize_space(doc.text(NodeId{i}));
    }
    return "";
  }

  static std::string text_after(const ValueSearch& page, NodeId n) {
    const Document& doc = page.document();
    for (uint32_t i = index(doc.end(n)); i < doc.size(); ++i) {
      if (doc.is_text(NodeId{i}) && page.word_count(NodeId{i}) != 0)
        return normalize_space(doc.text(NodeId{i}));
    }
    return "";
  }

  // Step 2.
  [[nodiscard]] bool is_reliable(const Landmark& landmark) const {
    size_t followed = 0, right = 0, wrong = 0, absent = 0, astray = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!before_[i] || pages_[i].known == nullptr) continue;
      const std::string value = known(i, health_.name);
      const Vote vote =
          follow(landmark, *before_[i], known(i, landmark.attribute), health_, options_);
      if (texts(*pages_[i].known, health_.name).empty()) {
        astray += vote.found() ? 1 : 0;
        ++absent;
      }
      if (value.empty()) continue;
      ++followed;
      const bool same = vote.found() && same_value(value, vote.text, health_.type);
      right += same ? 1 : 0;
      wrong += vote.found() && !same ? 1 : 0;
    }
    return followed >= options_.least_pages && wrong == 0 &&
           static_cast<double>(astray) <= options_.most_astray * static_cast<double>(absent) &&
           reaches(right, options_.least_reliable, followed);
  }

  [[nodiscard]] std::vector<Vote> follow_all(const Landmark& landmark) const {
    std::vector<Vote> votes;
    for (size_t i = 0; i < pages_.size(); ++i)
      votes.push_back(follow(landmark, now_[i], known(i, landmark.attribute), health_, options_));
    return votes;
  }

  // Step 4.
  [[nodiscard]] bool is_kin(const std::vector<Vote>& votes) const {
    std::vector<std::string> then, now;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const std::string value = known(i, health_.name);
      if (value.empty() || !votes[i].found()) continue;
      then.push_back(value);
      now.push_back(votes[i].text);
    }
    if (now.size() < options_.least_pages ||
        std::set<std::string>(now.begin(), now.end()).size() < 2)
      return false;
    if (!stay_alike(health_, then, now, options_)) return false;
    if (is_numeric(health_.type) && !is_closest(votes)) return false;
    return kinship(then, now, health_.type) >= options_.least_kinship;
  }

  // Whether no other place is closer to the known numbers. A place is a tag path and the how
  // many-th number of that path it is on its page.
  [[nodiscard]] bool is_closest(const std::vector<Vote>& votes) const {
    struct Sums {
      size_t pages = 0;
      double other = 0, own = 0;
    };
    std::map<std::string, Sums> places;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const std::string value = known(i, health_.name);
      if (value.empty() || !votes[i].found()) continue;
      const double own = number_distance(value, votes[i].text);
      std::map<std::string, size_t> count;
      for (const ValueCandidate& candidate : now_[i].candidates.all()) {
        const std::string path = dom::tag_path(pages_[i].now->document(), candidate.node);
        const size_t ordinal = count[path]++;
        if (is_same(candidate.text, votes[i].text, health_.type)) continue;
        Sums& sums = places[fmt::format("{} {}", path, ordinal)];
        ++sums.pages;
        sums.own += own;
        sums.other += std::min(number_distance(value, candidate.text), options_.far_apart);
      }
    }
    return std::none_of(places.begin(), places.end(), [&](const auto& place) {
      return place.second.pages >= options_.least_compared &&
             place.second.own > options_.closer_by * place.second.other;
    });
  }

  // Step 5.
  void agree(size_t page, const std::vector<std::vector<Vote>>& passed, Placement& out) const {
    const Vote* first = nullptr;
    for (const std::vector<Vote>& votes : passed) {
      if (!votes[page].found()) continue;
      if (first == nullptr) first = &votes[page];
      if (!same_value(first->text, votes[page].text, health_.type)) return;
    }
    const std::string value = known(page, health_.name);
    if (first == nullptr || (is_numeric(health_.type) && !value.empty() &&
                             number_distance(value, first->text) > options_.most_change))
      return;
    out.places[page] = first->place;
    out.texts[page] = first->text;
  }

  const std::vector<ThenAndNow>& pages_;
  const AttributeHealth& health_;
  const HealthModel& model_;
  const LandmarkOptions& options_;
  std::vector<View> now_;
  std::vector<std::optional<View>> before_;
  std::vector<Landmark> landmarks_;
};

}  // namespace

Placement place_by_landmarks(const std::vector<ThenAndNow>& pages, const AttributeHealth& health,
                             const HealthModel& model, const LandmarkOptions& options) {
  return LandmarkFinder(pages, health, model, options).run();
}

}  // namespace weft::watch
