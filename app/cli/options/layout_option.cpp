#include "app/cli/options/layout_option.h"

#include "app/cli/base/option_check.h"

namespace hitmap {

void add_layout_option(CLI::App& command, std::string& layout) {
    add_layout_option(command, layout, "",
                      "What the buffers of the recording hold (docs/layout.md), instead of the file "
                      "FILE.layout.json beside it");
}

void add_layout_option(CLI::App& command, std::string& layout, const std::string& suffix,
                       const std::string& help) {
    command.add_option("--layout" + suffix, layout, help)
        ->check(not_empty("a file"))
        ->type_name("LAYOUT.json");
}

} // namespace hitmap
