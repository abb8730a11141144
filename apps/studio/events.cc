#include "studio/events.h"

#include <fmt/format.h>

namespace weft::studio {
namespace {

void add_event(std::string& out, std::string_view kind, std::string_view data) {
  out += fmt::format("event: {}\ndata: {}\n\n", kind, data);  // JSON has no line ends.
}

}  // namespace

std::string EventStream::next() {
  std::string out;
  for (const auto& site : workspace_.sites()) {
    const auto now = site->revision();
    if (!now) continue;
    const auto [told, first] = revisions_.try_emplace(site->name(), *now);
    if (!first && told->second == *now) continue;
    told->second = *now;
    add_event(out, "rev", dump_json({{"site", site->name()}, {"revision", *now}}));
  }
  for (const auto& job : workspace_.jobs()) {
    std::string now = dump_json(job->json());
    std::string& told = jobs_[job->id];
    if (told == now) continue;
    add_event(out, "job", now);
    told = std::move(now);
  }
  return out;
}

}  // namespace weft::studio
