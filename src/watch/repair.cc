#include "watch/repair.h"

#include <algorithm>
#include <array>

#include "watch/attribute_repair.h"
#include "watch/landmarks.h"
#include "watch/page_values.h"
#include "watch/patched_wrapper.h"
#include "watch/record_repair.h"

namespace weft::watch {
namespace {

// The page on which the fewest of the missing attributes are settled, so that its labels say most.
void choose_page_to_ask(const RepairInput& input, Repair& repair) {
  for (const AttributeRepair& attribute : repair.attributes) {
    if (attribute.state != RepairState::kAccepted)
      repair.ask_attributes.push_back(attribute.attribute);
  }
  if (repair.ask_attributes.empty()) return;
  size_t most = 0;
  for (const RepairPage& page : input.pages) {
    size_t known = 0;
    if (page.golden != nullptr) {
      for (const Seen& seen : seen_on(*page.golden)) {
        for (const std::string& name : repair.ask_attributes)
          known += texts(seen.values, name).empty() ? 0 : 1;
      }
    }
    if (!repair.ask_page.empty() && known <= most) continue;
    most = known;
    repair.ask_page = page.page->id;
  }
}

// The pages of a repair as landmarks look at them.
class ThenAndNow {
 public:
  ThenAndNow(const RepairInput& input, const std::vector<ValueSearch>& now)
      : known_(input.pages.size()) {
    for (size_t i = 0; i < input.pages.size(); ++i) {
      const RepairPage& page = input.pages[i];
      if (page.golden != nullptr) {
        const std::vector<Seen> seen = seen_on(*page.golden);
        if (!seen.empty()) known_[i] = seen.front().values;
      }
      if (page.before != nullptr)
        before_.push_back(std::make_unique<ValueSearch>(page.before->document));
      all_.push_back({page.before == nullptr ? nullptr : before_.back().get(), &now[i],
                      page.golden == nullptr ? nullptr : &known_[i]});
    }
  }

  [[nodiscard]] const std::vector<LandmarkPage>& all() const { return all_; }

 private:
  std::vector<Values> known_;
  std::vector<std::unique_ptr<ValueSearch>> before_;
  std::vector<LandmarkPage> all_;
};

}  // namespace

std::string_view repair_state_name(RepairState state) {
  constexpr std::array<std::string_view, 3> kNames = {"accepted", "provisional", "rejected"};
  return kNames[static_cast<size_t>(state)];
}

size_t Repair::accepted() const {
  return static_cast<size_t>(std::count_if(
      attributes.begin(), attributes.end(),
      [](const AttributeRepair& attribute) { return attribute.state == RepairState::kAccepted; }));
}

const AttributeRepair* Repair::find(std::string_view attribute) const {
  for (const AttributeRepair& repair : attributes) {
    if (repair.attribute == attribute) return &repair;
  }
  return nullptr;
}

Repair repair(const RepairInput& input, const RepairOptions& options) {
  std::vector<ValueSearch> searches;
  searches.reserve(input.pages.size());
  for (const RepairPage& page : input.pages) searches.emplace_back(page.page->document);
  if (input.health->many_records()) return repair_records(input, searches, options);
  Repair out;
  std::vector<Part> parts;
  const ThenAndNow pages(input, searches);
  for (const std::string& attribute : input.attributes) {
    out.attributes.push_back(repair_attribute(input, searches, pages.all(), options, attribute));
    const AttributeRepair& done = out.attributes.back();
    if (done.state == RepairState::kAccepted) parts.push_back({{attribute}, done.wrapper});
  }
  std::vector<std::string> kept;
  for (const AttributeHealth& health : input.health->attributes()) {
    if (std::find(input.attributes.begin(), input.attributes.end(), health.name) ==
        input.attributes.end())
      kept.push_back(health.name.substr(0, health.name.find('.')));
  }
  if (!parts.empty()) out.wrapper = patch(input.wrapper, kept, std::move(parts));
  choose_page_to_ask(input, out);
  return out;
}

}  // namespace weft::watch
