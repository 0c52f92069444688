#include "core/profile/models/window_of_work.h"

#include "core/trace/model/estimates.h"
#include "core/trace/model/recording_part.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

std::string option_of(const RecordingInfo& info, std::string_view name) {
    const auto found = std::ranges::find(info.options, name, &std::pair<std::string, std::string>::first);
    return found == info.options.end() ? std::string() : found->second;
}

bool have_other_meshes(const WindowOfWork& a, const WindowOfWork& b) {
    if (a.source_hash != 0 && b.source_hash != 0) return a.source_hash != b.source_hash;
    return a.faces != 0 && b.faces != 0 && (a.faces != b.faces || a.vertices != b.vertices);
}

} // namespace

WorkCounts work_counts(const RecordingInfo& info) {
    return {std::string(part_text(info)), info.launches.size(),  info.requests,
            info.lane_accesses,           info.element_accesses, std::string(dealing_text(info))};
}

WindowOfWork window_of_work(const RecordingInfo& info, TimeWindow window) {
    WindowOfWork work;
    static_cast<WorkCounts&>(work) = work_counts(info);
    work.source_hash = info.scene.source_hash;
    work.vertices = info.scene.vertices;
    work.faces = info.scene.faces;
    work.width = info.scene.width;
    work.height = info.scene.height;
    if (!info.scene.cameras.empty()) work.camera = info.scene.cameras.front();
    work.rays = option_of(info, "rays");
    work.incomplete = info.incomplete;
    work.warp_lanes = info.device.warp_size;
    work.positions = info.positions();
    work.window = window;
    return work;
}

WorkDifferences work_differences(const WindowOfWork& a, const WindowOfWork& b) {
    WorkDifferences differences;
    differences.meshes = have_other_meshes(a, b);
    differences.cameras = !differences.meshes && a.camera && b.camera && *a.camera != *b.camera;
    differences.resolutions = a.width != 0 && b.width != 0 && (a.width != b.width || a.height != b.height);
    differences.rays = !a.rays.empty() && !b.rays.empty() && a.rays != b.rays;
    differences.parts = a.part != b.part;
    // The tracer launches each kind of ray or all at once; of another program, launches are its work.
    differences.launches = a.rays.empty() && b.rays.empty() && !differences.parts && a.launches != b.launches;
    differences.ends = a.incomplete != b.incomplete;
    differences.warps = a.warp_lanes != b.warp_lanes;
    return differences;
}

bool is_same_work(const WindowOfWork& a, const WindowOfWork& b, FrameMatch matched) {
    if (work_differences(a, b).any()) return false;
    if ((a.is_whole() && b.is_whole()) || is_by_work(matched)) return true;
    return a.window == b.window && static_cast<const WorkCounts&>(a) == static_cast<const WorkCounts&>(b);
}

bool are_of_one_mesh(const RecordingInfo& a, const RecordingInfo& b) {
    if (a.scene.source_hash != 0 && b.scene.source_hash != 0)
        return a.scene.source_hash == b.scene.source_hash;
    return a.scene.faces != 0 && a.scene.faces == b.scene.faces && a.scene.vertices == b.scene.vertices;
}

} // namespace hitmap
