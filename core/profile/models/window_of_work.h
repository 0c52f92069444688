#pragma once

#include "core/profile/models/finished_work.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// How much a recording holds, by its numbers, and whether it is in the order in which it was recorded.
struct WorkCounts {
    std::string part{}; ///< part_text() of the recording
    std::uint64_t launches = 0;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    PerKind<std::uint64_t> element_accesses{};
    std::string dealing{}; ///< dealing_text() of the recording, whose order is another
    friend bool operator==(const WorkCounts&, const WorkCounts&) = default;
};
[[nodiscard]] WorkCounts work_counts(const RecordingInfo& info);

/// A window of a recording, and what decides whether another window holds the same work.
struct WindowOfWork : WorkCounts {
    std::uint64_t source_hash = 0; ///< of the mesh; 0: not known
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
    std::uint32_t width = 0; ///< framebuffer; 0: not known
    std::uint32_t height = 0;
    std::optional<Camera> camera{};
    std::string rays{}; ///< the option of the tracer; empty: not known
    bool incomplete = false;
    std::uint32_t warp_lanes = 0;
    std::uint64_t positions = 0; ///< of the whole recording
    TimeWindow window{};

    [[nodiscard]] bool is_whole() const { return window.first == 0 && window.last == positions; }
};
[[nodiscard]] WindowOfWork window_of_work(const RecordingInfo& info, TimeWindow window);

/// In what the work of two recordings is known to differ, whatever windows of them are compared.
struct WorkDifferences {
    bool meshes = false;
    bool cameras = false; ///< of one mesh
    bool resolutions = false;
    bool rays = false;
    bool launches = false; ///< their number, of programs whose rays are not known
    bool parts = false;    ///< of their recordings
    bool ends = false;     ///< one recording was interrupted
    bool warps = false;    ///< the lanes of a warp, so that requests are not comparable
    [[nodiscard]] bool any() const {
        return meshes || cameras || resolutions || rays || launches || parts || ends || warps;
    }
};
[[nodiscard]] WorkDifferences work_differences(const WindowOfWork& a, const WindowOfWork& b);

/// Whether two windows hold the same work, as far as is known: nothing tells that the recordings differ, and
/// both are whole recordings, or matched by work, or the same window of recordings with the same numbers,
/// such as one recording in two memory layouts.
/// @param matched  how the windows were matched
[[nodiscard]] bool is_same_work(const WindowOfWork& a, const WindowOfWork& b,
                                FrameMatch matched = FrameMatch::position);

/// Whether two recordings are of one mesh: the same source, or, where that is not known, as many faces and
/// vertices.
[[nodiscard]] bool are_of_one_mesh(const RecordingInfo& a, const RecordingInfo& b);

} // namespace hitmap
