#include "wrap/rules/matcher.h"

#include <random>

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::wrap {
namespace {

using Random = std::mt19937;

template <typename T>
const T& pick(Random& random, const std::vector<T>& from) {
  return from[random() % from.size()];
}

const std::vector<std::string> kTags = {"div", "span", "td", "h2", "b"};
const std::vector<std::string> kNames = {"a", "b", "a b"};
const std::vector<std::string> kTexts = {"Price:", "Price: 5", "x", "Isbn", "\xC2\xA0", "Is", "bn"};

// With white space around it; every fourth written with a character reference, so that the parser
// must copy it.
std::string random_text(Random& random) {
  const auto space = [&] {
    return (random() % 2 == 0 ? "\n" : "") + std::string(random() % 12, ' ');
  };
  std::string text = pick(random, kTexts);
  if (random() % 4 == 0 && text[0] > 0)
    text = "&#" + std::to_string(text[0]) + ";" + text.substr(1);
  return space() + text + space();
}

// Elements of few names, classes and texts, so that rules meet each other in all ways.
std::string random_page(Random& random) {
  std::string html = "<!DOCTYPE html><body>";
  std::vector<std::string> open;
  for (int i = 0; i < 60; ++i) {
    const auto choice = random() % 5;
    if (choice < 2) {
      const std::string tag = pick(random, kTags) == "td" ? "p" : pick(random, kTags);
      html += "<" + tag + (random() % 2 == 0 ? " class='" + pick(random, kNames) + "'" : "") +
              (random() % 4 == 0 ? " id='" + pick(random, kNames) + "'" : "") + ">";
      open.push_back(tag);
    } else if (choice == 2 && !open.empty()) {
      html += "</" + open.back() + ">";
      open.pop_back();
    } else {
      html += random_text(random);
    }
  }
  return html;
}

Feature random_feature(Random& random) {
  const FeatureKind& kind = feature_kinds()[random() % feature_kinds().size()];
  Feature feature{.axis = kind.axis, .test = kind.test, .attribute = std::string(kind.attribute)};
  feature.level = static_cast<uint8_t>(random() % 3);
  if (is_sibling_axis(feature.axis)) feature.offset = static_cast<uint8_t>(1 + random() % 2);
  const bool tag = feature.test == Test::kTag;
  const bool text = is_text_axis(feature.axis);
  if (feature.test == Test::kAttribute && feature.attribute.empty()) feature.attribute = "class";
  const std::vector<std::string>& values = tag ? kTags : text ? kTexts : kNames;
  for (unsigned i = 0; i <= random() % 2; ++i) {
    std::string value = pick(random, values);
    if (value == "\xC2\xA0") value = "Isbn";
    if (feature.test == Test::kToken) value = value.substr(0, 1);
    feature.values.push_back(value);
  }
  std::sort(feature.values.begin(), feature.values.end());
  return feature;
}

Rule random_rule(Random& random) {
  Rule rule;
  rule.target.kind = static_cast<Target::Kind>(random() % 3);
  if (rule.target.kind == Target::Kind::kAttribute) rule.target.attribute = "class";
  for (unsigned i = 0; i <= random() % 2; ++i) rule.features.push_back(random_feature(random));
  return rule;
}

// On the whole document rules run from their anchors; below <html> every node is tested.
TEST(MatcherTest, AnchorsFindWhatTestingEveryNodeFinds) {
  Random random(7);
  size_t selected = 0;
  for (int page = 0; page < 60; ++page) {
    const std::string source = random_page(random);
    const dom::Document doc = html::parse(source).document;
    for (int i = 0; i < 200; ++i) {
      const Rule rule = random_rule(random);
      const Matcher matcher({&rule});
      const auto everywhere = matcher.select_first(doc, doc.document_element());
      ASSERT_EQ(matcher.select_first(doc), everywhere)
          << source << "\n"
          << kind_of(rule.features[0]).name << " level " << int{rule.features[0].level} << " value "
          << rule.features[0].values[0];
      selected += everywhere.size();
    }
  }
  EXPECT_GT(selected, 10000U);
}

// Anchors that nest make every candidate a candidate of all of them; such rules fall back.
TEST(MatcherTest, NestedAnchorsStayLinear) {
  std::string source = "<body>";
  for (int i = 0; i < 400; ++i) source += "<div class=a>";
  source += "value";
  const dom::Document doc = html::parse(source).document;
  Rule rule;
  rule.features.push_back(
      {.test = wrap::Test::kAttribute, .level = 1, .attribute = "class", .values = {"a"}});
  EXPECT_EQ(Matcher({&rule}).select_first(doc).size(), 1U);
}

}  // namespace
}  // namespace weft::wrap
