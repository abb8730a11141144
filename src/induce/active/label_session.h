// LabelSession: labelling pages with the help of the wrappers so far ([Zheng] 10.2.3, Pictor).
//
// The session proposes a page, the one that the wrappers handle worst, with labels predicted for
// it. A person accepts, removes and adds labels; when the page is done its labels are used to learn
// again. It keeps count of what a person had to do.
//
//   auto session = LabelSession::start({.pages = pages});
//   while (session->bound().recall < 0.9 && session->propose()) {
//     … session->add(label);
//     session->finish_page();
//   }
//
// The session learns with the inducer that `weft learn` uses, so that what it predicts is what will
// be extracted. It never ends by itself: who labels decides, knowing the bound.
//
// Ownership: borrows pages and schema. Threads: one at a time.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "induce/active/co_testing.h"
#include "induce/active/prediction.h"
#include "induce/inducers.h"
#include "model/inducer.h"

namespace weft::induce {

// A label on the open page.
struct ProposedLabel {
  model::Label label;
  bool predicted = false;  // By the wrappers; a person added the others.
  bool doubtful = false;   // Predicted from an imperfect match.
};

// How much labelling the wrappers took over ([Zheng] 10.4.2, experiment I).
struct LabelCount {
  size_t labels = 0;   // In finished pages.
  size_t by_hand = 0;  // Of these, added by a person.
  size_t records = 0;
  size_t records_by_hand = 0;  // With at least one label added, or removed, by a person.
  [[nodiscard]] double saved() const {
    return records == 0 ? 0
                        : 1 - static_cast<double>(records_by_hand) / static_cast<double>(records);
  }
};

struct LabelSessionInput {
  std::vector<const model::Page*> pages;  // To label, and to learn from.
  std::vector<const model::Page*> test;   // To predict on; empty: `pages`.
  std::string inducer = kDefaultInducer;
  // Not empty: pages on which a wrapper of this inducer disagrees are proposed first (co_testing.h).
  std::string second_view;
  const model::Schema* schema = nullptr;  // May be null.
  std::vector<model::Label> labels;       // Of pages that are finished.
  // Wrappers that exist already, say of all templates of a site. A page is first shown with the
  // labels of the one that fits it best, as long as nothing learned here fits better.
  std::vector<std::shared_ptr<const model::Wrapper>> known;
};

class LabelSession {
 public:
  // Fails with kInvalidArgument when there is no such inducer or there are no pages.
  static Result<LabelSession> start(LabelSessionInput input);

  // Opens the page that is contended most, else handled worst, with labels predicted for it: the first
  // one as long as nothing is labelled, any that is left when none is in doubt. Pages that were skipped are not
  // proposed again. False when no page is left.
  bool propose();
  // Leaves the open page as it is.
  void skip();
  // Opens a certain page. Fails with kNotFound.
  Status open(const std::string& page);
  // Adds a page to those that may be labelled, and opens it.
  void open(const model::Page& page);
  // Null when none is open.
  [[nodiscard]] const model::Page* page() const { return open_; }
  [[nodiscard]] const std::vector<ProposedLabel>& labels() const { return proposed_; }

  // --- the open page; each may be undone ---
  // Adds a label; one of the same record, attribute and place takes its place. Without a path it
  // stands at the first place of its value. predict_again() after a whole record gives the others.
  void add(model::Label label);
  // What a person says of an attribute of a record: adds the labels, in one step, in the place of
  // those predicted for it. Predicted items of a list stay; it is one if the schema says so, or a
  // finished record has several.
  void say(std::vector<model::Label> labels);
  // REQUIRES: i < labels().size().
  void remove(size_t i);
  // Says that the open page does not have the attribute: labels of it are removed, and finished()
  // gets one that says so.
  void decline(const std::string& attribute);
  // Predicts the records of the open page again from everything labelled so far; labels that a
  // person added stay.
  void predict_again();
  // False when there is nothing to undo.
  bool undo();
  // Takes the labels of the open page as they are, learns again, and closes it. Fails when learning
  // does; the page stays open then.
  Status finish_page();

  [[nodiscard]] const std::vector<model::Label>& finished() const { return finished_; }
  [[nodiscard]] const model::Wrapper* wrapper() const { return wrapper_.get(); }
  // On the pages that are not labelled yet. Recall 0 before the first page is finished.
  [[nodiscard]] const Prediction& prediction() const { return prediction_; }
  [[nodiscard]] RecallBound bound() const;
  [[nodiscard]] const LabelCount& count() const { return count_; }
  // On which the two views disagree, most first; none without a second view.
  [[nodiscard]] const std::vector<ContendedPage>& contended() const { return contended_; }

 private:
  LabelSession(LabelSessionInput input, model::Inducer inducer)
      : input_(std::move(input)), inducer_(std::move(inducer)) {}
  [[nodiscard]] const std::vector<const model::Page*>& tested() const {
    return input_.test.empty() ? input_.pages : input_.test;
  }
  Status learn();
  [[nodiscard]] const model::Wrapper* best_for(const model::Page& page) const;
  [[nodiscard]] std::vector<ProposedLabel> predicted_for(const model::Page& page,
                                                         const model::Wrapper& wrapper) const;
  [[nodiscard]] std::vector<ProposedLabel> completed_by(
      const std::vector<model::Label>& known) const;
  [[nodiscard]] bool is_list(const std::string& attribute) const;
  void put(model::Label label);
  void remember() { history_.push_back({proposed_, touched_, declined_here_}); }

  LabelSessionInput input_;
  model::Inducer inducer_;
  model::Inducer updates_ = updating_brooms();  // For predict_again().
  std::vector<model::Label> finished_;
  std::set<std::string> skipped_;
  std::unique_ptr<model::Wrapper> wrapper_;
  Prediction prediction_;
  LabelCount count_;
  std::vector<ContendedPage> contended_;

  const model::Page* open_ = nullptr;
  std::vector<ProposedLabel> proposed_;
  std::set<std::string> touched_;        // Records of the open page that a person worked on.
  std::set<std::string> declined_here_;  // Attributes that the open page does not have.
  struct State {
    std::vector<ProposedLabel> proposed;
    std::set<std::string> touched;
    std::set<std::string> declined;
  };
  std::vector<State> history_;
};

// How well a wrapper fits pages that nobody labelled: the recall expected of it, then how many values it
// finds. The greater fits better.
std::pair<double, size_t> fit_of(const model::Wrapper& wrapper,
                                 const std::vector<const model::Page*>& pages);

// The labels of a page as an extraction would have them: one per leaf.
std::vector<model::Label> labels_of(const model::Extraction& extraction);

}  // namespace weft::induce
