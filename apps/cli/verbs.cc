#include "cli/verb.h"

namespace weft::cli {

std::span<const Verb* const> all_verbs() {
  static constexpr const Verb* kVerbs[] = {
      &kParse,   &kCrawl,    &kSeeds, &kFocus,    &kReport, &kRecrawl, &kSubmit,   &kSelect,
      &kPages,   &kText,     &kForms, &kExplore,  &kRender, &kArticle, &kMeta,     &kGroup,
      &kMine,    &kAnnotate, &kAuto,  &kTemplate, &kSample, &kLabel,   &kLearn,    &kExport,
      &kExtract, &kExplain,  &kSite,  &kWatch,    &kWarc,   &kEval,    &kPractice, &kDemo};
  return kVerbs;
}

}  // namespace weft::cli
