#include "induce/active/label_session.h"

#include <algorithm>

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

Result<LabelSession> LabelSession::start(LabelSessionInput input) {
  if (input.pages.empty()) return Error{ErrorCode::kInvalidArgument, "no pages to label"};
  WEFT_ASSIGN(model::Inducer inducer, find_inducer(input.inducer));
  LabelSession session(std::move(input), std::move(inducer));
  session.finished_ = std::move(session.input_.labels);
  WEFT_TRY(session.learn());
  return session;
}

Status LabelSession::learn() {
  if (std::all_of(finished_.begin(), finished_.end(), is_decline)) return {};
  WEFT_ASSIGN(model::Induced induced,
              inducer_({.pages = input_.pages, .labels = finished_, .schema = input_.schema}));
  wrapper_ = std::move(induced.wrapper);
  prediction_ = predict(*wrapper_, tested(), finished_);
  contended_.clear();
  if (input_.second_view.empty()) return {};
  WEFT_ASSIGN(const model::Inducer view, find_inducer(input_.second_view));
  // A view that learns nothing contends nothing.
  const auto second = view({.pages = input_.pages, .labels = finished_, .schema = input_.schema});
  if (second.ok()) contended_ = contended_pages(*wrapper_, *second->wrapper, tested(), finished_);
  return {};
}

RecallBound LabelSession::bound() const {
  std::map<std::string, std::set<std::string>> pages;
  for (const Label& label : finished_) pages[label.attribute].insert(label.page);
  std::map<std::string, size_t> seen;
  for (const auto& [attribute, on] : pages) seen[attribute] = on.size();
  return bound_recall(prediction_, seen);
}

std::pair<double, size_t> fit_of(const model::Wrapper& wrapper,
                                 const std::vector<const model::Page*>& pages) {
  size_t values = 0;
  for (const model::Page* page : pages) values += labels_of(wrapper.apply(*page)).size();
  return {predict(wrapper, pages, {}).recall, values};
}

