// Rules as XPath 1.0. Tested by rule_xpath_test.cc; export_test.cc compares with matcher.h.
//
// Features of one level become predicates of one step: (tag, 3, div), (preceding-class, 3, a or
// b, i = 2) and (id, 1, x) give //div[preceding-sibling::*[2][@class="a" or
// @class="b"]]/*/*[@id="x"]/node(). Levels without a feature are *.
//
// OPTIMIZATION: a text that is told by the text beside it is reached from there,
// //text()[.="Price:"]/following::text()[1], instead of asking every text of the page what stands
// beside it: engines evaluate following:: and preceding:: as a whole, so that would be quadratic.
// Its other features become predicates that look up: [parent::*/parent::div].

#include "wrap/rules/rule_xpath.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "base/strings.h"
#include "select/query.h"

namespace weft::wrap {
namespace {

// What normalize_space folds besides XPath's own white space.
constexpr char32_t kSpaces[] = {0x85,   0xA0,   0x1680, 0x2000, 0x2001, 0x2002, 0x2003,
                                0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A,
                                0x2028, 0x2029, 0x202F, 0x205F, 0x3000};

size_t code_points(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) next_code_point(text, at);
  return count;
}

// "a or b", each made by `one`.
std::string any_of(const std::vector<std::string>& values,
                   const std::function<std::string(const std::string&)>& one) {
  std::string out;
  for (const std::string& value : values) out += (out.empty() ? "" : " or ") + one(value);
  return out;
}

class Printer {
 public:
  explicit Printer(const XPathStyle& style) : style_(style) {}

  std::string rule(const Rule& rule) const {
    if (!rule.query.empty()) {
      const auto query = select::Query::guess(rule.query);
      return query.ok() ? query->to_standard_string() : rule.query;
    }
    const std::string path = located(rule, nodes(rule));
    return path +
           (rule.target.kind == Target::Kind::kAttribute ? "/@" + rule.target.attribute : "");
  }

 private:
  static std::string located(const Rule& rule, const std::string& path) {
    if (rule.position == 0) return path;
    if (rule.position > 0) return fmt::format("({})[{}]", path, rule.position);
    return rule.position == -1 ? fmt::format("({})[last()]", path)
                               : fmt::format("({})[last()-{}]", path, -rule.position - 1);
  }

  [[nodiscard]] std::string nodes(const Rule& rule) const {
    if (!style_.relative && rule.target.kind == Target::Kind::kText) {
      for (const Feature& feature : rule.features) {
        if (feature.axis == Axis::kLeft || feature.axis == Axis::kRight)
          return from_beside(rule, feature);
      }
    }
    return from_top(rule);
  }

  // The texts beside those that the feature describes, where the rule's other features hold.
  [[nodiscard]] std::string from_beside(const Rule& rule, const Feature& beside) const {
    std::string path =
        fmt::format("//{}[{}]/{}::{}[1]", visible_text(), text_condition(beside),
                    beside.axis == Axis::kLeft ? "following" : "preceding", visible_text());
    for (const Feature& feature : rule.features) {
      if (&feature != &beside) path += fmt::format("[{}]", condition_above(feature));
    }
    return path;
  }

  // A feature of a node's ancestor, asked at the node.
  [[nodiscard]] std::string condition_above(const Feature& feature) const {
    if (is_text_axis(feature.axis) || feature.level == 0) return condition(feature);
    std::string up;
    for (uint32_t level = 1; level < feature.level; ++level) up += "parent::*/";
    if (is_single_tag(feature)) return up + "parent::" + feature.values[0];
    return fmt::format("{}parent::*[{}]", up, condition(feature));
  }

  [[nodiscard]] std::string from_top(const Rule& rule) const {
    uint32_t top = 0;
    for (const Feature& feature : rule.features) {
      if (!is_text_axis(feature.axis)) top = std::max<uint32_t>(top, feature.level);
    }
    std::string path;
    for (uint32_t level = top;; --level) {
      path += level == top ? start(rule, level) : "/";
      path += step(rule, level);
      if (level == 0) break;
    }
    return path;
  }

