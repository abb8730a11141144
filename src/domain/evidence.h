// Evidence: what speaks for a column being an attribute, and what against. See evidence.inc.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "domain/site_columns.h"
#include "domain/told.h"

namespace weft::domain {

enum EvidenceName : uint8_t {
#define EVIDENCE(name, shared, sign, prior) k_##name,
#include "domain/evidence.inc"
#undef EVIDENCE
  kEvidenceCount
};

struct EvidenceInfo {
  std::string_view name;
  bool shared;
  int sign;
  double prior;
};
inline constexpr EvidenceInfo kEvidence[] = {
#define EVIDENCE(name, shared, sign, prior) {#name, shared, sign, prior},
#include "domain/evidence.inc"
#undef EVIDENCE
};

using EvidenceRow = std::array<float, kEvidenceCount>;

// Attributes differ in what shows them.
enum class AttributeKind : uint8_t { kSubject, kFormed, kText };
inline constexpr size_t kAttributeKinds = 3;

AttributeKind kind_of(const annotate::Recognizer& recognizer, size_t attribute);

// rows[attribute][column].
struct Evidence {
  std::vector<std::vector<EvidenceRow>> rows;
};

// Everything is worked out a text at a time and remembered: a site has ten times as many texts as
// different ones. `told`: what others say, by page; none if empty. It counts as far as it stands on the pages and differs
// from page to page: structured data may be of another thing, or the same everywhere.
Evidence weigh_columns(const SiteColumns& site, const annotate::Recognizer& recognizer,
                       const std::vector<std::vector<Told>>& told = {});

}  // namespace weft::domain
