// Made-up portals and the shipped domains that read them: what each calls its attributes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "base/result.h"
#include "dom/document.h"
#include "eval/metrics/record_set.h"
#include "practice/site.h"
#include "value/type.h"

namespace weft::eval {

struct PracticeAttribute {
  std::string_view truth;
  std::string_view attribute;  // Of the domain.
};

struct PracticeDomain {
  practice::Domain practice;
  const char* shipped;
  std::vector<PracticeAttribute> attributes;  // The title first.
  std::vector<PracticeAttribute> details;     // Those that detail pages alone show.
};

const std::vector<PracticeDomain>& practice_domains();

// What reads the first so many of them, by the shipped domains.
Result<std::vector<annotate::Recognizer>> practice_recognizers(size_t count);

// The records that a practice page or site shows, as they are compared with found ones.
std::vector<TruthRecord> shown_records(const std::vector<practice::TruthRecord>& records);

// One spelling for what is the same value of a type; folded where it is none.
std::string comparable_as(value::ValueType type, std::string_view text, std::string_view language);

// The deepest text or picture whose source holds a byte; the root if there is none.
dom::NodeId shown_at(const dom::Document& doc, uint32_t byte);

}  // namespace weft::eval
