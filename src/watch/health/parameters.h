// Parameters of health: every number that watching judges by, with what it weighs.
//
// How they were chosen: on generated sites (`weft eval redesigns`, which also counts alarms on sites
// that did not change) and on the development half of real captures (`weft eval history`), by hand, so
// that no unchanged site is called broken and no break is missed; none of them is fitted by a program.
// The tests beside the code hold most of them from both sides. Who changes one runs both tasks, the
// first also with a `--seed` that nobody has looked at.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::watch {

// Which pages are visited again, and the signature that stands for them ([Vertex] IV-B).
struct BellwetherOptions {
  size_t count = 20;            // The paper: 10 to 20 a cluster.
  size_t max_candidates = 500;  // More pages: evenly spread ones of them.
};

// Whether a page is itself or an error, a wall, a polite lie (page_condition.h).
struct ConditionParameters {
  size_t short_page = 120;     // Words; below, a page may be nothing but its message.
  double shrunk = 0.4;         // Of the words it had: so may a page that has lost the others.
  size_t read_bytes = 4000;    // Of the text that is looked at for phrases…
  size_t heading_bytes = 200;  // …and of one heading.
};

// Values that a rule borrowed from another attribute do not teach its guard (health_model.h).
struct BorrowedParameters {
  double rare = 0.2;      // Ways of writing seldomer than this may be borrowed…
  double borrowed = 0.8;  // …if so many of them are another attribute's value on the same record…
  double has_unit = 0.8;  // …or are bare numbers where so many values have a unit.
};

// Whether an attribute's extractions still hold (fields.h).
struct FieldTestOptions {
  double broken_share = 0.5;    // Of the entities failing: broken.
  double drifting_share = 0.1;  // And at least two: drifting.
  double varying_gone = 0.25;   // Of a varying attribute's values gone: drifting.
  double fit_drop = 0.2;        // Mean fit below what it was.
  // Values that differ are edits of what they were if they share so many words, or a list so many
  // values; a set grows and shrinks, so less is asked of it.
  double edited_words = 0.6;
  double edited_values = 0.5;
  double edited_set = 0.3;

  uint64_t strange_values = 3;  // Written as none was: so many, and…
  double strange_share = 0.5;   // …so many more of all than there were, are an alarm.
  double few_values = 0.7;  // Share of values seen more than once: the attribute has a short list.

  uint64_t min_kinship = 8;     // Entities needed to test kinship.
  double least_kinship = 0.15;  // Below, values have nothing to do with those known.
  double numeric = 0.9;  // Share of values with a number, from which they are compared as numbers.
  double most_chance = 0.7;  // Equality by chance above which kinship says nothing…
  double most_error = 0.15;  // …or above so large an error of it.
};

// What becomes of a template (assess.h).
struct AssessOptions {
  // [Vertex] IV-B to the letter: one page without a mandatory value, one constant that differs, or a
  // signature that covers no majority is a site change. For comparison; none of the other numbers
  // of this file counts then.
  bool paper = false;
  FieldTestOptions field;
  double least_read = 0.3;      // Share of the pages that must have come back as themselves.
  double same_structure = 0.8;  // Share of pages covered by the signature: edits are news then.
  double still_shown = 0.25;    // Of lost values, on the page: the rule lost them, not the site.
  uint64_t least_records = 6;   // Known records of a list, of which…
  double least_returned = 0.1;  // …so many must be found again, else the list is broken.
};

// Sequential tests over a stream of extractions (drift.h).
struct SequentialOptions {
  double rise = 0.3;         // What the failing rate must rise by to count as much more often.
  double least_rate = 0.02;  // Rates learned from few records are taken as at least this…
  double most_rate = 0.95;   // …and at most this, so that "more often" means something…
  double worst_rate = 0.99;  // …which ends here: one fine record must not rule it out.
  double threshold = 9;   // Of the cumulative sum; a false alarm is e^-threshold a record or less.
  double unlike = 0.5;    // Fit below which a value is unlike those learned from.
  double deviations = 2;  // Of the upper end of what a learned rate may be in truth.
};

}  // namespace weft::watch
