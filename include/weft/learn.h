// Learning: a few labelled pages become a wrapper for all pages of their template.
//
//   const weft::Label labels[] = {{.page = 0, .attribute = "price", .value = "12.50 €"},
//                                 {.page = 1, .attribute = "price", .value = "8 €"}};
//   WEFT_ASSIGN(const weft::Learned learned, weft::learn(pages, labels));
//   for (const weft::Page& page : pages) use(learned.wrapper.extract(page));
//
// Pages without labels show which rules hold in general: give some. A labelled page counts as
// labelled in full: attributes without a label on it are taken as absent there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/result.h"
#include "weft/schema.h"
#include "weft/wrapper.h"

namespace weft {

struct Label {
  size_t page = 0;           // Which of the pages.
  std::string attribute;     // Nested ones by dots: offers.price
  std::string value;         // The text, as the page shows it…
  std::string path;          // …and where: Node::path(). Found by its text if empty.
  std::string record = "0";  // Labels of one record of a list page share it.
};

struct LearnOptions {
  Schema schema;        // Types, sets; may be empty.
  std::string inducer;  // "rules", "vote", "broom"…; the default if empty.
};

struct Learned {
  Wrapper wrapper;
  std::vector<std::string>
      problems;  // Labels that were not found or contradict; one sentence each.
};

// Fails with kInvalidArgument without labels or for an unknown inducer, kNotFound when no label is
// on its page. Costs about ten times parsing the pages.
WEFT_API Result<Learned> learn(std::span<const Page> pages, std::span<const Label> labels,
                               const LearnOptions& options = {});

}  // namespace weft
