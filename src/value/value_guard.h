// Value guard: the texts an attribute's values can be, where few kinds of text have been seen.
//
// A rule that is right on every page with a value may still give something on a page without one:
// the price where "In stock" would stand. Values are reduced to shapes, numbers being one token:
//
//   "Only 2 left" is  only 0 left       "£ 33,700" is  £ 0       "1,100 m²" is  0 m ²
//
// Where new shapes have become rare (Good and Turing: the chance that the next value has a shape
// never seen is the share of shapes seen once), the guard is closed and lets no other shape pass.
// Titles never close it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::value {

std::string value_shape(std::string_view text);

class ValueGuard {
 public:
  // An open guard: everything passes.
  ValueGuard() = default;
  // Lets these shapes pass, as shapes() gave them, and no others; all if there are none.
  explicit ValueGuard(std::vector<std::string> shapes);
  static ValueGuard learn(const std::vector<std::string>& values);

  [[nodiscard]] bool closed() const { return !shapes_.empty(); }
  [[nodiscard]] bool lets_pass(std::string_view value) const;
  // Whether it is written with no word or sign that values did not have; numbers do not count.
  [[nodiscard]] bool knows_words_of(std::string_view value) const;
  // Another way of writing values that is known to be right. No effect on an open guard.
  void add(std::string_view value);

  // Takes out what does not pass.
  void filter(std::vector<std::string>& values) const;

  // Sorted; none: it is open.
  [[nodiscard]] const std::vector<std::string>& shapes() const { return shapes_; }

 private:
  std::vector<std::string> shapes_;
};

}  // namespace weft::value
