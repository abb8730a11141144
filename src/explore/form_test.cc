#include "explore/form.h"

#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::explore {
namespace {

std::vector<Form> forms_of(std::string_view html) {
  static std::vector<dom::Document> kept;
  kept.push_back(html::parse(html).document);
  return find_forms(kept.back());
}

std::string label_by(const Field& field, LabelScope scope) {
  for (const FieldLabel& label : field.labels) {
    if (label.scope == scope) return label.text;
  }
  return "";
}

TEST(FormTest, AFieldSaysAllThatCanBeKnownOfIt) {
  const auto forms = forms_of(
      "<h2>Find a home</h2><form action=/s id=f class='box big'>"
      "<input type=hidden name=lang value=en><input name=q id=q required maxlength=40 "
      "placeholder=Town>"
      "<select name=beds><option value=''>Any<option value=2 selected>2</select>"
      "<button>Search now</button></form>");
  ASSERT_EQ(forms.size(), 1U);
  const Form& form = forms[0];
  EXPECT_EQ(form.method, "get");
  EXPECT_EQ(form.heading, "Find a home");
  ASSERT_EQ(form.fields.size(), 4U);
  EXPECT_FALSE(form.fields[0].is_visible());
  EXPECT_TRUE(form.fields[1].required);
  EXPECT_EQ(form.fields[1].max_length, 40U);
  EXPECT_EQ(form.fields[1].label(), "Town");  // A heading outside the form is no label.
  EXPECT_EQ(label_by(form.fields[1], LabelScope::kPlaceholder), "Town");
  EXPECT_EQ(form.fields[2].value, "2");
  ASSERT_EQ(form.controls.size(), 1U);
  EXPECT_EQ(form.controls[0].text, "Search now");
}

TEST(FormTest, LabelsKeepTheScopeThatGaveThem) {
  const auto forms = forms_of(
      "<form><label for=a>Name</label><input id=a name=a>"
      "<label>Mail <input name=b></label>"
      "<input name=c aria-label=Phone><p>Town: <input name=d></p></form>");
  const auto& fields = forms.at(0).fields;
  EXPECT_EQ(fields[0].labels.at(0), (FieldLabel{LabelScope::kFor, "Name"}));
  EXPECT_EQ(fields[1].labels.at(0), (FieldLabel{LabelScope::kWrapping, "Mail"}));
  EXPECT_EQ(fields[2].labels.at(0), (FieldLabel{LabelScope::kAria, "Phone"}));
  EXPECT_EQ(fields[3].labels.at(0), (FieldLabel{LabelScope::kNearest, "Town:"}));
  EXPECT_EQ(label_by(fields[3], LabelScope::kField), "Town:");
}

TEST(FormTest, BoxesAreLabelledByWhatFollowsThem) {
  const auto forms = forms_of(
      "<form><input type=radio name=t value=1> To buy <input type=radio name=t value=2> To "
      "rent</form>");
  const auto& fields = forms.at(0).fields;
  EXPECT_EQ(fields[0].label(), "To buy");
  EXPECT_EQ(fields[1].label(), "To rent");
}

TEST(FormTest, ATableCellLeftOrAboveLabels) {
  const auto forms = forms_of(
      "<form><table><tr><td>Min</td><td>Max</td></tr><tr><td><input name=a></td><td><input "
      "name=b></td>"
      "</tr></table></form>");
  const auto& fields = forms.at(0).fields;
  EXPECT_EQ(label_by(fields[0], LabelScope::kCell), "Min");
  EXPECT_EQ(label_by(fields[1], LabelScope::kCell), "Max");
}

TEST(FormTest, TextAndFieldsThatAlternateMakeASegmentWithAName) {
  const auto forms = forms_of(
      "<form><div><b>Price</b><br><i>from</i> <input name=a><br><i>to</i> <input name=b></div>"
      "<div><input name=c></div></form>");
  const auto& fields = forms.at(0).fields;
  EXPECT_EQ(label_by(fields[0], LabelScope::kSegment), "from");
  EXPECT_EQ(label_by(fields[1], LabelScope::kSegment), "to");
  EXPECT_EQ(fields[0].segment, "Price");
  EXPECT_EQ(fields[1].segment, "Price");
}

TEST(FormTest, AFormBetweenCellsKeepsItsFields) {
  const auto forms = forms_of(
      "<table><form action=/go><tr><td>User<td><input name=u></tr><tr><td>Key<td><input "
      "name=k></tr>"
      "</form></table><div><input name=outside></div>");
  ASSERT_EQ(forms.size(), 2U);
  EXPECT_EQ(forms[0].action, "/go");
  EXPECT_EQ(forms[0].fields.size(), 2U);
  EXPECT_FALSE(forms[1].has_element);
}

TEST(FormTest, FieldsWithoutAFormElementAreAForm) {
  const auto forms = forms_of(
      "<div><div id=s><input name=where><a href='#' class='btn search'>For sale</a>"
      "<a href='javascript:rent()' class=btn>To rent</a></div></div>");
  ASSERT_EQ(forms.size(), 1U);
  EXPECT_FALSE(forms[0].has_element);
  ASSERT_EQ(forms[0].controls.size(), 2U);
  EXPECT_EQ(forms[0].controls[0].text, "For sale");
  EXPECT_FALSE(forms[0].controls[0].submits);
}

TEST(FormTest, LayoutLabelsByWhatStandsLeftAndNotBehindAnotherField) {
  const auto parsed = html::parse("<form><b>Far</b><input name=a><b>Near</b><input name=b></form>");
  const dom::Document& doc = parsed.document;
  dom::Layout layout(doc);
  std::vector<dom::NodeId> texts, inputs;
  for (const dom::NodeId n : doc.nodes()) {
    layout.set_visible(n, true);
    if (doc.is_text(n)) texts.push_back(n);
    if (doc.name(n) == dom::atoms::kInput) inputs.push_back(n);
  }
  // One line, right to left in the source: Near, b, Far, a.
  layout.set_box(texts.at(1), {0, 0, 40, 20});
  layout.set_box(inputs.at(1), {50, 0, 40, 20});
  layout.set_box(texts.at(0), {100, 0, 40, 20});
  layout.set_box(inputs.at(0), {150, 0, 40, 20});
  const auto forms = find_forms(doc, &layout);
  EXPECT_EQ(label_by(forms.at(0).fields[0], LabelScope::kLayout), "Far");
  EXPECT_EQ(label_by(forms.at(0).fields[1], LabelScope::kLayout), "Near");
}

}  // namespace
}  // namespace weft::explore
