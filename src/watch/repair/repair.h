// Repair: rules learned again without a human, and put in force only when proved.
//
// For every attribute that no longer holds:
//   1. recall    known values are found on the new pages and become labels (recall.h)
//   2. learn     the inducer that made the wrapper learns from some of those pages
//   3. verify    on the pages it did not see, the new rule must give the known values; elsewhere
//                values must look as they should and be missing where they were missing
//   4. margin    a second rule, learned from the other places where the values stand, must not do
//                as well and yet disagree: then nobody could tell which is meant
//   5. fields    the field test (fields.h)
// An attribute that may change, and whose known values do not lead to a rule, is looked for by
// landmarks instead (landmarks.h); the rule learned from what they find is held to the same proof.
//
// What passes replaces the old rule of that attribute; rules that still hold are not touched; what
// fails is given up and asked for, with the page whose labels would help most.
//
// [Liu] wrapper maintenance (re-labeling, re-learning), [Vertex] IV-B, IV-C; verification and
// margin are Weft's: docs/adr/0023-repairs-are-proved.md.
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
  kAccepted,
  // Gives the known values, but on no page that it had not seen: its values may be trusted where
  // they equal what is known, the rule may not be put in force.
  kProvisional,
  kRejected,
};
std::span<const std::string_view> names_of(RepairState);

struct AttributeRepair {
  std::string attribute;
  RepairState state = RepairState::kRejected;
  std::string reason;       // Why it was rejected, or what proved it.
  uint64_t known = 0;       // Pages with a known value.
  uint64_t located = 0;     // Those on which it was found.
  uint64_t learned = 0;     // Those that were labelled.
  uint64_t held_out = 0;    // Those kept for proof…
  uint64_t reproduced = 0;  // …and how many came out right.
  double runner_up = 0;     // Share of located pages that the other places give, if they disagree.
  std::shared_ptr<const model::Wrapper> wrapper;  // The new rule; null when none was learned.
  value::ValueGuard guard;                        // What it gives is let through by this only.
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
  [[nodiscard]] const AttributeRepair* find(std::string_view attribute) const;
};

// REQUIRES: no pointer is null but golden.
Repair repair(const RepairInput& input, const RepairOptions& options = {});

}  // namespace weft::watch
