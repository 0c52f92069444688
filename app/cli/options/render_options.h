#pragma once

#include "app/cli/options/model_options.h"
#include "app/cli/options/side_options.h"
#include "render/view/view_state.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// Which frames are shown.
struct FrameOptions {
    std::optional<std::uint64_t> frames;
    std::optional<std::string> frame; ///< F or F..G
    std::optional<std::uint64_t> frame_count;
    std::string suffix; ///< of the names of these options

    /// What the options say, over `frames`. Throws UsageError.
    [[nodiscard]] FrameRange over(FrameRange range) const;
    /// "--frames-b": one that was given; empty where none was.
    [[nodiscard]] std::string given() const;
};

/// What `hitmap render` was asked for.
struct RenderOptions {
    std::string file;
    std::string output;
    std::string panel = "mesh";
    std::optional<std::string> cells; ///< of the framebuffer
    std::optional<std::string> metric;
    std::string range;
    std::string size = "1280x720";
    std::string view;
    FrameOptions frames;
    bool transparent = false;
    bool histogram = false;
    ModelOptions model;
    std::string compare; ///< recording of side B; empty: a picture of one recording
    SideOptions sides;   ///< with `compare`
    FrameOptions frames_b;
    std::optional<std::string> geometry; ///< a or b

    /// The view file, without one the defaults, and what the options say instead.
    /// @param camera  where the view file has none
    /// Throws UsageError, FileError.
    [[nodiscard]] ViewState state(const Camera& camera = {}) const;
    /// Throws UsageError where options do not go together with --compare, or with its absence.
    void check_compare() const;
};

void add_render_options(CLI::App& command, RenderOptions& options);

} // namespace hitmap
