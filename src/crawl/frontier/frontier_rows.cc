#include "crawl/frontier/frontier_rows.h"

#include <tuple>

namespace weft::crawl {

std::array<std::pair<std::string_view, int64_t>, 9> Counts::by_name() const {
  return {{{"submitted", submitted},
           {"queued", queued},
           {"later", later},
           {"done", done},
           {"failed", failed},
           {"duplicates", duplicates},
           {"seen", seen},
           {"expired", expired},
           {"hosts", hosts}}};
}

void set_count(FrontierStats& stats, std::string_view name, int64_t value) {
  const std::pair<std::string_view, uint64_t*> fields[] = {
      {"submitted", &stats.submitted}, {"queued", &stats.queued}, {"later", &stats.later},
      {"done", &stats.done},           {"failed", &stats.failed}, {"duplicates", &stats.duplicates},
      {"seen", &stats.seen},           {"hosts", &stats.hosts},   {"expired", &stats.expired},
      {"leased", &stats.leased}};
  for (const auto& [field, target] : fields)
    if (field == name) *target = static_cast<uint64_t>(std::max<int64_t>(value, 0));
}

void sort_by_key(std::vector<Submission>& submissions) {
  std::sort(submissions.begin(), submissions.end(), [](const Submission& a, const Submission& b) {
    return std::tie(a.key, a.url.seq) < std::tie(b.key, b.url.seq);
  });
}

void keep_new(std::vector<Submission>& submissions, const std::vector<bool>& is_new,
              Counts& counts) {
  size_t kept = 0;
  for (size_t i = 0; i < submissions.size(); ++i) {
    counts.seen += is_new[i] ? 1 : 0;
    const bool enters = is_new[i] || submissions[i].again;
    counts.duplicates += enters ? 0 : 1;
    if (enters) std::swap(submissions[kept++], submissions[i]);
  }
  submissions.resize(kept);
}

}  // namespace weft::crawl
