#include "studio/practice_archive.h"

#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/file.h"
#include "base/hash.h"
#include "practice/site.h"
#include "studio/web_files.h"
#include "warc/writer.h"

namespace weft::studio {
namespace {

constexpr std::string_view kStyleSheet = "/shop.css";
constexpr std::string_view kDate = "2026-11-14T08:00:00Z";

// A picture of something: a shape and a colour that follow from its address.
std::string picture(std::string_view address) {
  const uint64_t hash = hash_bytes(address);
  const unsigned hue = hash % 360;
  const unsigned shape = (hash >> 16) % 3;
  std::string body;
  if (shape == 0) {
    body = fmt::format(
        "<path d='M92 190Q80 130 120 104h80q40 26 28 86Z' fill='hsl({0} 42% 42%)'/>"
        "<path d='M92 150q-42-4-50-34l12-5q10 18 44 20' fill='hsl({0} 42% 36%)'/>"
        "<path d='M112 104q0-58 48-58t48 58' fill='none' stroke='#3b3a36' stroke-width='7'/>"
        "<ellipse cx='160' cy='102' rx='42' ry='9' fill='hsl({0} 36% 54%)'/>",
        hue);
  } else if (shape == 1) {
    body = fmt::format(
        "<rect x='96' y='70' width='128' height='128' rx='22' fill='hsl({0} 38% 46%)'/>"
        "<rect x='114' y='90' width='92' height='60' rx='8' fill='hsl({0} 30% 84%)'/>"
        "<circle cx='134' cy='174' r='9' fill='hsl({0} 26% 30%)'/>"
        "<circle cx='186' cy='174' r='9' fill='hsl({0} 26% 30%)'/>",
        hue);
  } else {
    body = fmt::format(
        "<path d='M80 196 106 84q54-24 108 0l26 112Z' fill='hsl({0} 34% 50%)'/>"
        "<path d='M132 84q0-38 28-38t28 38' fill='none' stroke='hsl({0} 30% 30%)' "
        "stroke-width='9'/><path d='M104 140h112' stroke='hsl({0} 30% 36%)' stroke-width='6'/>",
        hue);
  }
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 320 240' width='320' height='240'>"
      "<rect width='320' height='240' fill='hsl({} 22% 93%)'/>"
      "<ellipse cx='160' cy='200' rx='86' ry='9' fill='#0001'/>{}</svg>",
      hue, body);
}

class ArchiveWriter {
 public:
  explicit ArchiveWriter(AtomicFile& file)
      : writer_([&file](std::string_view bytes) { return file.write(bytes); }, {.id_seed = 23}) {}

  Status begin(const std::string& name) {
    WEFT_TRY(writer_.write_warcinfo(name));
    return {};
  }
  Status add(const std::string& url, std::string_view type, std::string_view body) {
    const std::string http =
        fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", type,
                    body.size(), body);
    WEFT_TRY(writer_.write({.target_uri = url, .date = kDate, .content = http}));
    return {};
  }

 private:
  warc::Writer writer_;
};

// The page with the shop's style sheet.
std::string with_style(std::string html) {
  const size_t head = html.find("</head>");
  if (head != std::string::npos)
    html.insert(head, fmt::format("<link rel=\"stylesheet\" href=\"{}\">", kStyleSheet));
  return html;
}

}  // namespace

practice::Options practice_shop(std::vector<practice::Redesign> redesigns) {
  return {.domain = practice::Domain::kShop,
          .seed = 23,
          .items = 180,
          .redesigns = std::move(redesigns)};
}

Status write_practice_archive(const std::string& path, const practice::Options& options) {
  const practice::Site site = practice::generate(options);
  WEFT_ASSIGN(AtomicFile file, AtomicFile::open(path));
  ArchiveWriter archive(file);
  WEFT_TRY(archive.begin(path));
  std::set<std::string> pictures;
  for (const practice::Page& page : site.pages) {
    WEFT_TRY(archive.add(page.url, "text/html; charset=utf-8", with_style(page.html)));
    for (size_t at = 0; (at = page.html.find("\"/media/", at)) != std::string::npos;) {
      const size_t end = page.html.find('"', at + 1);
      if (end == std::string::npos) break;
      pictures.insert(page.html.substr(at + 1, end - at - 1));
      at = end;
    }
  }
  WEFT_TRY(archive.add(site.origin + std::string(kStyleSheet), "text/css", web_file("shop")));
  for (const std::string& one : pictures)
    WEFT_TRY(archive.add(site.origin + one, "image/svg+xml", picture(one)));
  return file.commit();
}

}  // namespace weft::studio
