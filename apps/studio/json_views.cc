// One function a view. A cell says what stands in it, who said so (a person, a rule) and how sure that is;
// a page says how far it is; places are given in the frame's terms (site/label_place.h), never as text that
// a browser sent.

#include "studio/json_views.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/shortened.h"
#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "model/record_json.h"
#include "model/schema_file.h"
#include "site/label_place.h"
#include "url/url.h"

namespace weft::studio {
namespace {

using model::Label;
using site::DeskPage;

// Of a page's outline.
constexpr size_t kMostLines = 3'000;
constexpr size_t kLineColumns = 120;

// A value as the table shows it: typed if it is, else its text; lists joined.
std::string shown(const model::Value& value) {
  switch (value.kind) {
    case model::Value::Kind::kLeaf:
      return value.normalized.empty() ? value.text : value.normalized;
    case model::Value::Kind::kList: {
      std::string all;
      for (const model::Value& item : value.items) {
        if (!all.empty()) all += " · ";
        all += shown(item);
      }
      return all;
    }
    case model::Value::Kind::kRecord: {
      std::string json;
      model::append_value_json(json, value);
      return json;
    }
  }
  return {};
}

const model::Value* found_value(const DeskPage& page, const std::string& record,
                                const std::string& attribute) {
  for (const model::Record& one : page.found.extraction.records) {
    if (one.id == record) return one.find(attribute);
  }
  return nullptr;
}

Json label_json(const DeskPage& page, const Label& label) {
  Json json = {{"record", label.record}, {"attribute", label.attribute}, {"value", label.value}};
  if (const model::Value* value = found_value(page, label.record, label.attribute)) {
    const std::string typed = shown(*value);
    if (value->kind == model::Value::Kind::kLeaf && value->text == label.value &&
        typed != label.value)
      json["typed"] = typed;
  }
  add_place(json, page.page->document, site::place_of(page.page->document, label));
  return json;
}

bool is_doubted(const DeskPage& page, const std::string& attribute) {
  return std::any_of(page.doubts.begin(), page.doubts.end(),
                     [&](const induce::Doubt& one) { return one.attribute == attribute; });
}

const Label* own_label(const DeskPage& page, const std::string& record,
                       const std::string& attribute) {
  for (const Label& label : page.labels.labels) {
    if (label.attribute == attribute && label.record == record) return &label;
  }
  return nullptr;
}

// Own values of an attribute in a record, joined.
std::string own_values(const DeskPage& page, const std::string& record,
                       const std::string& attribute) {
  std::string all;
  for (const Label& label : page.labels.labels) {
    if (label.attribute != attribute || label.record != record) continue;
    if (!all.empty()) all += " · ";
    all += label.value;
  }
  return all;
}

Json cell_json(const DeskPage& page, const std::string& record, const std::string& attribute,
               bool mandatory) {
  const model::Value* value = found_value(page, record, attribute);
  const bool own = own_label(page, record, attribute) != nullptr;
  if (value == nullptr) {
    if (own) return Json::array({own_values(page, record, attribute), "you", 1.0});
    const bool wrong = mandatory || is_doubted(page, attribute);
    const bool said = page.labels.missing.contains({record, attribute});
    return Json::array({"", wrong && !said ? "miss" : "none", 0.0});
  }
  const double confidence = least_confidence(*value);
  const bool doubt = confidence < site::kSureValue || is_doubted(page, attribute);
  return Json::array({shown(*value), own ? "you" : doubt ? "doubt" : "", confidence});
}

std::vector<std::string> records_of(const DeskPage& page) {
  std::vector<std::string> records;
  const auto add = [&](const std::string& id) {
    if (std::find(records.begin(), records.end(), id) == records.end()) records.push_back(id);
  };
  for (const model::Record& one : page.found.extraction.records) add(one.id);
  for (const Label& label : page.labels.labels) add(label.record);
  return records;
}

void add_rows(Json& rows, size_t number, const DeskPage& page,
              const std::vector<std::string>& names, const model::Schema& schema) {
  for (const std::string& record : records_of(page)) {
    Json cells = Json::array();
    for (const std::string& name : names) {
      const model::Attribute* attribute = schema.find(name);
      cells.push_back(cell_json(page, record, name, attribute != nullptr && attribute->mandatory));
    }
    rows.push_back(Json::array({number, record, std::move(cells), short_name(*page.page)}));
  }
}

}  // namespace

void add_place(Json& json, const dom::Document& doc,
               const std::optional<model::Occurrence>& place) {
  if (!place) return;
  const site::BrowserPlace named = site::browser_place(doc, *place);
  json["node"] = dom::index(named.element);
  if (named.part) json["part"] = Json::array({named.part->first, named.part->second});
  if (!place->attribute.empty()) json["as"] = place->attribute;
}

std::string shell_quoted(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string short_name(const model::Page& page) {
  const auto parsed = url::Url::parse(page.url);
  if (!parsed.ok() || !parsed->is_http()) {
    const size_t slash = page.id.rfind('/');
    return slash == std::string::npos ? page.id : page.id.substr(slash + 1);
  }
  return parsed->pathname() + (parsed->query ? "?" + *parsed->query : "") +
         (page.id.ends_with(kNewer) ? kNewer : "");
}

std::string schema_text(const model::Schema& schema) {
  std::string text;
  for (const model::Attribute& one : schema.attributes) {
    text += one.name;
    std::string words;
    if (one.type != model::ValueType::kText) (words += ' ') += name_of(one.type);
    if (one.mandatory) words += " mandatory";
    if (one.set) words += " set";
    if (one.optional) words += " optional";
    if (one.constant) words += " constant";
    if (!words.empty()) text += ":" + words;
    text += '\n';
  }
  return text;
}

Result<model::Schema> parse_schema_text(std::string_view text) {
  if (trim(text).starts_with('{')) return model::read_schema(text);
  Json attributes = Json::array();
  while (!text.empty()) {
    const std::string_view line = trim(take_line(text));
    if (!line.empty() && !line.starts_with('#')) attributes.push_back(std::string(line));
  }
  return model::read_schema(dump_json(
      {{"weft", "schema"}, {"version", 1}, {"name", ""}, {"attributes", std::move(attributes)}}));
}

std::string_view page_state(const DeskPage& page) {
  if (page.labels.finished) return "ok";
  if (!page.labels.labels.empty()) return "part";
  if (page.found.extraction.records.empty()) return "open";
  return page.doubt > 0 || !page.doubts.empty() ? "doubt" : "sure";
}

std::vector<std::string> attribute_names(const site::LabelDesk& desk) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const model::Attribute& one : desk.schema().attributes) add(one.name);
  for (const DeskPage& page : desk.pages()) {
    for (const Label& label : page.labels.labels) add(label.attribute);
    for (const model::Record& record : page.found.extraction.records) {
      for (const auto& field : record.fields) add(field.name);
    }
  }
  return names;
}

