// Pointing and labelling, and ready tables whose columns are kept as labels. A browser names a node, the server decides what place and value that is, keeps the act,
// and answers with all that it changed on the open page and in the table, so that the browser never guesses:
//
//   POST sites/shop/acts {"page": 3, "op": "label", "attribute": "price", "node": 17, …}
//   → {"page": {…}, "rows": […], "outlook": {…}, "revision": 12}

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"
#include "site/label_place.h"
#include "site/ready_tables.h"
#include "studio/api.h"
#include "studio/asked.h"
#include "studio/json_views.h"
#include "value/whole_value.h"

namespace weft::studio {
namespace {

using model::Label;
using site::Act;
using site::ActKind;
using DeskState = StudioSite::DeskState;

bool is_attribute_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '"' && c != ':' && c != '/';
  });
}

// The place that a call points at: node, part, and `as` for an attribute's value.
Result<model::Occurrence> place_in(const dom::Document& doc, const Asked& asked) {
  const Json& body = asked.body;
  // Pointing without a mouse: by what stands there.
  if (const std::string text = body.text_of("text"); !text.empty()) {
    auto found = model::locate(doc, text, {.attributes = true});
    if (found.empty())
      return Error{ErrorCode::kNotFound, fmt::format("'{}' is nowhere on the page", text)};
    if (found[0].named != dom::kNoNode) found[0].node = found[0].named;
    return found[0];
  }
  const auto node = asked.number_in("node");
  if (!node || *node >= doc.size() || !doc.is_element(dom::NodeId{*node}))
    return bad("'node' must be the number of an element of the page");
  site::BrowserPlace pointed{dom::NodeId{*node}, std::nullopt};
  if (const Json* part = body.find("part"); part != nullptr && part->is_array()) {
    if (part->size() != 2 || !(*part)[0].is_number_unsigned() || !(*part)[1].is_number_unsigned())
      return bad("'part' must be two offsets");
    pointed.part = {(*part)[0].get<uint32_t>(), (*part)[1].get<uint32_t>()};
  }
  const Json* exact = body.find("exact");
  model::Occurrence place = site::pointed_place(
      doc, pointed, exact != nullptr && exact->is_boolean() && exact->get<bool>());
  if (const std::string as = body.text_of("as"); !as.empty() && as != "text") {
    place = {.node = dom::NodeId{*node}, .attribute = as};
    if (site::text_at(doc, place).empty()) return bad(fmt::format("the element has no '{}'", as));
  }
  return place;
}

// Pictures say nothing but where they are; and who wants an address means that of the link around a text.
void prefer_address(const dom::Document& doc, model::Occurrence& place,
                    const model::Attribute* wanted = nullptr) {
  if (!place.attribute.empty() || place.span) return;
  if (doc.name(place.node) == dom::atoms::kImg) place.attribute = "src";
  if (wanted == nullptr || wanted->type != model::ValueType::kUrl) return;
  for (dom::NodeId n = place.node; n != dom::kRoot; n = doc.parent(n)) {
    if (!doc.is_element(n) || !doc.attribute(n, dom::atoms::kHref)) continue;
    place = {.node = n, .attribute = "href"};
    return;
  }
}

// Records that a person showed by one of their boxes: the number of the one around a node; empty if it is in none.
std::string boxed_record(const dom::Document& doc, const Asked& asked, dom::NodeId node) {
  const auto box = asked.number_in("box");
  if (!box || *box >= doc.size() || !doc.is_element(dom::NodeId{*box})) return {};
  const std::vector<dom::NodeId> boxes = site::alike(doc, dom::NodeId{*box});
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i] <= node && node < doc.end(boxes[i])) return std::to_string(i);
  }
  return {};
}

std::vector<site::ReadyTable> tables_of(const StudioSite& site, size_t page) {
  std::vector<const model::Page*> like;
  for (const size_t p : site.template_of(page).sample) like.push_back(&site.pages()[p]);
  return site::ready_tables(site.pages()[page], like);
}

model::Attribute new_attribute(const std::string& name, const dom::Document& doc,
                               const model::Occurrence& place) {
  const std::string text = site::text_at(doc, place);
  const std::string_view cells[] = {text};
  model::Attribute made{.name = name, .type = value::column_type(cells)};
  if (place.attribute == "src") made.type = model::ValueType::kImage;
  if (place.attribute == "href") made.type = model::ValueType::kUrl;
  return made;
}

}  // namespace

