#include "widgets/session/selection/drawn_rays.h"

#include <utility>

namespace hitmap {

std::shared_ptr<const DrawnRays> drawn_rays(std::shared_ptr<const OpenRecording> recording,
                                            std::uint32_t pixel, const JobContext& job) {
    auto drawn = std::make_shared<DrawnRays>();
    const HmtFile& file = *recording->file;
    const auto by_sm = recording->by_sm->known();
    drawn->rays =
        pixel_rays(file, *recording->scene, *recording->lanes->get(file, job), pixel, job, by_sm.get());
    std::vector<RayLine> lines;
    lines.reserve(drawn->rays.rays.size());
    for (const RaySegment& ray : drawn->rays.rays)
        lines.push_back({ray.from, ray.to, ray.run.tag.ray_kind});
    drawn->lines = std::make_shared<const std::vector<RayLine>>(std::move(lines));
    drawn->recording = std::move(recording);
    return drawn;
}

} // namespace hitmap
