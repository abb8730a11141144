#include "studio/testing/studio_fixture.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "base/file.h"
#include "warc/reader.h"

namespace weft::studio {

namespace fs = std::filesystem;

ReadPages plain_reader() {
  return [](const std::string& path, size_t, const auto& use) -> Status {
    if (path.ends_with(".warc.gz")) {
      auto reader = warc::Reader::open(path);
      if (!reader.ok()) return reader.error();
      site::ArchivePages pages(std::move(*reader), uint64_t{1} << 30);
      while (const auto raw = pages.next()) {
        if (!use(*raw)) break;
      }
      return {};
    }
    std::vector<std::string> files;
    if (fs::is_directory(path)) {
      for (const auto& entry : fs::recursive_directory_iterator(path)) {
        const std::string name = entry.path().string();
        if (name.ends_with(".html") || name.ends_with(".warc.gz")) files.push_back(name);
      }
    } else {
      files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
      if (file.ends_with(".warc.gz")) {
        WEFT_TRY(plain_reader()(file, SIZE_MAX, use));
        continue;
      }
      site::RawPage raw;
      raw.id = file;
      WEFT_ASSIGN(raw.bytes, read_file(file));
      if (!use(raw)) break;
    }
    return {};
  };
}

void StudioTest::SetUp() {
  std::string folder = (fs::temp_directory_path() / "studio-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  root_ = fs::canonical(folder);
  start_server();
}

void StudioTest::start_server(bool allow_private) {
  WorkspaceOptions workspace{.root = root_.string(), .read_pages = plain_reader()};
  workspace.net.fetch.allow_private = allow_private;
  start_server(std::move(workspace));
}

void StudioTest::start_server(WorkspaceOptions workspace) {
  server_.reset();
  auto started = Server::start({.workspace = std::move(workspace)});
  ASSERT_TRUE(started.ok()) << started.error().message;
  server_ = std::move(*started);
  client_ = std::make_unique<httplib::Client>(server_->origin());
  client_->set_read_timeout(30);
  const std::string link = server_->new_link();
  const std::string code = link.substr(link.find("code=") + 5);
  const auto answer =
      client_->Post("/api/v1/session", dump_json({{"code", code}}), "application/json");
  ASSERT_TRUE(answer);
  token_ = parse_json(answer->body)->text_of("token");
  headers_ = {{"Authorization", "Bearer " + token_}, {"Origin", server_->origin()}};
}

void StudioTest::TearDown() {
  server_.reset();
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

void StudioTest::write(const std::string& name, const std::string& text) const {
  fs::create_directories((root_ / name).parent_path());
  ASSERT_TRUE(write_file((root_ / name).string(), text).ok());
}

void StudioTest::write_kettles(int count) const {
  for (int i = 0; i < count; ++i)
    write(fmt::format("kettles/k{:03}.html", i),
          fmt::format("<!DOCTYPE html><html><head><title>Kettle {0}</title></head><body><nav><a "
                      "href=/>Home</a></nav><h1>Kettle {0}</h1><p class=price><b>{1},50 "
                      "€</b></p><p class=stock>In stock</p></body></html>",
                      i, 20 + i));
}

Json StudioTest::call(const std::string& method, const std::string& path, const Json& body) {
  const std::string target = "/api/v1/" + path;
  const std::string text = body.is_null() ? "" : dump_json(body);
  httplib::Result answer = method == "GET"      ? client_->Get(target, headers_)
                           : method == "DELETE" ? client_->Delete(target, headers_)
                           : method == "PUT"
                               ? client_->Put(target, headers_, text, "application/json")
                               : client_->Post(target, headers_, text, "application/json");
  EXPECT_TRUE(answer) << method << " " << path;
  if (!answer) return {};
  status_ = answer->status;
  auto json = parse_json(answer->body);
  EXPECT_TRUE(json.ok()) << answer->body;
  return json.ok() ? *json : Json();
}

Json StudioTest::wait_for(Json job) {
  while (job.text_of("state") == "running") {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    job = call("GET", "jobs/" + std::to_string(job["job"].get<uint64_t>()));
  }
  return job;
}

std::string StudioTest::open(const std::string& path) {
  const Json job = wait_for(call("POST", "sites", {{"path", path}}));
  EXPECT_EQ(job.text_of("state"), "done") << job;
  return job.text_of("site");
}

Json StudioTest::label(const std::string& site, int page, const std::string& attribute,
                       const std::string& text) {
  return call("POST", "sites/" + site + "/acts",
              {{"id", std::to_string(++last_id_)},
               {"op", "label"},
               {"page", page},
               {"attribute", attribute},
               {"text", text}});
}

int StudioTest::page_named(const std::string& site, const std::string& end) {
  const Json described = call("GET", "sites/" + site);
  for (const Json& one : described["templates"]) {
    const Json pages =
        call("GET", "sites/" + site + "/pages?limit=500&template=" + one.text_of("name"));
    for (const Json& page : pages["items"])
      if (page.text_of("name").ends_with(end)) return page["page"].get<int>();
  }
  return -1;
}

httplib::Result StudioTest::fetch_page(const std::string& address) {
  httplib::Client pages(server_->pages_origin());
  return pages.Get(address.substr(server_->pages_origin().size()));
}

}  // namespace weft::studio
