#pragma once

#include "app/cli/options/address_options.h"
#include "app/cli/options/colour_vision_option.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/sequence_options.h"
#include "app/cli/options/side_options.h"
#include "core/geometry/camera.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/query/address_quantity.h"
#include "render/picture/picture.h"
#include "render/view/view_state.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

struct RenderPanel; // app/cli/render/render_panel.h

/// Which frames are shown.
struct FrameOptions {
    std::optional<std::uint64_t> frames;
    std::optional<std::string> frame; ///< F or F..G
    std::optional<std::uint64_t> frame_count;
    std::string suffix; ///< suffix of the names of these options

    /// Returns `range` with the parts that the options give. Throws UsageError.
    [[nodiscard]] FrameRange over(FrameRange range) const;
    /// Returns the name of an option that was given, such as "--frames-b"; empty if there is none.
    [[nodiscard]] std::string given() const;
};

/// The options of `hitmap render`.
struct RenderOptions {
    std::string file;
    std::string output;
    std::string panel;                ///< empty: what the view shows
    std::optional<std::string> cells; ///< what the cells of the framebuffer show
    std::optional<std::string> metric;
    std::string range;
    std::optional<std::string> colour_by; ///< a ColourByInfo::name; with --panel mesh
    std::string size = "1280x720";
    std::string view;
    std::optional<std::uint64_t> only_subtree; ///< a box; with --panel mesh
    std::optional<std::uint64_t> without_subtree;
    std::vector<std::string> only_ranges; ///< QUANTITY=FROM:TO
    std::string only_named;               ///< a name of View::named_ranges; empty: none
    std::vector<float> cut_plane;         ///< [4] normal and offset, or empty
    std::vector<float> cut_box;           ///< [6] lower and upper corner, or empty
    std::vector<std::string> curves;      ///< OF[=METRIC], with --panel curves
    AddressOptions addresses;
    FrameOptions frames;
    bool transparent = false;
    bool histogram = false;
    ColourVisionOption colour_vision;
    SequenceOptions sequence;
    ModelOptions model;
    std::string compare; ///< recording of side B; empty for a picture of one recording
    SideOptions sides;   ///< used if `compare` is set
    FrameOptions frames_b;
    std::optional<std::string> geometry; ///< a or b

    /// Returns the view of the view file, or the default view if there is none, with the changes that the
    /// options make.
    /// @param camera  used if the view file has no camera
    /// Throws UsageError, FileError.
    [[nodiscard]] ViewState state(const Camera& camera = {}) const;
    /// Returns the panel that is drawn: the one that was given, or mesh or image as the view file says.
    /// Throws FileError.
    [[nodiscard]] std::string chosen_panel() const;
    /// Returns the row of `panel`, which must have been chosen.
    [[nodiscard]] const RenderPanel& drawn() const;
    /// Returns the quantity of pixels that --panel image shows: the one that was given, or that of the view.
    /// Throws UsageError if there is none of the name, FileError.
    [[nodiscard]] const PixelQuantity& pixel_quantity() const;
    /// Returns the quantity that --panel addresses shows. Throws UsageError if there is none of the name.
    [[nodiscard]] const AddressQuantity& address_quantity() const;
    /// Returns the colours that the options choose for everything but the mesh.
    [[nodiscard]] PictureStyle style() const;
};

void add_render_options(CLI::App& command, RenderOptions& options);

} // namespace hitmap
