#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/frame_match.h"
#include "core/profile/query/profile.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// When what a recording works on is finished. Positions are those before which all accesses of it are.
struct FinishedWork {
    struct Launch {
        std::uint64_t end = 0; ///< number of positions up to the end of the launch
        /// Positions, rising, after which the launch does not access a pixel again; empty if it accesses
        /// none.
        std::vector<std::uint64_t> pixels{};
        std::vector<std::uint64_t> warps{}; ///< the same for the requests of its warps; empty: not asked for
        friend bool operator==(const Launch&, const Launch&) = default;
    };

    std::uint64_t positions = 0; ///< of the recording
    /// The launches, each of which begins where the one before it ends. One entry for everything if there is
    /// one launch, if launches are not told apart, or if they ran at the same time, so that none of them has
    /// a time of its own. Empty: nothing is known.
    std::vector<Launch> launches{};

    /// Whether the pixels, or several warps, of any launch are known.
    [[nodiscard]] bool knows_pixels() const;
    [[nodiscard]] bool knows_warps() const;
};

/// The positions after which the pixels of a recording are not accessed again, in rising order, exact to
/// N / 2^24. Empty if the profile does not know the order of accesses, or counts no accesses of pixels.
/// Throws Cancelled.
[[nodiscard]] std::vector<std::uint64_t> finished_pixels(const Profile& profile, const JobContext& job = {});

/// Reads all requests of a recording. Throws what reading throws, and Error if allocations of elements
/// overlap.
/// @param by_launch  whether launches are told apart
[[nodiscard]] FinishedWork finished_in_requests(RequestSource& source, bool by_launch,
                                                const JobContext& job = {});

/// Returns the most exact way in which the frames of all of these recordings may be matched, by what is known
/// without reading requests. FrameMatch::launch if they have the same number of launches, and several.
[[nodiscard]] FrameMatch wanted_match(std::span<const RecordingInfo* const> recordings);

/// Returns what is needed to match the frames of a recording with those of others. For FrameMatch::pixels it
/// is what the profile says of them, if it does; otherwise all requests are read. Empty for
/// FrameMatch::position. Throws what finished_in_requests() throws.
/// @param wanted  wanted_match() of the recordings
[[nodiscard]] FinishedWork finished_work(const Profile& profile, RequestSource& source, FrameMatch wanted,
                                         const JobContext& job = {});

/// Returns the most exact way in which the frames of two recordings are matched by what is known of them.
[[nodiscard]] FrameMatch best_match(const FinishedWork& a, const FinishedWork& b);

} // namespace hitmap
