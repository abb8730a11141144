// The acts of `weft demo`: what Weft does with a site, scene by scene, on one
// Stage. Each act finds there what the earlier ones left. A new capability
// brings its act along, listed in acts.cc.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "cli/context.h"
#include "cli/demo/screen.h"
#include "crawl/fetch/page_fetcher.h"
#include "model/wrapper.h"
#include "practice/server.h"
#include "site/watch.h"

namespace weft::cli::demo {

// A page as it came over the wire; parsed from the parse act on.
struct DemoPage : site::ReadPage {
  std::string bytes;
};

// What the acts share. Each act reads what earlier ones left and adds its own.
struct Stage {
  Stage(const Context& verb_context, Screen& verb_screen)
      : context(verb_context), screen(verb_screen) {}

  const Context& context;
  Screen& screen;
  practice::Options site_options;
  std::unique_ptr<practice::Server> server;
  crawl::PageFetcher fetcher{{.allow_private = true, .delay_milliseconds = 0}};
  std::vector<DemoPage> pages;
  std::shared_ptr<const model::Wrapper> wrapper;  // Of the detail pages, once learned.
  site::WatchedTemplate known;                    // What is remembered of the site for watching it.
  site::WatchedNow now;                           // As it is once the site was redesigned.
  std::vector<site::ReadPage> fresh;
  Json facts = Json::object();  // What --json prints, by act.
};

// The body of a page of the site. Fails unless it answers with 200.
Result<std::string> get(Stage& stage, const std::string& url);
// The bytes as a tree.
void parse(const Context& context, DemoPage& page);
// The truth about a page; null when the site has no such page.
const practice::Page* truth_of(const practice::Site& site, const site::ReadPage& page);
// The pages of this template, with the truth about them.
struct KnownPage {
  DemoPage* page;
  const practice::Page* truth;
};
std::vector<KnownPage> pages_of(Stage& stage, const practice::Site& site,
                                std::string_view template_name);

// Each fails only when the demo cannot go on. In auto.cc, learn.cc and watch.cc,
// in the order they are played:
Status read_alone(Stage& stage);
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
