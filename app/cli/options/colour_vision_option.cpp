#include "app/cli/options/colour_vision_option.h"

#include "app/cli/base/terminal.h"
#include "core/base/printable.h"

#include <limits>

namespace hitmap {

ColourVision ColourVisionOption::vision() const {
    return colour_vision_named(name).value_or(ColourVision::normal);
}

void ColourVisionOption::warn(std::span<const std::vector<ColourMark>> pictures) const {
    if (!given()) return;
    double least = std::numeric_limits<double>::infinity();
    std::string warning;
    for (const auto& marks : pictures) {
        const auto closest = closest_marks(marks, vision());
        if (!closest || closest->difference >= least) continue;
        least = closest->difference;
        warning = alike_warning(marks, vision());
    }
    if (!warning.empty()) tell("hitmap: warning: {}\n", printable(warning));
}

void add_colour_vision_option(CLI::App& command, ColourVisionOption& option) {
    std::vector<std::string> names;
    for (const ColourVisionInfo& info : colour_visions())
        names.emplace_back(info.name);
    command
        .add_option(
            "--colour-vision", option.name,
            "Show the picture as it is seen without red (protan), green (deutan) or blue cones (tritan), "
            "or in a grey print, and warn if two marks of it look alike")
        ->check(CLI::IsMember(names).description(""))
        ->type_name("normal|protan|deutan|tritan|grey");
}

} // namespace hitmap
