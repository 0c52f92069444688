#pragma once

#include "core/profile/derived/cache_model.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/query/metric.h"
#include "core/profile/sums/level_groups.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// What the hits and the look-ups of a hit rate count. Rates that count different things differ, of one
/// simulation too, so that every one of them says what it counts.
enum class Counted : std::uint8_t { request_sectors, element_sectors, lane_lookups };

struct CountedInfo {
    Counted counted;
    std::string_view name;        ///< "request_sectors", as in JSON
    std::string_view title;       ///< "sectors of requests", to follow a number
    std::string_view explanation; ///< a sentence
};
[[nodiscard]] const CountedInfo& info_of(Counted counted);

/// What the numbers of a simulation count.
struct CountedAs {
    Counted headline = Counted::lane_lookups; ///< of everything together
    Counted elements = Counted::lane_lookups; ///< of faces, boxes and pixels
    friend bool operator==(const CountedAs&, const CountedAs&) = default;
};
/// The hierarchy model: sectors of requests, as a hardware profiler counts, and sectors of elements; where
/// `only` leaves a part, both are of elements, since requests are counted whole. SDCM: look-ups of lanes.
[[nodiscard]] CountedAs counting_of(const ModelConfig& config, const Restriction& only = {});

/// Why hits and misses of elements are not compared where the sides count different things: a sentence for
/// the user, without a full stop. Empty where they count the same.
[[nodiscard]] std::string counting_refusal(Counted baseline, Counted compared,
                                           const SideLetters& letters = {});
/// The same of a metric; empty where it does not come from look-ups.
[[nodiscard]] std::string difference_refusal(Metric metric, const ModelConfig& baseline,
                                             const ModelConfig& compared, const SideLetters& letters = {});

/// The hit rates that stand for a simulation wherever one pair is shown: status, captions, statistics,
/// curves, `simulate`, `compare`, `sweep`.
struct Headline {
    Counted counted = Counted::lane_lookups;
    TimeWindow window; ///< that is served: sectors of requests are known at moments 512 element accesses
                       ///< apart or more (Profile::traffic), so that it may hold more than was asked for
    LevelSums l1;
    LevelSums l2;
};
[[nodiscard]] LevelPair levels_of(const TrafficSums& sums);
/// Over a window, of which `kinds` are the totals by kind. Where requests are not counted by the profile, it
/// falls back to those.
[[nodiscard]] Headline headline_of(const Profile& profile, const CountedAs& counting, TimeWindow window,
                                   std::span<const KindSums> kinds);

/// For tool tips and manuals: what the headline counts, and how the rates of elements differ from it.
[[nodiscard]] std::string explanation_of(const CountedAs& counting);
/// "512 to 2047": the first and the last position of it; "none" of an empty one.
[[nodiscard]] std::string positions_text(TimeWindow window);
/// "sectors of requests, of accesses 512 to 2047": what was served where it is not what was asked for.
[[nodiscard]] std::string counted_text(const Headline& headline, TimeWindow asked);

} // namespace hitmap
