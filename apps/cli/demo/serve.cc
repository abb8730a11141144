// Act 1: a site opens.

#include <map>

#include <fmt/format.h>

#include "cli/demo/act.h"

namespace weft::cli::demo {

Status serve(Stage& stage) {
  auto started = practice::Server::start(stage.site_options);
  if (!started.ok()) return started.error();
  stage.server = std::move(*started);
  const auto site = stage.server->site();
  std::map<std::string, size_t> templates;
  for (const practice::Page& page : site->pages) ++templates[page.template_name];
  stage.screen.say(fmt::format("“{}”, {} pages, now at {}", site->name, site->pages.size(),
                               stage.server->origin()));
  std::string list;
  for (const auto& [name, count] : templates)
    list += fmt::format("{}{} {}", list.empty() ? "" : " · ", count, name);
  stage.screen.say(list, Ink::kDim);
  stage.facts["serve"] = {{"origin", stage.server->origin()}, {"pages", site->pages.size()}};
  return {};
}

}  // namespace weft::cli::demo
