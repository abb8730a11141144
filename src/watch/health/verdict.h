// Verdict: what watching found out about a template and each of its attributes, with the evidence.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/json.h"
#include "watch/health/page_condition.h"
#include "watch/share.h"

namespace weft::watch {

enum class Health : uint8_t {
  kHealthy,
  kDrifting,  // some pages fail, or values are stranger than they were
  kBroken,    // most pages fail
  kUnknown,   // too few pages could be read to say
};
std::span<const std::string_view> names_of(Health);

// Why; the first three are the ways a rule fails ([Vertex] IV-B).
enum class Cause : uint8_t {
  kNone,
  kShingleChange,
  kNullExtraction,
  kIncorrectExtraction,
  kContentChange,
  kBlocked,      // bot wall, forbidden
  kErrorPage,    // error, unreachable, empty
  kSoftMissing,  // "not found" with status 200, or 404
  kLoginWall,
};
std::span<const std::string_view> names_of(Cause);

// A page that shows the failure.
struct Example {
  std::string page;
  std::string before;
  std::string now;
};

struct AttributeVerdict {
  std::string name;
  Health health = Health::kHealthy;
  Cause cause = Cause::kNone;
  // Entities known from before, by what became of the attribute.
  uint64_t same = 0;
  uint64_t different = 0;
  uint64_t gone = 0;
  uint64_t appeared = 0;  // had none, has one now
  double presence_before = 0;
  double presence = 0;
  double fit_before = 0;  // Mean fit to the health model.
  double fit = 0;
  std::vector<std::string> evidence;  // One sentence each.
  std::vector<Example> examples;      // At most three.

  [[nodiscard]] uint64_t compared() const { return same + different + gone; }
};

// The shingle test ([Vertex] IV-B): the signature must cover a majority of the pages.
struct ShingleTest {
  uint64_t pages = 0;
  uint64_t covered = 0;

  [[nodiscard]] bool passed() const { return 2 * covered > pages || pages == 0; }
  // The measure of Table III.
  [[nodiscard]] double coverage() const { return share(covered, pages); }
};

struct TemplateVerdict {
  std::string template_name;
  Health health = Health::kHealthy;
  Cause cause = Cause::kNone;
  ShingleTest shingles;
  uint64_t pages = 0;                        // Asked for.
  uint64_t read = 0;                         // That came back as themselves.
  std::map<PageState, uint64_t> conditions;  // Of the others.
  std::vector<AttributeVerdict> attributes;
  std::vector<std::string> evidence;
  std::string advice;  // What to do; empty when nothing is.

  [[nodiscard]] const AttributeVerdict* find(std::string_view attribute) const;
  // Names of the attributes that are drifting or broken.
  [[nodiscard]] std::vector<std::string> unhealthy() const;
};

// What these attributes give has changed and is right: they are healthy after all, and the template
// is as healthy as the others are.
void excuse_changes(const std::vector<std::string>& attributes, TemplateVerdict& verdict);

Json to_json(const TemplateVerdict& verdict);
// A few lines for a terminal.
std::string to_text(const TemplateVerdict& verdict);

}  // namespace weft::watch
