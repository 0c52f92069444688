#include "app/cli/export/export_arrays.h"

#include "core/export/npz/access_arrays.h"
#include "core/export/npz/metric_arrays.h"
#include "core/export/npz/pixel_arrays.h"
#include "core/export/npz/request_arrays.h"
#include "core/profile/derived/pixel_tables.h"
#include "core/profile/index/profile_builder.h"

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
        const auto profile = make_profile(*input.source, model.config(), model.restriction(), input.pool, job,
                                          {.tree = nullptr, .parts = element_parts(frames.total)});
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

} // namespace hitmap