// What would be labelled; writes nothing.
Result<Json> Api::point(const Asked& asked) {
  const model::Page& on = asked.site->pages()[asked.page];
  const dom::Document& doc = on.document;
  WEFT_ASSIGN(model::Occurrence place, place_in(doc, asked));
  prefer_address(doc, place);
  Json path = Json::array();
  for (dom::NodeId n = doc.is_element(place.node) ? place.node : doc.parent(place.node);
       n != dom::kRoot; n = doc.parent(n)) {
    std::string step(doc.name_text(n));
    if (const auto cls = doc.attribute(n, dom::atoms::kClass); cls && !trim(*cls).empty()) {
      const std::string_view first = trim(*cls);
      step += "." + std::string(first.substr(0, first.find(' ')));
    }
    path.push_back(Json::array({step, dom::index(n)}));
  }
  const dom::NodeId element = doc.is_element(place.node) ? place.node : doc.parent(place.node);
  const std::vector<dom::NodeId> alike = site::alike(doc, element);
  site::LikesMeant meant;
  WEFT_TRY(asked.site->with_desk_of(asked.page, [&](const DeskState& state) -> Status {
    meant = site::likes_meant(doc, alike, state.desk.find(on.id)->labels.labels);
    return {};
  }));
  Json kin = Json::array();
  for (const dom::NodeId n : alike) kin.push_back(dom::index(n));
  Json as = Json::array();
  for (const char* attribute : {"href", "src", "alt", "title", "content", "datetime", "value"}) {
    if (doc.attribute(element, dom::atom_of(attribute))) as.push_back(attribute);
  }
  Json json = {{"value", site::text_at(doc, place)},
               {"path", std::move(path)},
               {"kin", std::move(kin)},
               {"likes", std::string(name_of(meant.likes))},
               {"sure", meant.sure},
               {"attributes", std::move(as)},
               {"names", site::proposed_names(doc, place)}};
  add_place(json, doc, place);
  return json;
}

Json Api::changed(const StudioSite& site, size_t page, const std::string& template_name,
                  const DeskState& state) const {
  Json json = table_state(site, template_name, state);
  json["page"] = page_json(site, page, state);
  return json;
}

Result<Json> Api::state_now(const Asked& asked) {
  WEFT_ASSIGN(const size_t page, asked.named_page());
  const std::string& name = asked.site->template_of(page).page_template.name;
  Json json;
  WEFT_TRY(asked.site->with_desk_of(page, [&](const DeskState& state) -> Status {
    json = changed(*asked.site, page, name, state);
    return {};
  }));
  return json;
}

// Undo and redo are about the journal; everything else adds to it.
Result<Json> Api::act(const Asked& asked) {
  const auto& site = asked.site;
  const Json& body = asked.body;
  WEFT_ASSIGN(const size_t page, asked.named_page());
  const std::string& name = site->template_of(page).page_template.name;
  const std::string op = body.text_of("op");
  if (op != "undo" && op != "redo" && op != "mark") return change(asked);
  Json json;
  const auto use = [&](const DeskState& state) -> Status {
    json = changed(*site, page, name, state);
    const auto at = state.marked == nullptr ? std::nullopt : site->page_of(state.marked->page);
    if (at) json["acted"] = {{"page", *at}, {"attribute", site::attribute_of(*state.marked)}};
    return {};
  };
  if (op == "undo") WEFT_TRY(site->undo(name, use));
  if (op == "redo") WEFT_TRY(site->redo(name, use));
  if (op == "mark") {
    const auto number = asked.number_in("number");
    const Json* undone = body.find("undone");
    if (!number || undone == nullptr || !undone->is_boolean())
      return bad("'number' and 'undone' say which act, and what to do");
    WEFT_TRY(site->mark(name, *number, undone->get<bool>(), use));
  }
  return json;
}

