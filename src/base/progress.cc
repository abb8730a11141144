#include "base/progress.h"

namespace weft {
namespace {

class NoProgress final : public Progress {
 public:
  void begin(std::string_view, uint64_t) override {}
  void advance(uint64_t, uint64_t, uint64_t) override {}
  void end() override {}
};

}  // namespace

Progress& Progress::none() {
  static NoProgress progress;
  return progress;
}

}  // namespace weft
