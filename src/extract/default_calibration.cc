// The levels that `weft eval calibration` prints, fitted on the 40 sites of SWDE's four development
// verticals: for each kind more than 120,000 values of wrappers from 1, 2 and 5 labelled pages, one
// in nine of them on pages after a made-up redesign. Judged on other sites than fitted on, the
// expected calibration error is at most 0.0022 (bench/log/2026-11-16.md). To be fitted anew when the
// confidence of a kind changes.

#include "extract/default_calibration.h"

#include <array>
#include <span>

namespace weft::extract {
namespace {

constexpr std::array kRules = {
    Calibration::Level{0.5837, 0.5636, 328},   Calibration::Level{0.8162, 0.9115, 981},
    Calibration::Level{0.8806, 0.9364, 800},   Calibration::Level{0.9134, 0.9793, 3480},
    Calibration::Level{0.9584, 0.9850, 15893}, Calibration::Level{0.9842, 0.9872, 10439},
    Calibration::Level{0.9985, 0.9972, 99855}};

constexpr std::array kBroom = {
    Calibration::Level{0.5197, 0.6788, 300},  Calibration::Level{0.8542, 0.9820, 9052},
    Calibration::Level{0.9044, 0.9820, 357},  Calibration::Level{0.9143, 0.9910, 4568},
    Calibration::Level{0.9289, 0.9913, 6304}, Calibration::Level{0.9707, 0.9924, 56699},
    Calibration::Level{0.9951, 0.9950, 3216}, Calibration::Level{1.0000, 0.9990, 42320}};

constexpr std::array kPageTree = {
    Calibration::Level{0.5549, 0.8997, 307},   Calibration::Level{0.8607, 0.9790, 5095},
    Calibration::Level{0.9097, 0.9790, 1707},  Calibration::Level{0.9168, 0.9829, 699},
    Calibration::Level{0.9233, 0.9869, 2516},  Calibration::Level{0.9281, 0.9884, 863},
    Calibration::Level{0.9729, 0.9924, 66122}, Calibration::Level{0.9959, 0.9950, 3196},
    Calibration::Level{1.0000, 0.9990, 40732}};

constexpr std::array kVote = {
    Calibration::Level{0.3024, 0.9084, 1788},   Calibration::Level{0.3289, 0.9464, 390},
    Calibration::Level{0.5604, 0.9703, 26973},  Calibration::Level{0.8716, 0.9926, 406},
    Calibration::Level{0.9529, 0.9955, 8231},   Calibration::Level{0.9863, 0.9987, 2306},
    Calibration::Level{0.9946, 0.99988, 40628}, Calibration::Level{0.9992, 0.99998, 51085}};

struct KindLevels {
  std::string_view kind;
  std::span<const Calibration::Level> levels;
};
constexpr KindLevels kMeasured[] = {
    {"rules", kRules}, {"broom", kBroom}, {"page-tree", kPageTree}, {"vote", kVote}};

}  // namespace

Calibration default_calibration(std::string_view kind) {
  for (const KindLevels& measured : kMeasured) {
    if (measured.kind == kind)
      return Calibration::from_levels({measured.levels.begin(), measured.levels.end()});
  }
  return {};
}

}  // namespace weft::extract
