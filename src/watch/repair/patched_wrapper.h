// PatchedWrapper: the wrapper of kind "patched": several wrappers, each for some attributes, whose
// values make one record. What repair leaves behind when some rules still hold and others had to be
// learned again: those that hold are not touched.
//
// Format: docs/formats/patched-wrapper.md.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/wrapper.h"
#include "watch/value_guard.h"

namespace weft::watch {

struct Part {
  std::vector<std::string> attributes;  // Top-level names that this wrapper answers for.
  std::shared_ptr<const model::Wrapper> wrapper;
  std::map<std::string, ValueGuard> guards;  // By attribute: what its values must look like.
};

class PatchedWrapper final : public model::Wrapper {
 public:
  // `required`: attributes that nearly every record has; what has less than half of them is none.
  explicit PatchedWrapper(std::vector<Part> parts, std::vector<std::string> required = {})
      : parts_(std::move(parts)), required_(std::move(required)) {}

  [[nodiscard]] std::string_view kind() const override { return "patched"; }
  // The n-th records of all parts are one: for pages of one record, the usual case, they are.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] nlohmann::ordered_json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const nlohmann::ordered_json& body);

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<std::string>& required() const { return required_; }

 private:
  [[nodiscard]] bool is_record(const model::Record& record) const;

  std::vector<Part> parts_;
  std::vector<std::string> required_;
};

// `old`, with `attributes` answered for by `repaired` from now on and `dropped` by nobody. Parts of
// an already patched wrapper that answer for nothing any more are left out.
std::unique_ptr<model::Wrapper> patch(std::shared_ptr<const model::Wrapper> old,
                                      const std::vector<std::string>& kept,
                                      std::vector<Part> repaired,
                                      std::vector<std::string> required = {});

}  // namespace weft::watch
