#include "app/cli/options/replay_options.h"

#include "app/cli/options/scene_options.h"

namespace hitmap {

std::vector<CLI::Option*> add_replay_options(CLI::App& command, ReplayOptions& replay) {
    std::vector<CLI::Option*> added;
    for (const ReplayOption& option : replay_option_table())
        added.push_back(add_table_option(command, option, replay));
    return added;
}

} // namespace hitmap
