// Report: what a task measured. One headline `score`, further figures beside it, and rows for
// whoever wants to know where the points were lost.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace weft::eval {

struct Figure {
  std::string name;  // "precision", "pages", "best_of_3_f1"
  double value = 0;
};

// One line of a table: a place and its figures.
struct Row {
  std::string
      section;  // "site", "attribute", "vertical", "page": rows of one section make one table.
  std::string name;
  std::vector<Figure> figures;
};

struct Report {
  // Filled in by run_task.
  std::string task;
  std::string metric;
  std::string method;
  std::optional<unsigned> labels;

  double score = 0;
  std::vector<Figure> figures;  // Further headline figures, in the order they are shown.
  std::vector<Row> rows;
  nlohmann::ordered_json details =
      nlohmann::ordered_json::object();  // Nested: whatever else is worth keeping.
  std::vector<std::string> notes;  // What a reader must know: pages left out, truth that is wrong.

  void figure(std::string name, double value) { figures.push_back({std::move(name), value}); }
};

// {"task":…, "metric":…, "method":…, "labels":…, "score":…, figures…, "rows":{section:[…]},
// "details":…}
nlohmann::ordered_json to_json(const Report& report);

struct TextStyle {
  bool color = false;
  size_t max_rows = 60;  // Of a section; the worst are kept.
};

// Tables for a terminal. Within a section the rows with the lowest first figure come first when not
// all fit.
std::string to_text(const Report& report, const TextStyle& style = {});

}  // namespace weft::eval
