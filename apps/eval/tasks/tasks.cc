// Every task, by name. A new one is a file beside this one and a line in both lists.

#include "eval/task.h"

namespace weft::eval {

// clang-format off
namespace active_task { TaskSpec task(); }
namespace articles_task { TaskSpec task(); }
namespace calibration_task { TaskSpec task(); }
namespace clicks_task { TaskSpec task(); }
namespace departments_task { TaskSpec task(); }
namespace details_task { TaskSpec task(); }
namespace domain_task { TaskSpec task(); }
namespace edits_task { TaskSpec task(); }
namespace explore_task { TaskSpec task(); }
namespace explore_saved_task { TaskSpec task(); }
namespace focus_task { TaskSpec task(); }
namespace forms_task { TaskSpec task(); }
namespace group_task { TaskSpec task(); }
namespace growth_task { TaskSpec task(); }
namespace history_task { TaskSpec task(); }
namespace label_task { TaskSpec task(); }
namespace labelling_task { TaskSpec task(); }
namespace layout_task { TaskSpec task(); }
namespace listings_task { TaskSpec task(); }
namespace lists_task { TaskSpec task(); }
namespace manuals_task { TaskSpec cpp_task(); TaskSpec sql_task(); }
namespace mixed_task { TaskSpec task(); }
namespace naming_task { TaskSpec task(); }
namespace noisy_task { TaskSpec task(); }
namespace pagination_task { TaskSpec task(); }
namespace parts_task { TaskSpec task(); }
namespace people_task { TaskSpec task(); }
namespace practice_task { TaskSpec task(); }
namespace practice_lists_task { TaskSpec task(); }
namespace recipes_task { TaskSpec task(); }
namespace records_task { TaskSpec task(); }
namespace references_task { TaskSpec task(); }
namespace redesigns_task { TaskSpec task(); TaskSpec list_task(); }
namespace results_task { TaskSpec task(); }
namespace sample_task { TaskSpec task(); }
namespace schemas_task { TaskSpec task(); }
namespace sight_task { TaskSpec task(); }
namespace swde_task { TaskSpec task(); }
namespace tables_task { TaskSpec task(); TaskSpec manual_task(); }
namespace templates_task { TaskSpec task(); }
// clang-format on

std::span<const TaskSpec> all_tasks() {
  static const TaskSpec kTasks[] = {
      active_task::task(),         articles_task::task(),    calibration_task::task(),
      clicks_task::task(),         departments_task::task(), details_task::task(),
      domain_task::task(),         edits_task::task(),       explore_task::task(),
      explore_saved_task::task(),  focus_task::task(),       forms_task::task(),
      group_task::task(),          growth_task::task(),      history_task::task(),
      label_task::task(),          labelling_task::task(),   redesigns_task::list_task(),
      layout_task::task(),         listings_task::task(),    lists_task::task(),
      manuals_task::cpp_task(),    manuals_task::sql_task(), mixed_task::task(),
      naming_task::task(),         noisy_task::task(),       pagination_task::task(),
      parts_task::task(),          people_task::task(),      practice_task::task(),
      practice_lists_task::task(), recipes_task::task(),     records_task::task(),
      references_task::task(),     redesigns_task::task(),   results_task::task(),
      sample_task::task(),         schemas_task::task(),     sight_task::task(),
      swde_task::task(),           tables_task::task(),      tables_task::manual_task(),
      templates_task::task()};
  return kTasks;
}

}  // namespace weft::eval
