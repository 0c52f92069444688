#include "widgets/session/recording/live_simulation.h"

#include "core/profile/live/live_profile.h"

#include <variant>

namespace hitmap {

bool is_live_change(const Simulation& simulation, const ModelChoice& config) {
    const ModelChoice& shown = simulation.config;
    return simulation.profile->capabilities().can_resimulate && simulation.recording->has_elements() &&
           shown.preset.empty() && config.preset.empty() && shown.only == config.only &&
           shown.l1.line == config.l1.line && shown.l2.line == config.l2.line;
}

std::shared_ptr<const Simulation> live_simulation(const std::shared_ptr<const Simulation>& base,
                                                  const std::shared_ptr<const LiveSums>& distances,
                                                  const ModelChoice& config, const JobContext& job) {
    auto live = std::make_shared<Simulation>(*base);
    live->base = base;
    live->distances = distances;
    live->config = config;
    live->model = model_config(config);
    live->profile =
        std::make_shared<LiveProfile>(base->profile, distances, std::get<SdcmConfig>(live->model), job);
    live->totals = live->profile->totals({0, live->profile->positions()}, job);
    return live;
}

} // namespace hitmap
