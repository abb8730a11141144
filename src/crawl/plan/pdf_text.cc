// A child process reads the document under limits of time and memory and sends back, through a
// pipe, the number of pages and their text. How it ends says what went wrong.

#include "crawl/plan/document_text.h"

#include <fcntl.h>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-page.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

#include "base/file.h"
namespace weft::crawl {
namespace {

// Exit codes of the child.
constexpr int kNotPdf = 3;
constexpr int kLocked = 4;

void set_limit(int resource, uint64_t value) {
  const rlimit limit{value, value};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

// What this process has reserved so far: threads and libraries take much without using it.
uint64_t reserved_bytes() {
  std::ifstream file("/proc/self/statm");
  uint64_t pages = 0;
  file >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// In the child. Returns its exit code.
int read_document(std::string_view bytes, const PdfLimits& limits, int pipe) {
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  const std::unique_ptr<poppler::document> document(poppler::document::load_from_raw_data(
      bytes.data(), static_cast<int>(std::min<size_t>(bytes.size(), INT32_MAX))));
  if (document == nullptr) return kNotPdf;
  if (document->is_locked()) return kLocked;
  const auto pages = static_cast<uint32_t>(std::max(document->pages(), 0));
  if (!write_all(pipe, {reinterpret_cast<const char*>(&pages), sizeof pages})) return 1;
  uint64_t sent = 0;
  for (uint32_t i = 0; i < std::min(pages, limits.max_pages) && sent < limits.max_text; ++i) {
    const std::unique_ptr<poppler::page> page(document->create_page(static_cast<int>(i)));
    if (page == nullptr) continue;
    const poppler::byte_array utf8 = page->text().to_utf8();
    std::string text(utf8.begin(), utf8.end());
    text.resize(std::min<uint64_t>(text.size(), limits.max_text - sent));
    text += '\f';
    sent += text.size();
    if (!write_all(pipe, text)) return 1;
  }
  return 0;
}

[[noreturn]] void run_child(std::string_view bytes, const PdfLimits& limits, int pipe) {
  const int null = open("/dev/null", O_WRONLY);  // Some complaints go to standard error.
  dup2(null, STDERR_FILENO);
  set_limit(RLIMIT_AS, reserved_bytes() + limits.max_memory);
  set_limit(RLIMIT_CPU, limits.max_seconds);
  set_limit(RLIMIT_CORE, 0);
  signal(SIGPIPE, SIG_IGN);
  try {
    _exit(read_document(bytes, limits, pipe));
  } catch (...) {  // Out of memory.
    _exit(1);
  }
}

std::string receive_all(int pipe) {
  std::string all;
  std::vector<char> buffer(1 << 16);
  while (true) {
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return all;
    all.append(buffer.data(), static_cast<size_t>(got));
  }
}

Status end_of(int status) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotPdf)
    return Error{ErrorCode::kInvalidArgument, "not a PDF document, or too damaged to read"};
  if (WIFEXITED(status) && WEXITSTATUS(status) == kLocked)
    return Error{ErrorCode::kInvalidArgument, "the PDF document needs a password"};
  return Error{ErrorCode::kLimitExceeded, "the PDF document takes too much time or memory"};
}

}  // namespace

Result<DocumentText> pdf_text(std::string_view bytes, const PdfLimits& limits) {
  int ends[2];
  if (pipe(ends) != 0)
    return Error{ErrorCode::kIo, std::string("cannot make a pipe: ") + std::strerror(errno)};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    run_child(bytes, limits, ends[1]);
  }
  close(ends[1]);
  std::string received = child > 0 ? receive_all(ends[0]) : "";
  close(ends[0]);
  if (child < 0)
    return Error{ErrorCode::kIo, std::string("cannot start a process: ") + std::strerror(errno)};
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  WEFT_TRY(end_of(status));
  DocumentText result;
  if (received.size() < sizeof result.pages)
    return Error{ErrorCode::kIo, "the reader of PDF documents said nothing"};
  std::memcpy(&result.pages, received.data(), sizeof result.pages);
  result.text = received.substr(sizeof result.pages);
  return result;
}

}  // namespace weft::crawl
