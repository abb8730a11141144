// Leasing: the steps are those of sqlite_frontier.cc.

#include <algorithm>

#include "crawl/frontier/sqlite_frontier.h"

namespace weft::crawl {

using store::Statement;

namespace {

constexpr int64_t kMaintenanceRows = 10'000;  // Expired leases and due URLs moved by one call.

// The first column of all rows.
Result<std::vector<int64_t>> integers(Statement& statement) {
  std::vector<int64_t> values;
  while (true) {
    WEFT_ASSIGN(const bool row, statement.step());
    if (!row) break;
    values.push_back(statement.integer(0));
  }
  statement.reset();
  return values;
}

}  // namespace

Result<std::vector<Lease>> SqliteFrontier::lease(const LeaseRequest& request) {
  std::vector<Lease> leases;
  const int64_t now = ticks(request.now);
  const Status status = transaction([&]() -> Status {
    WEFT_TRY(return_expired(now));
    WEFT_TRY(queue_due(now));
    WEFT_ASSIGN(const bool drain_first, wants_drain());
    if (drain_first) WEFT_TRY(drain(now));
    WEFT_TRY(lease_ready_hosts(request, leases));
    if (drain_first || leases.size() >= request.max) return {};
    WEFT_TRY(drain(now));
    return lease_ready_hosts(request, leases);
  });
  if (!status.ok()) return status.error();
  return leases;
}

// Step 1, leases.
Status SqliteFrontier::return_expired(int64_t now) {
  WEFT_ASSIGN(const std::vector<int64_t> ids,
              integers(expired_leases_.bind(1, now).bind(2, kMaintenanceRows)));
  counts_.expired += static_cast<int64_t>(ids.size());
  return return_leases(ids, now);
}

Status SqliteFrontier::return_leases(const std::vector<int64_t>& ids, int64_t now) {
  for (const int64_t id : ids) {
    WEFT_ASSIGN(std::optional<UrlRow> url, take_lease(static_cast<uint64_t>(id)));
    if (!url) continue;
    WEFT_ASSIGN(HostRow host, load_host(url->host));
    --host.in_flight;
    WEFT_TRY(save_host(host, now));
    if (++url->attempts >= options_.max_attempts) {
      ++counts_.failed;
      continue;
    }
    WEFT_TRY(push({&*url, 1}, now));
  }
  return {};
}

// Step 1, URLs whose time has come.
Status SqliteFrontier::queue_due(int64_t now) {
  std::vector<std::pair<int64_t, UrlRow>> due;
  due_later_.bind(1, now).bind(2, kMaintenanceRows);
  while (true) {
    WEFT_ASSIGN(const bool row, due_later_.step());
    if (!row) break;
    WEFT_ASSIGN(UrlRow url, read_url(due_later_, 1));
    due.emplace_back(due_later_.integer(0), std::move(url));
  }
  due_later_.reset();
  for (const auto& [time, url] : due) {
    WEFT_TRY(drop_later_.bind(1, time).bind(2, url.seq).run());
    --counts_.later;
    WEFT_TRY(push({&url, 1}, now));
  }
  return {};
}

// Steps 3 and 4.
Status SqliteFrontier::lease_ready_hosts(const LeaseRequest& request, std::vector<Lease>& leases) {
  WEFT_TRY(wake_hosts_.bind(1, ticks(request.now)).run());
  const auto room = static_cast<int64_t>(request.max - leases.size());
  WEFT_ASSIGN(const std::vector<int64_t> hosts, integers(ready_hosts_.bind(1, room)));
  for (const int64_t host : hosts) {
    if (leases.size() >= request.max) break;
    WEFT_TRY(lease_from_host(host, request, leases));
  }
  return {};
}

Status SqliteFrontier::lease_from_host(int64_t id, const LeaseRequest& request,
                                       std::vector<Lease>& leases) {
  WEFT_ASSIGN(HostRow host, load_host(id));
  const int64_t free = host.delay > 0 ? 1 : host.slots - host.in_flight;
  best_of_host_.bind(1, id).bind(2,
                                 std::min(free, static_cast<int64_t>(request.max - leases.size())));
  std::vector<UrlRow> urls;
  while (true) {
    WEFT_ASSIGN(const bool row, best_of_host_.step());
    if (!row) break;
    WEFT_ASSIGN(UrlRow url, read_url(best_of_host_, 0));
    urls.push_back(std::move(url));
  }
  best_of_host_.reset();
  for (UrlRow& url : urls) {
    WEFT_TRY(take_from_queue_.bind(1, url.host).bind(2, url.rank).bind(3, url.seq).run());
    WEFT_ASSIGN(Lease lease, make_lease(request, host, std::move(url)));
    leases.push_back(std::move(lease));
  }
  const auto taken = static_cast<int64_t>(urls.size());
  counts_.queued -= taken;
  host.in_flight += taken;
  host.next_time = std::max(host.next_time, ticks(request.now) + host.delay);
  WEFT_ASSIGN(const bool more, best_rank_.bind(1, id).step());
  host.best = more ? -best_rank_.real(0) : kWorstPriority;
  best_rank_.reset();
  return save_host(host, ticks(request.now));
}

Result<Lease> SqliteFrontier::make_lease(const LeaseRequest& request, const HostRow& host,
                                         UrlRow url) {
  const TimePoint until = request.now + request.duration;
  add_lease_.bind(1, ticks(until)).bind(2, request.worker);
  WEFT_ASSIGN(const bool row, bind_url(add_lease_, 3, url).step());
  WEFT_CHECK(row);
  const auto id = static_cast<uint64_t>(add_lease_.integer(0));
  add_lease_.reset();
  return lease_of(id, until, host, std::move(url));
}

Status SqliteFrontier::renew(std::string_view worker, TimePoint until) {
  return transaction([&] { return renew_.bind(1, ticks(until)).bind(2, worker).run(); });
}

Status SqliteFrontier::release(std::string_view worker, TimePoint now) {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(const std::vector<int64_t> ids, integers(worker_leases_.bind(1, worker)));
    return return_leases(ids, ticks(now));
  });
}

}  // namespace weft::crawl
