#pragma once

#include "app/cli/options/model_options.h"

#include <CLI/CLI.hpp>

#include <string>

namespace hitmap {

/// How side B of a comparison is simulated where that differs from A.
struct SideBOptions {
    std::string preset; ///< empty: that of A
    std::string l1;     ///< empty: that of A or, where B has a preset of its own, of that
    std::string l2;

    /// The options of B, which names them in messages as they were written.
    [[nodiscard]] ModelOptions of_b(const ModelOptions& a) const;
    /// "--l1-b": one that was given; empty where none was.
    [[nodiscard]] std::string given() const;
};

/// --preset-b, --l1-b and --l2-b.
void add_side_b_options(CLI::App& command, SideBOptions& options);

} // namespace hitmap
