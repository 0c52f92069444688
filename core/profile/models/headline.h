#pragma once

#include "core/profile/models/cache_model.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/query/metric.h"
#include "core/profile/sums/level_groups.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// The unit of the hits and the look-ups of a hit rate. Rates with different units differ even for the same
/// simulation, so that each rate states its unit.
enum class Counted : std::uint8_t { request_sectors, element_sectors, lane_lookups };

struct CountedInfo {
    Counted counted;
    std::string_view name;        ///< "request_sectors", as in JSON
    std::string_view title;       ///< "sectors of requests", placed after a number
    std::string_view explanation; ///< a sentence
};
[[nodiscard]] const CountedInfo& info_of(Counted counted);

/// The units of the numbers of a simulation.
struct CountedAs {
    Counted headline = Counted::lane_lookups; ///< the total of the simulation
    Counted elements = Counted::lane_lookups; ///< faces, boxes and pixels
    friend bool operator==(const CountedAs&, const CountedAs&) = default;
};
/// The hierarchy model counts sectors of requests, as a hardware profiler does, and sectors of elements. If
/// `only` excludes a part, both count sectors of elements, since requests can only be counted whole. SDCM
/// counts look-ups of lanes.
[[nodiscard]] CountedAs counting_of(const ModelConfig& config, const Restriction& only = {});

/// Returns a sentence for users, without a full stop, why hits and misses of elements are not compared: the
/// units of the two sides differ. Empty if they are the same.
[[nodiscard]] std::string counting_refusal(Counted baseline, Counted compared,
                                           const SideLetters& letters = {});
/// The same for one metric; empty if the metric does not come from look-ups.
[[nodiscard]] std::string difference_refusal(Metric metric, const ModelConfig& baseline,
                                             const ModelConfig& compared, const SideLetters& letters = {});

/// The hit rates that represent a simulation if only one pair is shown: status bar, captions, statistics,
/// curves, `simulate`, `compare` and `sweep`.
struct Headline {
    Counted counted = Counted::lane_lookups;
    /// The window that is served. It may be larger than the requested one, since sectors of requests are only
    /// known at moments at least 512 element accesses apart (Profile::traffic).
    TimeWindow window;
    LevelSums l1;
    LevelSums l2;
};
[[nodiscard]] LevelPair levels_of(const TrafficSums& sums);
/// Returns the hit rates over a window. `kinds` are the totals by kind in it; they are used if the profile
/// has no sums of requests.
[[nodiscard]] Headline headline_of(const Profile& profile, const CountedAs& counting, TimeWindow window,
                                   std::span<const KindSums> kinds);

/// A text for tool tips: what the headline counts, and how the rates of elements differ from it.
[[nodiscard]] std::string explanation_of(const CountedAs& counting);
/// "512 to 2047": the first and the last position of the window; "none" if it is empty.
[[nodiscard]] std::string positions_text(TimeWindow window);
/// "sectors of requests, of accesses 512 to 2047": the window is named if it differs from the requested one.
/// @param positions  what the positions count
[[nodiscard]] std::string counted_text(const Headline& headline, TimeWindow asked,
                                       std::string_view positions = "accesses");

} // namespace hitmap