// Of equals the one learned here.
const model::Wrapper* LabelSession::best_for(const model::Page& page) const {
  const model::Wrapper* best = nullptr;
  std::pair<double, size_t> most;
  const auto weigh = [&](const model::Wrapper& wrapper) {
    const auto fit = fit_of(wrapper, {&page});
    if (best != nullptr && fit <= most) return;
    most = fit;
    best = &wrapper;
  };
  if (wrapper_ != nullptr) weigh(*wrapper_);
  for (const auto& known : input_.known) weigh(*known);
  return best;
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

bool LabelSession::propose() {
  const auto left = [&](const std::string& page) {
    return !skipped_.contains(page) &&
           std::none_of(finished_.begin(), finished_.end(),
                        [&](const Label& label) { return label.page == page; });
  };
  for (const ContendedPage& one : contended_) {
    if (left(one.page)) return open(one.page).ok();
  }
  if (const PagePrediction* worst = prediction_.worst(left)) return open(worst->page).ok();
  for (const model::Page* page : input_.pages) {
    if (left(page->id)) return open(page->id).ok();
  }
  return false;
}

void LabelSession::skip() {
  if (open_ != nullptr) skipped_.insert(open_->id);
  open_ = nullptr;
}

Status LabelSession::open(const std::string& page) {
  for (const auto* pages : {&input_.pages, &input_.test}) {
    const auto it = std::find_if(pages->begin(), pages->end(),
                                 [&](const model::Page* p) { return p->id == page; });
    if (it == pages->end()) continue;
    open(**it);
    return {};
  }
  return Error{ErrorCode::kNotFound, "no page " + page + " in the session"};
}

void LabelSession::open(const model::Page& page) {
  if (std::find(input_.pages.begin(), input_.pages.end(), &page) == input_.pages.end())
    input_.pages.push_back(&page);
  open_ = &page;
  proposed_.clear();
  touched_.clear();
  declined_here_.clear();
  history_.clear();
  // What a person said of the page before stands.
  for (const Label& label : finished_) {
    if (label.page != page.id) continue;
    if (is_decline(label)) {
      declined_here_.insert(label.attribute);
    } else {
      proposed_.push_back({label, false, false});
    }
  }
  if (!proposed_.empty() || !declined_here_.empty()) return;
  if (const model::Wrapper* wrapper = best_for(page)) proposed_ = predicted_for(page, *wrapper);
}

void LabelSession::add(Label label) {
  remember();
  put(std::move(label));
}

void LabelSession::say(std::vector<Label> labels) {
  remember();
  for (const Label& label : labels) {
    if (is_list(label.attribute)) continue;
    std::erase_if(proposed_, [&](const ProposedLabel& p) {
      return p.predicted && p.label.attribute == label.attribute && p.label.record == label.record;
    });
  }
  for (Label& label : labels) put(std::move(label));
}

bool LabelSession::is_list(const std::string& attribute) const {
  const model::Attribute* known =
      input_.schema == nullptr ? nullptr : input_.schema->find(attribute);
  if (known != nullptr && known->set) return true;
  std::set<std::pair<std::string, std::string>> records;
  return std::any_of(finished_.begin(), finished_.end(), [&](const Label& label) {
    return label.attribute == attribute && !records.emplace(label.page, label.record).second;
  });
}

void LabelSession::put(Label label) {
  label.page = open_->id;
  if (label.path.empty()) {
    const auto places = model::locate(open_->document, label.value, {.attributes = true});
    if (!places.empty()) {
      label.path = model::label_path(open_->document, places.front());
      label.span = places.front().span;
    }
  }
  declined_here_.erase(label.attribute);
  touched_.insert(outer_record(label.record));
  std::erase_if(proposed_, [&](const ProposedLabel& p) { return same_place(p.label, label); });
  proposed_.push_back({std::move(label), false, false});
}

void LabelSession::remove(size_t i) {
  remember();
  touched_.insert(outer_record(proposed_[i].label.record));
  proposed_.erase(proposed_.begin() + static_cast<std::ptrdiff_t>(i));
}

void LabelSession::decline(const std::string& attribute) {
  remember();
  declined_here_.insert(attribute);
  std::erase_if(proposed_, [&](const ProposedLabel& p) {
    if (p.label.attribute != attribute) return false;
    touched_.insert(outer_record(p.label.record));
    return true;
  });
}

// What wrappers learned from these labels find on the open page: those of the session's inducer or
// brooms, whichever find more. A record or two of a list are enough for brooms, which take them in
// one by one ([Zheng] 10.3.1), not for rules; the person looks at what they propose.
std::vector<ProposedLabel> LabelSession::completed_by(const std::vector<Label>& known) const {
  std::vector<ProposedLabel> most;
  for (const model::Inducer* inducer : {&inducer_, &updates_}) {
    const auto induced =
        (*inducer)({.pages = input_.pages, .labels = known, .schema = input_.schema});
    if (!induced.ok()) continue;
    std::vector<ProposedLabel> found = predicted_for(*open_, *induced->wrapper);
    if (found.size() > most.size()) most = std::move(found);
  }
  return most;
}

void LabelSession::predict_again() {
  remember();
  std::vector<Label> known = finished_;
  for (const ProposedLabel& p : proposed_) {
    if (!p.predicted) known.push_back(p.label);
  }
  if (known.empty()) return;
  const std::vector<ProposedLabel> fresh = completed_by(known);
  // Records that a person labelled stay as they are; others are predicted anew.
  std::set<std::string> own_paths, own_records;
  std::erase_if(proposed_, [](const ProposedLabel& p) { return p.predicted; });
  for (const ProposedLabel& p : proposed_) {
    own_paths.insert(p.label.path);
    own_records.insert(outer_record(p.label.record));
  }
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
  declined_here_ = std::move(history_.back().declined);
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
  count.records += records.size();
  count.records_by_hand += static_cast<size_t>(
      std::count_if(records.begin(), records.end(),
                    [&](const std::string& record) { return touched_.contains(record); }));
  for (const std::string& attribute : declined_here_)
    finished_.push_back({.page = open_->id, .attribute = attribute});
  if (Status learned = learn(); !learned.ok()) {
    finished_ = std::move(before);
    return learned;
  }
  if (proposed_.empty()) skipped_.insert(open_->id);  // A page with nothing on it.
  count_ = count;
  open_ = nullptr;
  proposed_.clear();
  history_.clear();
  touched_.clear();
  return {};
}

}  // namespace weft::induce
