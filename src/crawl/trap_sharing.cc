// A row that holds all credits. Its first update locks it, so that nobody writes between our
// reading and our writing.

#include "crawl/trap_sharing.h"

namespace weft::crawl {
namespace {

// The text of the row, which stays ours until the transaction ends.
Result<std::string> lock_credits(store::Sql& sql) {
  WEFT_TRY(sql.run("INSERT INTO trap VALUES (1, $1) ON CONFLICT (id) DO NOTHING", {std::string()}));
  WEFT_TRY(sql.run("UPDATE trap SET id = 1 WHERE id = $1", {int64_t{1}}));
  WEFT_ASSIGN(const store::SqlTable table,
              sql.query("SELECT credits FROM trap WHERE id = $1", {int64_t{1}}, "t"));
  return table.text(0, 0);
}

}  // namespace

Status share_traps(MetadataStore& store, TrapGuard& traps) {
  store::Sql& sql = store.sql();
  const Status status = sql.transaction([&]() -> Status {
    WEFT_ASSIGN(const std::string credits, lock_credits(sql));
    if (!credits.empty()) WEFT_TRY(traps.merge_json(credits));
    return sql.run("UPDATE trap SET credits = $2 WHERE id = $1", {int64_t{1}, traps.to_json()});
  });
  if (status.ok()) traps.note_shared();
  return status;
}

}  // namespace weft::crawl
