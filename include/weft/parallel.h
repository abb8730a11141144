// Many pages on all cores: parsed, worked on, and handed over in their order.
//
//   weft::map_pages(source, [](const weft::Page& page) { return std::any(weft::read_article(page)); },
//                   [&](const weft::Page& page, std::any article) { …; return true; });
#pragma once

#include <any>
#include <functional>
#include <optional>

#include "weft/export.h"
#include "weft/page.h"

namespace weft {

// Pages not yet parsed, one after the other; nothing at the end. Called from one thread at a time.
using PageSource = std::function<std::optional<RawPage>()>;
// Runs on several threads at once.
using PageWork = std::function<std::any(const Page& page)>;
// In the order of the pages. Called from one thread at a time; false ends the run.
using PageSink = std::function<bool(const Page& page, std::any result)>;

// On `workers` threads (0: one a core), holding few pages at once.
WEFT_API void map_pages(const PageSource& pages, const PageWork& work, const PageSink& sink,
                        unsigned workers = 0);

}  // namespace weft
