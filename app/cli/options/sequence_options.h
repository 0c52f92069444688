#pragma once

#include "app/sequence/sequence_states.h"
#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"
#include "render/view/view_state.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The options of `hitmap render` for more than one picture.
struct SequenceOptions {
    std::string sequence; ///< empty: one picture; "frames", "turntable", or the path of a file of cameras
    std::optional<std::uint64_t> pictures;
    std::optional<std::uint64_t> per_second;

    [[nodiscard]] bool given() const { return !sequence.empty(); }
    [[nodiscard]] bool of_frames() const { return sequence == "frames"; }
    [[nodiscard]] std::uint16_t rate() const {
        return static_cast<std::uint16_t>(per_second.value_or(usual_pictures_a_second));
    }
    /// Returns the path of the file of cameras; empty if there is none.
    [[nodiscard]] std::string camera_file() const;
    /// Throws UsageError if an option must not be used with this sequence, or without one.
    void check() const;

    /// Returns what each picture shows.
    /// @param start        the single picture that the other options describe
    /// @param frame_given  whether they choose frames of the whole; otherwise a sequence of frames shows all
    /// @param bounds       of the scene, about which a turntable turns
    /// Throws UsageError (a sequence of one frame), FileError.
    [[nodiscard]] std::vector<ViewState> states(const ViewState& start, bool frame_given,
                                                const Aabb& bounds) const;
};

void add_sequence_options(CLI::App& command, SequenceOptions& options);

} // namespace hitmap
