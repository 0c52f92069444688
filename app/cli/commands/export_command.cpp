#include "app/cli/commands/command.h"
#include "app/cli/export/write_export.h"
#include "core/profile/models/element_profile.h"
#include "core/profile/models/pixel_tables.h"

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
