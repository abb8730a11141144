// SiteExtractor: everything needed to turn the pages of one site into checked records.
//
//   page → template → its wrapper → records → normalised by the schema → confidence → health
//
// Threads: const after build(); extract() may run on several threads at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "extract/calibration.h"
#include "model/extraction.h"
#include "model/page_context.h"
#include "model/record.h"
#include "model/schema.h"
#include "model/template_matcher.h"
#include "model/wrapper.h"

namespace weft::extract {

// Whether a record keeps the promises of its schema. One without a mandatory value is unhealthy; a
// value that is not of its attribute's type is kept, as text, with less confidence, and counted.
struct RecordHealth {
  std::vector<std::string> missing;   // Mandatory attributes without a value; nested ones by dots.
  std::vector<std::string> mistyped;  // Attributes with a value that is not of their type.

  [[nodiscard]] bool healthy() const { return missing.empty(); }
};

// REQUIRES: model::normalize_record has been applied.
RecordHealth check_record(const model::Record& record, const model::Schema& schema);

// Whether values of the attribute must have a typed form beside their text.
bool is_typed(const model::Attribute& attribute);

// Whether there is any text in a value.
bool has_content(const model::Value& value);

// A template and what runs on its pages.
struct TemplateWrapper {
  model::Template page_template;
  std::shared_ptr<const model::Wrapper>
      wrapper;  // Null: its pages are recognised but give nothing.
};

struct SiteWrappers {
  std::string name;  // For messages and outputs.
  std::vector<TemplateWrapper> templates;
  model::Schema schema;  // May be empty: nothing is normalised, nothing is mandatory.
  // Of all wrappers' confidences. Absent: what was measured for wrappers of their kind
  // (default_calibration.h); the identity leaves them as they are.
  std::optional<Calibration> calibration;
  model::TemplateMatchOptions matching;
};

struct PageResult {
  model::TemplateMatch match;
  model::Extraction extraction;      // Without records when no template fits.
  std::vector<RecordHealth> health;  // One per record.
  // A page of a template with a wrapper that gave no record at all, though the schema has mandatory
  // attributes.
  bool empty_handed = false;

  // Records that break the schema, an empty-handed page counting as one.
  [[nodiscard]] size_t unhealthy() const;
};

class SiteExtractor {
 public:
  // Fails as TemplateMatcher::build does.
  static Result<SiteExtractor> build(SiteWrappers rules);

  // Whether a page with this URL could give anything: asked before it is read or parsed.
  [[nodiscard]] bool wants(std::string_view url) const { return matcher_.interesting(url); }
  // Never fails: a page that fits no template has no records.
  [[nodiscard]] PageResult extract(const model::Page& page) const;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const model::Schema& schema() const { return schema_; }
  [[nodiscard]] const model::TemplateMatcher& matcher() const { return matcher_; }
  // Null if it has none. REQUIRES: index < matcher().templates().size().
  [[nodiscard]] const model::Wrapper* wrapper(uint32_t index) const {
    return wrappers_[index].get();
  }

 private:
  SiteExtractor(SiteWrappers& rules, model::TemplateMatcher matcher);
  void weigh(model::Record& record, const Calibration& calibration) const;

  std::string name_;
  model::Schema schema_;
  bool has_mandatory_ = false;
  model::PageContext::Prices prices_ = model::PageContext::Prices::kNone;
  model::TemplateMatcher matcher_;
  std::vector<std::shared_ptr<const model::Wrapper>> wrappers_;
  std::vector<Calibration> calibrations_;  // One per wrapper.
};

// One wrapper for every page it is given, whatever its URL or build.
Result<SiteExtractor> extractor_for(std::shared_ptr<const model::Wrapper> wrapper, std::string name,
                                    model::Schema schema = {},
                                    std::optional<Calibration> calibration = {});

}  // namespace weft::extract
