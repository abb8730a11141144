#include "cli/record_output.h"

namespace weft::cli {

Result<model::RecordFormat> output_format(const Context& context, std::string_view format) {
  if (format.empty()) return model::record_format_of_path(context.options.output);
  return find_named<model::RecordFormat>(format, "format");
}

Result<std::unique_ptr<model::RecordWriter>> open_record_output(
    Context& context, model::RecordFormat format, const model::RecordWriterOptions& options) {
  if (context.options.output != "-") {
    WEFT_ASSIGN(context.out, Output::open("-"));
    return model::open_record_writer(context.options.output, format, options);
  }
  if (format == model::RecordFormat::kSqlite) {
    return Error{ErrorCode::kInvalidArgument,
                 "a database cannot go to standard output: give -o FILE"};
  }
  return model::make_record_writer(format, options, [&context](std::string_view bytes) -> Status {
    context.out.write(bytes);
    return {};
  });
}

}  // namespace weft::cli
