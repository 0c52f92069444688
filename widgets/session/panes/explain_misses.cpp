#include "widgets/session/panes/explain_misses.h"

#include <variant>

namespace hitmap {

namespace {

/// Whether the model can find out why look-ups missed, or does.
bool is_of_explaining_model(const Pane& pane) {
    const auto simulation = pane.simulation();
    return simulation != nullptr && std::holds_alternative<HierarchyConfig>(simulation->model) &&
           simulation->profile->capabilities().can_resimulate && !pane.wanted_config().preset.empty();
}

bool is_answered_by_explanation(const Pane& pane, Metric metric) {
    ProfileCapabilities explained = pane.simulation()->profile->capabilities();
    explained.has_miss_classes = true;
    return can_answer(explained, metric);
}

} // namespace

bool can_explain_misses(const Pane& pane) {
    return is_of_explaining_model(pane) && !pane.wanted_config().explain_misses;
}

bool is_known_if_explained(const Pane& pane, Metric metric) {
    return can_explain_misses(pane) && is_answered_by_explanation(pane, metric);
}

bool is_being_explained(const Pane& pane, Metric metric) {
    return is_of_explaining_model(pane) && pane.wanted_config().explain_misses &&
           is_answered_by_explanation(pane, metric);
}

void explain_misses(Pane& pane) {
    if (!can_explain_misses(pane)) return;
    ModelChoice config = pane.wanted_config();
    config.explain_misses = true;
    pane.simulate(config);
}

} // namespace hitmap
