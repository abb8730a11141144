// LabelDesk: pages of one template with what a person said of them, what was learned from it, and
// what that gives on every one of them. What the studio shows after every click.
//
//   LabelDesk desk({.pages = sample});
//   desk.update(acts, schema);           // Acts of the journal: folded, learned, applied.
//   desk.page(3).found                   // What is extracted from the fourth page now.
//
// What is learned while a page is unfinished. Labels of a page are complete for the attributes that
// were touched on it, and say nothing of others: so attributes are learned in groups that were
// touched on the same pages, each from these pages alone, and what others taught is kept. A finished
// page is complete, as docs/formats/label.md says. Where records have to be found first (lists) the
// groups depend on each other, and all labels are learned from at once.
//
// Learning is what `weft learn` does (induce/inducers.h), so what is shown is what will be extracted. Lists are
// learned by brooms where rules fall short, so that a record or two show what the others are: records of which a
// person has shown less than of others on the page are known in part, and no examples.
// Ownership: borrows the pages. Threads: one at a time.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "extract/page_explanation.h"
#include "extract/site_extractor.h"
#include "group/outline.h"
#include "induce/active/co_testing.h"
#include "induce/active/prediction.h"
#include "induce/inducers.h"
#include "induce/rules/consistency.h"
#include "model/inducer.h"
#include "site/bundle.h"
#include "site/label_acts.h"

namespace weft::site {

// Recall that is enough to stop at.
inline constexpr double kTargetRecall = 0.98;
// Values surer than this need no second look.
inline constexpr double kSureValue = 0.98;

struct DeskPage {
  const model::Page* page = nullptr;
  PageLabels labels;
  extract::PageResult found;          // By what was learned; empty before.
  std::vector<induce::Doubt> doubts;  // Of attributes on this page.
  double doubt = 0;                   // Of the page as a whole: 0 is as good as certain.
  std::string reason;                 // Of that, one sentence.
};

struct DeskInput {
  std::vector<const model::Page*> pages;
  std::string name;  // Of the template, for messages.
  // The wrapper in force: stands in for attributes of which nobody said anything.
  std::shared_ptr<const model::Wrapper> in_force;
  // Those of the site's other templates. With none in force, pages are shown with what the one that fits
  // them best reads, in doubt until somebody says so; it is never part of wrapper().
  struct Other {
    std::string name;  // Of its template.
    std::shared_ptr<const model::Wrapper> wrapper;
  };
  std::vector<Other> others;
  // Of rules. Desks of a site share one, so that what it remembers of pages is that of one desk.
  model::Inducer rules = induce::remembering_rules();
};

// What a second view of the same labels is asked with (induce/active/co_testing.h); borrows the pages. It takes
// longer than a click, so it is asked beside the desk, which takes the answer if nothing has changed.
struct SecondView {
  // Brooms take in what is new by Algorithm 9 ([Zheng] 10.3.1), one call at a time. Null where the first view is
  // brooms itself: rules are asked then.
  struct Brooms {
    std::mutex mutex;
    model::Inducer learn = induce::updating_brooms();
  };
  std::shared_ptr<Brooms> brooms;
  std::shared_ptr<const model::Wrapper> first;
  std::vector<model::Label> labels;
  std::vector<const model::Page*> pages;
  model::Schema schema;

  // Pages on which the other inducer, with these labels, reads something else; none if it learns nothing.
  [[nodiscard]] std::vector<induce::ContendedPage> contended() const;
};

// What the labels so far are expected to be worth.
struct DeskOutlook {
  induce::Prediction prediction;
  induce::RecallBound bound;
  // Label this one next: the page in most doubt; before the first label, and when an attribute of the
  // schema was never seen, the one with most that no labelled page has ([Vertex] III-B). Null: none.
  const DeskPage* next = nullptr;
  double with_next = 0;  // Predicted recall once it is labelled, about.
  bool enough = false;   // Nobody need label more.
};

class LabelDesk {
 public:
  explicit LabelDesk(DeskInput input);

  // Everything as these acts of the journal and this schema have it. What was learned from the same
  // labels before is not learned again. Problems are in problems(); nothing fails. False if another thread has set
  // `stop`: labels are as the acts have them, and what was learned and found is as before, until the next update.
  bool update(const std::vector<Act>& acts, const model::Schema& schema,
              const std::atomic<bool>* stop = nullptr);

  // Looks at the pages, so that the first lesson does not have to.
  void prepare() const;

