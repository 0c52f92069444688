#pragma once

#include <compare>
#include <cstdint>

namespace hitmap {

/// An integer that cannot be mixed up with one of another Tag, at no cost: same size and code as Rep. Arrays
/// are indexed by `.value`. Arithmetic is done on `.value` and wrapped again, so that every change of meaning
/// is visible.
template <class Tag, class Rep = std::uint32_t>
struct StrongIndex {
    using rep = Rep;
    Rep value{};

    constexpr StrongIndex() = default;
    constexpr explicit StrongIndex(Rep v) : value(v) {}
    // clang-tidy mistakes the comparison of the defaulted operator for a pointer.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend constexpr auto operator<=>(StrongIndex, StrongIndex) = default; // NOLINT(modernize-use-nullptr)
    constexpr StrongIndex& operator++() {
        ++value;
        return *this;
    }
};

/// Number of an element access, counted over the whole recording, launch after launch. In a recording without
/// element accesses it is the number of a request.
using Position = StrongIndex<struct PositionTag, std::uint64_t>;
/// Number of a request over the whole recording.
using RequestIndex = StrongIndex<struct RequestTag, std::uint64_t>;
/// Index into RecordingInfo::allocations.
using AllocationIndex = StrongIndex<struct AllocationTag>;
/// Index into RecordingInfo::instructions.
using InstructionIndex = StrongIndex<struct InstructionTag>;
/// Index into RecordingInfo::launches.
using LaunchIndex = StrongIndex<struct LaunchTag>;

} // namespace hitmap
