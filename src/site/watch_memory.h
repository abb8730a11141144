// What a bundle remembers for watching: bellwether pages, what they say, what values look like; and
// what watching writes back.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "site/bundle.h"
#include "site/watch.h"

namespace weft::site {

// The health model kept for a template; one without attributes if there is none.
Result<watch::HealthModel> health_of(const Bundle& bundle, const std::string& template_name);

// The pages by which a template is watched, as they were kept. Fails as reading the bundle does.
Result<std::vector<ReadPage>> load_bellwethers(const Bundle& bundle,
                                               const std::string& template_name,
                                               const Limits& limits = {});

// Templates with a wrapper and bellwethers. Fails as reading the bundle does.
Result<std::vector<WatchedTemplate>> load_watched(const Bundle& bundle, const Limits& limits);

// Remembers a template of the bundle by some of its pages (watch.h), and keeps that. Fails with
// kNotFound when there is no such template or it has no wrapper, else as remember() does.
Status put_memory(Bundle& bundle, const std::string& template_name,
                  const std::vector<const ReadPage*>& pages, size_t count = kBellwethers);

// Writes a repair: wrapper version, signature, bellwethers and golden extractions as they are now.
// What was split off becomes a template of its own, and its pages leave the one it was part of.
Status put_repair(Bundle& bundle, const WatchedNow& now, const std::vector<ReadPage>& pages);

// Keeps what healthy pages say now, so that the next visit compares with this one.
Status put_golden(Bundle& bundle, const WatchedNow& now);

// What a line of the timeline says of one template.
struct TemplateRun {
  struct Attribute {
    std::string health;
    double presence = 0;
    double fit = 0;
  };
  std::string template_name;
  std::string health;
  std::string cause;
  double coverage = 0;
  uint64_t pages = 0;
  uint64_t read = 0;
  uint64_t repaired = 0;     // Attributes.
  std::string health_after;  // The repair.
  std::map<std::string, Attribute> attributes;
};
// Of a run of weft watch; none if its details cannot be read.
std::vector<TemplateRun> templates_of(const Run& run);

// A line of the timeline.
Status put_run(Bundle& bundle, const std::vector<WatchedNow>& all, const std::string& started);

}  // namespace weft::site
