#include "app/cli/input/chosen_elements.h"

#include "core/base/error.h"
#include "core/profile/elements/element_rays.h"
#include "core/profile/models/element_profile.h"

namespace hitmap {

std::shared_ptr<const ChosenElements> choose_elements(ModelInput& input, const ModelConfig& config,
                                                      const Restriction& only,
                                                      const std::vector<ElementRange>& ranges,
                                                      TimeWindow window, const JobContext& job) {
    std::shared_ptr<const Profile> profile;
    if (depend_on_time(ranges))
        profile = make_element_profile(*input.source, config, only, element_parts(input.file.info(), window),
                                       input.pool, job);
    const auto rays = rays_for(ranges, *input.source, job);
    return choose_elements(input, {profile.get(), rays.get()}, ranges, window, job);
}

std::shared_ptr<const ChosenElements> choose_elements(ModelInput& input, const KnownOfElements& known,
                                                      const std::vector<ElementRange>& ranges,
                                                      TimeWindow window, const JobContext& job) {
    if (ranges.empty()) return nullptr;
    const auto scene = input.source->scene(job);
    if (scene == nullptr)
        throw FileError(input.path, "scene", "expected one, by whose elements accesses are chosen");
    const SceneInTime in_time{*scene, known.profile, window, known.rays};
    require_quantities(in_time, ranges);
    return chosen_elements(in_time, ranges, job);
}

} // namespace hitmap
