// DrawnPages: saved pages as a browser draws them, with their pictures, so that parts of pages can be
// compared by what a person sees.
//
//   site::DrawnPages drawn(pool);
//   for (const model::Page& page : pages) WEFT_TRY(drawn.add(page));
//   find_template_method("fivatech2", drawn.look())             // weft template --render
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/page.h"
#include "render/picture.h"
#include "render/pool.h"
#include "site/render.h"
#include "templates/templates.h"

namespace weft::site {

class DrawnPages {
 public:
  // `pool` must outlive it.
  explicit DrawnPages(render::BrowserPool& pool);

  // Draws a page from its source, without scripts and without a network; of a page that is a file, with
  // the files beside it. Fails as BrowserPool::render.
  Status add(const model::Page& page);
  // The pages as they were drawn: the browser's tree, with its layout, under the ids of those given.
  [[nodiscard]] std::vector<model::Page>& pages() { return pages_; }
  // Of these pages, wherever they are moved to; 0 for others.
  [[nodiscard]] templates::LookOfNode look() const;

 private:
  using Pictures = std::map<std::string, render::Picture>;  // By page.

  PageRenderer renderer_;
  std::vector<model::Page> pages_;
  std::shared_ptr<Pictures> pictures_ = std::make_shared<Pictures>();
};

}  // namespace weft::site
