// How records begin and end.
//
//   head h3 div div hr h3 div div hr advert h3 div div hr foot
//     between rules:       (head h3 div div) (h3 div div) (advert h3 div div)
//     from div to div:     (div div hr h3) (div div hr advert h3) (div div hr)      the last has no h3
//     by shape:            (h3 div div hr) (h3 div div hr) (h3 div div hr)
//
// A list that is a flat run of siblings has one border that is right, and most ways to cut it find
// another: what stands before the first record goes into it, adverts go into the next, titles go with
// the record before.
//
//   1. Records that are single elements of one path: that is their shape, with the paths below that
//      most of them have.
//   2. Otherwise the children of what they stand in are letters: tag and class, of a row its number of
//      cells, too. From one record's first letter to the next one's is a period. A letter is usual as
//      often as most periods have it.
//   3. Each usual letter that most periods have once may begin records. It is tried; a run lasts until
//      the next such letter. The letter wins whose runs have all that is usual most often: with a wrong
//      one the last run lacks what stands before it. Of equals the one with a heading, then the
//      first on the page.
//   4. A run that most often ends with a rule (hr) ends there: what follows is nobody's. The last run
//      has no successor: it ends with the first letter that others do not have, or not so often.
//   5. What has less than half of what is usual is no record.
//
// Tested by record_shape_test.cc; measured by `weft-eval results` and `weft-eval explore`.

#include "mine/record_shape.h"

#include <algorithm>
#include <tuple>

#include "base/hash.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

struct ShapeLimits {
  size_t least_runs = 3;     // Fewer do not show what is usual.
  double most = 0.7;         // Of the periods, or of the records: "most".
  double like = 0.8;         // Of the records that are elements, at one path.
  double least_share = 0.5;  // Of what is usual, in a record.
  size_t most_starts = 8;    // Letters that are tried.
};
constexpr ShapeLimits kShape;

using Letters = std::map<uint64_t, uint32_t>;

// The children of one element as letters.
struct Line {
  std::vector<NodeId> nodes;
  std::vector<uint64_t> letters;

  Line(const PageIndex& page, NodeId parent) {
    const dom::Document& doc = page.document();
    for (const NodeId n : doc.children(parent)) {
      const bool text = doc.is_text(n) && page.tokens(page.span(n)) > 0;
      if (!text && (!doc.is_element(n) || page.is_skipped(n))) continue;
      nodes.push_back(n);
      letters.push_back(text ? 1 : letter(page, parent, n));
    }
  }

  // Where the child that holds the id stands, or the one after it.
  [[nodiscard]] size_t place(NodeId n) const {
    return static_cast<size_t>(std::lower_bound(nodes.begin(), nodes.end(), n) - nodes.begin());
  }

  static uint64_t letter(const PageIndex& page, NodeId parent, NodeId n) {
    const dom::Document& doc = page.document();
    uint64_t letter = page.relative_class_path(parent, n);
    if (page.is_rule(n)) return hash_combine(letter, 2);
    if (doc.name(n) != atoms::kTr) return letter;
    for (const NodeId cell : doc.children(n))
      letter = hash_combine(letter, doc.is_element(cell) ? 1 : 0);
    return letter;
  }
};

// A run [begin, end) of places in a line.
struct Run {
  size_t begin;
  size_t end;
};

Letters count(const Line& line, Run run) {
  Letters letters;
  for (size_t i = run.begin; i < run.end; ++i) ++letters[line.letters[i]];
  return letters;
}

// Paths below a record, each once.
Letters paths_in(const PageIndex& page, RecordSpan record) {
  Letters paths;
  for (const PageIndex::Place place : page.places(record))
    paths[page.relative_class_path(record.begin, place.node)] = 1;
  return paths;
}

// How much of what is usual a record has.
double share_of(const Letters& usual, const Letters& letters) {
  double has = 0;
  double all = 0;
  for (const auto& [letter, often] : usual) {
    all += often;
    const auto found = letters.find(letter);
    if (found != letters.end()) has += std::min(found->second, often);
  }
  return all == 0 ? 0 : has / all;
}

