#include "widgets/session/panes/toggle_restriction.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

bool can_restrict(const Pane& pane) {
    return pane.recording() != nullptr && pane.recording()->has_elements();
}

void toggle_restriction(Pane& pane, Restriction only) {
    if (!can_restrict(pane)) return;
    ModelChoice config = pane.wanted_config();
    only.rays = config.only.rays;
    if (only == config.only) only = {.rays = only.rays};
    config.only = std::move(only);
    if (config != pane.wanted_config()) pane.simulate(config);
}

void toggle_rays(Pane& pane, const RaySelection& rays) {
    if (!can_restrict(pane)) return;
    const std::vector<RaySelection>& known = pane.recording()->rays;
    if (known.size() < 2 || std::find(known.begin(), known.end(), rays) == known.end()) return;
    ModelChoice config = pane.wanted_config();
    if (config.only.rays == rays)
        config.only.rays.reset();
    else
        config.only.rays = rays;
    pane.simulate(config);
}

} // namespace hitmap
