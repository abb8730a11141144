// Assess: one template, its bellwether pages read again, and what has become of them ([Vertex]
// IV-B).
//
//   1. condition   pages that came back as something else (an error, a login) are set aside, counted
//   2. shingles    does the template's signature cover the others?
//   3. fields      does its wrapper still extract what is known of them?
//   4. verdict     healthy, drifting, broken; unknown when too few pages could be read
//   5. conformity  are the pages still of the whole template, where the wrapper describes all of one?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/extraction.h"
#include "model/page.h"
#include "model/template.h"
#include "model/wrapper.h"
#include "watch/health/health_model.h"
#include "watch/health/parameters.h"
#include "watch/health/verdict.h"

namespace weft::watch {

// A page that was asked for again. Its id is the golden extraction's page.
struct FreshPage {
  std::string id;
  const model::Page* page = nullptr;  // Null: it could not be read.
  PageCondition failure;              // Why, for a null page.
  uint64_t words_before = 0;          // Of the page as it was kept; 0 when nobody knows.
};

struct AssessInput {
  const model::Template* page_template = nullptr;
  const model::Wrapper* wrapper = nullptr;
  const HealthModel* health = nullptr;
  const std::vector<model::Extraction>* golden = nullptr;
  std::span<const FreshPage> pages;
};

struct Assessment {
  TemplateVerdict verdict;
  std::vector<model::Extraction> fresh;  // Of the pages that are fine, by the wrapper.
  std::vector<const FreshPage*> fine;    // Those pages, in the same order.
};

// REQUIRES: no pointer of `input` is null.
Assessment assess(const AssessInput& input, const AssessOptions& options = {});

// The verdict on several templates is the worst of them.
Health worst(std::span<const TemplateVerdict> verdicts);

}  // namespace weft::watch