// 2. As often as most have it.
Letters usual_of(const std::vector<Letters>& periods) {
  std::map<uint64_t, std::vector<uint32_t>> counts;
  for (const Letters& period : periods) {
    for (const auto& [letter, often] : period) counts[letter].push_back(often);
  }
  const auto needed =
      static_cast<size_t>(kShape.most * static_cast<double>(periods.size()) + 0.999);
  Letters usual;
  for (auto& [letter, often] : counts) {
    if (often.size() < needed) continue;
    std::sort(often.rbegin(), often.rend());
    usual[letter] = often[needed - 1];
  }
  return usual;
}

// 3. and 4.: the runs that begin with the shape's letter, in [from, to) of the line.
std::vector<Run> runs_of(const Line& line, const RecordShape& shape, size_t from, size_t to) {
  std::vector<Run> runs;
  for (size_t i = from; i < to; ++i) {
    if (line.letters[i] != shape.start) continue;
    if (!runs.empty()) runs.back().end = i;
    runs.push_back({i, to});
  }
  for (Run& run : runs) {
    const bool last = run.end == to;
    Letters seen;
    for (size_t i = run.begin; i < run.end; ++i) {
      const auto known = shape.known.find(line.letters[i]);
      const bool more = known == shape.known.end() || ++seen[line.letters[i]] > known->second;
      if (last && more) run.end = i;
      if (shape.rule != 0 && line.letters[i] == shape.rule) run.end = i + 1;
    }
  }
  // 5.
  std::erase_if(
      runs, [&](Run run) { return share_of(shape.usual, count(line, run)) < kShape.least_share; });
  return runs;
}

class RunShape {
 public:
  RunShape(const PageIndex& page, const std::vector<RecordSpan>& records)
      : page_(page),
        doc_(page.document()),
        parent_(doc_.parent(records.front().begin)),
        line_(page, parent_),
        records_(records) {}

  RecordShape find() {
    RecordShape best;
    read_periods();
    if (periods_.size() + 1 < kShape.least_runs) return best;
    const Letters usual = usual_of(periods_);
    std::tuple<double, bool, size_t> most{0, false, 0};
    for (const uint64_t start : starts(usual)) {
      RecordShape shape{RecordShape::Kind::kRuns, page_.class_path(parent_), start, 0, usual, {}};
      learn(shape);
      double whole = 0;
      bool heading = true;
      const std::vector<Run> runs = runs_of(line_, shape, from_, to_);
      for (const Run run : runs) {
        whole += share_of(usual, count(line_, run)) == 1 ? 1 : 0;
        heading = heading && page_.counts(page_.span(line_.nodes[run.begin])).headings != 0;
      }
      if (runs.size() < kShape.least_runs) continue;
      const std::tuple value{whole, heading, line_.nodes.size() - runs.front().begin};
      if (value <= most) continue;
      most = value;
      best = std::move(shape);
    }
    return best;
  }

 private:
  // 2.
  void read_periods() {
    std::vector<size_t> begins;
    for (const RecordSpan& record : records_) begins.push_back(line_.place(record.begin));
    size_t longest = 1;
    for (size_t r = 0; r + 1 < begins.size(); ++r) {
      periods_.push_back(count(line_, {begins[r], begins[r + 1]}));
      longest = std::max(longest, begins[r + 1] - begins[r]);
    }
    // The right border may lie a period before the first record, or after the last.
    from_ = begins.front() - std::min(begins.front(), longest);
    to_ = std::min(line_.nodes.size(),
                   std::max(line_.place(records_.back().end), begins.back() + longest) + longest);
  }

  // 3. In the order of the page.
  [[nodiscard]] std::vector<uint64_t> starts(const Letters& usual) const {
    std::vector<uint64_t> starts;
    for (size_t i = from_; i < to_ && starts.size() < kShape.most_starts; ++i) {
      const uint64_t letter = line_.letters[i];
      if (!usual.contains(letter) || std::count(starts.begin(), starts.end(), letter) != 0)
        continue;
      const auto once = std::count_if(periods_.begin(), periods_.end(), [&](const Letters& period) {
        const auto found = period.find(letter);
        return found != period.end() && found->second == 1;
      });
      if (static_cast<double>(once) >= kShape.most * static_cast<double>(periods_.size()))
        starts.push_back(letter);
    }
    return starts;
  }

