#pragma once

#include "render/image/colour_difference.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// The option --colour-vision of commands that draw.
struct ColourVisionOption {
    std::string name; ///< empty: not given

    [[nodiscard]] bool given() const { return !name.empty(); }
    [[nodiscard]] ColourVision vision() const;
    /// Tells on standard error which marks of each picture are hard to tell apart with the chosen colour
    /// vision, one line a picture, and each line once. Tells nothing if the option is not given.
    /// @param pictures  the marks of each picture
    void warn(std::span<const std::vector<ColourMark>> pictures) const;
};

void add_colour_vision_option(CLI::App& command, ColourVisionOption& option);

} // namespace hitmap