  [[nodiscard]] std::string start(const Rule& rule, uint32_t level) const {
    if (!style_.relative) return "//";
    return level == 0 && rule.target.kind == Target::Kind::kText ? "descendant::"
                                                                 : "descendant-or-self::";
  }

  [[nodiscard]] std::string normalized(std::string_view expression) const {
    return xpath_normalized(expression, style_.exact);
  }

  [[nodiscard]] std::string visible_text() const {
    return fmt::format("text()[{}][not(parent::script or parent::style or parent::noscript)]",
                       normalized("."));
  }

  [[nodiscard]] std::string step(const Rule& rule, uint32_t level) const {
    std::string test = "*";
    std::string predicates;
    if (level == 0 && rule.target.kind == Target::Kind::kText) test = visible_text();
    for (const Feature& feature : rule.features) {
      if (is_single_tag(feature) && feature.level == level && test == "*") {
        test = feature.values[0];
      } else if (is_text_axis(feature.axis) ? level == 0 : feature.level == level) {
        predicates += "[" + condition(feature) + "]";
      }
    }
    if (level == 0 && rule.target.kind == Target::Kind::kAttribute)
      predicates += "[@" + rule.target.attribute + "!='']";
    if (level == 0 && rule.target.kind == Target::Kind::kElement)
      predicates += "[" + normalized(".") + "]";
    return test + predicates;
  }

 public:
  // The predicate of a feature at its own level.
  [[nodiscard]] std::string condition(const Feature& feature) const {
    switch (feature.axis) {
      case Axis::kElement:
        return element_condition(feature);
      case Axis::kPreceding:
      case Axis::kFollowing:
        return fmt::format("{}-sibling::*[{}][{}]",
                           feature.axis == Axis::kPreceding ? "preceding" : "following",
                           feature.offset, element_condition(feature));
      case Axis::kLeft:
      case Axis::kRight:
        return fmt::format("{}::{}[1][{}]", feature.axis == Axis::kLeft ? "preceding" : "following",
                           visible_text(), text_condition(feature));
      case Axis::kInsideLeft:
      case Axis::kInsideRight:
        break;
    }
    const std::string text = normalized(".");
    return any_of(feature.values, [&](const std::string& v) {
      if (feature.test == Test::kWord)
        return fmt::format("contains({},{})", text, xpath_literal(v));
      if (feature.test == Test::kPrefix)
        return fmt::format("({} and {}!={})", starts_with(text, v), text, xpath_literal(v));
      return feature.axis == Axis::kInsideLeft ? starts_with(text, v) : ends_with(text, v);
    });
  }

 private:
  // What a feature asks of an element.
  [[nodiscard]] std::string element_condition(const Feature& feature) const {
    const auto& values = feature.values;
    if (feature.test == Test::kTag) return tags(values);
    if (feature.test == Test::kAttribute) return attribute(feature.attribute, values);
    if (feature.test == Test::kColumn && values.empty()) return "self::td or self::th";
    return any_of(values, [&](const std::string& v) {
      if (feature.test == Test::kColumn) return column(v);
      if (feature.test == Test::kText) return normalized(".") + "=" + xpath_literal(v);
      return fmt::format("contains(concat(' ',normalize-space(@class),' '),{})",
                         xpath_literal(" " + v + " "));
    });
  }

  // What a feature of the text beside a node asks of that text.
  [[nodiscard]] std::string text_condition(const Feature& feature) const {
    const std::string text = normalized(".");
    return any_of(feature.values, [&](const std::string& v) {
      if (feature.test == Test::kText) return text + "=" + xpath_literal(v);
      if (feature.axis == Axis::kLeft) return ends_with("concat(' '," + text + ")", " " + v);
      return fmt::format("starts-with(translate(concat({},' '),',;.:','    '),{})", text,
                         xpath_literal(v + " "));
    });
  }

