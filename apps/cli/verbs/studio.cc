// weft studio: look, point and watch in a browser (apps/studio/).

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "studio/server.h"

namespace weft::cli::studio_verb {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> sites;
  std::string root = ".";
  std::string listen = "127.0.0.1";
  int port = 0;
  int pages_port = 0;
  bool allow_remote = false;
  bool no_browser = false;
  std::string contact;
};

// Pages of a path, as every other verb reads them.
Status read_pages_of(const Context& context, const std::string& path, size_t most,
                     const std::function<bool(const site::RawPage&)>& use) {
  SourceOptions options = source_options(context);
  options.most_of_many = most;
  options.fetch_urls = false;
  PageSource source({path}, options);
  while (const auto raw = source.next()) {
    if (!use(*raw)) break;
  }
  return {};
}

site::NetOptions net_options(const Context& context) {
  site::NetOptions net;
  net.fetch.allow_private = context.options.allow_private;
  return net;
}

// Runs `weft crawl` beside us, so that what the studio shows as a command is what ran; a stop is its Ctrl-C.
Status run_crawl_beside(const Context& context, const std::string& contact,
                        const studio::CrawlWanted& wanted, const std::atomic<bool>& stop) {
  std::vector<std::string> words = {"weft",
                                    "crawl",
                                    wanted.url,
                                    "--into",
                                    wanted.into,
                                    "--max-pages",
                                    std::to_string(wanted.pages),
                                    "--depth",
                                    std::to_string(wanted.depth)};
  if (!contact.empty()) words.insert(words.end(), {"--contact", contact});
  if (context.options.allow_private) words.emplace_back("--allow-private");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // What it says is wanted only if it fails.
  std::error_code error;
  fs::create_directories(wanted.into, error);
  const std::string log = wanted.into + "/crawl.log";
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;  // Ours are blocked.
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, "/proc/self/exe", &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return Error{ErrorCode::kIo, "cannot start weft crawl"};
  int status = 0;
  for (bool asked = false; ::waitpid(child, &status, WNOHANG) == 0;) {
    if (stop && !std::exchange(asked, true)) ::kill(child, SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == static_cast<int>(ExitCode::kGood) || code == static_cast<int>(ExitCode::kPartial) ||
      code == static_cast<int>(ExitCode::kNothing))
    return {};
  const auto said = read_file(log);
  return Error{ErrorCode::kIo, said.ok() && !said->empty() ? std::string(trim(*said))
                                                           : "weft crawl did not end well"};
}

// Hands the link to a browser in a file that only its user may read: arguments of programs are seen by
// others. Gone after a minute, as the link is.
class Handover {
 public:
  ~Handover() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }

  void open(const std::string& link) {
    std::string folder = (fs::temp_directory_path() / "weft-link-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return;
    folder_ = folder;
    const std::string file = folder_ + "/open.html";
    const std::string page = fmt::format(
        "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>"
        "<meta http-equiv=refresh content=\"0;url={}\"><title>Weft Studio</title>",
        link);
    if (!write_file(file, page).ok() || ::chmod(file.c_str(), S_IRUSR | S_IWUSR) != 0) return;
    std::string program = "xdg-open", argument = file;
    char* arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    ::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ);
  }

 private:
  std::string folder_;
};

// Until the person has had enough; a line on a terminal asks for another link.
void wait_for_end(Context& context, studio::Server& server, int signals) {
  const bool terminal = ::isatty(STDIN_FILENO) != 0;
  for (;;) {
    pollfd waited[] = {{signals, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    if (::poll(waited, terminal ? 2 : 1, -1) < 0) continue;
    if ((waited[0].revents & POLLIN) != 0) return;
    if (terminal && (waited[1].revents & POLLIN) != 0) {
      char line[256];
      if (::read(STDIN_FILENO, line, sizeof line) <= 0) return;
      context.note(fmt::format("open {}", server.new_link()));
    }
  }
}

bool is_loopback(const std::string& address) {
  return address == "127.0.0.1" || address == "localhost" || address == "::1";
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (!is_loopback(options.listen) && !options.allow_remote) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("--listen {} lets other machines in: say --allow-remote if that is meant, or "
                    "keep 127.0.0.1 and use ssh -L (the guide shows how)",
                    options.listen)};
  }
  std::error_code error;
  const fs::path root = fs::canonical(options.root, error);
  if (error || !fs::is_directory(root))
    return Error{ErrorCode::kNotFound, fmt::format("--root {}: no such directory", options.root)};
  // Every thread that learns would keep what it needed for itself, a hundred megabytes each on large pages.
  ::mallopt(M_ARENA_MAX, 2);
  // Blocked before the server starts its threads.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  const int signals = ::signalfd(-1, &set, SFD_CLOEXEC);
  WEFT_ASSIGN(
      const auto server,
      studio::Server::start(
          {.workspace = {.root = root.string(),
                         .read_pages =
                             [&context](const std::string& path, size_t most, const auto& use) {
                               return read_pages_of(context, path, most, use);
                             },
                         .limits = context.options.limits,
                         .crawl =
                             [&context, &options](const auto& wanted, const auto& stop) {
                               return run_crawl_beside(context, options.contact, wanted, stop);
                             },
                         .net = net_options(context)},
           .listen = options.listen,
           .port = static_cast<uint16_t>(options.port),
           .pages_port = static_cast<uint16_t>(options.pages_port)}));
  for (const std::string& site : options.sites)
    WEFT_TRY(server->workspace().open(fs::absolute(site).string()));
  const std::string link = server->new_link();
  context.out.write(link + "\n");
  WEFT_TRY(context.out.commit());
  context.note(
      fmt::format("the studio is at {}, pages are shown at {}; the link is good once, for a "
                  "minute; Enter prints another, Ctrl-C ends",
                  server->origin(), server->pages_origin()));
  Handover handover;
  const bool display =
      std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (!options.no_browser && display) handover.open(server->new_link());
  wait_for_end(context, *server, signals);
  ::close(signals);
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("SITE", options.sites,
             "What to open: files, a directory, WARC files, a crawl, or a site bundle");
  take.value("--root DIR", options.root,
             "Only what is below it can be opened (default: the working directory)");
  take.value("--port", options.port, "Of the application (default: any free one)").range(0, 65'535);
  take.value("--pages-port", options.pages_port, "Of the pages shown (default: any free one)")
      .range(0, 65'535);
  take.value("--listen ADDRESS", options.listen, "Where to listen (default: 127.0.0.1)");
  take.flag("--allow-remote", options.allow_remote,
            "Let --listen name an address that others reach");
  take.value("--contact", options.contact,
             "URL or mail address for the User-Agent of crawls that the studio starts");
  take.flag("--no-browser", options.no_browser, "Print the link and open no browser");
}

}  // namespace
}  // namespace weft::cli::studio_verb

const weft::cli::Verb weft::cli::kStudio{
    "studio", "Label, extract and watch in a browser",
    "  weft studio\n"
    "  weft studio crawl/\n"
    "  weft studio shop.site\n"
    "  weft studio --port 8010 --pages-port 8011 --no-browser shop.warc.gz",
    prepare<studio_verb::declare, studio_verb::run>};
