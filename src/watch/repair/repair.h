// Repair: rules learned again without a human, and put in force only when they are probably right.
//
// Pages of one record each: every attribute that no longer holds by itself, each time all rules that
// may give it, old ones and new ones, of which the most probable answer counts (answers.h). If that is
// the old rule's, it is kept: what it gives has changed, and is right.
// Pages of many records: all attributes together, from known records found again
// (record_repair.cc), proved on pages that were not learned from (proof.h).
//
// What passes replaces the old rule of that attribute; rules that still hold are not touched; what
// fails is given up and asked for, with the page whose labels would help most.
//
// [Liu] wrapper maintenance (re-labeling, re-learning), [Vertex] IV-B, IV-C; why answers are weighed:
// docs/adr/0050-answers-are-weighed.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/extraction.h"
#include "model/inducer.h"
#include "model/page.h"
#include "model/schema.h"
#include "watch/health/health_model.h"
#include "watch/repair/answers.h"
#include "watch/repair/parameters.h"
#include "watch/value_search.h"

namespace weft::watch {

// A page of the template as it is now. REQUIRES: its condition is fine.
struct RepairPage {
  const model::Page* page = nullptr;
  const model::Extraction* golden = nullptr;  // What is known of it; null for nothing.
  const model::Page* before = nullptr;        // As it was then; null when nobody kept it.
  // What other pages say of the same entity today: a list that is still read right, say. Null for
  // nothing. Looked for where the golden value is no longer on the page.
  const Values* elsewhere = nullptr;
};

struct RepairInput {
  std::shared_ptr<const model::Wrapper> wrapper;
  const HealthModel* health = nullptr;
  const model::Schema* schema = nullptr;
  std::vector<RepairPage> pages;
  std::vector<std::string> attributes;  // To repair.
  model::Inducer inducer;  // Of wrappers of kind "rules": only these can be put together.
};

enum class RepairState : uint8_t {
  kKept,      // The old rule is right: its values have changed.
  kAccepted,  // A new one is.
  kRejected,
};
std::span<const std::string_view> names_of(RepairState);

struct AttributeRepair {
  std::string attribute;
  RepairState state = RepairState::kRejected;
  std::string reason;                             // Why it was rejected, or what speaks for it.
  std::shared_ptr<const model::Wrapper> wrapper;  // The rule; null when there is none.
  value::ValueGuard guard;                        // What it gives is let through by this only.
  // All that were weighed, the most probable first; none on pages of many records.
  std::vector<Answer> answers;
};

struct Repair {
  std::vector<AttributeRepair> attributes;
  // Of kind "rules": the old one with what was accepted; null when nothing was. A wrapper of another
  // kind is replaced whole.
  std::unique_ptr<model::Wrapper> wrapper;
  // For what was not: the page whose labels would help most; empty when nothing is asked.
  std::string ask_page;
  std::vector<std::string> ask_attributes;

  [[nodiscard]] size_t accepted() const;
  // Attributes whose rule was kept.
  [[nodiscard]] std::vector<std::string> kept() const;
  [[nodiscard]] const AttributeRepair* find(std::string_view attribute) const;
};

// REQUIRES: no pointer is null but golden.
Repair repair(const RepairInput& input, const RepairOptions& options = {});

}  // namespace weft::watch
