#include "store/testing/fresh_store.h"

#include <filesystem>

#include "store/testing/postgres_server.h"

namespace weft::store::testing {

std::string fresh_store(std::string_view kind, const std::string& name) {
  if (kind == "postgres") {
    PostgresServer* server = PostgresServer::instance();
    return server == nullptr ? "" : server->fresh_schema();
  }
  const std::string path = (std::filesystem::temp_directory_path() / (name + ".sqlite")).string();
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  return path;
}

}  // namespace weft::store::testing
