#include "app/cli/csv/region_csv.h"

#include "app/cli/csv/csv_cell.h"
#include "app/cli/report/sums_json.h"
#include "core/analysis/worst_regions.h"

#include <fmt/format.h>

#include <string>

namespace hitmap {

namespace {

std::string place(const Aabb& box) {
    return fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", box.lower.x, box.lower.y, box.lower.z,
                       box.upper.x, box.upper.y, box.upper.z);
}

} // namespace

void write_region_csv(const Profile& profile, const RecordedScene& scene, const ElementSources& sources,
                      TimeWindow window, TextOutput& out, const JobContext& job) {
    out.write(
        "kind,level,rank,element,source,elements,misses,share,area,misses_per_area,hits,lookups,hit_rate,"
        "lower_x,lower_y,lower_z,upper_x,upper_y,upper_z\n");
    WindowSums sums;
    profile.window(window, sums, job);
    const FaceSurface surface = face_surface(scene, job);
    for (const RegionKind kind : {RegionKind::patch, RegionKind::subtree}) {
        const bool patches = kind == RegionKind::patch;
        for (const std::size_t level : {0U, 1U}) {
            std::size_t rank = 0;
            for (const WorstRegion& region : worst_regions(scene, surface, sums, {kind, level}, job)) {
                const auto source = sources.source(patches ? face_kind : box_kind, region.element);
                out.write(fmt::format(
                    "{},l{},{},{},{},{},{:.9g},{:.9g},{:.9g},{},{:.9g},{},{},{}\n",
                    patches ? "patch" : "subtree", level + 1, ++rank, region.element,
                    source ? std::to_string(*source) : std::string(), region.elements, region.misses,
                    region.share, region.area, csv_cell(region.misses_per_area()), hits_of(region.sums),
                    region.sums.lookups, csv_cell(hit_rate(region.sums)), place(region.bounds)));
            }
        }
    }
}

} // namespace hitmap
