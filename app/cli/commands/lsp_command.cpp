#include "app/cli/base/option_check.h"
#include "app/cli/commands/command.h"
#include "app/cli/lsp/serve_streams.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/model_options.h"
#include "core/base/path_query.h"

#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {

void add_lsp_command(CLI::App& app, const SelectCommand& select) {
    const auto file = std::make_shared<std::string>();
    const auto options = std::make_shared<ModelOptions>();
    options->texts.set(ModelSetting::model, "hierarchy", {"--model"}); // the other one knows no lines
    auto* command = app.add_subcommand(
        "lsp", "Show editors the numbers of source lines: a language server on standard input and output");
    command->add_option("FILE", *file,
                        "Recording; without it, .hitmap-project.json beside or above the source names one");
    add_model_option(*command, options->texts, ModelSetting::preset, "",
                     "GPU whose caches the hierarchy model has (hitmap presets), or a file of one")
        ->default_str(std::string(default_preset_name));
    add_model_option(*command, options->texts, ModelSetting::l1, "",
                     "L1 cache of each SM, CAPACITY[:LINE[/SECTOR]:WAYS[:POLICY[:INDEX]]]");
    add_model_option(*command, options->texts, ModelSetting::l2, "", "L2 cache of the device");
    add_threads_option(*command, options->threads);
    add_layout_options(*command, options->layout);
    add_deal_option(*command, options->deal_blocks);
    add_part_options(*command, options->part);
    command->footer("docs/editors.md says how editors start it.");
    command->callback([=] {
        select([=](const JobContext& job) {
            const std::string path = file->empty() ? "" : absolute_path(*file).string();
            serve_standard_streams(path, *options, job);
        });
    });
}

} // namespace hitmap
