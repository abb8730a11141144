#include "crawl/metadata.h"

#include "gtest/gtest.h"
#include "store/testing/fresh_store.h"

namespace weft::crawl {
namespace {

class TrapSharingTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    where_ = store::testing::fresh_store(GetParam(), "weft_trap_sharing_test");
    if (where_.empty()) GTEST_SKIP() << "there is no PostgreSQL server to start";
  }
  std::unique_ptr<MetadataStore> connect() {
    auto opened = MetadataStore::open(where_);
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    return opened.ok() ? std::move(*opened) : nullptr;
  }

  std::string where_;
};

TEST_P(TrapSharingTest, ProcessesSpendFromOneCredit) {
  const auto url = *url::Url::parse("http://h/calendar/2099/1");
  TrapGuard first({.allowance = 50});
  TrapGuard second({.allowance = 50});
  const auto first_store = connect();
  const auto second_store = connect();
  ASSERT_TRUE(first_store != nullptr && second_store != nullptr);
  for (int i = 0; i < 25; ++i) first.note_barren(url);
  for (int i = 0; i < 25; ++i) second.note_barren(url);
  EXPECT_TRUE(first.admits(url) && second.admits(url));
  ASSERT_TRUE(first_store->share_traps(first).ok());
  ASSERT_TRUE(second_store->share_traps(second).ok());
  EXPECT_FALSE(second.admits(url)) << "what the first has spent counts for the second";
  ASSERT_TRUE(first_store->share_traps(first).ok());
  EXPECT_FALSE(first.admits(url)) << "and what the second has spent for the first";
  EXPECT_EQ(first.patterns().at(url_patterns(url).front()).pages, 50U) << "counted once";
}

TEST_P(TrapSharingTest, ALaterRunGoesOnWithTheCreditLeft) {
  const auto url = *url::Url::parse("http://h/calendar/2099/1");
  const auto store = connect();
  ASSERT_NE(store, nullptr);
  TrapGuard earlier({.allowance = 10});
  for (int i = 0; i < 10; ++i) earlier.note_barren(url);
  ASSERT_TRUE(store->share_traps(earlier).ok());
  TrapGuard later({.allowance = 10});
  ASSERT_TRUE(store->share_traps(later).ok());
  EXPECT_FALSE(later.admits(url));
}

TEST_P(TrapSharingTest, ADamagedRowIsAnErrorAndStaysAsItIs) {
  const auto store = connect();
  ASSERT_NE(store, nullptr);
  ASSERT_TRUE(
      store->sql().run("INSERT INTO trap VALUES (1, $1)", {std::string("{\"format\":7}")}).ok());
  TrapGuard traps;
  const Status shared = store->share_traps(traps);
  ASSERT_FALSE(shared.ok());
  EXPECT_EQ(shared.error().code, ErrorCode::kCorruption);
  const auto row = store->sql().query("SELECT credits FROM trap", {}, "t");
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->text(0, 0), "{\"format\":7}");
}

INSTANTIATE_TEST_SUITE_P(Stores, TrapSharingTest, ::testing::Values("sqlite", "postgres"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace weft::crawl
