// Algorithm 8 (Data Extraction with Wrapper Library); the numbers are its lines. Tested by
// src/induce/broom/broom_test.cc.
//
// DEVIATION: the paper calls itself for the children (17-24); here a stack holds the pairs of page
// node and library node still to visit. Where every labelled page had a single record, the best
// match of the page is taken whatever its distance, and others only if they match as well. Where no
// tag path leads to a record, brooms are laid on every node that could be a boundary node.

#include "wrap/tree/broom_wrapper.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "dom/path.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::wrap {

void WrapperLibrary::add(const std::vector<dom::Atom>& path, uint32_t broom) {
  uint32_t at = 0;
  for (const dom::Atom tag : path) {
    const auto& children = nodes_[at].children;
    const auto it = std::find_if(children.begin(), children.end(),
                                 [&](uint32_t c) { return nodes_[c].tag == tag; });
    if (it != children.end()) {
      at = *it;
      continue;
    }
    const auto fresh = static_cast<uint32_t>(nodes_.size());
    nodes_[at].children.push_back(fresh);
    nodes_.push_back({tag, {}, {}});
    at = fresh;
  }
  nodes_[at].brooms.push_back(broom);
}

namespace {

using dom::Document;

// On pages of one record a match this much worse than the best is not a second record.
constexpr double kSameRecordMargin = 0.02;
constexpr size_t kMaxRecords = 100'000;
// Nodes tried where no tag path leads to a record.
constexpr size_t kMaxTries = 10'000;

std::string path_text(const std::vector<dom::Atom>& path, const Vocabulary& vocabulary) {
  std::string text;
  for (const dom::Atom tag : path) {
    if (!text.empty()) text += '/';
    text += vocabulary.tag_spelling(tag);
  }
  return text;
}

std::vector<dom::Atom> parse_path(std::string_view text, Vocabulary& vocabulary) {
  std::vector<dom::Atom> path;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('/', begin), text.size());
    path.push_back(vocabulary.add_tag(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return path;
}

}  // namespace

BroomWrapper::BroomWrapper(Brooms brooms) : brooms_(std::move(brooms)) {
  // Records of a list are told apart by where they stand; theirs are too many for a few examples.
  if (brooms_.records_per_page <= 1) looks_ = looks_of(brooms_.attributes);
  for (uint32_t i = 0; i < brooms_.wrappers.size(); ++i) {
    library_.add(brooms_.wrappers[i].path, i);
    aligners_.push_back(std::make_unique<WdAligner>(brooms_.wrappers[i].head, brooms_.vocabulary,
                                                    brooms_.options.tree, &looks_));
  }
}

class BroomWrapper::Search {
 public:
  Search(const BroomWrapper& wrapper, const Document& doc, double threshold)
      : w_(wrapper),
        threshold_(threshold),
        page_(DomTree::of_page(doc)),
        taken_(page_.size(), 0),
        several_(wrapper.brooms_.records_per_page > 1) {}

  std::vector<Found> run() {
    std::vector<std::pair<uint32_t, uint32_t>> stack = {{0, 0}};
    while (!stack.empty()) {
      const auto [at, library] = stack.back();
      stack.pop_back();
      if (!w_.library_.node(library).brooms.empty())
        extract_at(at, library, several_ ? threshold_ : 1);
      const size_t bottom = stack.size();
      for (const uint32_t child : w_.library_.node(library).children) {                   // 17
        for (uint32_t c = at + 1; c < page_.end(at); c = page_.end(c)) {                  // 18
          if (page_.tag(c) == w_.library_.node(child).tag) stack.emplace_back(c, child);  // 19, 20
        }
      }
      std::sort(stack.begin() + static_cast<std::ptrdiff_t>(bottom), stack.end(), std::greater<>());
    }
    if (found_.empty() && w_.brooms_.options.loose_paths) search_everywhere();
    if (!several_) keep_best();
    put_in_page_order();
    return std::move(found_);
  }

 private:
  // No tag path of the library leads to a record: some page has an element more around its list, or
  // one less. Every node whose tag and parent are those of a boundary node is tried.
  void search_everywhere() {
    std::map<std::pair<dom::Atom, dom::Atom>, std::vector<uint32_t>> ends;
    for (uint32_t l = 0; l < w_.library_.size(); ++l) {
      if (w_.library_.node(l).brooms.empty()) continue;
      const auto& path = w_.brooms_.wrappers[w_.library_.node(l).brooms[0]].path;
      if (path.size() >= 2) ends[{path[path.size() - 2], path.back()}].push_back(l);
    }
    size_t tries = 0;
    for (uint32_t parent = 1; parent < page_.size(); ++parent) {
      for (uint32_t at = parent + 1; at < page_.end(parent); at = page_.end(at)) {
        const auto it = ends.find({page_.tag(parent), page_.tag(at)});
        if (it == ends.end()) continue;
        if (++tries > kMaxTries) return;
        for (const uint32_t library : it->second) extract_at(at, library, threshold_);
      }
    }
  }

