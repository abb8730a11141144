// How much decoding costs a page before it is parsed. Reported in bytes of input.

#include "html/encoding.h"

#include "benchmark/benchmark.h"

namespace weft::html {
namespace {

std::string repeated(std::string_view piece, size_t size) {
  std::string text = "<!DOCTYPE html><title>t</title>";
  while (text.size() < size) text += piece;
  return text;
}

void decode_all(benchmark::State& state, const std::string& page, std::string_view charset,
                std::string_view expected) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    const Decoded decoded = decode(dom::Source::borrow(page), charset, diagnostics);
    if (decoded.encoding != expected) state.SkipWithError("wrong encoding");
    benchmark::DoNotOptimize(decoded.source.view().data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(page.size()));
}

constexpr size_t kSmall = 50'000;
constexpr size_t kLarge = 5'000'000;

void BM_Ascii(benchmark::State& state) {
  decode_all(state,
             repeated("<li class=\"item\">some words</li>\n", static_cast<size_t>(state.range(0))),
             "", "UTF-8");
}
BENCHMARK(BM_Ascii)->Arg(kSmall)->Arg(kLarge);

void BM_Utf8(benchmark::State& state) {
  decode_all(state,
             repeated("<li>caf\xC3\xA9 \xE2\x82\xAC 5</li>\n", static_cast<size_t>(state.range(0))),
             "", "UTF-8");
}
BENCHMARK(BM_Utf8)->Arg(kSmall)->Arg(kLarge);

void BM_BrokenUtf8(benchmark::State& state) {
  decode_all(state, repeated("<li>caf\xC3\xA9 \xE2\x82\xAC 5</li>\n", kSmall) + "\xFF", "utf-8",
             "UTF-8");
}
BENCHMARK(BM_BrokenUtf8);

void BM_Windows1252(benchmark::State& state) {
  decode_all(state, repeated("<li>caf\xE9 \x80 5</li>\n", kSmall), "", "windows-1252");
}
BENCHMARK(BM_Windows1252);

void BM_ShiftJis(benchmark::State& state) {
  decode_all(state, repeated("<li>\x82\xA0\x82\xA2 5</li>\n", kSmall), "shift_jis", "Shift_JIS");
}
BENCHMARK(BM_ShiftJis);

}  // namespace
}  // namespace weft::html
