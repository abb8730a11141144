// Schema: the table that is wanted, and the types of its columns.
//
//   weft::Schema schema = *weft::Schema::parse(R"({"weft": "schema", "version": 1, "name": "Product",
//       "attributes": ["title: text mandatory", "price: money", "images: url set"]})");
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/export.h"
#include "weft/result.h"

namespace weft {

struct Attribute {
  std::string name;
  std::string type =
      "text";              // text, number, money, date, url, image, phone, email, duration, enum…
  bool mandatory = false;  // A record without it is unhealthy.
  bool set = false;        // Several values a record.
  bool constant = false;   // Stays the same for an entity from visit to visit.
  std::vector<Attribute> attributes;  // Not empty: a nested record.
};

struct WEFT_API Schema {
  std::string name;
  std::vector<Attribute> attributes;

  // Reads a schema file (docs/formats/schema.md). Fails with kInvalidArgument, kUnsupported.
  static Result<Schema> parse(std::string_view json);
  [[nodiscard]] std::string to_json() const;
};

}  // namespace weft
