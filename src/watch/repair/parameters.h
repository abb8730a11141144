// Parameters of repair: every number that decides whether a rule is learned again and believed.
//
// How they were chosen: by hand, on generated redesigns (`weft eval redesigns`, `list-redesigns`,
// `edits`) and on the development half of real captures (`history`), so that no accepted rule gives
// wrong values; among values that keep that, the ones that repair most. What cases of repair are
// worth, each taken away in turn: bench/log/2026-11-17.md, "Repair, case by case".
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::watch {

// What pages (or records) that were not learned from must say about a rule (proof.h).
struct ProofLimits {
  double least_reproduced = 0.95;  // Of those with a known value on the page: they get it.
  double least_absent = 0.9;       // Of those known to have none: they get none.
  double least_fit = 0.7;          // Of the others: they get one that looks as values do…
  double fits = 0.5;               // …which is a fit to the health model above this.
};

// Where a list stands, told by the part of it that is known (list_column.h).
struct ColumnParameters {
  size_t max_kept = 3;         // Steps of a path that keep their index.
  double least_known = 0.8;    // Of a page's known values, in the column.
  double least_pages = 0.8;    // Of the pages, that have it.
  double most_others = 1.25;   // Nodes of the column over values known of the page.
  size_t max_nodes = 200'000;  // Of a page that is looked at.
};

// Simple rules for the places of values (place_rules.h). Bounds of work, all of them: more of each
// changes no answer on `history`.
struct PlaceRuleParameters {
  size_t max_levels = 7;      // Of elements above a place that are looked at…
  size_t max_tokens = 4;      // …and tokens of a class.
  size_t max_around = 3;      // Elements around a value with no word more.
  size_t heading_levels = 4;  // At which an element before a place may say what follows.
  size_t max_label = 60;      // Bytes of a heading or label.
  size_t max_places = 6;      // Of one value.
  size_t max_rules = 80;
  size_t max_pages = 2;      // From which rules are made.
  size_t max_kept = 24;      // Rules that are kept of old pages, and of new ones…
  double least_given = 0.5;  // …which give so much of the known values.
};

// Varying values by what stands around them (landmarks.h).
struct LandmarkOptions {
  double least_reliable = 0.9;  // Share of old pages on which a landmark leads to the known value.
  double most_astray = 0.1;    // Share of old pages without a value on which it leads to something.
  size_t least_pages = 8;      // Pages with known values, then and now, that are needed at all.
  double least_kinship = 0.5;  // Of the values found with those known.
  double least_alike = 0.95;   // Share of pages on which the value found must look as it did…
  double fit_drop = 0.15;      // …losing no more fit than this (half a value looks unlike it)…
  double most_change = 0.35;   // …and, for a number, changing no more, as a logarithm.
  double closer_by = 0.5;      // Numbers: distance to those known over that of any other place…
  size_t least_compared = 3;   // …that is on so many pages.
  double far_apart = 2;        // Distance of numbers that have nothing to do with each other.
  size_t max_label = 40;       // Bytes of a text that can be a label.
  size_t max_labels = 6;       // That are tried.
  // Candidates: texts that look like values.
  double fits = 0.5;       // Fit to the health model.
  size_t max_value = 80;   // Bytes.
  uint32_t max_texts = 4;  // Of an element that is a value as a whole.
};

// Lists of records (known_records.h, record_repair.cc).
struct RecordParameters {
  double usual = 0.85;       // Presence of an attribute that nearly every record has…
  double least_usual = 0.5;  // …and share of these that anything must have to be a record.
  size_t least_records = 2;  // Of a page that is learned from or proves something.
  // Within its record a value may be a small part of a text: "54 Am Markt, Siena · 07790".
  size_t max_dilution = 12;
  // Of the values of an attribute, whole at a place, for one that is a part there to be an edit. Of a
  // site that edits every second title a third at least; of fields that were merged, none.
  double least_whole = 0.25;
  double most_more = 1.02;  // Records found over records known, one more a template aside.
};

struct RepairOptions {
  // Of an answer, to be believed: cross-validated by host (mean of six foldings), 518 of 552 outcomes of
  // `history` are right then and 14 wrong (at 0.5: 527 and 17, at 0.7: 512 and 12).
  double least_probable = 0.6;
  size_t max_learn = 8;     // Pages to learn from.
  size_t min_held_out = 2;  // Pages with known values that the rule must prove itself on.
  ProofLimits proof;
  double least_agreement = 0.8;    // Of a list with the known one, to be located.
  double least_overlap = 0.75;     // Of an edited value with what it was.
  size_t max_counterexamples = 4;  // Pages without the attribute that are learned from.
  // Where a value also stands in titles and links, classes of places are tried one by one.
  size_t max_classes = 4;
  double least_class = 0.9;  // Of the pages that have a value at places of the class.
  LandmarkOptions landmarks;
  RecordParameters records;
};

}  // namespace weft::watch
