#include "widgets/session/selection/outlined_region.h"

#include "core/analysis/groups/worst_regions.h"
#include "render/scene/outline.h"

#include <utility>
#include <vector>

namespace hitmap {

std::shared_ptr<const OutlinedRegion> outlined(std::shared_ptr<const RecordedScene> scene,
                                               const WorstRegion& region, const JobContext& job) {
    auto edges = std::make_shared<std::vector<OutlineEdge>>(
        region.form == RegionForm::patch ? rim_of(*scene, region.members, job) : edges_of(region.bounds));
    return std::make_shared<const OutlinedRegion>(
        OutlinedRegion{std::move(scene), std::move(edges), region.bounds});
}

} // namespace hitmap
