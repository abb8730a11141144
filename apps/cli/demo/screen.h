// Screen: what the demo draws with. Colours when the terminal has them, the
// same words without.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cli::demo {

enum class Ink { kPlain, kDim, kBold, kGood, kBad, kAccent };

class Screen {
 public:
  // `write` gets finished pieces of text at once, so that a person sees each
  // act as it happens.
  Screen(bool color, std::function<void(std::string_view)> write)
      : color_(color), write_(std::move(write)) {}

  void banner(std::string_view title, std::string_view subtitle);
  void heading(size_t number, std::string_view title);
  // An indented sentence.
  void say(std::string_view text, Ink ink = Ink::kPlain);
  // "✔ text" or "✘ text".
  void verdict(bool good, std::string_view text);
  // A labelled share of 0 to 1 as a bar.
  void bar(std::string_view label, double share, std::string_view note);
  // Columns as wide as needed, cut at `widest` cells; the first row is the
  // header.
  void table(const std::vector<std::vector<std::string>>& rows, size_t widest = 34);

 private:
  [[nodiscard]] std::string paint(std::string_view text, Ink ink) const;

  bool color_;
  std::function<void(std::string_view)> write_;
};

}  // namespace weft::cli::demo
