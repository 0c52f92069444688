#include "app/cli/base/terminal.h"
#include "app/cli/export/export_pixel.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/files/group_csv.h"
#include "app/cli/files/metric_csv.h"
#include "app/cli/files/region_csv.h"
#include "app/cli/input/chosen_elements.h"
#include "app/cli/input/model_input.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/element_profile.h"
#include "core/trace/elements/element_shape.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/mesh_offset.h"

#include <vector>

namespace hitmap {

namespace {

/// Returns the scene. Throws FileError if the recording has none, or one without positions.
std::shared_ptr<const RecordedScene> placed_scene(const ExportInput& input) {
    auto scene = input.recording.source->scene(input.job);
    if (scene == nullptr) throw FileError(input.recording.path, "scene", "expected a scene, found none");
    require_vertex_positions(input.recording);
    return scene;
}

/// Returns the kinds of elements whose regions are listed. Kinds whose places are not known are left out,
/// with a warning. Those of kinds whose corners are vertices are known here, see placed_scene().
std::vector<ElementKindId> region_kinds(const ExportInput& input) {
    std::vector<ElementKindId> kinds = kinds_with_regions();
    std::erase_if(kinds, [&](ElementKindId kind) {
        if (knows_places(input.info(), kind)) return false;
        tell("{}: warning: {} are left out, because only their number is known\n",
             printable(input.recording.path), element_kinds()[kind].plural);
        return true;
    });
    return kinds;
}

std::shared_ptr<const Profile> element_profile_of(const ExportInput& input) {
    return make_element_profile(*input.recording.source, input.config, input.only(),
                                element_parts(input.options.frame_count()), input.recording.pool, input.job);
}

/// Returns what chooses the elements of a frame; empty without ranges. The arguments must outlive it.
ChooseElements chooser_of(const std::vector<ElementRange>& ranges,
                          const std::shared_ptr<const RecordedScene>& scene, const Profile& profile,
                          const ExportInput& input) {
    if (ranges.empty()) return {};
    if (scene == nullptr)
        throw FileError(input.recording.path, "scene", "expected one, by whose elements rows are chosen");
    const auto rays = rays_for(ranges, *input.recording.source, input.job);
    require_quantities({*scene, &profile, {}, rays.get()}, ranges);
    return [&, rays](TimeWindow window) {
        return chosen_elements({*scene, &profile, window, rays.get()}, ranges, input.job);
    };
}

} // namespace

void export_accesses(const ExportInput& input, TextOutput& text) {
    const Restriction only = input.only();
    const auto scene = input.recording.source->scene(input.job);
    if (!input.options.pixel.empty())
        return write_pixel_accesses(input.options.pixel, input.config, only, input.recording, text,
                                    input.job);
    const ElementSources sources(scene);
    AccessCsv csv(sources, input.options.model.explains_misses(), text, input.job);
    simulate_model(*input.recording.source, input.config, only, csv, input.recording.pool, input.job);
}

void export_metrics(const ExportInput& input, TextOutput& text) {
    const auto scene = input.recording.source->scene(input.job);
    const auto ranges = input.ranges();
    const auto profile = element_profile_of(input);
    write_metric_csv(*profile, ElementSources(scene), input.options.exported_frames(), text,
                     input.recording.pool, input.job, chooser_of(ranges, scene, *profile, input));
}

void export_groups(const ExportInput& input, TextOutput& text) {
    const auto scene = placed_scene(input);
    const auto profile =
        make_profile(*input.recording.source, input.config, input.only(), input.recording.pool, input.job);
    with_errors_of(input.recording.path, [&] { write_group_csv(*profile, *scene, text, input.job); });
}

void export_regions(const ExportInput& input, TextOutput& text) {
    const auto scene = placed_scene(input);
    const auto ranges = input.ranges();
    const auto profile = element_profile_of(input);
    const auto rays = rays_for(ranges, *input.recording.source, input.job);
    const TimeWindow window =
        frame_window(profile->positions(), input.options.frame_count(), input.options.frame);
    write_region_csv({*scene, profile.get(), window, rays.get()}, ElementSources(scene), region_kinds(input),
                     ranges, mesh_offset(input.info()), text, input.job);
}

} // namespace hitmap
