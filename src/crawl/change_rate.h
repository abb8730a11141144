// How often a page changes, learned from visits that saw a change or none.
//
// Visits are assumed to meet a Poisson process: a page that changes λ times a day has changed since
// a visit t days ago with probability 1 - e^(-λt). Several changes between two visits are seen as
// one, so that changes a visit is too low an estimate of λ; the one used here corrects for that
// (Cho and Garcia-Molina, "Estimating Frequency of Change", 2003, section 4.2).
#pragma once

#include <cstdint>

#include "crawl/frontier/frontier.h"

namespace weft::crawl {

struct ChangeHistory {
  uint64_t visits = 0;       // after the first
  uint64_t changes = 0;      // visits that found something new
  Milliseconds observed{0};  // between the first visit and the last
};

struct RevisitOptions {
  double prior_rate = 1.0 / 7;  // changes a day of a page that nothing is known of
  double prior_visits = 1;      // visits that this is worth
  double threshold = 0.5;       // a page is due when it has changed with this probability
  Milliseconds at_least = std::chrono::hours(1);
  Milliseconds at_most = std::chrono::days(60);
};

// Changes a day. Never 0, and finite.
double change_rate(const ChangeHistory& history, const RevisitOptions& options = {});

// The probability that a page with this rate has changed after so long.
double change_probability(double rate, Milliseconds age);

// How long after a visit the next one is due.
Milliseconds revisit_interval(double rate, const RevisitOptions& options = {});

}  // namespace weft::crawl
