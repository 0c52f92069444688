
#include "app/cli/export/export_writers.h"
#include "core/base/error.h"
#include "core/export/access_arrays.h"
#include "core/export/metric_arrays.h"
#include "core/export/pixel_arrays.h"
#include "core/export/ray_arrays.h"
#include "core/export/request_arrays.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/element_profile.h"
#include "core/profile/models/pixel_tables.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hitmap {

void export_npz(const ExportInput& exported, std::unique_ptr<ByteSink> out) {
    const std::vector<std::string> groups = exported.options.array_groups();
    const ExportedFrames frames = exported.options.exported_frames();
    ModelInput& input = exported.recording;
    const JobContext& job = exported.job;
    const auto is_asked = [&](std::string_view group) { return std::ranges::count(groups, group) != 0; };
    const auto scene = input.source->scene(job);
    const ElementSources sources(scene);
    const std::filesystem::path folder = exported.path == "-"
                                             ? std::filesystem::temp_directory_path()
                                             : std::filesystem::path(exported.path).parent_path();
    NpzWriter npz(std::move(out), folder, job);
    if (is_asked("accesses")) {
        AccessArrays accesses(sources, is_asked("requests"), npz);
        simulate_model(*input.source, exported.config, exported.only(), accesses, input.pool, job);
        accesses.write(npz);
        input.source->rewind();
    }
    if (is_asked("requests")) {
        write_request_arrays(*input.source, npz);
        input.source->rewind();
    }
    if (is_asked("rays")) {
        if (exported.info().ray_places.empty()) throw FileError(exported.options.file, "", no_rays_recorded);
        write_ray_arrays(*input.source, npz);
        input.source->rewind();
    }
    if (is_asked("metrics")) {
        const auto profile = make_element_profile(*input.source, exported.config, exported.only(),
                                                  element_parts(frames.total), input.pool, job);
        write_metric_arrays(*profile, scene.get(), sources, frames, npz);
    }
    if (is_asked("pixels")) {
        write_pixel_arrays(make_pixel_table(*input.source, exported.config, exported.only(),
                                            exported.window(), input.pool, job),
                           npz);
    }
    npz.commit();
}

std::uint64_t array_bytes(const ExportOptions& options, const ModelConfig& /*config*/,
                          const RecordingInfo& info) {
    const std::vector<std::string> groups = options.array_groups();
    std::uint64_t most = 0; // One group is made after the other.
    if (std::ranges::count(groups, "metrics") != 0)
        most = estimate_element_profile_bytes(info, element_parts(options.frame_count()));
    if (std::ranges::count(groups, "pixels") != 0) most = std::max(most, estimate_pixel_table_bytes(info));
    return most;
}

} // namespace hitmap
