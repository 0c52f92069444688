#pragma once

#include "app/cli/options/model_options.h"
#include "core/profile/query/compared_sides.h"

#include <CLI/CLI.hpp>

#include <array>
#include <string>

namespace hitmap {

/// The choices about the simulation that are for one side of a comparison.
struct SideOptions {
    std::array<ModelTexts, 2> texts;        ///< [Side]
    std::array<PartOptions, 2> parts;       ///< [Side]
    std::array<LayoutChoice, 2> layouts;    ///< [Side]
    std::array<std::string, 2> deal_blocks; ///< [Side] as ModelOptions; empty: that for both sides

    /// Returns the options of one side: its own choices over the choices for both sides (ModelTexts::over).
    [[nodiscard]] ModelOptions of(Side side, const ModelOptions& both) const;
    /// Returns the name of an option that the user gave, such as "--l1-b"; empty if there is none.
    [[nodiscard]] std::string given() const;
};

/// Adds --model-a, --preset-a, --l1-a and so on, --launches-a and so on, --layout-a, --relayout-a,
/// --deal-blocks-a, and the same options with -b.
void add_side_options(CLI::App& command, SideOptions& options);

} // namespace hitmap
