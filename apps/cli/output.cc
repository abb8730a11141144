#include "cli/output.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace weft::cli {

Result<Output> Output::open(const std::string& path) {
  Output output;
  if (path == "-") {
    output.stream_ = stdout;
    return output;
  }
  WEFT_ASSIGN(output.file_, AtomicFile::open(path));
  return output;
}

void Output::write(std::string_view bytes) {
  if (!failure_.ok() || closed_ || bytes.empty()) return;
  if (file_) {
    failure_ = file_->write(bytes);
  } else {
    note_failure(std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size());
  }
}

void Output::note_failure(bool failed) {
  if (!failed) return;
  closed_ = errno == EPIPE;
  if (!closed_) {
    failure_ = Error{ErrorCode::kIo,
                     fmt::format("cannot write standard output: {}", std::strerror(errno))};
  }
}

void Output::flush() {
  if (stream_ == nullptr || !failure_.ok() || closed_) return;
  note_failure(std::fflush(stream_) != 0);
}

Status Output::commit() {
  if (file_) {
    WEFT_TRY(failure_);
    return std::exchange(file_, std::nullopt)->commit();
  }
  flush();
  return failure_;
}

}  // namespace weft::cli
