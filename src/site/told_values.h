// What others say of a page, beside the domain: its structured data, a program of the user's.
//
// Trusted by agreement, never blindly: only values that stand on the visible page and are within the bounds of their attribute
// are kept; of an attribute that a thing has once, two that differ contradict each other, and neither counts; of
// attributes that exclude each other only what is said of one.
#pragma once

#include <vector>

#include "annotate/recognizer.h"
#include "domain/told.h"
#include "model/label.h"
#include "model/page.h"

namespace weft::site {

// By JSON-LD, microdata and RDFa: the properties of the one thing of the domain's type that the page is about. Nothing if there are several.
std::vector<domain::Told> told_by_structured_data(const model::Page& page,
                                                  const annotate::Domain& domain);
// By labels that a program gave.
std::vector<domain::Told> told_by_labels(const std::vector<model::Label>& labels,
                                         const annotate::Domain& domain);

// What of it the domain and the page allow.
std::vector<domain::Told> reconciled(std::vector<domain::Told> told, const model::Page& page,
                                     const annotate::Recognizer& recognizer);

// As annotations, wherever the values stand.
std::vector<annotate::Annotation> annotations_of(const std::vector<domain::Told>& told,
                                                 const dom::Document& doc);

}  // namespace weft::site
