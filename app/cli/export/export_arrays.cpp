#include "app/cli/export/export_arrays.h"

#include "core/export/npz/access_arrays.h"
#include "core/export/npz/metric_arrays.h"
#include "core/export/npz/pixel_arrays.h"
#include "core/export/npz/request_arrays.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/element_profile.h"
#include "core/profile/models/pixel_tables.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace hitmap {

void export_arrays(const std::vector<std::string>& groups, const ModelOptions& model,
                   const ExportedFrames& frames, ModelInput& input, const std::string& output,
                   std::unique_ptr<ByteSink> out, const JobContext& job) {
    const auto is_asked = [&](std::string_view group) { return std::ranges::count(groups, group) != 0; };
    const auto scene = input.source->scene(job);
    const ElementSources sources(scene);
    const std::filesystem::path folder =
        output == "-" ? std::filesystem::temp_directory_path() : std::filesystem::path(output).parent_path();
    NpzWriter npz(std::move(out), folder, job);
    if (is_asked("accesses")) {
        AccessArrays accesses(sources, is_asked("requests"), npz);
        simulate_model(*input.source, model.config(), model.restriction(), accesses, input.pool, job);
        accesses.write(npz);
        input.source->rewind();
    }
    if (is_asked("requests")) {
        write_request_arrays(*input.source, npz);
        input.source->rewind();
    }
    if (is_asked("metrics")) {
        const auto profile = make_element_profile(*input.source, model.config(), model.restriction(),
                                                  element_parts(frames.total), input.pool, job);
        write_metric_arrays(*profile, scene.get(), sources, frames, npz);
    }
    if (is_asked("pixels")) {
        const TimeWindow window =
            frame_window(input.file.info().positions(), frames.total, frames.only.value_or(0));
        write_pixel_arrays(
            make_pixel_table(*input.source, model.config(), model.restriction(), window, input.pool, job),
            npz);
    }
    npz.commit();
}

std::uint64_t estimate_arrays_bytes(const std::vector<std::string>& groups, const ExportedFrames& frames,
                                    const RecordingInfo& info) {
    std::uint64_t most = 0; // One group is made after the other.
    if (std::ranges::count(groups, "metrics") != 0)
        most = estimate_element_profile_bytes(info, element_parts(frames.total));
    if (std::ranges::count(groups, "pixels") != 0) most = std::max(most, estimate_pixel_table_bytes(info));
    return most;
}

} // namespace hitmap
