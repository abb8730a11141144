#include "model/testing/note_wrapper.h"

#include <nlohmann/json.hpp>

#include "model/json.h"

namespace weft::model::testing {
namespace {

const WrapperKind kNote("test-note", &NoteWrapper::from_json);

}  // namespace

Extraction NoteWrapper::apply(const Page& page) const { return {page.id, "test-note", {}, {}}; }

nlohmann::ordered_json NoteWrapper::to_json() const { return {{"note", note_}}; }

Result<std::unique_ptr<Wrapper>> NoteWrapper::from_json(const nlohmann::ordered_json& body) {
  JsonReader read(body, "note wrapper");
  std::string note = read.required_string("note");
  if (!read.ok()) return read.error();
  return std::unique_ptr<Wrapper>(new NoteWrapper(std::move(note)));
}

}  // namespace weft::model::testing
