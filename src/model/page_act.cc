#include "model/page_act.h"

#include <fmt/format.h>

namespace weft::model {

std::span<const std::string_view> names_of(PageActKind) {
  static constexpr std::string_view kNames[] = {"write", "click", "enter", "scroll"};
  return kNames;
}

std::string acts_text(std::span<const PageAct> acts) {
  std::string text;
  for (const PageAct& act : acts)
    text += fmt::format("{} {} {} {}\n", name_of(act.kind), act.at, act.value, act.times);
  return text;
}

}  // namespace weft::model
