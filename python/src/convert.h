// Between Python's objects and the library's: errors, texts, buffers, pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include <weft/weft.h>

namespace weft::python {

namespace nb = nanobind;

// ValueError, LookupError, OSError… by the code; `not_found` where a file is what was not found.
[[noreturn]] void raise(const Error& error, PyObject* not_found = PyExc_LookupError);

template <typename T>
T take(Result<T> result, PyObject* not_found = PyExc_LookupError) {
  if (!result.ok()) raise(result.error(), not_found);
  return std::move(*result);
}
inline void take(const Status& status, PyObject* not_found = PyExc_LookupError) {
  if (!status.ok()) raise(status.error(), not_found);
}

// Texts are UTF-8; what is not (bytes of a damaged header) becomes U+FFFD.
nb::str text(std::string_view bytes);
nb::list texts(const std::vector<std::string>& all);

// The bytes of a str, bytes, bytearray or memoryview, without a copy. Lives as long as this does;
// may be read without the GIL. Raises TypeError.
class Bytes {
 public:
  explicit Bytes(nb::handle source);
  ~Bytes();
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  [[nodiscard]] std::string_view view() const { return view_; }
  [[nodiscard]] bool is_text() const { return !held_; }  // A str, so UTF-8 whatever the page says.

 private:
  Py_buffer buffer_{};
  bool held_ = false;
  std::string_view view_;
};

// --- parts of the module ---

void bind_pages(nb::module_& module);
void bind_records(nb::module_& module);
void bind_learning(nb::module_& module);
void bind_archives(nb::module_& module);

}  // namespace weft::python
