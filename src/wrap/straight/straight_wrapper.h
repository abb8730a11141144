// StraightWrapper: the wrapper of kind "straight": another wrapper, which reads pages with their
// crossed tables put straight (straight_pages.h). On a page without one it is the other wrapper.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "model/wrapper.h"

namespace weft::wrap {

class StraightWrapper final : public model::Wrapper {
 public:
  // REQUIRES: inner is not null, and not straight itself.
  explicit StraightWrapper(std::shared_ptr<const model::Wrapper> inner)
      : inner_(std::move(inner)) {}

  [[nodiscard]] std::string_view kind() const override { return "straight"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const model::Wrapper& inner() const { return *inner_; }

 private:
  std::shared_ptr<const model::Wrapper> inner_;
};

}  // namespace weft::wrap
