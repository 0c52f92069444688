#include "app/cli/commands/command.h"
#include "app/cli/export/annotated_export.h"
#include "app/cli/export/chosen_elements.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/export/export_arrays.h"
#include "app/cli/export/export_contents.h"
#include "app/cli/export/export_mesh.h"
#include "app/cli/export/export_options.h"
#include "app/cli/export/export_pixel.h"
#include "app/cli/export/hierarchy_export.h"
#include "app/cli/export/simt_export.h"
#include "app/cli/export/traceg_export.h"
#include "app/cli/export/tree_export.h"
#include "app/cli/export/write_export.h"
#include "app/cli/files/group_csv.h"
#include "app/cli/files/metric_csv.h"
#include "app/cli/files/pixel_csv.h"
#include "app/cli/files/region_csv.h"
#include "app/cli/files/sm_csv.h"
#include "app/cli/options/layout_option.h"
#include "app/cli/options/model_options.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/export/rtmemtracer_export.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/derived/element_profile.h"
#include "core/profile/derived/pixel_tables.h"
#include "core/profile/elements/rays_memory.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/index/profile_memory.h"
#include "core/report/column/provenance_json.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/mesh_offset.h"

#include <memory>

namespace hitmap {

void add_export_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ExportOptions>();
    auto* command = app.add_subcommand(
        "export",
        "Write what the model says for other programs: as a CSV table of accesses, elements or groups "
        "of elements, as NumPy arrays, or as a mesh with values");
    add_export_options(*command, *options);
    command->footer("OUT.csv.json (OUT.npz.json, ...) tells what the file was made from. Empty cells are "
                    "undefined values.\n"
                    "Example: hitmap export atrium.hmt --metrics atrium.csv --frames 8");
    command->callback([=] { select([=](const JobContext& job) { write_export(*options, job); }); });
}

} // namespace hitmap
