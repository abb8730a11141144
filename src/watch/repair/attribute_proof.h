// Attribute proof: steps 3 to 5 of repair.h. Whether a new rule for an attribute may be put in
// force.
//
//   3. verify   on the pages it did not see, the rule gives the known values, none where there was
//               none, and elsewhere what looks as values do; where a number changed, no other one
//               on the page is nearer to it
//   4. margin   the places the rule did not take, learned by themselves, do not do as well and yet
//               disagree
//   5. fields   the field test (fields.h)
//   6. weigh    with too few pages to prove it on, what it gives must speak for itself; then it is
//               provisional at most
//
// Tested by repair_test.cc.
#pragma once

#include <string>
#include <vector>

#include "watch/repair/attribute_case.h"
#include "watch/repair/attribute_lesson.h"

namespace weft::watch {

class AttributeProof {
 public:
  // REQUIRES: both outlive this.
  AttributeProof(const AttributeCase& about, const AttributeLesson& lesson)
      : about_(about), lesson_(lesson) {}

  // Proves the wrapper of `result`, behind the guard there, and leaves state, reason and counts in
  // it. False if it is rejected. `all_places`: the rule was learned from all places at which the
  // known values stand; one for places that had to be singled out is a guess until it is proved.
  bool run(bool all_places, AttributeRepair& result);

  // What the rule gives on every page.
  [[nodiscard]] const std::vector<std::vector<std::string>>& found() const { return found_; }

 private:
  [[nodiscard]] std::string verify(AttributeRepair& result);
  [[nodiscard]] bool others_are_nearer() const;
  [[nodiscard]] std::string compare_with_runner_up(AttributeRepair& result) const;
  [[nodiscard]] std::string test_fields() const;
  [[nodiscard]] std::string weigh(bool all_places, const AttributeRepair& result) const;

  [[nodiscard]] bool gives_known(const KnownPage& page,
                                 const std::vector<std::string>& found) const;
  [[nodiscard]] bool gives_column(const KnownPage& page,
                                  const std::vector<std::string>& found) const;
  [[nodiscard]] bool gives_exactly() const;
  [[nodiscard]] bool takes_parts() const;
  [[nodiscard]] bool shows_where_parts_end() const;
  [[nodiscard]] bool says_enough() const;

  const AttributeCase& about_;
  const AttributeLesson& lesson_;
  std::vector<std::vector<std::string>> found_;
};

}  // namespace weft::watch
