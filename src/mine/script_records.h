// Records in scripts: arrays of like objects that a page carries for its own program to draw.
//
//   for (Region& region : script_regions(document)) …      the most like a table first
//
// A region from a script has the script as the place of every record and cell; it has no labels, and
// no wrapper can be learned from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "mine/region.h"

namespace weft::mine {

// A field of an object: the names of the objects around it and its own, "item.name", and its text.
struct ScriptField {
  std::string name;
  std::string text;
};
using ScriptObject = std::vector<ScriptField>;

// The arrays of at least two objects in a text of JSON or JavaScript, in the order in which they
// end. Never fails: what is no literal is passed over.
std::vector<std::vector<ScriptObject>> arrays_of_objects(std::string_view script);

// Arrays whose objects make a table that people read.
std::vector<Region> script_regions(const dom::Document& doc);

}  // namespace weft::mine
