// A page with its looks, from a server on loopback into an archive.
#include "site/fetched_pages.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/testing/temp_folder.h"
#include "crawl/testing/raw_server.h"
#include "site/raw_page.h"
#include "warc/reader.h"

namespace weft::site {
namespace {

using crawl::testing::RawConnection;
using crawl::testing::RawRequest;
using crawl::testing::RawServer;
using crawl::testing::response;

class FetchedPagesTest : public ::testing::Test {
 protected:
  FetchedPagesTest()
      : server_([](const RawRequest& request, RawConnection& connection) {
          const std::string& at = request.target;
          if (at == "/robots.txt")
            return connection.send(response("User-agent: *\nDisallow: /secret/"));
          if (at == "/old")
            return connection.send(response("", "Location: /kettle\r\n", "301 Moved Permanently"));
          if (at == "/kettle")
            return connection.send(
                response("<link rel=stylesheet href=/a.css><h1>Kettle</h1>"
                         "<img src=/k.png><img src=/secret/x.png>"));
          if (at == "/a.css")
            return connection.send(
                response("h1{background:url(b.png)}", "Content-Type: text/css\r\n"));
          if (at.ends_with(".png"))
            return connection.send(response("PNG " + at, "Content-Type: image/png\r\n"));
          return connection.send(response("gone", "", "404 Not Found"));
        }) {}

  NetOptions net(bool allow_private = true) const {
    NetOptions options;
    options.fetch.allow_private = allow_private;
    return options;
  }

  std::vector<std::string> stored() const {
    std::vector<std::string> targets;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
      auto reader = warc::Reader::open(file.path().string());
      while (const warc::Record* record = reader->next()) {
        if (record->type == warc::RecordType::kResponse)
          targets.emplace_back(record->target_uri().substr(server_.origin().size()));
      }
    }
    std::sort(targets.begin(), targets.end());
    return targets;
  }

  const TempFolder temporary_;
  const std::string folder_ = temporary_.path();
  std::atomic<bool> stop_ = false;
  RawServer server_;
};

TEST_F(FetchedPagesTest, StoresAPageWithWhatItNeeds) {
  FetchedPages fetched(folder_, net());
  const auto page = fetched.page(server_.origin() + "/old", stop_);
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(*page, server_.origin() + "/kettle");
  EXPECT_EQ(stored(), (std::vector<std::string>{"/a.css", "/b.png", "/k.png", "/kettle", "/old"}))
      << "robots.txt holds for pictures, too";
}

TEST_F(FetchedPagesTest, RefusesWhatIsPrivateForbiddenOrNoPage) {
  FetchedPages fetched(folder_, net());
  EXPECT_EQ(fetched.page("file:///etc/passwd", stop_).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(fetched.page(server_.origin() + "/secret/a", stop_).error().code,
            ErrorCode::kPermission);
  EXPECT_EQ(fetched.page(server_.origin() + "/k.png", stop_).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(fetched.page(server_.origin() + "/none", stop_).error().code, ErrorCode::kIo);
  FetchedPages careful(folder_, net(false));
  EXPECT_EQ(careful.page(server_.origin() + "/kettle", stop_).error().code, ErrorCode::kPermission);
}

}  // namespace
}  // namespace weft::site
