#include "model/testing/note_wrapper.h"

#include "base/json.h"
#include "model/json.h"

namespace weft::model::testing {
namespace {

const WrapperKind kNote("test-note", &NoteWrapper::from_json);

}  // namespace

Extraction NoteWrapper::apply(const Page& page) const { return {page.id, "test-note", {}, {}}; }

Json NoteWrapper::to_json() const { return {{"note", note_}}; }

Result<std::unique_ptr<Wrapper>> NoteWrapper::from_json(const Json& body) {
  JsonReader read(body, "note wrapper");
  std::string note = read.required_string("note");
  if (!read.ok()) return read.error();
  return std::unique_ptr<Wrapper>(new NoteWrapper(std::move(note)));
}

}  // namespace weft::model::testing