  // As dom::column_in_row, where every width is a number.
  static std::string column(const std::string& value) {
    return fmt::format(
        "((self::td or self::th) and 1+count(preceding-sibling::*[not(@colspan)])"
        "+sum(preceding-sibling::*/@colspan)={})",
        value);
  }

  static bool is_single_tag(const Feature& feature) {
    return feature.axis == Axis::kElement && feature.test == Test::kTag &&
           feature.values.size() == 1;
  }

  static std::string tags(const std::vector<std::string>& values) {
    if (values.empty()) return "self::*";
    return any_of(values, [](const std::string& v) { return "self::" + v; });
  }

  static std::string attribute(const std::string& name, const std::vector<std::string>& values) {
    if (values.empty()) return "@" + name + "!=''";
    return any_of(values,
                  [&](const std::string& v) { return "@" + name + "=" + xpath_literal(v); });
  }

  static std::string starts_with(const std::string& expression, const std::string& value) {
    return fmt::format("starts-with({},{})", expression, xpath_literal(value));
  }

  // XPath 1.0 has no ends-with(); the footnote of [Vertex] III-C.1.
  static std::string ends_with(const std::string& expression, const std::string& value) {
    return fmt::format("substring({0},string-length({0})-{1})={2}", expression,
                       code_points(value) - 1, xpath_literal(value));
  }

  XPathStyle style_;
};

std::string_view ancestor_in_words(uint32_t level) {
  constexpr std::string_view kWords[] = {"the node", "the parent", "the grandparent"};
  return level < 3 ? kWords[level] : "an ancestor";
}

}  // namespace

std::string xpath_literal(std::string_view text) {
  if (text.find('"') == std::string_view::npos) return fmt::format("\"{}\"", text);
  if (text.find('\'') == std::string_view::npos) return fmt::format("'{}'", text);
  std::string out = "concat(";
  for (size_t at = 0; at < text.size();) {
    const char quote = text[at] == '"' ? '\'' : '"';
    const size_t end = std::min(text.find(quote, at), text.size());
    if (at != 0) out += ",";
    out += fmt::format("{0}{1}{0}", quote, text.substr(at, end - at));
    at = end;
  }
  return out + ")";
}

std::string xpath_normalized(std::string_view expression, bool exact) {
  if (!exact) return fmt::format("normalize-space({})", expression);
  std::string spaces;
  for (const char32_t c : kSpaces) append_utf8(spaces, c);
  return fmt::format("normalize-space(translate({},'{}','{}'))", expression, spaces,
                     std::string(std::size(kSpaces), ' '));
}

std::string to_xpath(const Rule& rule, const XPathStyle& style) {
  return Printer(style).rule(rule);
}

std::string xpath_relative(const Feature& feature) {
  const std::string condition = Printer({.exact = true}).condition(feature);
  if (is_text_axis(feature.axis)) return condition;
  if (feature.level == 0) return fmt::format("self::*[{}]", condition);
  if (feature.level == 1) return fmt::format("parent::*[{}]", condition);
  return fmt::format("ancestor::*[position() > 1][{}]", condition);
}

std::string describe(const Feature& feature) {
  std::string values;
  for (const std::string& value : feature.values)
    values += (values.empty() ? "" : " or ") + fmt::format("\"{}\"", value);
  if (values.empty()) values = "any value";
  std::string where(ancestor_in_words(feature.level));
  if (feature.level > 2) where += fmt::format(" {} levels up", feature.level);
  std::string what(kind_of(feature).name);
  if (feature.offset != 0) what += fmt::format(" (sibling {})", feature.offset);
  if (kind_of(feature).attribute.empty() && !feature.attribute.empty())
    what += " " + feature.attribute;
  return fmt::format("{} has {} {}", where, what, values);
}

}  // namespace weft::wrap
