#include "base/log.h"

namespace weft {
namespace {

class DiscardLog final : public Log {
 public:
  void event(LogLevel, std::string_view, std::string_view,
             std::initializer_list<LogField>) override {}
};

}  // namespace

Log& Log::discard() {
  static DiscardLog log;
  return log;
}

}  // namespace weft