  // Lines 5 to 15.
  void extract_at(uint32_t at, uint32_t library, double limit) {
    const auto& brooms = w_.library_.node(library).brooms;
    // Without shared nodes a record takes whole children of `at`.
    const bool whole = several_ && std::none_of(brooms.begin(), brooms.end(),
                                                [&](uint32_t broom) { return has_shared(broom); });
    std::map<uint32_t, WdAligner::Repeated> repeated;
    for (const uint32_t broom : brooms) {
      if (whole) repeated.try_emplace(broom, *w_.aligners_[broom], page_, request(at));
    }
    while (found_.size() < kMaxRecords) {
      Found best;
      WdMatch best_match;
      double least = 2;
      for (const uint32_t broom : brooms) {  // 6
        const WdAligner& aligner = *w_.aligners_[broom];
        const auto again = repeated.find(broom);
        WdMatch match =
            again != repeated.end() ? again->second.align() : aligner.align(page_, request(at));
        if (match.exceeded_limit || !has_label(broom, match)) continue;
        const double distance = match.distance(aligner.costs());
        const double all = distance_of_record(distance, broom, match);
        if (!is_better(all, match, least, best_match)) continue;
        least = all;
        best.distance = distance;
        best_match = std::move(match);
        best.broom = broom;
      }
      if (best_match.pairs.empty() || best.distance > limit) return;  // 12, 13
      best.boundary = page_.origin(at);
      best.share = share_as_labelled(*w_.aligners_[best.broom], page_, best_match);
      take(best, best_match);             // 8-10
      found_.push_back(std::move(best));  // 11
      if (!several_) {
        std::fill(taken_.begin(), taken_.end(), uint8_t{0});
        return;
      }
    }
  }

  [[nodiscard]] WdAligner::Request request(uint32_t at) const {
    return {.at = at,
            .part = true,
            .taken = &taken_,
            .cells = several_ && w_.brooms_.options.tree.prune};
  }

  [[nodiscard]] bool has_shared(uint32_t broom) const {
    const auto& nodes = w_.brooms_.wrappers[broom].head.nodes;
    return std::any_of(nodes.begin() + 1, nodes.end(),
                       [](const WrapperNode& node) { return !node.exclusive; });
  }

  // On pages of one record brooms learned from other records than this may be laid on it; what each
  // leaves out of the record counts, too.
  [[nodiscard]] double distance_of_record(double distance, uint32_t broom,
                                          const WdMatch& match) const {
    if (several_ || !w_.brooms_.options.tree.prune) return distance;
    return distance_and_loss(distance, labels_of(broom, match), w_.brooms_.attributes);
  }

  [[nodiscard]] double distance_of_record(const Found& found) const {
    if (!w_.brooms_.options.tree.prune) return found.distance;
    return distance_and_loss(found.distance, found.labels, w_.brooms_.attributes);
  }

  // Smaller distance, fewer details that differ, earlier on the page.
  static bool is_better(double distance, const WdMatch& match, double least, const WdMatch& best) {
    if (distance != least) return distance < least;
    if (match.detail_cost != best.detail_cost) return match.detail_cost < best.detail_cost;
    return match.pairs.front().second < best.pairs.front().second;
  }

  // A record needs a value of its own: one that no later record can have as well.
  [[nodiscard]] bool has_label(uint32_t broom, const WdMatch& match) const {
    const auto& nodes = w_.brooms_.wrappers[broom].head.nodes;
    return std::any_of(match.pairs.begin(), match.pairs.end(), [&](const auto& pair) {
      return nodes[pair.first].labels != 0 && nodes[pair.first].exclusive;
    });
  }

  void take(Found& found, const WdMatch& match) {
    const auto& nodes = w_.brooms_.wrappers[found.broom].head.nodes;
    for (const auto& [w, d] : match.pairs) {
      if (!nodes[w].exclusive) continue;
      const uint32_t end = nodes[w].pruned ? page_.end(d) : d + 1;
      std::fill(taken_.begin() + d, taken_.begin() + end, uint8_t{1});
    }
    found.labels = labels_of(found.broom, match);
  }

  // In page order.
  [[nodiscard]] std::vector<FoundNode> labels_of(uint32_t broom, const WdMatch& match) const {
    const auto& nodes = w_.brooms_.wrappers[broom].head.nodes;
    std::vector<std::pair<uint32_t, LabelSet>> labelled;
    for (const auto& [w, d] : match.pairs) {
      if (nodes[w].labels != 0) labelled.emplace_back(d, nodes[w].labels);
    }
    std::sort(labelled.begin(), labelled.end());
    std::vector<FoundNode> labels;
    for (const auto& [d, set] : labelled) {
      for (const NodeLabel& label : w_.brooms_.vocabulary.labels(set))
        labels.push_back({&label, page_.origin(d)});
    }
    return labels;
  }

