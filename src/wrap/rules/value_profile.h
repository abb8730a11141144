// Value profile: what sort of string the labelled values are, coarsely, so that a rule can be
// judged by what it would extract from pages that nobody labelled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::wrap {

class ValueProfile {
 public:
  // Adds a labelled value.
  void add(std::string_view value);
  // How like the labelled values `value` is, 0 to 1: digits, letters, first character, colon,
  // ellipsis, length.
  [[nodiscard]] double likeness(std::string_view value) const;
  // What all labelled values begin with up to a colon, if they do: values that begin otherwise are
  // nothing like them, until it is forgotten.
  [[nodiscard]] const std::string& prefix() const { return prefix_; }
  void forget_prefix() { prefix_.clear(); }

 private:
  struct Traits {
    bool digit = false;
    bool letter = false;
    bool colon = false;
    bool ellipsis = false;
    char first = ' ';  // '0' digit, 'a' lower case, 'A' upper case, else the byte itself
    size_t length = 0;
  };
  static Traits traits(std::string_view value);
  static double similarity(const Traits& a, const Traits& b);

  std::vector<Traits> labelled_;
  std::string prefix_;
};

}  // namespace weft::wrap
