// Made-up portals and the shipped domains that read them: what each calls its attributes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "practice/site.h"
#include "value/type.h"

namespace weft::eval {

struct PracticeAttribute {
  std::string_view truth;
  std::string_view attribute;  // Of the domain.
};

struct PracticeDomain {
  practice::Domain practice;
  const char* shipped;
  std::vector<PracticeAttribute> attributes;  // The title first.
  std::vector<PracticeAttribute> details;     // Those that detail pages alone show.
};

const std::vector<PracticeDomain>& practice_domains();

// One spelling for what is the same value of a type; folded where it is none.
std::string comparable_as(value::ValueType type, std::string_view text, std::string_view language);

}  // namespace weft::eval
