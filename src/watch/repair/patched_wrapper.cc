#include "watch/repair/patched_wrapper.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "model/json.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxParts = 256;

bool answers_for(const Part& part, std::string_view attribute) {
  return std::find(part.attributes.begin(), part.attributes.end(), attribute) !=
         part.attributes.end();
}

// Takes out what the guard of the field's attribute does not let pass; whether anything is left.
bool passes_guard(const Part& part, model::Record::Field& field) {
  const auto guard = part.guards.find(field.name);
  return guard == part.guards.end() || guard->second.filter(field.value);
}

std::vector<std::string> strings_in(const nlohmann::ordered_json& list) {
  std::vector<std::string> strings;
  for (const auto& one : list) {
    if (one.is_string()) strings.push_back(one.get<std::string>());
  }
  return strings;
}

Result<std::map<std::string, ValueGuard>> guards_from(const nlohmann::ordered_json& json) {
  std::map<std::string, ValueGuard> guards;
  for (const auto& [name, shapes] : json.items()) {
    WEFT_ASSIGN(guards[name], ValueGuard::from_json(shapes));
  }
  return guards;
}

const model::WrapperKind kPatched("patched", &PatchedWrapper::from_json);

}  // namespace

model::Extraction PatchedWrapper::apply(const model::Page& page) const {
  model::Extraction merged;
  merged.page = page.id;
  for (const Part& part : parts_) {
    model::Extraction own = part.wrapper->apply(page);
    for (size_t i = 0; i < own.records.size(); ++i) {
      for (auto& field : own.records[i].fields) {
        if (!answers_for(part, field.name) || !passes_guard(part, field)) continue;
        if (merged.records.size() <= i) merged.records.resize(i + 1);
        merged.records[i].id = own.records[i].id;
        merged.records[i].set(field.name, std::move(field.value));
      }
    }
  }
  std::erase_if(merged.records, [&](const model::Record& record) { return !is_record(record); });
  return merged;
}

bool PatchedWrapper::is_record(const model::Record& record) const {
  const auto has = std::count_if(
      required_.begin(), required_.end(),
      [&](const std::string& attribute) { return record.find(attribute) != nullptr; });
  return !record.fields.empty() && 2 * has >= std::ssize(required_);
}

std::vector<model::Explanation> PatchedWrapper::explain(const model::Page& page,
                                                        dom::NodeId node) const {
  std::vector<model::Explanation> all;
  for (const Part& part : parts_) {
    for (model::Explanation& explanation : part.wrapper->explain(page, node)) {
      if (answers_for(part, explanation.attribute)) all.push_back(std::move(explanation));
    }
  }
  return all;
}

nlohmann::ordered_json PatchedWrapper::to_json() const {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const Part& part : parts_) {
    nlohmann::ordered_json guards = nlohmann::ordered_json::object();
    for (const auto& [name, guard] : part.guards) {
      if (guard.closed() && answers_for(part, name)) guards[name] = guard.to_json();
    }
    parts.push_back(
        {{"attributes", part.attributes}, {"wrapper", model::save_wrapper(*part.wrapper)}});
    if (!guards.empty()) parts.back()["shapes"] = std::move(guards);
  }
  nlohmann::ordered_json body = {{"parts", std::move(parts)}};
  if (!required_.empty()) body["required"] = required_;
  return body;
}

Result<std::unique_ptr<model::Wrapper>> PatchedWrapper::from_json(
    const nlohmann::ordered_json& body) {
  model::JsonReader read(body, "patched wrapper");
  const auto* parts = read.array("parts");
  if (!read.ok()) return read.error();
  if (parts == nullptr || parts->size() > kMaxParts)
    return Error{ErrorCode::kInvalidArgument, "patched wrapper: no parts, or too many"};
  std::vector<std::string> required;
  if (const auto* names = read.array("required")) required = strings_in(*names);
  if (!read.ok()) return read.error();
  std::vector<Part> loaded;
  for (const auto& entry : *parts) {
    model::JsonReader part(entry, "part");
    const auto* attributes = part.array("attributes");
    const auto* wrapper = part.object("wrapper");
    const auto* shapes = part.object("shapes");
    if (!part.ok()) return part.error();
    if (attributes == nullptr || wrapper == nullptr)
      return Error{ErrorCode::kInvalidArgument, "patched wrapper: a part lacks its wrapper"};
    Part one{strings_in(*attributes), nullptr, {}};
    // A part is never patched itself: depth stays one whatever the file says.
    if (wrapper->is_object() && wrapper->value("kind", nlohmann::ordered_json()) == "patched")
      return Error{ErrorCode::kInvalidArgument, "patched wrapper: a part is patched itself"};
    WEFT_ASSIGN(one.wrapper, model::load_wrapper(*wrapper));
    if (shapes != nullptr) {
      WEFT_ASSIGN(one.guards, guards_from(*shapes));
    }
    loaded.push_back(std::move(one));
  }
  return std::unique_ptr<model::Wrapper>(
      std::make_unique<PatchedWrapper>(std::move(loaded), std::move(required)));
}

std::unique_ptr<model::Wrapper> patch(std::shared_ptr<const model::Wrapper> old,
                                      const std::vector<std::string>& kept,
                                      std::vector<Part> repaired,
                                      std::vector<std::string> required) {
  std::vector<Part> parts;
  if (const auto* patched = dynamic_cast<const PatchedWrapper*>(old.get())) {
    if (required.empty()) required = patched->required();
    parts = patched->parts();
    for (Part& part : parts) {
      std::erase_if(part.attributes, [&](const std::string& name) {
        return std::find(kept.begin(), kept.end(), name) == kept.end();
      });
    }
  } else {
    parts.push_back({kept, std::move(old)});
  }
  for (Part& part : repaired) parts.push_back(std::move(part));
  std::erase_if(parts, [](const Part& part) { return part.attributes.empty(); });
  return std::make_unique<PatchedWrapper>(std::move(parts), std::move(required));
}

}  // namespace weft::watch
