// Attributes of records. Source: [Amber] 4.6, Definitions 13 to 15, Algorithm 4.
//
//   <li><h3>Banbury Road, Oxford</h3> <p>…family house in Oxford…</p> Type: House
//     location is annotated twice, property type twice; the text that is all location, and the type
//     with a label before it, score higher
//
//   1. The path of every node of a record, from the record's first node down: tags and places among
//      siblings of the tag. One path leads to at most one node of a record.
//   2. For each type and path: the records whose node there is annotated with the type (lines 3 to
//      6); of several annotations on a node the longest. Fewer than keep_support of the records:
//      dropped (lines 7 and 8). More than infer_support: nodes at the path in other records are taken
//      as values, whole (lines 9 to 12).
//   3. A candidate's score is the sum over its records of five scores (Definition 14):
//        annotation   share of records that have the type at all
//        redundancy   how often the record has the value, of its commonest value
//        label        a label of the type on the node, or before it with nothing but marks between
//        span         share of the node's text that the value is
//        font         its font size, of the largest with the type in the record
//   4. Each record takes the node of the best candidate that has one (lines 14 to 17, Definition 15).
//
// Tested by result_page_test.cc.

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"
#include "domain/amber/steps.h"

namespace weft::domain::amber {
namespace {

bool is_punctuation(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

// The paths of one record's nodes.
struct RecordPaths {
  std::unordered_map<uint64_t, dom::NodeId> node_at;
  std::vector<uint64_t> path;  // By place in the record.
};

// A node that a candidate takes from a record.
struct Taken {
  size_t record = 0;
  dom::NodeId node = dom::kNoNode;
  const Mark* mark = nullptr;  // Null: inferred.
};

struct Candidate {
  std::vector<Taken> taken;  // By record, in order.
  double score = 0;
  dom::Atom html_attribute = dom::kNoAtom;  // That known values stand in: links and pictures.
};

class Aligner {
 public:
  Aligner(const MarkedPage& page, const std::vector<Record>& records,
          const std::vector<Mark>& visual, const Parameters& parameters)
      : page_(page), doc_(page.doc()), records_(records), parameters_(parameters) {
    for (const Record& record : records) paths_.push_back(paths_of(record));
    collect_marks(visual);
  }

  std::vector<Attribute> align() {
    std::vector<Attribute> attributes;
    for (uint32_t type = 0; type < page_.types().count; ++type) {
      if (instances_[type].empty()) continue;
      const std::vector<Candidate> candidates = candidates_of(type);
      if (!candidates.empty()) attributes.push_back(choose(type, candidates));
    }
    return attributes;
  }

 private:
  // An instance in a record.
  struct Instance {
    size_t record;
    const Mark* mark;
  };

  // 1.
  [[nodiscard]] RecordPaths paths_of(const Record& record) const {
    RecordPaths paths;
    paths.path.resize(index(record.end) - index(record.begin));
    std::map<std::pair<dom::NodeId, dom::Atom>, uint32_t> siblings;
    for (dom::NodeId n = record.begin; n < record.end; n = next(n)) {
      if (!doc_.is_element(n) && !page_.has_words(n)) continue;
      const dom::NodeId parent = doc_.parent(n);
      const bool outermost = parent < record.begin || parent >= record.end;
      const uint64_t above = outermost ? 0 : paths.path[index(parent) - index(record.begin)];
      const uint32_t place = ++siblings[{outermost ? dom::kNoNode : parent, doc_.name(n)}];
      const uint64_t path =
          hash_combine(hash_combine(above, static_cast<uint64_t>(doc_.name(n))), place);
      paths.path[index(n) - index(record.begin)] = path;
      paths.node_at.emplace(path, n);
    }
    return paths;
  }

  void collect_marks(const std::vector<Mark>& visual) {
    instances_.resize(page_.types().count);
    labels_.resize(page_.types().count);
    const Types& types = page_.types();
    const auto is_visual = [&](uint32_t type) {
      return type == types.title || type == types.description || type == types.image ||
             type == types.link;
    };
    for (size_t r = 0; r < records_.size(); ++r) {
      for (const Mark& mark : page_.marks_in(records_[r].begin, records_[r].end)) {
        if (mark.label)
          labels_[mark.type].push_back(mark.node);
        else if (mark.html_attribute == dom::kNoAtom && !is_visual(mark.type))
          instances_[mark.type].push_back({r, &mark});
      }
    }
    for (const Mark& mark : visual) {
      const auto record =
          std::upper_bound(records_.begin(), records_.end(), mark.node,
                           [](dom::NodeId n, const Record& r) { return n < r.begin; });
      instances_[mark.type].push_back({static_cast<size_t>(record - records_.begin() - 1), &mark});
    }
  }

  [[nodiscard]] uint64_t path_of(const Instance& instance) const {
    return paths_[instance.record]
        .path[index(instance.mark->node) - index(records_[instance.record].begin)];
  }

  // 2.
  [[nodiscard]] std::vector<Candidate> candidates_of(uint32_t type) const {
    std::map<uint64_t, Candidate> by_path;
    for (const Instance& instance : instances_[type]) {
      Candidate& candidate = by_path[path_of(instance)];
      if (candidate.html_attribute == dom::kNoAtom)
        candidate.html_attribute = instance.mark->html_attribute;
      std::vector<Taken>& taken = candidate.taken;
      if (taken.empty() || taken.back().record != instance.record)
        taken.push_back({instance.record, instance.mark->node, instance.mark});
      else if (instance.mark->value.size() > taken.back().mark->value.size())
        taken.back().mark = instance.mark;
    }
    const auto all = static_cast<double>(records_.size());
    std::vector<Candidate> candidates;
    for (auto& [path, candidate] : by_path) {
      const double support = static_cast<double>(candidate.taken.size()) / all;
      if (support < parameters_.keep_support) continue;
      if (support > parameters_.infer_support) infer(path, candidate);
      candidates.push_back(std::move(candidate));
    }
    score(type, candidates);
    return candidates;
  }

  void infer(uint64_t path, Candidate& candidate) const {
    std::vector<Taken> taken;
    auto known = candidate.taken.begin();
    for (size_t r = 0; r < records_.size(); ++r) {
      if (known != candidate.taken.end() && known->record == r) {
        taken.push_back(*known++);
        continue;
      }
      const auto node = paths_[r].node_at.find(path);
      if (node != paths_[r].node_at.end()) taken.push_back({r, node->second, nullptr});
    }
    candidate.taken = std::move(taken);
  }

  // What the record knows of a type: how often each value, and the largest letters.
  struct Seen {
    std::map<std::string, size_t> values;
    size_t most = 0;
    double largest = 0;
  };

  // 3.
  void score(uint32_t type, std::vector<Candidate>& candidates) const {
    std::map<size_t, Seen> seen;
    for (const Instance& instance : instances_[type]) {
      Seen& record = seen[instance.record];
      record.most = std::max(record.most, ++record.values[instance.mark->value]);
      record.largest = std::max(record.largest, page_.font_size(instance.mark->node));
    }
    const double annotated =
        static_cast<double>(seen.size()) / static_cast<double>(records_.size());
    const auto uses = [&](Score bit) { return (parameters_.scores & bit) != 0; };
    for (Candidate& candidate : candidates) {
      for (const Taken& taken : candidate.taken) {
        const Seen& record = seen[taken.record];
        if (uses(kAnnotation)) candidate.score += annotated;
        if (uses(kRedundancy) && taken.mark != nullptr) {
          candidate.score += static_cast<double>(record.values.at(taken.mark->value)) /
                             static_cast<double>(record.most);
        }
        if (uses(kLabel) && has_label(type, taken.node)) candidate.score += 1;
        if (uses(kSpan)) candidate.score += span_share(taken);
        if (uses(kFont) && record.largest > 0)
          candidate.score += std::min(1.0, page_.font_size(taken.node) / record.largest);
      }
    }
  }

  [[nodiscard]] double span_share(const Taken& taken) const {
    if (taken.mark == nullptr || taken.mark->html_attribute != dom::kNoAtom) return 1;
    const auto length = static_cast<double>(page_.text_length(taken.node, doc_.end(taken.node)));
    return length == 0 ? 0 : std::min(1.0, static_cast<double>(taken.mark->value.size()) / length);
  }

  [[nodiscard]] bool is_labelled(uint32_t type, dom::NodeId n) const {
    const auto& labels = labels_[type];
    return std::binary_search(labels.begin(), labels.end(), n);
  }

  [[nodiscard]] bool has_label(uint32_t type, dom::NodeId n) const {
    const dom::NodeId element = doc_.is_text(n) ? doc_.parent(n) : n;
    if (is_labelled(type, n) || is_labelled(type, element)) return true;
    // prec(a', a): nothing but marks and white space between.
    constexpr int kNodesBack = 20;
    dom::NodeId at = n;
    for (int i = 0; i < kNodesBack && index(at) > 0; ++i) {
      at = dom::NodeId{index(at) - 1};
      if (is_labelled(type, at)) return true;
      if (page_.has_words(at) && !is_punctuation(doc_.text(at))) return false;
    }
    return false;
  }

  [[nodiscard]] Value value_of(const Taken& taken) const {
    if (taken.mark != nullptr)
      return {taken.node, taken.mark->html_attribute, taken.mark->value, false};
    return {taken.node, dom::kNoAtom, dom::normalized_text(doc_, taken.node), true};
  }

  // Links and pictures are values of an attribute of their element, inferred ones too.
  [[nodiscard]] Value inferred_like(const Taken& taken, const Candidate& candidate) const {
    Value value = value_of(taken);
    if (candidate.html_attribute != dom::kNoAtom) {
      value.html_attribute = candidate.html_attribute;
      value.text =
          normalize_space(doc_.attribute(taken.node, candidate.html_attribute).value_or(""));
    }
    if (value.text.empty()) value = {};
    return value;
  }

  // 4.
  [[nodiscard]] Attribute choose(uint32_t type, const std::vector<Candidate>& candidates) const {
    Attribute attribute = named(type);
    attribute.values.resize(records_.size());
    std::vector<double> best(records_.size(), -1);
    for (const Candidate& candidate : candidates) {
      for (const Taken& taken : candidate.taken) {
        if (candidate.score <= best[taken.record]) continue;
        const Value value =
            taken.mark != nullptr ? value_of(taken) : inferred_like(taken, candidate);
        if (value.node == dom::kNoNode) continue;
        best[taken.record] = candidate.score;
        attribute.values[taken.record] = value;
      }
    }
    return attribute;
  }

  [[nodiscard]] Attribute named(uint32_t type) const {
    using annotate::EntityType;
    const auto& attributes = page_.domain().attributes;
    if (type < attributes.size()) return {attributes[type].name, attributes[type].type, {}};
    const Types& types = page_.types();
    if (type == types.title) return {"title", EntityType::kText, {}};
    if (type == types.description) return {"description", EntityType::kText, {}};
    if (type == types.image) return {"image", EntityType::kImage, {}};
    return {"link", EntityType::kUrl, {}};
  }

  const MarkedPage& page_;
  const dom::Document& doc_;
  const std::vector<Record>& records_;
  const Parameters& parameters_;
  std::vector<RecordPaths> paths_;
  std::vector<std::vector<Instance>> instances_;  // By type, in document order.
  std::vector<std::vector<dom::NodeId>> labels_;  // By type: nodes with a label, in order.
};

}  // namespace

std::vector<Attribute> align_attributes(const MarkedPage& page, const std::vector<Record>& records,
                                        const std::vector<Mark>& visual,
                                        const Parameters& parameters) {
  return Aligner(page, records, visual, parameters).align();
}

}  // namespace weft::domain::amber
