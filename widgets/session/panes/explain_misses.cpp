#include "widgets/session/panes/explain_misses.h"

#include <variant>

namespace hitmap {

bool can_explain_misses(const Pane& pane) {
    const auto simulation = pane.simulation();
    return simulation != nullptr && std::holds_alternative<HierarchyConfig>(simulation->model) &&
           simulation->profile->capabilities().can_resimulate && !pane.wanted_config().preset.empty() &&
           !pane.wanted_config().explain_misses;
}

bool is_known_if_explained(const Pane& pane, Metric metric) {
    if (!can_explain_misses(pane)) return false;
    ProfileCapabilities explained = pane.simulation()->profile->capabilities();
    explained.has_miss_classes = true;
    return can_answer(explained, metric);
}

void explain_misses(Pane& pane) {
    if (!can_explain_misses(pane)) return;
    ModelChoice config = pane.wanted_config();
    config.explain_misses = true;
    pane.simulate(config);
}

} // namespace hitmap