  [[nodiscard]] const std::vector<DeskPage>& pages() const { return pages_; }
  // Null if there is none of this id.
  [[nodiscard]] const DeskPage* find(const std::string& page) const;
  // One page more, which counts from the next update on. False if it was there.
  bool add(const model::Page& page);
  // Null before anything is learned and with none in force.
  [[nodiscard]] std::shared_ptr<const model::Wrapper> wrapper() const { return wrapper_; }
  // What pages are read by, for those that are not on the desk; null if nothing reads them.
  [[nodiscard]] std::shared_ptr<const extract::SiteExtractor> extractor() const {
    return extractor_;
  }
  [[nodiscard]] const model::Schema& schema() const { return schema_; }
  [[nodiscard]] const DeskOutlook& outlook() const { return outlook_; }
  // One sentence each: labels that point nowhere or contradict, attributes without a rule.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  // Why the page gives what it gives; nothing learned: no attributes.
  [[nodiscard]] extract::PageExplanation explain(const DeskPage& page) const;
  // Labels that the wrapper predicts for the page where nobody said anything, rejected ones left
  // out; the confidence is calibrated.
  [[nodiscard]] std::vector<model::Label> predictions(const DeskPage& page) const;
  // Nothing before anything is learned, and once an answer was taken.
  [[nodiscard]] std::optional<SecondView> second_view() const;
  // Disagreement is doubt: it counts in the order of pages, with its reason, until the next update.
  void take(const std::vector<induce::ContendedPage>& contended);
  // All labels, for `weft learn`; pages known not to have an attribute decline it.
  [[nodiscard]] std::vector<model::Label> labels() const;

 private:
  using Rules = std::shared_ptr<const model::Wrapper>;
  struct Lesson;  // Attributes that are learned together.

  [[nodiscard]] std::set<std::string> labelled_attributes() const;
  static void add_labels(const DeskPage& page, const std::set<std::string>& attributes,
                         std::vector<model::Label>& out);
  [[nodiscard]] std::vector<Lesson> lessons() const;
  struct Known {
    Rules rules;  // Null: nothing was learned.
    bool brooms = false;
    std::vector<std::string> problems;
  };
  [[nodiscard]] std::set<std::pair<std::string, std::string>> partial_records() const;
  [[nodiscard]] Known learn_by(const model::Inducer& inducer,
                               const std::vector<model::Label>& labels) const;
  [[nodiscard]] bool stopped() const { return stop_ != nullptr && *stop_; }
  [[nodiscard]] std::pair<double, size_t> worth(const Known& known,
                                                const std::vector<model::Label>& labels) const;
  Known learn_list(const std::vector<model::Label>& labels);
  Rules learn(const Lesson& lesson);
  [[nodiscard]] Rules joined(const std::vector<Rules>& parts) const;
  void learn_all();
  void borrow();
  const DeskPage* most_telling();
  [[nodiscard]] std::string unseen_attribute() const;
  void judge();
  void choose_next();

  DeskInput input_;
  model::Schema schema_;
  std::vector<DeskPage> pages_;
  std::map<std::string, size_t> place_;  // Page id -> index.
  std::map<uint64_t, Known> known_;      // What was learned, by a hash of what it was learned from.
  const std::atomic<bool>* stop_ = nullptr;  // Of the update under way.
  Rules wrapper_;
  Rules shown_;                             // What pages are read by: with what is borrowed.
  const DeskInput::Other* lent_ = nullptr;  // The other template's that fits; null: none does.
  bool borrowed_ = false;                   // It was looked for.
  bool brooms_teach_ = false;               // Some of it was learned by brooms.
  std::vector<model::Label> taught_;        // The labels it was learned from.
  std::shared_ptr<const extract::SiteExtractor> extractor_;
  std::vector<std::string> problems_;
  bool contended_ = false;  // The second view's answer was taken.
  model::Inducer lists_ = induce::updating_brooms();
  std::shared_ptr<SecondView::Brooms> brooms_ = std::make_shared<SecondView::Brooms>();
  std::vector<group::PageOutline> outlines_;  // Of the pages; made when first asked for.
  DeskOutlook outlook_;
};

// What is learned from, and shown in a table; more pages do not teach more.
inline constexpr size_t kDeskPages = 200;

// At most kDeskPages of these numbers, evenly spread.
std::vector<size_t> desk_sample(const std::vector<size_t>& pages);

// What the journal of a bundle teaches for a template: the same as on the desk of the studio, from
// those of the pages that are of the template. Fails with kNotFound if nothing was labelled, or
// nothing could be learned.
struct JournalLesson {
  std::shared_ptr<const model::Wrapper> wrapper;
  std::vector<std::string> problems;
  std::vector<const model::Page*> pages;  // That it was learned from.
  size_t labels = 0;
};
Result<JournalLesson> learn_from_journal(const Bundle& bundle, const std::string& template_name,
                                         const std::vector<model::Page>& pages);

}  // namespace weft::site