Json attributes_json(const site::LabelDesk& desk) {
  Json all = Json::array();
  for (const std::string& name : attribute_names(desk)) {
    const model::Attribute* known = desk.schema().find(name);
    size_t records = 0, have = 0, doubtful = 0, labelled = 0;
    for (const DeskPage& page : desk.pages()) {
      for (const std::string& record : records_of(page)) {
        ++records;
        const model::Value* value = found_value(page, record, name);
        const bool own = own_label(page, record, name) != nullptr;
        have += value != nullptr || own ? 1 : 0;
        if (value != nullptr && !own &&
            (least_confidence(*value) < site::kSureValue || is_doubted(page, name)))
          ++doubtful;
      }
      labelled += page.labels.touched.contains(name) ? 1 : 0;
    }
    all.push_back({{"name", name},
                   {"type", known == nullptr ? "text" : std::string(name_of(known->type))},
                   {"mandatory", known != nullptr && known->mandatory},
                   {"set", known != nullptr && known->set},
                   {"have", have},
                   {"of", records},
                   {"doubtful", doubtful},
                   {"labelled", labelled}});
  }
  return all;
}

Json page_json(const StudioSite& site, size_t number, const StudioSite::DeskState& state) {
  const model::Page& page = site.pages()[number];
  Json json = {{"page", number},
               {"url", page.url.empty() ? page.id : page.url},
               {"name", short_name(page)},
               {"fetched", page.fetched_at},
               {"nodes", page.document.size()}};
  const DeskPage& on_desk = *state.desk.find(page.id);
  Json labels = Json::array(), predictions = Json::array(), missing = Json::array(),
       gaps = Json::array();
  std::set<std::string> spoken_of;
  for (const Label& label : on_desk.labels.labels) {
    labels.push_back(label_json(on_desk, label));
    spoken_of.insert(label.attribute);
  }
  for (const auto& [record, attribute] : on_desk.labels.missing) {
    missing.push_back({{"record", record}, {"attribute", attribute}});
    spoken_of.insert(attribute);
  }
  for (const Label& label : state.desk.predictions(on_desk)) {
    Json one = label_json(on_desk, label);
    one["confidence"] = label.confidence;
    one["low"] = label.confidence < site::kSureValue || is_doubted(on_desk, label.attribute);
    for (const induce::Doubt& doubt : on_desk.doubts) {
      if (doubt.attribute == label.attribute) one["why"] = doubt.message;
    }
    predictions.push_back(std::move(one));
    spoken_of.insert(label.attribute);
  }
  for (const induce::Doubt& doubt : on_desk.doubts) {
    if (!on_desk.labels.finished && spoken_of.insert(doubt.attribute).second)
      gaps.push_back({{"attribute", doubt.attribute}, {"why", doubt.message}});
  }
  json["state"] = page_state(on_desk);
  json["finished"] = on_desk.labels.finished;
  json["reason"] = on_desk.reason;
  json["labels"] = std::move(labels);
  json["predictions"] = std::move(predictions);
  json["missing"] = std::move(missing);
  json["gaps"] = std::move(gaps);
  return json;
}

