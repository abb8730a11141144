// The metrics of the harness; each in a file of its own.
#pragma once

#include "eval/metrics/clusters.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/leaves.h"
#include "eval/metrics/record_alignment.h"
#include "eval/metrics/record_set.h"
#include "eval/metrics/swde.h"
#include "eval/metrics/text.h"
