#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/render/render_options.h"
#include "app/cli/render/render_sides.h"
#include "app/sequence/sequence_output.h"
#include "core/base/enum_set.h"
#include "core/profile/query/profile.h"
#include "render/image/image.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// What a panel is drawn from.
struct PanelInput {
    const RenderOptions& options;
    const RenderedSide& side; ///< with its scene if the panel needs one
    const Profile* profile;   ///< null if the panel does not need it
    FrameSize size;
    const JobContext& job;
};
/// What the difference of two recordings is drawn from. The sides have their scenes if the panel needs them.
struct PanelSides {
    const RenderOptions& options;
    const RenderedSide& a;
    const RenderedSide& b;
    FrameSize size;
    const JobContext& job;
};

using DrawPanel = void(const PanelInput& input, PictureOutput& output);
using DrawPanelSequence = void(const PanelInput& input, SequenceOutput& output);
using DrawPanelDifference = void(const PanelSides& sides, PictureOutput& output);
using DrawPanelDifferenceSequence = void(const PanelSides& sides, SequenceOutput& output);

/// What must be known of a recording before a panel is drawn; each includes those before it.
enum class PanelNeeds : std::uint8_t {
    recording, ///< the panel makes a simulation of its own
    profile,
    scene,
    mesh, ///< a scene with something to draw
};

/// What the values of --metric are.
enum class PanelMetric : std::uint8_t { elements, pixels, addresses };

/// Options that only some panels take. render_check.cpp has their names.
enum class PanelOption : std::uint8_t { cells, subtree, cut, ranges, curve, addresses, geometry, colour_by };

/// A panel of `hitmap render`. What is written, checked and told about --panel follows from its row.
struct RenderPanel {
    std::string_view name;
    const char* help;                          ///< what it shows, in brackets; may be empty
    std::span<const std::string_view> formats; ///< of one picture, the first for standard output
    PanelNeeds needs = PanelNeeds::recording;
    PanelMetric metric = PanelMetric::elements;
    EnumSet<PanelOption> takes{};
    bool of_hierarchy = false;    ///< needs --model hierarchy
    bool of_everything = false;   ///< takes no restriction
    bool has_fixed_range = false; ///< the range is the same in all frames of a sequence
    DrawPanel* draw = nullptr;
    DrawPanelSequence* draw_sequence = nullptr;                      ///< null: is one picture of all frames
    DrawPanelDifference* draw_difference = nullptr;                  ///< null: not with --compare
    DrawPanelDifferenceSequence* draw_difference_sequence = nullptr; ///< set if draw_difference is
    /// Throws UsageError if options that only this panel has contradict each other; null: there are none.
    void (*check)(const RenderOptions&, const ModelConfig&) = nullptr;
    /// Sets what the model must count for the metric. Throws UsageError if the model cannot. Null: nothing.
    void (*explain)(const RenderOptions&, ModelConfig&) = nullptr;
    /// The memory in bytes that the panel takes besides simulating and its rays.
    std::uint64_t (*memory)(const RenderOptions&, const RecordingInfo&) = nullptr;
};

/// All panels, in the order of the help and of messages.
[[nodiscard]] std::span<const RenderPanel> render_panels();
/// Returns the panel that --panel names; the first one if it is empty.
[[nodiscard]] const RenderPanel& panel_named(std::string_view name);
/// Returns the names of the panels for which `is_named` is true: "mesh, image or curves".
[[nodiscard]] std::string panel_names(bool (*is_named)(const RenderPanel&));

} // namespace hitmap
