#pragma once

#include "core/profile/query/metric.h"
#include "widgets/session/panes/pane.h"

namespace hitmap {

/// Whether the model of a pane knows the reasons of misses and was not asked for them.
[[nodiscard]] bool can_explain_misses(const Pane& pane);
/// Whether a metric that is not known would be known with the reasons of misses, which the model can have.
[[nodiscard]] bool is_known_if_explained(const Pane& pane, Metric metric);
/// Whether a metric that is not known will be when the simulation that finds out the reasons is complete.
[[nodiscard]] bool is_being_explained(const Pane& pane, Metric metric);
/// Simulates again with the reasons of misses, as the box in *Caches* does. Does nothing unless
/// can_explain_misses().
void explain_misses(Pane& pane);

} // namespace hitmap
