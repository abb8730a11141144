// TempFolder: a folder of its own for the files of a test; it goes with all that is in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/check.h"

namespace weft {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "weft-test-XXXXXX").string();
    WEFT_CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // The path of a file or folder in it.
  [[nodiscard]] std::string operator/(std::string_view name) const {
    return path_ + "/" + std::string(name);
  }

 private:
  std::string path_;
};

}  // namespace weft
