// Records that came together, with the schema that gives their columns order and type.
#pragma once

#include <memory>
#include <vector>

#include "convert.h"

namespace weft::python {

struct Records {
  std::shared_ptr<const std::vector<Record>> all;
  Schema schema;
};

Records as_records(std::vector<Record> records, Schema schema);

}  // namespace weft::python
