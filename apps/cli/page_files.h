// Page files: what PAGE… on a command line means for verbs that read pages from disk.
//
// A file is a page, a directory all .htm and .html files below it in order of their names, "-"
// standard input.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "model/page.h"

namespace weft::cli {

// The paths that `inputs` stand for. Fails with kNotFound, naming the first that is not there.
Result<std::vector<std::string>> expand_page_files(const std::vector<std::string>& inputs);

// Reads and parses one. Its url is what the page itself says: <base href>, else <link
// rel=canonical>; empty if it says nothing. Fails with kNotFound or kIo.
Result<model::Page> read_page(const std::string& path, const Limits& limits);

// The url a page gives itself, absolute, or "".
std::string stated_url(const dom::Document& doc);

}  // namespace weft::cli
