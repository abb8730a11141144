// Inputs: what PAGE… on a command line means, read byte by byte; and the loop that every verb over
// pages runs.
//
// A file is a page, a directory all .htm and .html files below it, "-" standard input. One bad
// input never stops the others: it is named on standard error and counted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/context.h"
#include "dom/document.h"

namespace weft::cli {

// The bytes of a file, or of standard input for "-". At most `max_bytes` + 1 are read: enough for a
// parser to see that there are too many. Fails, in one line that names the file, with kNotFound,
// kPermission or kIo (a directory).
Result<dom::Source> read_source(const std::string& path, uint64_t max_bytes);

// Directories replaced by the pages below them, in order of their names. What does not exist stays,
// to fail when read.
std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs);

// Turns one page into what is written to standard output. Called by several workers at once, each
// with its own number below Context::workers().
using PageWork =
    std::function<Result<std::string>(unsigned worker, const std::string& name, dom::Source bytes)>;

// Reads every input, runs `work` on all cores and writes the results in the order of the inputs,
// with a progress bar called `phase`. kGood; kPartial if some inputs failed, kFailed if all did,
// kNothing if there were none. Ends early, quietly, when nobody reads the output any more.
ExitCode process_inputs(Context& context, std::string_view phase,
                        const std::vector<std::string>& inputs, const PageWork& work);

}  // namespace weft::cli
