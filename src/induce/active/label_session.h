// LabelSession: labelling pages with the help of the wrappers so far ([Zheng] 10.2.3, Pictor).
//
// The session proposes a page, the one that the wrappers handle worst, with labels predicted for
// it. A person accepts, removes and adds labels; when the page is done its labels are used to learn
// again. It keeps count of what a person had to do.
//
//   LabelSession session(pages, "broom");
//   while (!session.prediction().enough() && session.propose()) {
//     … session.add(label);
//     session.finish_page();
//   }
//
// Ownership: borrows pages and schema. Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "induce/active/prediction.h"
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

class LabelSession {
 public:
  // Fails with kInvalidArgument when there is no such inducer or there are no pages.
  static Result<LabelSession> start(std::vector<const model::Page*> pages,
                                    const std::string& inducer,
                                    const model::Schema* schema = nullptr,
                                    std::vector<model::Label> labels = {});

  // Opens the page that is handled worst (the first one as long as nothing is labelled), with
  // labels predicted for it. False when no page is left that is in doubt.
  bool propose();
  // Opens a certain page. Fails with kNotFound.
  Status open(const std::string& page);
  // Null when none is open.
  [[nodiscard]] const model::Page* page() const { return open_; }
  [[nodiscard]] const std::vector<ProposedLabel>& labels() const { return proposed_; }

  // --- the open page; each may be undone ---
  // Adds a label; one of the same record, attribute and place takes its place. Without a path it
  // stands at the first place of its value. predict_again() after a whole record gives the others.
  void add(model::Label label);
  // REQUIRES: i < labels().size().
  void remove(size_t i);
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
  [[nodiscard]] const LabelCount& count() const { return count_; }

 private:
  LabelSession(std::vector<const model::Page*> pages, model::Inducer inducer,
               const model::Schema* schema, std::vector<model::Label> labels);
  Status learn();
  void open_page(const model::Page* page);
  [[nodiscard]] std::vector<ProposedLabel> predicted_for(const model::Page& page,
                                                         const model::Wrapper& wrapper) const;
  [[nodiscard]] std::unique_ptr<model::Wrapper> learn_from(
      const std::vector<model::Label>& labels) const;
  void remember() { history_.push_back({proposed_, touched_}); }

  std::vector<const model::Page*> pages_;
  model::Inducer inducer_;
  const model::Schema* schema_ = nullptr;
  std::vector<model::Label> finished_;
  std::unique_ptr<model::Wrapper> wrapper_;
  Prediction prediction_;
  LabelCount count_;

  const model::Page* open_ = nullptr;
  std::vector<ProposedLabel> proposed_;
  std::vector<std::string> touched_;  // Records of the open page that a person worked on.
  struct State {
    std::vector<ProposedLabel> proposed;
    std::vector<std::string> touched;
  };
  std::vector<State> history_;
};

// The labels of a page as an extraction would have them: one per leaf.
std::vector<model::Label> labels_of(const model::Extraction& extraction);

}  // namespace weft::induce
