#pragma once

#include "app/cli/input/model_input.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/elements/element_rays.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/sums/restriction.h"

#include <memory>
#include <vector>

namespace hitmap {

/// Returns the elements within the ranges; null without ranges. Simulates the recording if a range is of a
/// metric, which is then that of the window, and reads it if one is of a mean over rays.
/// Throws FileError if the recording has no scene, UsageError if it does not have a quantity, Cancelled.
[[nodiscard]] std::shared_ptr<const ChosenElements>
choose_elements(ModelInput& input, const ModelConfig& config, const Restriction& only,
                const std::vector<ElementRange>& ranges, TimeWindow window, const JobContext& job);

/// What ranges of elements of a recording may need besides its scene.
struct KnownOfElements {
    const Profile* profile = nullptr;  ///< may be null if no range is of a metric
    const ElementRays* rays = nullptr; ///< what rays_for() returns
};
/// The same without a simulation.
[[nodiscard]] std::shared_ptr<const ChosenElements> choose_elements(ModelInput& input,
                                                                    const KnownOfElements& known,
                                                                    const std::vector<ElementRange>& ranges,
                                                                    TimeWindow window, const JobContext& job);

} // namespace hitmap
