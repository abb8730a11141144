#include "cli/verb.h"

namespace weft::cli {

std::span<const VerbGroup> all_verbs() {
  // clang-format off
  static const VerbGroup kGroups[] = {
      {"Data at once, without a label",
       {&kMine, &kAuto, &kDomain, &kArticle, &kPerson, &kMeta, &kSelect, &kTemplate, &kExplore}},
      {"Learn a site from a few labels",
       {&kStudio, &kGroup, &kSample, &kLabel, &kLearn, &kExtract, &kExplain, &kExport, &kAnnotate}},
      {"Keep it right while the site changes",
       {&kWatch, &kSite}},
      {"Fetch pages",
       {&kCrawl, &kSubmit, &kReport, &kRecrawl, &kSeeds, &kFocus, &kRender, &kWarc}},
      {"Look at pages",
       {&kText, &kParse, &kPages, &kForms}},
      {"Work for other programs",
       {&kMcp}},
      {"Try and measure",
       {&kDemo, &kPractice, &kEval}},
  };
  // clang-format on
  return kGroups;
}

}  // namespace weft::cli
