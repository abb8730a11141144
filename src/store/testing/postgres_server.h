// A PostgreSQL server of the test's own: on loopback, on a free port, in a temporary directory,
// gone at the end. Speed before safety: its files need not survive the machine.
#pragma once

#include <sys/types.h>

#include <string>

namespace weft::store::testing {

class PostgresServer {
 public:
  // The server of this test program, started at the first call. Null if there is none to start.
  static PostgresServer* instance();
  ~PostgresServer();

  // The address of an empty schema.
  std::string fresh_schema();

 private:
  PostgresServer() = default;
  bool start();

  std::string directory_;
  int port_ = 0;
  int schemas_ = 0;
  pid_t pid_ = 0;
};

}  // namespace weft::store::testing
