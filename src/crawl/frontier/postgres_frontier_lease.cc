// Leasing in PostgreSQL: the steps are those of sqlite_frontier.cc, each one statement for all
// hosts.

#include <algorithm>

#include "crawl/frontier/postgres_frontier.h"

namespace weft::crawl {
namespace {

constexpr int64_t kPostgresMaintenanceRows =
    10'000;  // Expired leases and due URLs moved by one call.

}  // namespace

Result<std::vector<Lease>> PostgresFrontier::lease(const LeaseRequest& request) {
  std::vector<Lease> leases;
  const int64_t now = ticks(request.now);
  WEFT_TRY(transaction([&] { return maintain(now); }));
  WEFT_ASSIGN(const bool drain_first, wants_drain());
  if (drain_first) WEFT_TRY(transaction([&] { return drain(now); }));
  const auto lease_ready = [&]() -> Status {
    std::vector<Lease> more;
    WEFT_TRY(transaction([&] {
      more = leases;  // An attempt that failed has leased nothing.
      return lease_ready_hosts(request, more);
    }));
    leases = std::move(more);
    return {};
  };
  WEFT_TRY(lease_ready());
  if (drain_first || leases.size() >= request.max) return leases;
  WEFT_TRY(transaction([&] { return drain(now); }));
  WEFT_TRY(lease_ready());
  return leases;
}

// Step 1.
Status PostgresFrontier::maintain(int64_t now) {
  WEFT_ASSIGN(const SqlRows expired,
              postgres_.query("DELETE FROM lease WHERE id IN (SELECT id FROM lease "
                              "WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED) "
                              "RETURNING seq, host, rank, url, rest",
                              {now, kPostgresMaintenanceRows}));
  WEFT_ASSIGN(const SqlRows due,
              postgres_.query("DELETE FROM later WHERE (due, seq) IN (SELECT due, seq FROM later "
                              "WHERE due <= $1 ORDER BY due LIMIT $2 FOR UPDATE SKIP LOCKED) "
                              "RETURNING seq, host, rank, url, rest",
                              {now, kPostgresMaintenanceRows}));
  counts_.expired += expired.size();
  counts_.later -= due.size();
  HostChanges changes;
  for (int i = 0; i < expired.size(); ++i) {
    WEFT_ASSIGN(UrlRow url, read_url(expired, i, 0));
    return_lease(std::move(url), changes);
  }
  for (int i = 0; i < due.size(); ++i) {
    WEFT_ASSIGN(UrlRow url, read_url(due, i, 0));
    changes[url.host].urls.push_back(std::move(url));
  }
  return apply(changes, now);
}

// Steps 3 and 4.
Status PostgresFrontier::lease_ready_hosts(const LeaseRequest& request,
                                           std::vector<Lease>& leases) {
  const int64_t now = ticks(request.now);
  WEFT_ASSIGN(std::vector<HostRow> hosts,
              lock_ready_hosts(now, static_cast<int64_t>(request.max - leases.size())));
  if (hosts.empty()) return {};
  WEFT_TRY(take_urls(hosts, request, leases));
  WEFT_TRY(refresh_best(hosts));
  return save_hosts(hosts, now);
}

Result<std::vector<HostRow>> PostgresFrontier::lock_ready_hosts(int64_t now, int64_t max) {
  WEFT_TRY(
      postgres_.query("UPDATE host SET state = 2 WHERE id IN (SELECT id FROM host "
                      "WHERE state = 1 AND next_time <= $1 ORDER BY next_time LIMIT $2 "
                      "FOR UPDATE SKIP LOCKED)",
                      {now, kPostgresMaintenanceRows}));
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("SELECT id, name, delay, slots, in_flight, next_time, best "
                              "FROM host WHERE state = 2 ORDER BY best DESC LIMIT $1 "
                              "FOR UPDATE SKIP LOCKED",
                              {max}));
  return read_hosts(rows);
}

Status PostgresFrontier::take_urls(std::vector<HostRow>& hosts, const LeaseRequest& request,
                                   std::vector<Lease>& leases) {
  std::vector<int64_t> ids;
  std::vector<int64_t> wanted;
  std::unordered_map<int64_t, HostRow*> by_id;
  auto room = static_cast<int64_t>(request.max - leases.size());
  for (HostRow& host : hosts) {
    const int64_t free = host.delay > 0 ? 1 : host.slots - host.in_flight;
    ids.push_back(host.id);
    wanted.push_back(std::min(free, room));
    room -= wanted.back();
    by_id[host.id] = &host;
  }
  WEFT_ASSIGN(
      const SqlRows rows,
      postgres_.query(
          "WITH best AS (SELECT q.host, q.rank, q.seq "
          "  FROM unnest($1::bigint[], $2::bigint[]) AS h (id, wanted), LATERAL (SELECT host, "
          "rank, "
          "  seq FROM queue WHERE host = h.id ORDER BY rank, seq LIMIT h.wanted) AS q), "
          "taken AS (DELETE FROM queue USING best WHERE queue.host = best.host "
          "  AND queue.rank = best.rank AND queue.seq = best.seq "
          "  RETURNING queue.seq, queue.host, queue.rank, queue.url, queue.rest) "
          "INSERT INTO lease (until, worker, seq, host, rank, url, rest) "
          "SELECT $3, $4, * FROM taken ORDER BY rank, seq "
          "RETURNING id, until, seq, host, rank, url, rest",
          {ids, wanted, ticks(request.now + request.duration), std::string_view(request.worker)}));
  for (int i = 0; i < rows.size(); ++i) {
    WEFT_ASSIGN(UrlRow url, read_url(rows, i, 2));
    HostRow& host = *by_id[url.host];
    ++host.in_flight;
    host.next_time = std::max(host.next_time, ticks(request.now) + host.delay);
    leases.push_back(lease_of(static_cast<uint64_t>(rows.integer(i, 0)),
                              time_of(rows.integer(i, 1)), host, std::move(url)));
  }
  counts_.queued -= rows.size();
  return {};
}

Status PostgresFrontier::refresh_best(std::vector<HostRow>& hosts) {
  std::vector<int64_t> ids;
  for (const HostRow& host : hosts) ids.push_back(host.id);
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("SELECT id, (SELECT rank FROM queue WHERE host = id "
                              "ORDER BY rank, seq LIMIT 1) FROM unnest($1::bigint[]) AS ids (id)",
                              {ids}));
  std::unordered_map<int64_t, double> best;
  for (int i = 0; i < rows.size(); ++i)
    best[rows.integer(i, 0)] = rows.is_null(i, 1) ? kWorstPriority : -rows.real(i, 1);
  for (HostRow& host : hosts) host.best = best[host.id];
  return {};
}

Status PostgresFrontier::renew(std::string_view worker, TimePoint until) {
  return transaction([&]() -> Status {
    const auto rows =
        postgres_.query("UPDATE lease SET until = $1 WHERE worker = $2", {ticks(until), worker});
    return rows.ok() ? Status() : Status(rows.error());
  });
}

Status PostgresFrontier::release(std::string_view worker, TimePoint now) {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(const SqlRows rows, postgres_.query("DELETE FROM lease WHERE worker = $1 "
                                                    "RETURNING seq, host, rank, url, rest",
                                                    {worker}));
    HostChanges changes;
    for (int i = 0; i < rows.size(); ++i) {
      WEFT_ASSIGN(UrlRow url, read_url(rows, i, 0));
      return_lease(std::move(url), changes);
    }
    return apply(changes, ticks(now));
  });
}

}  // namespace weft::crawl
