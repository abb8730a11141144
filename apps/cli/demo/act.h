// The acts of `weft demo`: what Weft does with a site, scene by scene, on one Stage. Each act finds
// there what the earlier ones left. A new capability brings its act along, listed in act.cc.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "cli/context.h"
#include "cli/demo/screen.h"
#include "model/page.h"
#include "model/wrapper.h"
#include "practice/server.h"
#include "site/watch.h"

namespace weft::cli::demo {

// A page as it came over the wire; parsed from the parse act on.
struct FetchedPage : site::ReadPage {
  uint32_t template_number = 0;  // From the group act on.
};

// The bytes as a tree.
std::shared_ptr<const model::Page> parse(const FetchedPage& fetched, const Limits& limits);

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
  site::WatchedTemplate known;
  site::WatchedNow now;  // As it is once the site was redesigned.
  std::vector<site::ReadPage> fresh;
  Json facts = Json::object();  // What --json prints, by act.
};

// The truth about a page; null when the site has no such page.
const practice::Page* truth_of(const practice::Site& site, const FetchedPage& page);

// Each fails only when the demo cannot go on.
Status serve(Stage& stage);
Status fetch(Stage& stage);
Status parse_pages(Stage& stage);
Status group_pages(Stage& stage);
Status mine_lists(Stage& stage);
Status learn_rules(Stage& stage);
Status extract_items(Stage& stage);
Status remember_site(Stage& stage);
Status redesign_site(Stage& stage);
Status watch_site(Stage& stage);
Status repair_site(Stage& stage);
Status extract_items_again(Stage& stage);

struct Act {
  const char* title;
  Status (*run)(Stage&);
};

// In the order they are played.
std::span<const Act> acts();

}  // namespace weft::cli::demo
