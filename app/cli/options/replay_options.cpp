#include "app/cli/options/replay_options.h"

#include "app/cli/options/scene_options.h"
#include "core/replay/replay.h"

namespace hitmap {

void add_replay_options(CLI::App& command, TraceOptions& tree) {
    for (const std::string_view name : replay_option_names)
        add_tracer_option(command, trace_option(name), tree);
}

} // namespace hitmap
