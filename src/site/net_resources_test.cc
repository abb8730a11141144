// What pages ask for while they are drawn, from a server on loopback.
#include "site/net_resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawl/testing/raw_server.h"

namespace weft::site {
namespace {

using crawl::testing::RawConnection;
using crawl::testing::RawRequest;
using crawl::testing::RawServer;
using crawl::testing::response;
using ::testing::HasSubstr;
using ::testing::StartsWith;

render::Resource answer_of(NetResources& net, const render::ResourceRequest& request) {
  net.start(request);
  for (int i = 0; i < 100; ++i) {
    for (render::Resource& one : net.poll(std::chrono::milliseconds(100))) return std::move(one);
  }
  return {};
}

TEST(NetResourcesTest, PostsAreSentOnlyWhereTheyAreAllowedAndOfScripts) {
  RawServer server([](const RawRequest& request, RawConnection& connection) {
    return connection.send(response(request.head));
  });
  render::ResourceRequest request{.id = 7,
                                  .url = server.origin() + "/graphql",
                                  .method = "POST",
                                  .kind = render::ResourceKind::kData,
                                  .body = R"({"query": "{items}"})"};
  NetOptions options;
  options.fetch.allow_private = true;
  options.obey_robots = false;
  NetResources careful(options);
  const render::Resource refused = answer_of(careful, request);
  ASSERT_TRUE(refused.error);
  EXPECT_THAT(refused.error->message, HasSubstr("--posts"));

  options.send_posts = true;
  NetResources sending(options);
  const render::Resource sent = answer_of(sending, request);
  EXPECT_EQ(sent.id, 7U);
  EXPECT_THAT(sent.body, StartsWith("POST /graphql"));
  EXPECT_THAT(sent.body, HasSubstr("Content-Type: application/json"));
  request.kind = render::ResourceKind::kDocument;  // A form.
  EXPECT_TRUE(answer_of(sending, request).error);
}

}  // namespace
}  // namespace weft::site
