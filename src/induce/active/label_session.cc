#include "induce/active/label_session.h"

#include <algorithm>
#include <set>

#include "induce/inducers.h"
#include "induce/label_places.h"
#include "model/locate.h"

namespace weft::induce {
namespace {

using model::Label;

// Values surer than this are not doubtful.
constexpr double kSure = 0.98;

void add_leaves(const model::Value& value, const std::string& page, const std::string& record,
                const std::string& attribute, std::vector<Label>& out) {
  if (value.kind == model::Value::Kind::kLeaf) {
    out.push_back({.page = page,
                   .record = record,
                   .attribute = attribute,
                   .path = value.provenance.path,
                   .value = value.text,
                   .source = model::LabelSource::kMiner,
                   .confidence = value.confidence});
    return;
  }
  for (size_t i = 0; i < value.items.size(); ++i) {
    const model::Value& item = value.items[i];
    if (item.record.empty()) {
      add_leaves(item, page, record, attribute, out);
      continue;
    }
    for (const auto& field : item.record[0].fields)
      add_leaves(field.value, page, record + "/" + std::to_string(i), attribute + "." + field.name,
                 out);
  }
}

bool same_place(const Label& a, const Label& b) {
  return a.record == b.record && a.attribute == b.attribute && a.path == b.path && a.span == b.span;
}

// One path leads to the other's node or into it: an element and the text in it.
bool overlap(const std::string& a, const std::string& b) {
  return a == b || a.starts_with(b + "/") || b.starts_with(a + "/");
}

}  // namespace

std::vector<Label> labels_of(const model::Extraction& extraction) {
  std::vector<Label> out;
  for (const model::Record& record : extraction.records) {
    for (const auto& field : record.fields)
      add_leaves(field.value, extraction.page, record.id, field.name, out);
  }
  return out;
}

LabelSession::LabelSession(std::vector<const model::Page*> pages, model::Inducer inducer,
                           const model::Schema* schema, std::vector<Label> labels)
    : pages_(std::move(pages)),
      inducer_(std::move(inducer)),
      schema_(schema),
      finished_(std::move(labels)) {}

Result<LabelSession> LabelSession::start(std::vector<const model::Page*> pages,
                                         const std::string& inducer, const model::Schema* schema,
                                         std::vector<Label> labels) {
  if (pages.empty()) return Error{ErrorCode::kInvalidArgument, "no pages to label"};
  WEFT_ASSIGN(model::Inducer found, find_inducer(inducer));
  LabelSession session(std::move(pages), std::move(found), schema, std::move(labels));
  if (!session.finished_.empty()) {
    WEFT_TRY(session.learn());
  }
  return session;
}

std::unique_ptr<model::Wrapper> LabelSession::learn_from(const std::vector<Label>& labels) const {
  if (labels.empty()) return nullptr;
  auto induced = inducer_({.pages = pages_, .labels = labels, .schema = schema_});
  return induced.ok() ? std::move(induced->wrapper) : nullptr;
}

Status LabelSession::learn() {
  auto induced = inducer_({.pages = pages_, .labels = finished_, .schema = schema_});
  if (!induced.ok()) return induced.error();
  wrapper_ = std::move(induced->wrapper);
  prediction_ = predict(*wrapper_, pages_, finished_);
  return {};
}

std::vector<ProposedLabel> LabelSession::predicted_for(const model::Page& page,
                                                       const model::Wrapper& wrapper) const {
  std::vector<ProposedLabel> out;
  for (Label& label : labels_of(wrapper.apply(page))) {
    const bool doubtful = label.confidence < kSure;
    out.push_back({std::move(label), true, doubtful});
  }
  return out;
}

void LabelSession::open_page(const model::Page* page) {
  open_ = page;
  proposed_.clear();
  touched_.clear();
  history_.clear();
  if (wrapper_ != nullptr) proposed_ = predicted_for(*page, *wrapper_);
}

bool LabelSession::propose() {
  if (finished_.empty()) {
    open_page(pages_.front());
    return true;
  }
  const PagePrediction* worst = prediction_.worst();
  return worst != nullptr && open(worst->page).ok();
}

Status LabelSession::open(const std::string& page) {
  const auto it = std::find_if(pages_.begin(), pages_.end(),
                               [&](const model::Page* p) { return p->id == page; });
  if (it == pages_.end()) return Error{ErrorCode::kNotFound, "no page " + page + " in the session"};
  open_page(*it);
  return {};
}

void LabelSession::add(Label label) {
  remember();
  label.page = open_->id;
  if (label.path.empty()) {
    const auto places = model::locate(open_->document, label.value, {.attributes = true});
    if (!places.empty()) {
      label.path = model::label_path(open_->document, places.front());
      label.span = places.front().span;
    }
  }
  touched_.push_back(outer_record(label.record));
  std::erase_if(proposed_, [&](const ProposedLabel& p) { return same_place(p.label, label); });
  proposed_.push_back({std::move(label), false, false});
}

void LabelSession::remove(size_t i) {
  remember();
  touched_.push_back(outer_record(proposed_[i].label.record));
  proposed_.erase(proposed_.begin() + static_cast<std::ptrdiff_t>(i));
}

void LabelSession::predict_again() {
  remember();
  std::vector<Label> known = finished_;
  for (const ProposedLabel& p : proposed_) {
    if (!p.predicted) known.push_back(p.label);
  }
  const auto wrapper = learn_from(known);
  if (wrapper == nullptr) return;
  // Records that a person labelled stay as they are; others are predicted anew.
  std::set<std::string> own_paths, own_records;
  std::erase_if(proposed_, [](const ProposedLabel& p) { return p.predicted; });
  for (const ProposedLabel& p : proposed_) {
    own_paths.insert(p.label.path);
    own_records.insert(outer_record(p.label.record));
  }
  const std::vector<ProposedLabel> fresh = predicted_for(*open_, *wrapper);
  std::set<std::string> covered;  // Predicted records that are a person's.
  for (const ProposedLabel& p : fresh) {
    if (std::any_of(own_paths.begin(), own_paths.end(),
                    [&](const std::string& own) { return overlap(own, p.label.path); }))
      covered.insert(outer_record(p.label.record));
  }
  for (ProposedLabel p : fresh) {
    if (covered.contains(outer_record(p.label.record))) continue;
    while (own_records.contains(outer_record(p.label.record)))
      p.label.record = "p" + p.label.record;
    proposed_.push_back(std::move(p));
  }
}

bool LabelSession::undo() {
  if (history_.empty()) return false;
  proposed_ = std::move(history_.back().proposed);
  touched_ = std::move(history_.back().touched);
  history_.pop_back();
  return true;
}

Status LabelSession::finish_page() {
  std::vector<Label> before = finished_;
  std::erase_if(finished_, [&](const Label& label) { return label.page == open_->id; });
  std::set<std::string> records;
  LabelCount count = count_;
  for (const ProposedLabel& p : proposed_) {
    Label label = p.label;
    label.source = model::LabelSource::kPerson;  // A person looked at it.
    label.confidence = 1;
    finished_.push_back(std::move(label));
    records.insert(outer_record(p.label.record));
    ++count.labels;
    count.by_hand += p.predicted ? 0 : 1;
  }
  const std::set<std::string> touched(touched_.begin(), touched_.end());
  count.records += records.size();
  count.records_by_hand += static_cast<size_t>(
      std::count_if(records.begin(), records.end(),
                    [&](const std::string& record) { return touched.contains(record); }));
  if (!finished_.empty()) {
    if (Status learned = learn(); !learned.ok()) {
      finished_ = std::move(before);
      return learned;
    }
  }
  count_ = count;
  open_ = nullptr;
  proposed_.clear();
  history_.clear();
  touched_.clear();
  return {};
}

}  // namespace weft::induce
