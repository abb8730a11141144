// Words by which fields of people are recognised: share/words/people.terms, one list each.
//
//   count_of(PersonWords::kRole, plain)        how many words of a text are in the list
//
// Threads: read at the first use, const afterwards. Internal to read/person*.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "base/enum_names.h"

namespace weft::read {

// In the order of names_of(), by which the file calls them.
enum class PersonWords : uint8_t {
  // clang-format off
  kGiven, kHonorific, kDegree, kRole, kOrganization, kStreet, kRoom, kState, kStateCode, kCountry,
  kPhoneLabel, kFaxLabel, kEmailLabel, kAddressLabel, kNameLabel, kOrganizationLabel, kPositionLabel,
  kFunction, kMenu, kTime, kPortrait, kDecoration, kPart,
  // clang-format on
};
inline constexpr size_t kPersonWordLists = 23;
std::span<const std::string_view> names_of(PersonWords);

// Words of a text in lower case and without accents, parted at white space and at ",;:()[]/|"; full stops stay, except the
// last one of a word that is longer than three letters ("Drive." but "Dr.").
std::vector<std::string> plain_words_of(std::string_view text);

bool is_in(PersonWords list, std::string_view word);
// Words of the text that are in the list, phrases of up to four words counting once.
size_t count_of(PersonWords list, std::span<const std::string> words);

}  // namespace weft::read
