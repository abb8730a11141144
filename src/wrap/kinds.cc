#include "wrap/kinds.h"

#include "wrap/columns/columns_wrapper.h"
#include "wrap/grammar/grammar_wrapper.h"
#include "wrap/journey/journey.h"
#include "wrap/journey/xpath_wrapper.h"
#include "wrap/landmarks/landmarks_wrapper.h"
#include "wrap/rules/rules_wrapper.h"
#include "wrap/straight/straight_wrapper.h"
#include "wrap/tree/broom_wrapper.h"
#include "wrap/tree/page_tree_wrapper.h"
#include "wrap/tree/vote_wrapper.h"

namespace weft::wrap {

Result<std::unique_ptr<model::Wrapper>> load_wrapper(const Json& json) {
  static constexpr model::WrapperKind kKinds[] = {
      {"rules", &RulesWrapper::from_json},         {"broom", &BroomWrapper::from_json},
      {"page-tree", &PageTreeWrapper::from_json},  {"vote", &VoteWrapper::from_json},
      {"landmarks", &LandmarksWrapper::from_json}, {"columns", &ColumnsWrapper::from_json},
      {"grammar", &GrammarWrapper::from_json},     {"xpath", &XPathWrapper::from_json},
      {"journey", &JourneyWrapper::from_json},     {"straight", &StraightWrapper::from_json},
  };
  return model::load_wrapper(json, kKinds);
}

}  // namespace weft::wrap
