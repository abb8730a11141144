// weft._core: include/weft for Python. What people call is in python/weft/*.py, over this; a call that
// takes long lets other threads run.

#include "convert.h"

namespace weft::python {

void raise(const Error& error, PyObject* not_found) {
  PyObject* type = PyExc_RuntimeError;
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kCorruption:
    case ErrorCode::kUnsupported:
      type = PyExc_ValueError;
      break;
    case ErrorCode::kNotFound:
      type = not_found;
      break;
    case ErrorCode::kAlreadyExists:
      type = PyExc_FileExistsError;
      break;
    case ErrorCode::kPermission:
      type = PyExc_PermissionError;
      break;
    case ErrorCode::kIo:
      type = PyExc_OSError;
      break;
    case ErrorCode::kTimeout:
      type = PyExc_TimeoutError;
      break;
    case ErrorCode::kLimitExceeded:
    case ErrorCode::kUnhealthy:
      break;
  }
  PyErr_SetString(type, error.message.c_str());
  throw nb::python_error();
}

nb::str text(std::string_view bytes) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

nb::list texts(const std::vector<std::string>& all) {
  nb::list list;
  for (const std::string& one : all) list.append(text(one));
  return list;
}

Bytes::Bytes(nb::handle source) {
  if (PyUnicode_Check(source.ptr())) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
    if (data == nullptr) throw nb::python_error();
    view_ = {data, static_cast<size_t>(size)};
    return;
  }
  if (PyObject_GetBuffer(source.ptr(), &buffer_, PyBUF_SIMPLE) != 0) {
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "a page is str, bytes or another buffer, not %s",
                 Py_TYPE(source.ptr())->tp_name);
    throw nb::python_error();
  }
  held_ = true;
  view_ = {static_cast<const char*>(buffer_.buf), static_cast<size_t>(buffer_.len)};
}

Bytes::~Bytes() {
  if (held_) PyBuffer_Release(&buffer_);
}

}  // namespace weft::python

NB_MODULE(_core, module) {
  module.doc() = "Weft's library. Use the package weft, which is made of it.";
  module.attr("__version__") = WEFT_VERSION;
  weft::python::bind_pages(module);
  weft::python::bind_records(module);
  weft::python::bind_learning(module);
  weft::python::bind_archives(module);
}
