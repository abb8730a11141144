// The `people` set: contact pages with marked entities, researchers' homepages with marks, faculty
// lists.
//
//   contacts/*/wa/N.html   <span wa-type="TEL" wa-id="1">…</span>; parts of one entity share a
//                          wa-id
//   homepages/N.txt        [position]…[/position]; marks may nest
//   faculty/html/N.html    faculty/names/N.txt, a name a line
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"

namespace weft::eval {

// A marked stretch of text.
struct Mark {
  std::string type;  // "TEL", "position"
  std::string id;    // Entity it belongs to; empty in homepages.
  std::string text;  // White space normalised.
  bool operator==(const Mark&) const = default;
};

// The marks of a contact page, in document order; the pieces of an entity joined by a space.
std::vector<Mark> contact_marks(const dom::Document& document);

struct MarkedText {
  std::string text;  // Without the marks.
  std::vector<Mark> marks;
};
// A homepage's text. Marks that are not closed, or close nothing, count for nothing.
MarkedText homepage_marks(std::string_view bytes);

struct ContactPage {
  std::string collection;  // "business_pages"
  std::filesystem::path html;
};
struct FacultyPage {
  std::filesystem::path html;
  std::vector<std::string> names;
};
struct PeopleSet {
  std::vector<ContactPage> contacts;
  std::vector<std::filesystem::path> homepages;
  std::vector<FacultyPage> faculty;
};
// Fails with kNotFound when none of the three is there.
Result<PeopleSet> import_people(const std::filesystem::path& directory);

}  // namespace weft::eval
