// Feature: one structural condition on a node, the building block of a rule ([Vertex] III-C.1).
//
// A feature (T, l, V) has a type, a level and values. The level is the number of steps from the
// node up to the ancestor concerned (0 is the node itself); more than one value is a disjunction;
// no value means that the thing merely exists ("has a class"). Some types are Weft's own: a class
// by token, the text of a preceding sibling element, the node's own text up to a colon, other
// telling attributes (itemprop…).
//
//   (tag, 3, div)                         an ancestor three steps up is a <div>
//   (preceding-class, 1, a or b, i = 2)   the second element before the parent has class a or b
//   (left-text, 0, "Price:")              the nearest text before the node is "Price:"
//
// Text is compared with white space normalised. Texts in <script>, <style> and <noscript> do not
// exist here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace weft::wrap {

enum class FeatureKind : uint8_t {
  kTag,
  kId,
  kClass,
  kClassToken,    // Weft: one of the words of the class attribute
  kAttribute,     // Weft: another attribute with this value; Feature::attribute names it
  kPrecedingTag,  // the Feature::offset-th element before the ancestor
  kPrecedingId,
  kPrecedingClass,
  kPrecedingText,  // Weft: the whole text of that element
  kFollowingTag,   // the Feature::offset-th element after the ancestor
  kFollowingId,
  kFollowingClass,
  kLeftText,         // all of the nearest text before the node
  kLeftWord,         // its last word
  kRightText,        // all of the nearest text after the node
  kRightWord,        // its first word
  kInsideLeftText,   // the node's text begins so
  kInsideLeftWord,   // the node's text contains this word
  kInsideRightText,  // the node's text ends so
  kInsideRightWord,  // the node's text contains this word
  kOwnPrefix,        // Weft: the node's text up to and including its first colon
};
inline constexpr int kFeatureKinds = static_cast<int>(FeatureKind::kOwnPrefix) + 1;

struct Feature {
  FeatureKind kind = FeatureKind::kTag;
  uint8_t level = 0;
  uint8_t offset = 0;               // kPreceding…, kFollowing…: which sibling, from 1
  std::string attribute;            // kAttribute: its name
  std::vector<std::string> values;  // Sorted. Empty: the thing exists, whatever its value.
  bool operator==(const Feature&) const = default;
};

// "class", "preceding-tag"…
std::string_view feature_name(FeatureKind kind);

// True for features about the nearest text, the node's own text or a sibling's, which have no step
// of their own.
bool is_text_feature(FeatureKind kind);
bool is_preceding(FeatureKind kind);
bool is_following(FeatureKind kind);
bool is_sibling_tag(FeatureKind kind);

// How much a rule loses in Weft's ranking by using the feature; 0 for the features that survive
// redesigns best (ids, labels in words), 2 for what stands to the right. Order and weights:
// docs/adr/0060-ranking-of-rules.md.
double feature_cost(const Feature& feature);

nlohmann::ordered_json to_json(const Feature& feature);
// Fails with kInvalidArgument for what to_json did not write.
Result<Feature> feature_from_json(const nlohmann::ordered_json& json);

}  // namespace weft::wrap
