// Records and tables of them: as Python's dictionaries, as Arrow's columns, as files; and the batches
// that make them on all cores.

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "records.h"

namespace weft::python {
namespace {

using namespace nb::literals;

// A number as Python's own where the schema says number and the text is one; else the text.
nb::object leaf(const Value& value, std::string_view type) {
  const std::string& shown = value.typed.empty() ? value.text : value.typed;
  if (type == "number") {
    const nb::str string = text(shown);
    const bool whole = shown.find_first_not_of("-0123456789") == std::string::npos;
    PyObject* number =
        whole ? PyLong_FromUnicodeObject(string.ptr(), 10) : PyFloat_FromString(string.ptr());
    if (number != nullptr) return nb::steal(number);
    PyErr_Clear();
  }
  return text(shown);
}

const Attribute* find_attribute(const std::vector<Attribute>& all, std::string_view name) {
  for (const Attribute& one : all) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

nb::dict dict_of(const Record& record, const std::vector<Attribute>& attributes);

nb::object object_of(const Value& value, const Attribute* attribute) {
  static const std::vector<Attribute> kNone;
  if (!value.records.empty())
    return dict_of(value.records.front(), attribute == nullptr ? kNone : attribute->attributes);
  if (value.items.empty())
    return leaf(value, attribute == nullptr ? std::string_view() : attribute->type);
  nb::list items;
  for (const Value& item : value.items) items.append(object_of(item, attribute));
  return std::move(items);
}

nb::dict dict_of(const Record& record, const std::vector<Attribute>& attributes) {
  nb::dict out;
  for (const Field& field : record.fields)
    out[text(field.name)] = object_of(field.value, find_attribute(attributes, field.name));
  return out;
}

nb::object value_at(const Records& records, size_t row, std::string_view name) {
  if (row >= records.all->size()) throw nb::index_error();
  const Value* value = (*records.all)[row].find(name);
  return value == nullptr ? nb::none() : nb::cast(*value);
}

nb::capsule arrow_stream(const Records& records) {
  auto stream = std::make_unique<ArrowArrayStream>();
  export_arrow(records.all, records.schema, stream.get());
  return {stream.release(), "arrow_array_stream", [](void* held) noexcept {
            const std::unique_ptr<ArrowArrayStream> own(static_cast<ArrowArrayStream*>(held));
            if (own->release != nullptr) own->release(own.get());
          }};
}

Records joined(const std::vector<Records>& parts) {
  auto all = std::make_shared<std::vector<Record>>();
  Records out;
  for (const Records& part : parts) {
    all->insert(all->end(), part.all->begin(), part.all->end());
    for (const Attribute& attribute : part.schema.attributes) {
      if (find_attribute(out.schema.attributes, attribute.name) == nullptr)
        out.schema.attributes.push_back(attribute);
    }
  }
  out.all = std::move(all);
  return out;
}

}  // namespace

Records as_records(std::vector<Record> records, Schema schema) {
  return {std::make_shared<const std::vector<Record>>(std::move(records)), std::move(schema)};
}

void bind_records(nb::module_& module) {
  nb::class_<Value>(module, "Value")
      .def_prop_ro("text", [](const Value& value) { return text(value.text); })
      .def_prop_ro("typed", [](const Value& value) { return text(value.typed); })
      .def_prop_ro("path", [](const Value& value) { return text(value.path); })
      .def_ro("confidence", &Value::confidence)
      .def_prop_ro("items", [](const Value& value) {
        nb::list items;
        for (const Value& item : value.items) items.append(nb::cast(item));
        return nb::typed<nb::list, Value>(std::move(items));
      });

  nb::class_<Records>(module, "Records")
      .def("__len__", [](const Records& records) { return records.all->size(); })
      .def("row",
           [](const Records& records, size_t row) {
             if (row >= records.all->size()) throw nb::index_error();
             return dict_of((*records.all)[row], records.schema.attributes);
           })
      .def("json",
           [](const Records& records, size_t row) {
             if (row >= records.all->size()) throw nb::index_error();
             return text((*records.all)[row].to_json(records.schema));
           })
      .def("value", &value_at, nb::sig("def value(self, row: int, name: str) -> Value | None"))
      .def("schema", [](const Records& records) { return text(records.schema.to_json()); })
      .def("arrow_stream", &arrow_stream)
      .def("write",
           [](const Records& records, const std::string& path) {
             const Status status = [&] {
               const nb::gil_scoped_release released;
               return write_records(path, *records.all, records.schema);
             }();
             take(status);
           })
      .def_static("join", &joined);
}

}  // namespace weft::python
