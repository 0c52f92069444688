#include "app/cli/options/colour_vision_option.h"

#include "app/cli/base/terminal.h"
#include "core/base/text/printable.h"

#include <set>

namespace hitmap {

ColourVision ColourVisionOption::vision() const {
    return colour_vision_named(name).value_or(ColourVision::normal);
}

void ColourVisionOption::warn(std::span<const std::vector<ColourMark>> pictures) const {
    if (!given()) return;
    std::set<std::string> warnings; // panels often have the same colour map
    for (const auto& marks : pictures)
        if (const std::string warning = alike_warning(marks, vision());
            !warning.empty() && warnings.insert(warning).second)
            tell("hitmap: warning: {}\n", printable(warning));
}

void add_colour_vision_option(CLI::App& command, ColourVisionOption& option) {
    std::vector<std::string> names;
    for (const ColourVisionInfo& info : colour_visions())
        names.emplace_back(info.name);
    command
        .add_option(
            "--colour-vision", option.name,
            "Show the picture as it is seen without red (protan), green (deutan) or blue cones (tritan), "
            "or in a grey print, and name marks of it that look alike")
        ->check(CLI::IsMember(names).description(""))
        ->type_name("normal|protan|deutan|tritan|grey");
}

} // namespace hitmap
