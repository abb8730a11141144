// Pages about people with their fields marked: the set `people`.
//
//   contacts/*/wa/*.html   pages of businesses; <span wa-type="TEL" …> around each entity
//   homepages/*.txt        homepages of researchers as flat text; [phone]…[/phone]
//   faculty/               lists of people: html/NNN.html, names/NNN.txt
//
// The marks are taken out of the page, so that it looks as it did before somebody marked it, and put into a twin whose texts
// have a private character at both ends of each mark.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "read/person_blocks.h"

namespace weft::eval {

struct PeoplePage {
  std::string id;
  std::string site;    // Registered domain; the id where it is not known.
  std::string url;     // Empty: not known.
  std::string html;    // Without marks.
  std::string marked;  // The same with them.
  bool homepage = false;
  bool emails = true;  // Whether e-mail addresses were marked.
};

// By id. Fail with kNotFound or kIo.
Result<std::vector<PeoplePage>> import_contacts(const std::filesystem::path& people);
Result<std::vector<PeoplePage>> import_homepages(const std::filesystem::path& people);

// A stretch of a text, or a picture, that is a field.
struct FieldMark {
  dom::NodeId node;
  uint32_t begin = 0;  // Bytes of the text; 0 and 0 for a picture.
  uint32_t end = 0;
  read::PersonField field = read::PersonField::kName;
  bool street = false;  // A street or postcode, without which an address is none.
  uint32_t entity = 0;  // Stretches of one mark have the same.
};
// None if the marks have changed the tree.
std::optional<std::vector<FieldMark>> field_marks(const dom::Document& clean,
                                                  const PeoplePage& page);

// The field of each block: the one whose marks cover most of it, if that is at least half. An address needs a street or a postcode
// near it: lists of towns are none.
std::vector<std::optional<read::PersonField>> fields_of_blocks(const dom::Document& doc,
                                                               const read::PersonPage& page,
                                                               const std::vector<FieldMark>& marks);

// Folds of whole sites, which trainer and evaluation share.
inline constexpr size_t kPeopleFolds = 3;
size_t people_fold(std::string_view site);

}  // namespace weft::eval
