// Rules as an XSLT 1.0 stylesheet. Tested by export_test.cc, which runs it and compares with the
// wrapper.
//
// Every attribute becomes a template of its own that walks over the selected nodes one by one,
// because XSLT 1.0 has no other way to leave out values already given:
//   1. if the nodes of the first rule are used up, go on with those of the next place
//      (AttributeRules::also);
//   2. make the first node's value: normalised, cut to its range;
//   3. write it if it is not empty and not among those seen; stop there unless the attribute
//      is a list;
//   4. call itself with the remaining nodes and the values seen.

#include <fmt/format.h>

#include "base/markup.h"
#include "wrap/rules/export.h"
#include "wrap/rules/rule_xpath.h"

namespace weft::wrap {
namespace {

// Separates values in the list of those seen; a private character, so that no page has it.
constexpr std::string_view kSeparator = "\xEE\x80\x80";

class Writer {
 public:
  std::string run(const RecordRules& rules) {
    std::string body;
    write_records(rules, false, body);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<xsl:stylesheet version=\"1.0\" xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\">\n"
        "<xsl:output method=\"xml\" encoding=\"UTF-8\" indent=\"no\"/>\n"
        "<xsl:template match=\"/\"><records>{}</records></xsl:template>\n{}{}</xsl:stylesheet>\n",
        body, kWordTemplates, templates_);
  }

 private:
  // First and last words of a normalised text; recursion over words.
  static constexpr std::string_view kWordTemplates =
      "<xsl:template name=\"first-words\"><xsl:param name=\"text\"/><xsl:param name=\"count\"/>"
      "<xsl:if test=\"$count &gt; 0\"><xsl:choose><xsl:when test=\"contains($text,' ')\">"
      "<xsl:value-of select=\"substring-before($text,' ')\"/><xsl:if test=\"$count &gt; "
      "1\"><xsl:text> </xsl:text>"
      "<xsl:call-template name=\"first-words\"><xsl:with-param name=\"text\" "
      "select=\"substring-after($text,' ')\"/>"
      "<xsl:with-param name=\"count\" select=\"$count - "
      "1\"/></xsl:call-template></xsl:if></xsl:when>"
      "<xsl:otherwise><xsl:value-of "
      "select=\"$text\"/></xsl:otherwise></xsl:choose></xsl:if></xsl:template>\n"
      "<xsl:template name=\"drop-words\"><xsl:param name=\"text\"/><xsl:param "
      "name=\"count\"/><xsl:choose>"
      "<xsl:when test=\"$count &gt; 0\"><xsl:call-template name=\"drop-words\">"
      "<xsl:with-param name=\"text\" select=\"substring-after($text,' ')\"/>"
      "<xsl:with-param name=\"count\" select=\"$count - 1\"/></xsl:call-template></xsl:when>"
      "<xsl:otherwise><xsl:value-of "
      "select=\"$text\"/></xsl:otherwise></xsl:choose></xsl:template>\n";

  void write_records(const RecordRules& rules, bool relative, std::string& out) {
    const bool inside = relative || rules.record.has_value();
    if (rules.record) {
      out += fmt::format(
          "<xsl:for-each select=\"{}\">",
          escape_markup(to_xpath(*rules.record, {.exact = true, .relative = relative})));
    }
    out += "<record>";
    for (const AttributeRules& attribute : rules.attributes)
      write_attribute(attribute, inside, out);
    for (const RecordRules& nested : rules.nested) {
      out += fmt::format("<field name=\"{}\">", escape_markup(nested.name));
      write_records(nested, inside, out);
      out += "</field>";
    }
    out += "</record>";
    if (rules.record) out += "</xsl:for-each>";
  }

  void write_attribute(const AttributeRules& attribute, bool relative, std::string& out) {
    const std::vector<const Rule*> rules = rules_in_force(attribute);
    if (rules.empty()) return;
    for (const Rule* rule : rules) {
      if (rule->type.empty()) continue;
      out += fmt::format("<!-- {}: the raw text, for the typed pattern {} has no XSLT 1.0 form -->",
                         escape_markup(attribute.name), escape_markup(rule->type));
    }
    const size_t id = next_template_++;
    out += fmt::format("<xsl:call-template name=\"attribute-{}\">", id);
    for (size_t i = 0; i < rules.size(); ++i) {
      out += fmt::format("<xsl:with-param name=\"nodes{}\" select=\"{}\"/>", i,
                         escape_markup(selection(*rules[i], relative)));
    }
    out += fmt::format("<xsl:with-param name=\"seen\" select=\"'{}'\"/></xsl:call-template>",
                       kSeparator);
    write_template(attribute, rules, id);
  }

  // The rule's nodes; with a classifier those that are probable.
  static std::string selection(const Rule& rule, bool relative) {
    const std::string path = to_xpath(rule, {.exact = true, .relative = relative});
    if (!rule.classifier) return path;
    const std::string odds = classifier_odds(*rule.classifier);
    // Of those above even odds the template takes the best (winner()).
    return fmt::format("({})[({}) > 0]", path, odds);
  }

  static std::string classifier_odds(const NodeClassifier& classifier) {
    std::string odds = number(classifier.prior);
    for (const NodeClassifier::Term& term : classifier.terms) {
      const std::string holds = xpath_relative(term.feature);
      odds += fmt::format(" + {}*number(boolean({})) + {}*number(not({}))", number(term.present),
                          holds, number(term.absent), holds);
    }
    return odds;
  }

