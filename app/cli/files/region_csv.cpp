#include "app/cli/files/region_csv.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/region_columns.h"

namespace hitmap {

void write_region_csv(const SceneInTime& scene, const ElementSources& sources,
                      const std::vector<ElementKindId>& kinds, const std::vector<ElementRange>& ranges,
                      const glm::dvec3& offset, TextOutput& out, const JobContext& job) {
    const auto columns = region_report_columns(0);
    out.write(csv_names(columns) + "\n");
    WindowSums sums;
    scene.profile->window(scene.window, sums, job);
    require_quantities(scene, ranges);
    keep_shown(sums, chosen_elements(scene, ranges, job).get());
    const FaceSurface surface = face_surface(scene.scene, job);
    for (const ElementKindId kind : kinds)
        for (const std::size_t level : {0U, 1U}) {
            std::size_t rank = 0;
            for (const WorstRegion& region : worst_regions(scene.scene, surface, sums, {kind, level}, job)) {
                const auto source = sources.source(kind, region.element);
                out.write(csv_fields(columns, {region, level, ++rank, source, offset}) + "\n");
            }
        }
}

} // namespace hitmap
