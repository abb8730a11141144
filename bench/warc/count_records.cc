// Reads WARC files to their ends, touching every block, and prints what that took: one side of
// compare.py.

#include <chrono>
#include <cstdint>
#include <cstdio>

#include "warc/http.h"
#include "warc/reader.h"

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  uint64_t records = 0;
  uint64_t bytes = 0;
  uint64_t pages = 0;
  for (int i = 1; i < argc; ++i) {
    auto reader = weft::warc::Reader::open(argv[i]);
    if (!reader.ok()) {
      std::fprintf(stderr, "%s\n", reader.error().message.c_str());
      return 1;
    }
    while (const weft::warc::Record* record = reader->next()) {
      ++records;
      bytes += record->content.size();
      if (record->type != weft::warc::RecordType::kResponse) continue;
      const auto http = weft::warc::parse_http(record->content);
      pages += http.ok() && http->status == 200 ? 1 : 0;
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
  std::printf("{\"records\": %lu, \"pages\": %lu, \"bytes\": %lu, \"seconds\": %.4f}\n",
              static_cast<unsigned long>(records), static_cast<unsigned long>(pages),
              static_cast<unsigned long>(bytes), seconds);
  return 0;
}
