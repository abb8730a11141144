#include "crawl/frontier/frontier.h"

#include "crawl/frontier/postgres_frontier.h"
#include "crawl/frontier/sqlite_frontier.h"

namespace weft::crawl {

Result<std::unique_ptr<Frontier>> open_frontier(std::string_view where,
                                                const FrontierOptions& options) {
  if (where.starts_with("postgres://") || where.starts_with("postgresql://"))
    return PostgresFrontier::open(std::string(where), options);
  return SqliteFrontier::open(std::string(where), options);
}

}  // namespace weft::crawl
