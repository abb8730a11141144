#include "wrap/straight/straight_wrapper.h"

#include "wrap/kinds.h"
#include "wrap/straight/straight_pages.h"

namespace weft::wrap {

model::Extraction StraightWrapper::apply(const model::Page& page) const {
  const auto straight = StraightPage::of(page);
  if (!straight) return inner_->apply(page);
  model::Extraction extraction = inner_->apply(straight->page());
  for (model::Record& record : extraction.records) straight->take_back(record);
  return extraction;
}

std::vector<model::Explanation> StraightWrapper::explain(const model::Page& page,
                                                         dom::NodeId node) const {
  const auto straight = StraightPage::of(page);
  if (!straight) return inner_->explain(page, node);
  const dom::NodeId place = straight->straight(node);
  if (place == dom::kNoNode) return {};
  return inner_->explain(straight->page(), place);
}

Json StraightWrapper::to_json() const {
  Json json = Json::object();
  json.append("reads", model::save_wrapper(*inner_));
  return json;
}

Result<std::unique_ptr<model::Wrapper>> StraightWrapper::from_json(const Json& body) {
  const Json* inner = body.find("reads");
  if (inner == nullptr)
    return Error{ErrorCode::kInvalidArgument, "straight: \"reads\" must be a wrapper"};
  // Depth is bounded: what is straight once needs it no more.
  if (const Json* kind = inner->find("kind"); kind != nullptr && *kind == Json("straight"))
    return Error{ErrorCode::kInvalidArgument, "straight: \"reads\" is straight itself"};
  WEFT_ASSIGN(auto wrapper, load_wrapper(*inner));
  return std::unique_ptr<model::Wrapper>(new StraightWrapper(std::move(wrapper)));
}

}  // namespace weft::wrap
