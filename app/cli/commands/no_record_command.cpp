#include "app/cli/commands/command.h"
#include "core/base/error.h"

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// The command of a build without the Vulkan layer.
void add_record_command(CLI::App& app, const SelectCommand& select) {
    auto* command = app.add_subcommand("record", "Record a Vulkan program (left out of this build)");
    command->allow_extras();
    command->callback([=] {
        select([](const JobContext&) {
            throw Error("record: this build has no Vulkan layer; it needs libvulkan-dev, spirv-headers and "
                        "glslang-tools");
        });
    });
}

} // namespace hitmap
