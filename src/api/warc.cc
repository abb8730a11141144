#include "weft/warc.h"

#include "api/access.h"
#include "warc/reader.h"

namespace weft {

struct WarcReader::State {
  warc::Reader reader;
  WarcRecord record;
};

WarcReader::WarcReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
WarcReader::~WarcReader() = default;
WarcReader::WarcReader(WarcReader&&) noexcept = default;
WarcReader& WarcReader::operator=(WarcReader&&) noexcept = default;

namespace {

warc::ReadOptions read_options(const WarcPart& part) {
  return {.begin = part.begin, .end = part.end};
}

}  // namespace

Result<WarcReader> WarcReader::from(ByteSource source, const WarcPart& part) {
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::from(std::move(source), read_options(part)));
  return WarcReader(std::make_unique<State>(State{std::move(reader), {}}));
}

Result<WarcReader> WarcReader::open(const std::string& path, const WarcPart& part) {
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path, read_options(part)));
  return WarcReader(std::make_unique<State>(State{std::move(reader), {}}));
}

const WarcRecord* WarcReader::next() {
  const warc::Record* record = state_->reader.next();
  if (record == nullptr) return nullptr;
  WarcRecord& shown = state_->record;
  shown.type = name_of(record->type);
  shown.target_uri = record->target_uri();
  shown.date = record->date();
  shown.headers.clear();
  for (const warc::Field& field : record->headers)
    shown.headers.emplace_back(field.name, field.value);
  shown.content = record->content;
  shown.offset = record->offset;
  return &shown;
}

uint64_t WarcReader::damaged() const { return state_->reader.stats().damaged; }
Status WarcReader::status() const { return state_->reader.status(); }

struct WarcPages::State {
  site::ArchivePages pages;
};

WarcPages::WarcPages(std::unique_ptr<State> state) : state_(std::move(state)) {}
WarcPages::~WarcPages() = default;
WarcPages::WarcPages(WarcPages&&) noexcept = default;
WarcPages& WarcPages::operator=(WarcPages&&) noexcept = default;

Result<WarcPages> WarcPages::from(ByteSource source, const WarcPart& part) {
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::from(std::move(source), read_options(part)));
  return WarcPages(
      std::make_unique<State>(State{site::ArchivePages(std::move(reader), Limits().max_bytes)}));
}

Result<WarcPages> WarcPages::open(const std::string& path, const WarcPart& part) {
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path, read_options(part)));
  return WarcPages(
      std::make_unique<State>(State{site::ArchivePages(std::move(reader), Limits().max_bytes)}));
}

std::optional<RawPage> WarcPages::next_raw() {
  std::optional<site::RawPage> page = state_->pages.next();
  if (!page) return std::nullopt;
  const std::string type =
      page->charset.empty() ? page->content_type : "text/html; charset=" + page->charset;
  return RawPage{std::move(page->bytes), {.url = page->url, .id = page->id, .content_type = type}};
}

std::optional<Page> WarcPages::next() {
  const std::optional<RawPage> raw = next_raw();
  if (!raw) return std::nullopt;
  return Page::parse(raw->html, raw->options);
}

uint64_t WarcPages::damaged() const { return state_->pages.reader().stats().damaged; }
Status WarcPages::status() const { return state_->pages.reader().status(); }

}  // namespace weft
