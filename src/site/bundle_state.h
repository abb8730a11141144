// What the files of site*.cc share. Internal.
#pragma once

#include <functional>
#include <string>

#include "base/hash.h"
#include "site/bundle.h"
#include "store/sqlite.h"

namespace weft::site {

struct Bundle::State {
  std::string directory;
  // Mutable: reading steps statements.
  mutable store::Database database;

  [[nodiscard]] std::string path(std::string_view file) const {
    return directory + "/" + std::string(file);
  }
  // The row id of a template. Fails with kNotFound.
  Result<int64_t> template_id(std::string_view name) const;
  // Runs `work` in a transaction, with a line of history; all or nothing.
  Status write(std::string_view action, std::string_view subject, std::string_view detail,
               const std::function<Status()>& work);
  Status add_event(std::string_view action, std::string_view subject, std::string_view detail);
};

// Content hash as the database keeps it.
inline int64_t file_hash(std::string_view bytes) { return static_cast<int64_t>(hash_bytes(bytes)); }

// Now, ISO 8601, UTC.
std::string now_utc();

}  // namespace weft::site