  static std::string number(double value) { return fmt::format("({:.17f})", value); }

  void write_template(const AttributeRules& attribute, const std::vector<const Rule*>& rules,
                      size_t id) {
    const size_t places = rules.size();
    const auto parameters = [&](auto select) {
      std::string out;
      for (size_t i = 0; i < places; ++i) {
        out += fmt::format("<xsl:with-param name=\"nodes{}\" select=\"{}\"/>", i, select(i));
      }
      return out;
    };
    std::string out = fmt::format("<xsl:template name=\"attribute-{}\">", id);
    for (size_t i = 0; i < places; ++i) out += fmt::format("<xsl:param name=\"nodes{}\"/>", i);
    out += "<xsl:param name=\"seen\"/><xsl:choose>";
    for (size_t i = 0; i < places; ++i) {
      const std::string rest = parameters([&](size_t j) {
        if (j < i || (j == i && rules[i]->classifier)) return std::string("/..");  // none
        return j == i ? fmt::format("$nodes{}[position() &gt; 1]", j) : fmt::format("$nodes{}", j);
      });
      const auto again = [&](std::string_view seen) {
        return fmt::format(
            "<xsl:call-template name=\"attribute-{}\">{}<xsl:with-param name=\"seen\" "
            "select=\"{}\"/></xsl:call-template>",
            id, rest, seen);
      };
      const std::string seen_with_value = fmt::format("concat($seen,$value,'{}')", kSeparator);
      out += fmt::format("<xsl:when test=\"$nodes{}\">", i);
      if (rules[i]->classifier) out += winner(*rules[i], i);
      out +=
          fmt::format("<xsl:variable name=\"text\" select=\"{}\"/>",
                      escape_markup(xpath_normalized(
                          rules[i]->classifier ? "$winner" : fmt::format("$nodes{}[1]", i), true)));
      out += fmt::format("<xsl:variable name=\"value\">{}</xsl:variable>", value_of(*rules[i]));
      out += fmt::format(
          "<xsl:choose><xsl:when test=\"string-length($value) = 0 or "
          "contains($seen,concat('{0}',$value,'{0}'))\">",
          kSeparator);
      out += again("$seen");
      out += fmt::format(
          "</xsl:when><xsl:otherwise><field name=\"{}\"{}><xsl:value-of "
          "select=\"$value\"/></field>",
          escape_markup(attribute.name),
          rules[i]->type.empty() ? "" : fmt::format(" type=\"{}\"", escape_markup(rules[i]->type)));
      if (attribute.list) out += again(escape_markup(seen_with_value));
      out += "</xsl:otherwise></xsl:choose></xsl:when>";
    }
    templates_ += out + "</xsl:choose></xsl:template>\n";
  }

  // Puts the string value of the most probable node into $winner and keeps to it.
  static std::string winner(const Rule& rule, size_t place) {
    return fmt::format(
        "<xsl:variable name=\"winner\"><xsl:for-each select=\"$nodes{}\"><xsl:sort "
        "data-type=\"number\" "
        "order=\"descending\" select=\"{}\"/><xsl:if test=\"position() = 1\"><xsl:value-of "
        "select=\".\"/>"
        "</xsl:if></xsl:for-each></xsl:variable>",
        place, escape_markup(classifier_odds(*rule.classifier)));
  }

  static std::string value_of(const Rule& rule) {
    if (!rule.range || is_not_exported(rule.range)) return "<xsl:value-of select=\"$text\"/>";
    const TextRange& range = *rule.range;
    if (range.kind == TextRange::Kind::kDelimiters) return delimited(range);
    const std::string total = "(string-length($text) - string-length(translate($text,' ','')) + 1)";
    const auto words = [&](const RangeBoundary& boundary) {
      return boundary.from_end ? fmt::format("({} - {})", total, boundary.offset)
                               : std::to_string(boundary.offset);
    };
    return fmt::format(
        "<xsl:variable name=\"begin\" select=\"{}\"/><xsl:variable name=\"end\" select=\"{}\"/>"
        "<xsl:if test=\"$begin &gt;= 0 and $end &lt;= {} and $begin &lt; $end\">"
        "<xsl:variable name=\"rest\"><xsl:call-template name=\"drop-words\"><xsl:with-param "
        "name=\"text\" select=\"$text\"/>"
        "<xsl:with-param name=\"count\" select=\"$begin\"/></xsl:call-template></xsl:variable>"
        "<xsl:call-template name=\"first-words\"><xsl:with-param name=\"text\" "
        "select=\"string($rest)\"/>"
        "<xsl:with-param name=\"count\" select=\"$end - $begin\"/></xsl:call-template></xsl:if>",
        words(range.begin), words(range.end), total);
  }

  static std::string delimited(const TextRange& range) {
    const std::string left = xpath_literal(range.left);
    const std::string right = xpath_literal(range.right);
    std::string select =
        range.left.empty() ? "$text" : fmt::format("substring-after($text,{})", left);
    if (!range.right.empty()) select = fmt::format("substring-before({},{})", select, right);
    return fmt::format("<xsl:value-of select=\"{}\"/>", escape_markup(select));
  }

  std::string templates_;
  size_t next_template_ = 0;
};

}  // namespace

std::string to_xslt(const RecordRules& rules) { return Writer().run(rules); }

}  // namespace weft::wrap
