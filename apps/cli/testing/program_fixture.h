// ProgramFixture: the program as people run it, in this process, in a folder of its own.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/testing/temp_folder.h"
#include "cli/context.h"
#include "cli/verb.h"
#include "gtest/gtest.h"

namespace weft::cli {

class ProgramFixture : public ::testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return directory_ / name; }
  // Returns the path.
  std::string write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path file = directory_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }
  // Empty if there is no such file.
  [[nodiscard]] std::string read(const std::string& name) const {
    return read_file(path(name)).value_or("");
  }

  // Runs weft and returns its exit code; what it prints to standard error is in errors_.
  int run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "weft");
    std::vector<const char*> argv;
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    ::testing::internal::CaptureStderr();
    const int code = run_program(static_cast<int>(argv.size()), argv.data(), all_verbs());
    std::fflush(stderr);
    errors_ = ::testing::internal::GetCapturedStderr();
    return code;
  }
  // As run(), with what a person types.
  int run_typing(const std::string& typed, std::vector<std::string> arguments) {
    std::istringstream in(typed);
    std::streambuf* const before = std::cin.rdbuf(in.rdbuf());
    const int code = run(std::move(arguments));
    std::cin.rdbuf(before);
    std::cin.clear();
    return code;
  }
  // As run(), quietly, with what it writes in the file "out".
  int weft(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-o", path("out"), "-q"});
    return run(std::move(arguments));
  }

  // As weft(): returns what was written, and keeps the exit code in code_.
  std::string output_of(std::vector<std::string> arguments) {
    std::filesystem::remove(path("out"));
    code_ = static_cast<ExitCode>(weft(std::move(arguments)));
    return read("out");
  }

  std::string errors_;
  ExitCode code_ = ExitCode::kGood;

 private:
  const TempFolder directory_;
};

}  // namespace weft::cli
