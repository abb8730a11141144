// WARC files: records and pages, one after the other.
//
// A record's texts lie in the reader's buffer, which the next record overwrites. The object that Python
// got is therefore made to own its bytes when the reader moves on and somebody still holds it; most loops
// hold none, and pay nothing.

#include <algorithm>
#include <memory>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "convert.h"

namespace weft::python {
namespace {

using namespace nb::literals;

struct HeldRecord {
  WarcRecord record;
  std::string owned;  // What the views of `record` lie in, once the reader has gone on.

  void own() {
    std::string all;
    const auto keep = [&](std::string_view& view) {
      all += view;
      view = std::string_view(nullptr, view.size());
    };
    const auto each = [&](const auto& visit) {
      visit(record.type), visit(record.target_uri), visit(record.date), visit(record.content);
      for (auto& [name, value] : record.headers) visit(name), visit(value);
    };
    each(keep);
    owned = std::move(all);
    size_t at = 0;
    each([&](std::string_view& view) {
      view = std::string_view(owned).substr(at, view.size());
      at += view.size();
    });
  }
};

// A Python stream as a source of bytes: read(n), which may give fewer. Its exception, if it raises one,
// is raised again by whoever asked for the next record.
class Stream {
 public:
  explicit Stream(nb::object file) : file_(std::move(file)) {}
  ~Stream() {
    const nb::gil_scoped_acquire held;
    file_.reset();
    raised_.reset();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Result<size_t> read(char* to, size_t size) {
    const nb::gil_scoped_acquire held;
    try {
      const nb::object given = file_.attr("read")(std::min(size, size_t{1} << 20));
      const Bytes bytes(given);
      const size_t n = std::min(size, bytes.view().size());
      std::copy_n(bytes.view().data(), n, to);
      return n;
    } catch (nb::python_error& error) {
      raised_ = nb::borrow(error.value());
      return Error{ErrorCode::kIo, "the stream could not be read"};
    }
  }
  // Raises what read() caught.
  void rethrow() {
    if (!raised_.is_valid()) return;
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised_.ptr())), raised_.ptr());
    raised_.reset();
    throw nb::python_error();
  }

 private:
  nb::object file_;
  nb::object raised_;
};

// Opens a path, or a stream at `begin`.
template <typename Reader>
std::pair<Reader, std::shared_ptr<Stream>> open_archive(const nb::object& source, uint64_t begin,
                                                        uint64_t end) {
  const WarcPart part{begin, end};
  if (nb::isinstance<nb::str>(source)) {
    const auto path = nb::cast<std::string>(source);
    Result<Reader> reader = [&] {
      const nb::gil_scoped_release released;
      return Reader::open(path, part);
    }();
    return {take(std::move(reader), PyExc_FileNotFoundError), nullptr};
  }
  auto stream = std::make_shared<Stream>(source);
  Result<Reader> reader = [&] {
    const nb::gil_scoped_release released;
    return Reader::from([stream](char* to, size_t size) { return stream->read(to, size); }, part);
  }();
  stream->rethrow();
  return {take(std::move(reader)), stream};
}

struct Archive {
  WarcReader reader;
  std::shared_ptr<Stream> stream;
  nb::object last = {};  // The record handed out last.

  nb::object next() {
    if (last.is_valid() && Py_REFCNT(last.ptr()) > 1) nb::cast<HeldRecord&>(last).own();
    last.reset();
    const WarcRecord* record = [&] {
      const nb::gil_scoped_release released;
      return reader.next();
    }();
    if (record == nullptr) {
      if (stream != nullptr) stream->rethrow();
      take(reader.status());
      throw nb::stop_iteration();
    }
    last = nb::cast(HeldRecord{*record, {}});
    return last;
  }
};

nb::bytes bytes_of(std::string_view view) { return nb::bytes(view.data(), view.size()); }

struct ArchivePages {
  WarcPages pages;
  std::shared_ptr<Stream> stream;
};

nb::object next_page(ArchivePages& archive) {
  std::optional<RawPage> page = [&] {
    const nb::gil_scoped_release released;
    return archive.pages.next_raw();
  }();
  if (!page) {
    if (archive.stream != nullptr) archive.stream->rethrow();
    take(archive.pages.status());
    throw nb::stop_iteration();
  }
  return nb::cast(std::move(*page));
}

Page parse_raw(const RawPage& page) {
  const nb::gil_scoped_release released;
  return Page::parse(page.html, page.options);
}

}  // namespace

void bind_archives(nb::module_& module) {
  nb::class_<HeldRecord>(module, "WarcRecord")
      .def_prop_ro("type", [](const HeldRecord& held) { return text(held.record.type); })
      .def_prop_ro("url", [](const HeldRecord& held) { return text(held.record.target_uri); })
      .def_prop_ro("date", [](const HeldRecord& held) { return text(held.record.date); })
      .def_prop_ro("headers",
                   [](const HeldRecord& held) {
                     nb::dict all;
                     for (const auto& [name, value] : held.record.headers)
                       all[text(name)] = text(value);
                     return nb::typed<nb::dict, nb::str, nb::str>(std::move(all));
                   })
      .def_prop_ro("content", [](const HeldRecord& held) { return bytes_of(held.record.content); })
      .def_prop_ro("size", [](const HeldRecord& held) { return held.record.content.size(); })
      .def_prop_ro("offset", [](const HeldRecord& held) { return held.record.offset; });

  nb::class_<Archive>(module, "Archive")
      .def_static("open",
                  [](const nb::object& source, uint64_t begin, uint64_t end) {
                    auto [reader, stream] = open_archive<WarcReader>(source, begin, end);
                    return std::make_unique<Archive>(Archive{std::move(reader), stream});
                  })
      .def(
          "__iter__", [](nb::object self) { return self; },
          nb::sig("def __iter__(self) -> Archive"))
      .def("__next__", &Archive::next, nb::sig("def __next__(self) -> WarcRecord"))
      .def_prop_ro("damaged", [](const Archive& archive) { return archive.reader.damaged(); });

  nb::class_<RawPage>(module, "RawPage")
      .def(
          "__init__",
          [](RawPage* page, nb::handle html, const std::string& url, const std::string& id,
             const std::string& content_type) {
            const Bytes bytes(html);
            new (page) RawPage{
                std::string(bytes.view()),
                {.url = url,
                 .id = id,
                 .content_type = bytes.is_text() ? "text/html; charset=utf-8" : content_type}};
          },
          "html"_a, "url"_a = "", "id"_a = "", "content_type"_a = "")
      .def_prop_ro("html", [](const RawPage& page) { return bytes_of(page.html); })
      .def_prop_ro("url", [](const RawPage& page) { return text(page.options.url); })
      .def_prop_ro("id", [](const RawPage& page) { return text(page.options.id); })
      .def_prop_ro("content_type",
                   [](const RawPage& page) { return text(page.options.content_type); })
      .def("parse", &parse_raw);

  nb::class_<ArchivePages>(module, "ArchivePages")
      .def_static("open",
                  [](const nb::object& source, uint64_t begin, uint64_t end) {
                    auto [pages, stream] = open_archive<WarcPages>(source, begin, end);
                    return std::make_unique<ArchivePages>(ArchivePages{std::move(pages), stream});
                  })
      .def(
          "__iter__", [](nb::object self) { return self; },
          nb::sig("def __iter__(self) -> ArchivePages"))
      .def("__next__", &next_page, nb::sig("def __next__(self) -> RawPage"))
      .def_prop_ro("damaged", [](const ArchivePages& archive) { return archive.pages.damaged(); });
}

}  // namespace weft::python