Result<Json> Api::change(const Asked& asked) {
  const auto& site = asked.site;
  const Json& body = asked.body;
  WEFT_ASSIGN(const size_t number, asked.named_page());
  const std::string& name = site->template_of(number).page_template.name;
  const model::Page& page = site->pages()[number];
  const auto kind = enum_named<ActKind>(body.text_of("op"));
  if (!kind) return bad("'op' must be " + one_of(names_of(ActKind{})) + ", undo, redo or mark");
  Act act{.id = body.text_of("id"),
          .template_name = name,
          .page = page.id,
          .kind = *kind,
          .record = body.text_of("record"),
          .attribute = body.text_of("attribute")};
  if (act.id.empty() || act.id.size() > 64) return bad("'id' must name the act");
  const bool names = *kind != ActKind::kFinish && *kind != ActKind::kReopen;
  if (names && !is_attribute_name(act.attribute))
    return bad("'attribute' must be a name without spaces, colons and slashes");

  // What the desk says now: the record pointed at, and what is predicted.
  std::vector<Label> own, predicted;
  WEFT_TRY(site->with_desk_of(number, [&](const DeskState& state) -> Status {
    // A page that somebody else changed since is shown as it is first; changes of others merge.
    const Json* base = body.find("base");
    const bool stale =
        base != nullptr && base->is_number_integer() &&
        std::any_of(state.acts.begin(), state.acts.end(), [&](const Act& one) {
          return one.page == page.id && one.id != act.id && one.number > base->get<int64_t>();
        });
    if (stale)
      return Error{ErrorCode::kAlreadyExists,
                   "somebody else changed this page meanwhile: it is shown as it is now"};
    const site::DeskPage& on_desk = *state.desk.find(page.id);
    own = on_desk.labels.labels;
    predicted = state.desk.predictions(on_desk);
    return {};
  }));

  const model::Schema schema = site->schema();
  const model::Attribute* known = schema.find(act.attribute);
  const auto predicted_one = [&]() -> const Label* {
    for (const Label& label : predicted) {
      if (label.attribute == act.attribute && (act.record.empty() || label.record == act.record))
        return &label;
    }
    return nullptr;
  };
  switch (*kind) {
    case ActKind::kLabel:
    case ActKind::kAlso: {
      WEFT_ASSIGN(model::Occurrence place, place_in(page.document, asked));
      if (body.text_of("as") != "text") prefer_address(page.document, place, known);
      std::vector<Label> others = own;
      others.insert(others.end(), predicted.begin(), predicted.end());
      if (act.record.empty()) act.record = boxed_record(page.document, asked, place.node);
      if (act.record.empty()) act.record = site::record_at(page.document, others, place.node);
      act.labels = {site::label_at(page, place, act.attribute, act.record)};
      if (act.labels[0].value.empty()) return bad("there is no text at this place");
      WEFT_TRY(site->add_attribute(new_attribute(act.attribute, page.document, place)));
      break;
    }
    case ActKind::kRows:
    case ActKind::kSet: {
      WEFT_ASSIGN(const model::Occurrence place, place_in(page.document, asked));
      const dom::NodeId element =
          page.document.is_element(place.node) ? place.node : page.document.parent(place.node);
      std::vector<Label> others = own;
      std::erase_if(others, [&](const Label& one) { return one.attribute == act.attribute; });
      if (act.record.empty()) act.record = "0";
      const std::vector<dom::NodeId> places = site::alike(page.document, element);
      const std::vector<std::string> rows = site::records_at(page.document, others, places);
      for (size_t i = 0; i < places.size(); ++i) {
        model::Occurrence one{.node = places[i], .attribute = place.attribute};
        prefer_address(page.document, one, known);
        std::string record = act.record;
        if (*kind == ActKind::kRows) {
          record = boxed_record(page.document, asked, places[i]);
          if (record.empty()) record = rows[i];
        }
        act.labels.push_back(site::label_at(page, one, act.attribute, std::move(record)));
      }
      model::Attribute made = new_attribute(act.attribute, page.document, place);
      std::vector<std::string> several = rows;
      std::sort(several.begin(), several.end());
      made.set = *kind == ActKind::kSet ||
                 std::adjacent_find(several.begin(), several.end()) != several.end();
      WEFT_TRY(site->add_attribute(made));
      break;
    }
    case ActKind::kRemove: {  // Those at a place, or of a record, or all.
      std::optional<model::Occurrence> at;
      if (asked.number_in("node")) {
        WEFT_ASSIGN(at, place_in(page.document, asked));
      }
      for (const Label& label : own) {
        const auto place = site::place_of(page.document, label);
        const bool here =
            at ? place && place->node >= at->node && place->node < page.document.end(at->node)
               : act.record.empty() || label.record == act.record;
        if (label.attribute == act.attribute && here) act.labels.push_back(label);
      }
      break;
    }
    case ActKind::kAccept:
    case ActKind::kReject: {
      const Label* one = predicted_one();
      if (one == nullptr) return bad("nothing is predicted for this attribute here");
      act.record = one->record;
      act.labels = {*one};
      if (*kind == ActKind::kAccept) {
        act.labels[0].source = model::LabelSource::kPerson;
        act.labels[0].confidence = 1;
      }
      break;
    }
    case ActKind::kMissing:
      if (act.record.empty()) act.record = "0";
      break;
    case ActKind::kFinish:
      act.labels = predicted;
      for (Label& label : act.labels) {
        label.source = model::LabelSource::kPerson;  // A person looked at it.
        label.confidence = 1;
      }
      break;
    case ActKind::kReopen:
      break;
    case ActKind::kRename:
      act.page.clear();
      act.name = body.text_of("name");
      if (!is_attribute_name(act.name)) return bad("'name' must be a name");
      WEFT_TRY(site->rename_attribute(act.attribute, act.name));
      break;
  }
  Json json;
  WEFT_TRY(site->act(std::move(act), [&](const DeskState& state) -> Status {
    json = changed(*site, number, name, state);
    return {};
  }));
  return json;
}

