#pragma once

#include "core/profile/query/profile.h"
#include "core/trace/model/element_source.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// A row of the list of those with the most misses.
struct WorstElement {
    std::uint64_t element = 0;
    ElementSums sums;
    double misses = 0.0;
    double share = 0.0; ///< of all misses of the level, of all kinds, in the window
    friend bool operator==(const WorstElement&, const WorstElement&) = default;
};

/// The `count` elements of a kind with the most misses of the level (0: L1, 1: L2), most first, of equal ones
/// the lowest element first. Those without a miss are left out, and so is padding.
[[nodiscard]] std::vector<WorstElement> worst_elements(const WindowSums& sums, const ElementSources& sources,
                                                       ElementKindId kind, std::size_t level,
                                                       std::size_t count = 100);
/// The same of the profile's window. Throws Cancelled.
[[nodiscard]] std::vector<WorstElement> worst_elements(const Profile& profile, TimeWindow window,
                                                       const ElementSources& sources, ElementKindId kind,
                                                       std::size_t level, std::size_t count = 100,
                                                       const JobContext& job = {});
/// The same of Profile::pixel_sums, over the whole recording: the pixels whose lanes caused the most misses.
/// Empty where these are not known.
[[nodiscard]] std::vector<WorstElement> worst_pixels(const Profile& profile, std::size_t level,
                                                     std::size_t count = 100);

} // namespace hitmap
