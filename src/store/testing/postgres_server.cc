#include "store/testing/postgres_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "store/postgres.h"

namespace weft::store::testing {
namespace {

namespace fs = std::filesystem;

// The newest of the versions that Debian's packages leave beside each other.
std::string binaries() {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored))
    if (fs::exists(entry.path() / "bin/initdb", ignored)) found.push_back(entry.path() / "bin");
  return found.empty() ? "" : *std::max_element(found.begin(), found.end());
}

int free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool ok = bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(fd);
  return ok ? ntohs(address.sin_port) : 0;
}

// The server refuses to run as root.
const passwd* unprivileged() {
  if (geteuid() != 0) return nullptr;
  const passwd* user = getpwnam("postgres");
  return user != nullptr ? user : getpwnam("nobody");
}

// Runs a program quietly, as the unprivileged user, and to end with this process.
pid_t start_program(const std::vector<std::string>& arguments) {
  const passwd* user = unprivileged();
  std::vector<char*> raw;
  for (const std::string& argument : arguments) raw.push_back(const_cast<char*>(argument.c_str()));
  raw.push_back(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGINT);
  if (user != nullptr &&
      (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
    _exit(126);
  const int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) dup2(null, fd);
  if (chdir("/") != 0) _exit(126);
  execv(raw[0], raw.data());
  _exit(127);
}

bool run(const std::vector<std::string>& arguments) {
  int status = 0;
  return waitpid(start_program(arguments), &status, 0) > 0 && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

}  // namespace

PostgresServer* PostgresServer::instance() {
  static const std::unique_ptr<PostgresServer> server = [] {
    std::unique_ptr<PostgresServer> started(new PostgresServer);
    return started->start() ? std::move(started) : nullptr;
  }();
  return server.get();
}

bool PostgresServer::start() {
  const std::string bin = binaries();
  if (bin.empty()) return false;
  std::string pattern = (fs::temp_directory_path() / "weft_postgres_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) return false;
  directory_ = pattern;
  if (const passwd* user = unprivileged();
      user != nullptr && chown(directory_.c_str(), user->pw_uid, user->pw_gid) != 0)
    return false;
  if (!run({bin + "/initdb", "-D", directory_ + "/data", "-U", "weft", "-A", "trust", "-N", "-E",
            "UTF8", "--locale=C"}))
    return false;
  port_ = free_port();
  pid_ = start_program({bin + "/postgres", "-D", directory_ + "/data", "-p", std::to_string(port_),
                        "-k", directory_, "-h", "127.0.0.1", "-F", "-c", "full_page_writes=off",
                        "-c", "synchronous_commit=off"});
  for (int i = 0; i < 300; ++i) {
    if (Postgres::open(fmt::format("postgres://weft@127.0.0.1:{}/postgres", port_)).ok())
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

PostgresServer::~PostgresServer() {
  if (pid_ > 0) {
    kill(pid_, SIGINT);  // "fast" shutdown: sessions are ended
    waitpid(pid_, nullptr, 0);
  }
  std::error_code ignored;
  if (!directory_.empty()) fs::remove_all(directory_, ignored);
}

std::string PostgresServer::fresh_schema() {
  auto admin = Postgres::open(fmt::format("postgres://weft@127.0.0.1:{}/postgres", port_));
  const std::string name = fmt::format("test{}", ++schemas_);
  if (!admin.ok() || !admin->execute("CREATE SCHEMA " + name).ok()) return "";
  return fmt::format("postgres://weft@127.0.0.1:{}/postgres?options=-csearch_path%3D{}", port_,
                     name);
}

}  // namespace weft::store::testing