  // Records of one boundary node are found best first. Their order on the page is that of a value
  // which all of them have: the first values of crossed records stand in different rows.
  void put_in_page_order() {
    for (size_t begin = 0, end = 0; begin < found_.size(); begin = end) {
      while (end < found_.size() && found_[end].boundary == found_[begin].boundary) ++end;
      const auto group = std::span(found_).subspan(begin, end - begin);
      const std::string* common = nullptr;
      for (const FoundNode& label : group.front().labels) {
        const auto has = [&](const Found& found) {
          return place_of(found, label.label->attribute);
        };
        if (common == nullptr && std::all_of(group.begin(), group.end(), has))
          common = &label.label->attribute;
      }
      const std::string attribute = common == nullptr ? std::string() : *common;
      std::stable_sort(group.begin(), group.end(), [&](const Found& a, const Found& b) {
        return place_of(a, attribute).value_or(a.labels.front().node) <
               place_of(b, attribute).value_or(b.labels.front().node);
      });
    }
  }

  static std::optional<dom::NodeId> place_of(const Found& found, const std::string& attribute) {
    for (const FoundNode& label : found.labels) {
      if (label.label->attribute == attribute) return label.node;
    }
    return std::nullopt;
  }

  void keep_best() {
    double least = 2;
    for (const Found& found : found_) least = std::min(least, distance_of_record(found));
    std::erase_if(found_, [&](const Found& found) {
      const double distance = distance_of_record(found);
      if (distance == least) return false;
      return distance > least + kSameRecordMargin || found.distance > threshold_;
    });
  }

  const BroomWrapper& w_;
  const double threshold_;
  const DomTree page_;
  std::vector<uint8_t> taken_;
  const bool several_;
  std::vector<Found> found_;
};

std::vector<BroomWrapper::Found> BroomWrapper::find_records(const Document& doc,
                                                            double threshold) const {
  return Search(*this, doc, threshold).run();
}

model::Extraction BroomWrapper::apply(const model::Page& page) const {
  model::Extraction extraction;
  extraction.page = page.id;
  for (const Found& found : find_records(page.document, brooms_.options.theta)) {
    model::Record record = assemble_record(page.document, found.labels, brooms_.attributes,
                                           std::max(0.0, 1 - found.distance));
    if (record.fields.empty()) continue;
    record.id = std::to_string(extraction.records.size());
    extraction.records.push_back(std::move(record));
  }
  if (extraction.records.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0, "no broom of the wrapper matches anything on this page"});
  }
  return extraction;
}

std::vector<model::Explanation> BroomWrapper::explain(const model::Page& page,
                                                      dom::NodeId node) const {
  std::vector<model::Explanation> out;
  const Document& doc = page.document;
  for (const Found& found : find_records(doc, brooms_.options.theta)) {
    const std::string rule =
        "broom at " + path_text(brooms_.wrappers[found.broom].path, brooms_.vocabulary);
    for (const FoundNode& label : found.labels) {
      if (!doc.contains(label.node, node) && !doc.contains(node, label.node)) continue;
      out.push_back({label.label->attribute,
                     true,
                     rule,
                     {fmt::format("the record region at {} matches the broom at distance {:.3f}",
                                  dom::indexed_path(doc, found.boundary), found.distance),
                      fmt::format("the broom was learned from {} records",
                                  brooms_.wrappers[found.broom].head.level)}});
    }
    if (out.empty() && found.boundary != dom::kRoot && doc.contains(found.boundary, node)) {
      for (const AttributeShape& attribute : brooms_.attributes) {
        out.push_back({attribute.name,
                       false,
                       rule,
                       {"the node lies in a matched record region, but no labelled node of the "
                        "broom was aligned with it"}});
      }
    }
  }
  return out;
}

static void describe(JsonFields& json, RecordWrapper& wrapper, Vocabulary& vocabulary) {
  std::string path = path_text(wrapper.path, vocabulary);
  json.required("path", path);
  json.required("head", wrapper.head, vocabulary);
  if (json.reading()) wrapper.path = parse_path(path, vocabulary);
}

static void describe(JsonFields& json, Brooms& brooms) {
  json.required("options", brooms.options.tree);
  json.required("theta", brooms.options.theta);
  json.required("loose_paths", brooms.options.loose_paths);
  json.required("records_per_page", brooms.records_per_page);
  // Files of 0.2 kept crossed records in columns by it.
  bool columns = false;
  json.optional("columns", columns, false);
  json.check(!columns, "columns", "false (learn the wrapper again: crossed tables are read anew)");
  json.required("attributes", brooms.attributes);
  json.required("brooms", brooms.wrappers, brooms.vocabulary);
}

Json BroomWrapper::to_json() const { return write_json(brooms_); }

Result<std::unique_ptr<model::Wrapper>> BroomWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(Brooms brooms, read_json<Brooms>(body, "broom wrapper"));
  return std::unique_ptr<model::Wrapper>(new BroomWrapper(std::move(brooms)));
}

}  // namespace weft::wrap
