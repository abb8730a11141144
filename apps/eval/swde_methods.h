// The methods of `weft eval swde`: which wrapper each learns from a sample of a site, and which
// settings its curves go through.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "induce/page/page_tree_inducer.h"
#include "model/inducer.h"

namespace weft::eval {

// The first is the default.
const std::vector<std::string>& swde_methods();

// One way of learning: a method, and what a curve varies of it.
struct SwdeSetting {
  std::string method;
  unsigned labels = 0;          // Labelled pages a site.
  std::string suffix = {};      // Of the figures' names, where there are several settings.
  double x = 0;                 // Where the setting stands on the curve.
  wrap::TreeOptions tree = {};  // Of page trees.
};

// One setting, or those of a curve: over labelled pages, thresholds ([Zheng] Fig. 8.7, 8.8) or
// first pages (Table 8.2).
struct SwdeSettings {
  std::vector<SwdeSetting> all;
  size_t main = 0;           // The setting whose F1 is the score.
  std::string x_label = {};  // Of a curve.
  bool over_labels = false;  // The curve is over labelled pages.
};
SwdeSettings swde_settings(const std::string& method, unsigned labels);

// Null when nothing could be learned.
std::unique_ptr<model::Wrapper> learn_swde_wrapper(const model::InducerInput& input,
                                                   const SwdeSetting& setting);

}  // namespace weft::eval
