#include "cli/ask_labels.h"

#include <optional>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/shortened.h"
#include "base/split.h"
#include "base/strings.h"
#include "cli/ask_command.h"
#include "dom/path.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "model/locate.h"
#include "model/schema_file.h"
#include "site/label_place.h"

namespace weft::cli {
namespace {

constexpr size_t kShownReply = 100;  // Columns of a reply that is refused.

// What a labeller says, one a line: a value, or the number of a line that is one.
struct Reply {
  std::string attribute;
  std::string record = "0";
  std::string value;
  std::optional<size_t> line;
};

void describe(JsonFields& json, Reply& reply) {
  json.required("attribute", reply.attribute);
  json.optional("record", reply.record, "0");
  json.field("value", reply.value);
  json.field("line", reply.line);
}

// The page as the program is given it: {"page", "url", "schema", "lines": [{"line", "text"}]}.
std::string question_about(const model::Page& page, const model::Schema& schema,
                           const std::vector<dom::NodeId>& lines) {
  Json texts = Json::array();
  for (size_t i = 0; i < lines.size(); ++i)
    texts.push_back({{"line", i}, {"text", dom::normalized_text(page.document, lines[i])}});
  return dump_json({{"page", page.id},
                    {"url", page.url},
                    {"schema", write_json(schema)},
                    {"lines", std::move(texts)}}) +
         "\n";
}

}  // namespace

Result<std::vector<model::Label>> ask_for_labels(const Context& context, const model::Page& page,
                                                 const model::Schema& schema,
                                                 const std::string& command) {
  const std::vector<dom::NodeId> lines = site::lines_of(page.document);
  WEFT_ASSIGN(const std::string answer, ask_command(command, question_about(page, schema, lines)));
  std::vector<model::Label> labels;
  for (std::string_view rest = answer; !rest.empty();) {
    const std::string_view line = trim(take_until(rest, '\n'));
    if (line.empty()) continue;
    const auto reply = read_json_text<Reply>(line, "reply of the program");
    const auto refuse = [&](std::string_view why) {
      context.complain(fmt::format("{}: {}: {}", page.id, shortened(line, kShownReply), why));
    };
    if (!reply.ok()) {
      refuse(reply.error().message);
    } else if (schema.find_path(reply->attribute) == nullptr) {
      refuse("the schema has no such attribute");
    } else if (reply->line && *reply->line >= lines.size()) {
      refuse("the page has no such line");
    } else if (!reply->line && model::locate(page.document, reply->value).empty()) {
      refuse("the page has no such text");
    } else {
      model::Label& label = labels.emplace_back();
      label = {.page = page.id,
               .record = reply->record,
               .attribute = reply->attribute,
               .value = normalize_space(reply->value),
               .source = model::LabelSource::kTool};
      if (!reply->line) continue;
      label.path = dom::indexed_path(page.document, lines[*reply->line]);
      if (label.value.empty())
        label.value = dom::normalized_text(page.document, lines[*reply->line]);
    }
  }
  return labels;
}

}  // namespace weft::cli
