#include "app/cli/export/tree_export.h"

#include "app/cli/base/terminal.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/files/tree_csv.h"
#include "app/cli/input/model_input.h"
#include "core/analysis/groups/tree_table.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/profile/models/element_profile.h"
#include "core/trace/elements/element_source.h"

#include <fmt/format.h>

#include <memory>

namespace hitmap {

std::string lacks_of_tree(const RecordingInfo& info, const RecordedScene* scene) {
    if (scene == nullptr || scene->boxes.empty())
        return "no boxes; if a buffer holds them, a layout file says which one (docs/layout.md)";
    const bool has_parents = !scene->box_parent.empty();
    if (!knows_box_extents(info))
        return fmt::format("boxes without extents{}, of which only the number is known; a layout file takes "
                           "extents from the "
                           "contents of the buffer, which the recording does not have (docs/layout.md)",
                           has_parents ? "" : " and without parents");
    if (has_parents) return {};
    return "boxes without parents, which no layout file can give (docs/layout.md); hitmap trace records "
           "them, and "
           "so does a program with the recorder (docs/recorder.md)";
}

void require_tree(ModelInput& input, const JobContext& job) {
    const auto scene = input.source->scene(job);
    if (const std::string lacks = lacks_of_tree(input.file.info(), scene.get()); !lacks.empty())
        throw FileError(input.path, "boxes", "expected boxes with extents and parents, found " + lacks);
    require_vertex_positions(input);
}

void export_tree(const ExportInput& exported, TextOutput& text) {
    ModelInput& input = exported.recording;
    const JobContext& job = exported.job;
    const TimeWindow window = exported.window();
    require_tree(input, job);
    const auto scene = input.source->scene(job);
    const auto profile = make_element_profile(*input.source, exported.config, exported.only(),
                                              element_parts(input.file.info(), window), input.pool, job);
    WindowSums sums;
    profile->window(window, sums, job);
    const auto shape = std::make_shared<const TreeShape>(make_tree_shape(*scene, input.pool, job));
    if (shape->uncertain_faces() > 0)
        tell("hitmap: {}: {} faces lie inside several leaves and {} inside none, so that faces, SAH cost and "
             "overlap are estimates: the recording does not say which face is in which leaf\n",
             printable(input.path), shape->leaves.inside_several, shape->leaves.inside_none);
    write_tree_csv(make_tree_table(shape, sums, profile->capabilities().counts_accesses),
                   ElementSources(scene), text);
}

} // namespace hitmap
