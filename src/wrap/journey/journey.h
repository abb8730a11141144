// Journey: the way to the records of a site, to be gone again without exploring; and the wrapper of kind
// "journey", which is such a way with an ordinary wrapper for the pages it leads to.
//
//   go to https://homes.example/, fill in the town, send the form, then next page after next page
//
// On a single page the wrapper extracts as its inner one does. Who goes the way is site/journey_run.h.
// As text: oxpath.h. Format: docs/formats/journey-wrapper.md.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/json_fields.h"
#include "model/wrapper.h"

namespace weft::wrap {

enum class JourneyAct : uint8_t {
  kFill,  // Write `value` into the field at `at`, or choose it.
  kClick,  // Follow the link or frame at `at`, or send the form that is there or that it is a button of.
};
std::span<const std::string_view> names_of(JourneyAct);

struct JourneyStep {
  JourneyAct act = JourneyAct::kClick;
  std::string at;         // XPath, from the root of the page.
  std::string value;      // Of kFill.
  std::string parameter;  // Of kFill, not empty: the name by which another value may be given.
  bool operator==(const JourneyStep&) const = default;
};
void describe(JsonFields& json, JourneyStep& step);

// From the start to a list.
struct JourneyPath {
  std::vector<JourneyStep> steps;
  // The link to the next page, again and again; "*": as pagination is found on any page; empty: there is
  // one page.
  std::string next;
  bool operator==(const JourneyPath&) const = default;
};
void describe(JsonFields& json, JourneyPath& path);

struct Journey {
  std::string start;   // An address.
  std::string domain;  // What was looked for, for who must look again; may be empty.
  // The domain reads the pages, and the wrapper only where that finds nothing: values on them have no
  // places of their own.
  bool by_domain = false;
  std::vector<JourneyPath> paths;
  bool operator==(const Journey&) const = default;
};
void describe(JsonFields& json, Journey& journey);

inline constexpr std::string_view kAnyNext = "*";

class JourneyWrapper final : public model::Wrapper {
 public:
  // REQUIRES: inner is not null.
  JourneyWrapper(Journey journey, std::shared_ptr<const model::Wrapper> inner)
      : journey_(std::move(journey)), inner_(std::move(inner)) {}

  [[nodiscard]] std::string_view kind() const override { return "journey"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    return inner_->apply(page);
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override {
    return inner_->explain(page, node);
  }
  [[nodiscard]] Json to_json() const override;
  // Fails with kInvalidArgument for what to_json did not write, or an inner wrapper that is a journey.
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const Journey& journey() const { return journey_; }
  [[nodiscard]] const std::shared_ptr<const model::Wrapper>& inner() const { return inner_; }

 private:
  Journey journey_;
  std::shared_ptr<const model::Wrapper> inner_;
};

}  // namespace weft::wrap
