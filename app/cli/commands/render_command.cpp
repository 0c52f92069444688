#include "app/cli/commands/command.h"
#include "app/cli/render/write_render.h"

#include <memory>

namespace hitmap {

void add_render_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RenderOptions>();
    auto* command = app.add_subcommand("render", "Paint a metric onto the scene and save the picture");
    add_render_options(*command, *options);
    command->footer("Runs without a display. Examples:\n"
                    "  hitmap render atrium.hmt -o early.png --metric l1-hit-rate --frames 16 --frame 0\n"
                    "  hitmap render atrium.hmt --compare atrium.hmt --l1-b 64KiB:128:64 -o difference.png");
    command->callback([=] { select([=](const JobContext& job) { write_render(*options, job); }); });
}

} // namespace hitmap