  // 4. From the runs that have a successor: with what rule they end, and what they may have.
  void learn(RecordShape& shape) const {
    std::vector<size_t> begins;
    for (size_t i = from_; i < to_; ++i) {
      if (line_.letters[i] == shape.start) begins.push_back(i);
    }
    std::map<uint64_t, size_t> rules;
    std::vector<Letters> runs;
    for (size_t r = 0; r + 1 < begins.size(); ++r) {
      runs.push_back(count(line_, {begins[r], begins[r + 1]}));
      for (size_t i = begins[r + 1]; i-- > begins[r];) {
        if (!page_.is_rule(line_.nodes[i])) continue;
        ++rules[line_.letters[i]];
        break;
      }
    }
    for (const auto& [letter, often] : rules) {
      const bool once = shape.usual.contains(letter) && shape.usual.at(letter) == 1;
      if (once && letter != shape.start &&
          static_cast<double>(often) >= kShape.most * static_cast<double>(runs.size()))
        shape.rule = letter;
    }
    // A head between two records may have anything, once.
    for (const Letters& run : runs) {
      if (share_of(shape.usual, run) < 1) continue;
      for (const auto& [letter, often] : run)
        shape.known[letter] = std::max(shape.known[letter], often);
    }
  }

  const PageIndex& page_;
  const dom::Document& doc_;
  NodeId parent_;
  Line line_;
  const std::vector<RecordSpan>& records_;
  std::vector<Letters> periods_;
  size_t from_ = 0;
  size_t to_ = 0;
};

}  // namespace

RecordShape shape_of(const PageIndex& page, const std::vector<RecordSpan>& records) {
  const dom::Document& doc = page.document();
  if (records.size() < 2) return {};
  // 1.
  std::map<uint64_t, size_t> paths;
  for (const RecordSpan& record : records) {
    if (doc.end(record.begin) == record.end) ++paths[page.class_path(record.begin)];
  }
  for (const auto& [path, often] : paths) {
    if (static_cast<double>(often) < kShape.like * static_cast<double>(records.size())) continue;
    std::vector<Letters> inside;
    for (const RecordSpan& record : records) inside.push_back(paths_in(page, record));
    return {RecordShape::Kind::kElements, path, 0, 0, usual_of(inside), {}};
  }
  const bool beside = std::all_of(records.begin(), records.end(), [&](const RecordSpan& record) {
    return doc.parent(record.begin) == doc.parent(records.front().begin);
  });
  if (!beside || records.size() < kShape.least_runs) return {};
  return RunShape(page, records).find();
}

std::vector<RecordSpan> records_of_shape(const PageIndex& page, const RecordShape& shape) {
  const dom::Document& doc = page.document();
  std::vector<RecordSpan> records;
  if (shape.kind == RecordShape::Kind::kNone) return records;
  for (const PageIndex::Place place : page.places(page.span(dom::kRoot))) {
    const NodeId n = place.node;
    if (page.class_path(n) != shape.path || page.is_hidden(n)) continue;
    if (!records.empty() && n < records.back().end) continue;
    if (shape.kind == RecordShape::Kind::kElements) {
      if (share_of(shape.usual, paths_in(page, page.span(n))) >= kShape.least_share)
        records.push_back(page.span(n));
      continue;
    }
    const Line line(page, n);
    for (const Run run : runs_of(line, shape, 0, line.nodes.size()))
      records.push_back({line.nodes[run.begin], doc.end(line.nodes[run.end - 1])});
  }
  return records;
}

std::vector<RecordSpan> straightened(const PageIndex& page, std::vector<RecordSpan> records) {
  const dom::Document& doc = page.document();
  const bool runs = std::any_of(records.begin(), records.end(), [&](const RecordSpan& record) {
    return doc.end(record.begin) != record.end;
  });
  if (!runs) return records;
  std::vector<RecordSpan> straight = records_of_shape(page, shape_of(page, records));
  return straight.size() < 2 ? records : straight;
}

}  // namespace weft::mine
