// Random XPath expressions for differential tests and fuzzing. The same seed gives the same
// expressions.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace weft::select::testing {

// What the expressions talk about.
struct Vocabulary {
  std::vector<std::string> elements;
  std::vector<std::string> attributes;
  std::vector<std::string> texts;
};

class ExpressionGenerator {
 public:
  ExpressionGenerator(uint32_t seed, Vocabulary vocabulary)
      : random_(seed), vocabulary_(std::move(vocabulary)) {}

  // A location path; absolute or relative.
  std::string path(int depth = 2);
  // Any expression.
  std::string expression(int depth = 2);

 private:
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  std::string_view pick(const std::vector<std::string>& from) {
    return from[below(static_cast<uint32_t>(from.size()))];
  }
  std::string step(int depth);
  std::string node_test();
  std::string predicate(int depth);
  std::string boolean(int depth);
  std::string number(int depth);
  std::string string(int depth);
  std::string relative(int depth);
  std::string literal();

  std::mt19937 random_;
  Vocabulary vocabulary_;
};

}  // namespace weft::select::testing
