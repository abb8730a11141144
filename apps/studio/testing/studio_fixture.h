// A studio on a folder of its own, and a client that has its token.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <httplib.h>

#include "base/json.h"
#include "studio/server.h"

namespace weft::studio {

// Files of a folder, or the captures of a WARC file.
ReadPages plain_reader();

class StudioTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  // Again, with the same folder; a client with a token of its own.
  void start_server(bool allow_private = true);
  void start_server(WorkspaceOptions workspace);

  void write(const std::string& name, const std::string& text) const;
  // Ten kettles in kettles/.
  void write_kettles(int count = 10) const;
  // Opens a path and waits; the site's name.
  std::string open(const std::string& path);
  Json wait_for(Json job);

  // A call with the token; the status is in `status_`.
  Json call(const std::string& method, const std::string& path, const Json& body = Json());
  Json label(const std::string& site, int page, const std::string& attribute,
             const std::string& text);
  // The number of the page whose name ends so.
  int page_named(const std::string& site, const std::string& end);
  // Asks the page host for what an address of it names.
  httplib::Result fetch_page(const std::string& address);

  std::filesystem::path root_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<httplib::Client> client_;
  httplib::Headers headers_;
  std::string token_;
  int status_ = 0;
  int last_id_ = 0;
};

}  // namespace weft::studio