Result<Json> Api::stop_learning(const Asked& asked) {
  asked.site->stop_learning();
  return Json{{"stopped", true}};
}

Result<Json> Api::offer_tables(const Asked& asked) {
  const auto& site = asked.site;
  WEFT_ASSIGN(const size_t page, asked.named_page());
  const dom::Document& doc = site->pages()[page].document;
  Json tables = Json::array();
  for (const site::ReadyTable& table : tables_of(*site, page)) {
    Json columns = Json::array();
    for (const site::ReadyColumn& column : table.columns) {
      Json nodes = Json::array();
      for (const Label& label : column.labels) {
        Json node = Json::object();
        add_place(node, doc, site::place_of(doc, label));
        nodes.push_back(std::move(node));
      }
      columns.push_back({{"name", column.name},
                         {"type", std::string(name_of(column.type))},
                         {"filled", column.filled},
                         {"examples", column.examples},
                         {"nodes", std::move(nodes)}});
    }
    tables.push_back({{"found_by", table.found_by},
                      {"rows", table.rows},
                      {"confidence", table.confidence},
                      {"columns", std::move(columns)}});
  }
  const std::string& path = site->path();
  return Json{{"tables", std::move(tables)},
              {"command", fmt::format("weft template {}", shell_quoted(relative(path)))}};
}

// A column that is kept is an act of its own, so that it can be undone alone.
Result<Json> Api::keep_columns(const Asked& asked) {
  const auto& site = asked.site;
  const Json& body = asked.body;
  WEFT_ASSIGN(const size_t page, asked.named_page());
  const std::string& name = site->template_of(page).page_template.name;
  const auto number = asked.number_in("table");
  const std::vector<site::ReadyTable> tables = tables_of(*site, page);
  const std::string id = body.text_of("id");
  if (!number || *number >= tables.size()) return bad("'table' must be the number of a table");
  if (id.empty() || id.size() > 48) return bad("'id' must name the act");
  Json json;
  const Json* columns = body.find("columns");
  if (columns == nullptr || !columns->is_object() || columns->empty())
    return bad("'columns' must say which are kept, and what they are called");
  for (const Json::Member& kept : columns->items()) {
    if (!kept.second.is_string() || !is_attribute_name(kept.second.text()))
      return bad(fmt::format("'{}' needs a name without spaces, colons and slashes", kept.first));
  }
  size_t count = 0;
  for (const site::ReadyColumn& column : tables[*number].columns) {
    const std::string called = columns->text_of(column.name);
    if (called.empty()) continue;
    WEFT_TRY(site->add_attribute({.name = called, .type = column.type}));
    Act act{.id = fmt::format("{}-{}", id, count++),
            .template_name = name,
            .page = site->pages()[page].id,
            .kind = ActKind::kRows,
            .attribute = called,
            .labels = column.labels};
    for (Label& label : act.labels) label.attribute = called;
    WEFT_TRY(site->act(std::move(act), [&](const DeskState& state) -> Status {
      json = changed(*site, page, name, state);
      return {};
    }));
  }
  if (count == 0) return bad("none of these columns is there");
  return json;
}

Result<Json> Api::put_schema(const Asked& asked) {
  WEFT_ASSIGN(const model::Schema schema, parse_schema_text(asked.body.text_of("text")));
  for (const model::Attribute& one : schema.attributes) {
    if (!is_attribute_name(one.name))
      return bad(fmt::format("'{}' cannot name an attribute", one.name));
  }
  WEFT_TRY(asked.site->put_schema(schema));
  return Json{{"text", schema_text(schema)}};
}

}  // namespace weft::studio
