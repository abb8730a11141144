// Act: one scene of `weft demo`. A file in demo/ defines one and registers it; the acts run by
// order on one Stage.
//
//   const Act kParse({.order = 30, .title = "Parse every page", .run = run});
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "cli/context.h"
#include "cli/demo/screen.h"
#include "model/page.h"
#include "model/template.h"
#include "model/wrapper.h"
#include "practice/server.h"
#include "watch/health/health_model.h"

namespace weft::cli::demo {

// A page as it came over the wire, later parsed.
struct FetchedPage {
  std::string url;
  std::string html;
  model::Page page;              // From the parse act on.
  uint32_t template_number = 0;  // From the group act on.
};

// What the acts share. Each act reads what earlier ones left and adds its own.
struct Stage {
  Stage(const Context& verb_context, Screen& verb_screen)
      : context(verb_context), screen(verb_screen) {}

  const Context& context;
  Screen& screen;
  practice::Options site_options;
  std::unique_ptr<practice::Server> server;
  std::vector<FetchedPage> pages;
  std::shared_ptr<const model::Wrapper> wrapper;  // Of the detail pages, once learned.
  // What is remembered of the site for watching it.
  std::vector<model::Extraction> golden;
  std::vector<model::Page> bellwethers;  // As they were, in the order of `golden`.
  watch::HealthModel health;
  model::Template page_template;
  std::vector<std::string> broken;  // Attributes that no longer hold.
  nlohmann::ordered_json facts = nlohmann::ordered_json::object();  // What --json prints, by act.
};

// The truth about a page; null when the site has no such page.
const practice::Page* truth_of(const practice::Site& site, const FetchedPage& page);

struct ActSpec {
  int order = 0;
  std::string title;
  // Fails only when the demo cannot go on.
  std::function<Status(Stage&)> run;
};

class Act {
 public:
  explicit Act(ActSpec spec);
};

// All registered acts, by order.
std::vector<ActSpec> registered_acts();

}  // namespace weft::cli::demo
