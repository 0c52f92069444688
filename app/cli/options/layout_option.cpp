#include "app/cli/options/layout_option.h"

#include "app/cli/base/option_check.h"

namespace hitmap {

void add_layout_option(CLI::App& command, std::string& layout) {
    command
        .add_option("--layout", layout,
                    "What the buffers of the recording hold (docs/layout.md), instead of the file "
                    "FILE.layout.json beside it")
        ->check(not_empty("a file"))
        ->type_name("LAYOUT.json");
}

} // namespace hitmap
