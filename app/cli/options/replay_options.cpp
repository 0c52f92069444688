#include "app/cli/options/replay_options.h"

#include "app/cli/options/scene_options.h"

namespace hitmap {

void add_replay_options(CLI::App& command, ReplayOptions& replay) {
    for (const ReplayOption& option : replay_option_table())
        add_table_option(command, option, replay);
}

} // namespace hitmap