Json rows_json(const StudioSite& site, const StudioSite::DeskState& state) {
  const std::vector<std::string> names = attribute_names(state.desk);
  Json rows = Json::array();
  for (const DeskPage& page : state.desk.pages())
    add_rows(rows, *site.page_of(page.page->id), page, names, state.desk.schema());
  return rows;
}

Json other_rows_json(const StudioSite& site, const extract::SiteExtractor& extractor,
                     const std::vector<std::string>& names, const model::Schema& schema,
                     const std::vector<size_t>& pages, const std::function<bool()>& go_on) {
  Json rows = Json::array();
  for (const size_t number : pages) {
    if (!go_on()) break;
    const DeskPage page{.page = &site.pages()[number],
                        .found = extractor.extract(site.pages()[number])};
    add_rows(rows, number, page, names, schema);
  }
  return rows;
}

Json outlook_json(const StudioSite& site, const StudioSite::DeskState& state) {
  const site::DeskOutlook& outlook = state.desk.outlook();
  Json json = {{"recall", outlook.prediction.recall},
               {"precision", outlook.prediction.precision},
               {"bound", outlook.bound.recall},
               {"target", site::kTargetRecall},
               {"pages", outlook.prediction.pages.size()},
               {"enough", outlook.enough}};
  if (outlook.next != nullptr) {
    json["next"] = {{"page", *site.page_of(outlook.next->page->id)},
                    {"name", short_name(*outlook.next->page)},
                    {"reason", outlook.next->reason},
                    {"brings", outlook.with_next}};
  }
  json["problems"] = state.desk.problems();
  return json;
}

Json outline_json(const dom::Document& doc) {
  Json lines = Json::array();
  uint32_t level = 0;  // Of the heading above.
  for (const dom::NodeId n : site::lines_of(doc)) {
    uint32_t heading = 0;
    for (dom::NodeId e = n; e != dom::kRoot && heading == 0; e = doc.parent(e)) {
      const std::string_view name = doc.name_text(e);
      if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6')
        heading = static_cast<uint32_t>(name[1] - '0');
    }
    if (heading != 0) level = heading;
    Json line = {{"text", shortened(dom::normalized_text(doc, n), kLineColumns)},
                 {"level", heading != 0 ? heading : level + 1},
                 {"heading", heading != 0}};
    add_place(line, doc, model::Occurrence{.node = n});
    lines.push_back(std::move(line));
    if (lines.size() == kMostLines) break;
  }
  return lines;
}

Json explanation_json(const model::Page& page, const extract::PageExplanation& explanation) {
  const auto witness = [&](const extract::Witness& one) {
    Json json = {
        {"text", one.text}, {"rule", one.rule}, {"reasons", one.reasons}, {"path", one.path}};
    add_place(json, page.document, site::place_of(page.document, {.path = one.path}));
    return json;
  };
  Json attributes = Json::array();
  for (const auto& one : explanation.attributes) {
    Json json = {{"attribute", one.attribute},
                 {"missing", one.missing},
                 {"value", one.value},
                 {"confidence", one.confidence}};
    if (!one.missing) json["chosen"] = witness(one.chosen);
    // Another rule that finds the same text is no other answer.
    if (one.runner_up && (one.missing || one.runner_up->text != one.chosen.text))
      json["runner_up"] = witness(*one.runner_up);
    attributes.push_back(std::move(json));
  }
  return attributes;
}

Json history_json(const StudioSite& site, const std::vector<site::Act>& acts) {
  Json all = Json::array();
  for (auto it = acts.rbegin(); it != acts.rend(); ++it) {
    std::string value;
    if (it->kind == site::ActKind::kRename)
      value = it->name;
    else if (it->labels.size() == 1)
      value = it->labels.front().value;
    else if (!it->labels.empty())
      value = fmt::format("{} values", it->labels.size());
    Json json = {{"number", it->number},
                 {"at", it->at},
                 {"op", std::string(name_of(it->kind))},
                 {"attribute", site::attribute_of(*it)},
                 {"value", value},
                 {"undone", it->undone}};
    if (const auto number = site.page_of(it->page)) {
      json["page"] = *number;
      json["name"] = short_name(site.pages()[*number]);
    }
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace weft::studio
