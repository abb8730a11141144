#include "watch/repair/attribute_lesson.h"

#include <algorithm>

#include "watch/recall.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxCounterexamples = 4;

}  // namespace

AttributeLesson::AttributeLesson(const AttributeCase& about)
    : about_(about),
      chosen_(about.pages.size(), false),
      counterexamples_(about.pages.size(), false) {
  choose_pages();
  find_counterexamples();
}

// Step 1.
void AttributeLesson::choose_pages() {
  std::vector<size_t> order;
  for (const bool complete : {true, false}) {
    for (size_t i = 0; i < about_.pages.size(); ++i) {
      if (about_.pages[i].located && about_.pages[i].complete == complete) order.push_back(i);
    }
  }
  size_ = order.size();
  if (size_ > 2) size_ = std::min(about_.options.max_learn, (size_ + 1) / 2);
  for (size_t k = 0; k < size_; ++k) chosen_[order[k]] = true;
}

// Step 2.
void AttributeLesson::find_counterexamples() {
  const HealthModel& health = *about_.input.health;
  const std::string key = health.key_attribute();
  if (key.empty() || key == about_.health.name) return;
  size_t seen = 0, used = 0;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const KnownPage& page = about_.pages[i];
    const bool absent = about_.is_absent(page);
    if (!chosen_[i] && (!absent || seen++ % 2 == 1 || used == kMaxCounterexamples)) continue;
    const auto known = recall(about_.searches[i], known_values(about_.input.pages[i], key),
                              health.find(key)->type);
    if (known.empty() || found_share(known) < 1) continue;
    for (model::Label& label : labels_of(about_.searches[i], page.page->id, "0", key, known))
      key_labels_.push_back(std::move(label));
    if (absent) counterexamples_[i] = true, ++used;
  }
  if (used == 0) key_labels_.clear();
}

std::vector<model::Label> AttributeLesson::labels(const Keep& keep) const {
  std::vector<model::Label> labels;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    if (!chosen_[i]) continue;
    const KnownPage& page = about_.pages[i];
    for (const auto* values : {&page.recalled, &page.others}) {
      for (model::Label& label :
           labels_of(about_.searches[i], page.page->id, "0", about_.health.name, *values)) {
        if (keep(i, label)) labels.push_back(std::move(label));
      }
    }
  }
  if (!labels.empty()) labels.insert(labels.end(), key_labels_.begin(), key_labels_.end());
  return labels;
}

// Step 3.
std::shared_ptr<const model::Wrapper> AttributeLesson::learn(const Keep& keep) const {
  model::InducerInput learning{.labels = labels(keep), .schema = about_.input.schema};
  if (learning.labels.empty()) return nullptr;
  for (const KnownPage& page : about_.pages) learning.pages.push_back(page.page);
  auto induced = about_.input.inducer(learning);
  if (!induced.ok()) return nullptr;
  return std::shared_ptr<const model::Wrapper>(std::move(induced->wrapper));
}

}  // namespace weft::watch
