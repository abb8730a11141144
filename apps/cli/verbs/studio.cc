// weft studio: look, point and watch in a browser (apps/studio/).

#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "studio/server.h"

extern char** environ;

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
