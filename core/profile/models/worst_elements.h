#pragma once

#include "core/profile/query/profile.h"
#include "core/trace/elements/element_source.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// A row of the list of elements with the most misses.
struct WorstElement {
    std::uint64_t element = 0;
    ElementSums sums;
    double misses = 0.0;
    double share = 0.0; ///< share of all misses of the level in the window, of all kinds
    friend bool operator==(const WorstElement&, const WorstElement&) = default;
};

/// Returns the `count` elements of a kind with the most misses in the level (0: L1, 1: L2), most misses first
/// and, for equal numbers, lowest element first. Elements without misses and padding are not included.
[[nodiscard]] std::vector<WorstElement> worst_elements(const WindowSums& sums, const ElementSources& sources,
                                                       ElementKindId kind, std::size_t level,
                                                       std::size_t count = 100);
/// The same for the profile's window. Throws Cancelled.
[[nodiscard]] std::vector<WorstElement> worst_elements(const Profile& profile, TimeWindow window,
                                                       const ElementSources& sources, ElementKindId kind,
                                                       std::size_t level, std::size_t count = 100,
                                                       const JobContext& job = {});
/// The same for Profile::pixel_sums, over the whole recording: the pixels whose lanes caused the most misses.
/// Empty if these sums are not known.
[[nodiscard]] std::vector<WorstElement> worst_pixels(const Profile& profile, std::size_t level,
                                                     std::size_t count = 100);

} // namespace hitmap
