#include "cli/demo/act.h"

namespace weft::cli::demo {
namespace {

// clang-format off
constexpr Act kActs[] = {
    {"A web shop opens, made up and served on this machine", serve},
    {"Fetch it: robots.txt, sitemap, every page", fetch},
    {"Parse it, missing end tags and all", parse_pages},
    {"Group pages by the template they share", group_pages},
    {"Mine the lists: records nobody labelled", mine_lists},
    {"Point at two pages, learn the rules", learn_rules},
    {"Extract every item, and check", extract_items},
    {"Remember what the site says", remember_site},
    {"Overnight the site is redesigned", redesign_site},
    {"Watch: notice, and say what broke", watch_site},
    {"Repair, and prove it", repair_site},
    {"Extract every item again, and check", extract_items_again},
};
// clang-format on

}  // namespace

std::span<const Act> acts() { return kActs; }

const practice::Page* truth_of(const practice::Site& site, const FetchedPage& page) {
  return page.key.starts_with(site.origin)
             ? site.find(std::string_view(page.key).substr(site.origin.size()))
             : nullptr;
}

}  // namespace weft::cli::demo
