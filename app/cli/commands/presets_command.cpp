#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/probe/preset_text.h"
#include "core/cache/gpu/preset_library.h"

#include <fmt/format.h>

#include <cstdio>

namespace hitmap {

namespace {

struct PresetsOptions {
    std::string name;
    bool json = false;
};

void show_presets(const PresetsOptions& options) {
    if (!options.name.empty()) {
        const GpuPreset preset = find_gpu_preset(options.name);
        if (options.json)
            print_document(json_text(preset_json(preset)));
        else
            print_text("{}\n", preset_text(preset));
        return;
    }
    const PresetList list = list_gpu_presets(preset_folders());
    for (const std::string& message : list.refused)
        tell("hitmap: {}\n", message);
    if (options.json)
        print_document(json_text(preset_list_json(list)));
    else
        print_lines(preset_table(list));
}

} // namespace

void add_presets_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<PresetsOptions>();
    auto* command = app.add_subcommand(
        "presets", "List the GPUs whose caches are known, or show one with the source of every number");
    command->add_option("NAME", options->name, "Name of a preset, or path of a preset file (JSON)");
    command->add_flag("--json", options->json, "Print one JSON object");
    command->footer("Presets of your own (docs/presets.md) go to ~/.local/share/hitmap/presets.\n"
                    "Example: hitmap presets turing-rtx2080ti");
    command->callback([=] { select([=](const JobContext&) { show_presets(*options); }); });
}

} // namespace hitmap
