// A wrapper that extracts nothing and remembers a note: for tests of what stores wrappers.
#pragma once

#include <string>

#include "base/json.h"
#include "model/wrapper.h"

namespace weft::model::testing {

class NoteWrapper final : public Wrapper {
 public:
  explicit NoteWrapper(std::string note) : note_(std::move(note)) {}
  [[nodiscard]] std::string_view kind() const override { return "test-note"; }
  [[nodiscard]] Extraction apply(const Page& page) const override;
  [[nodiscard]] std::vector<Explanation> explain(const Page&, dom::NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override;
  static Result<std::unique_ptr<Wrapper>> from_json(const Json& body);

 private:
  std::string note_;
};

}  // namespace weft::model::testing
