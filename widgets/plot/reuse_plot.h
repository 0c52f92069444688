#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/trace/model/recording.h"
#include "render/plot/plot_data.h"

#include <QtCore/QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

enum class ReuseLevel : std::uint8_t { l1, l2 };

[[nodiscard]] const LevelReuse& level_of(const ReuseReport& report, ReuseLevel level);
[[nodiscard]] QString name_of(ReuseLevel level);

/// Which histograms of a report a plot is of.
struct ReusePart {
    QString whole;                             ///< what `all` is of: "everything", "face 12"
    QString name{};                            ///< of the part that is drawn beside it
    std::optional<std::size_t> allocation{};   ///< what the part is: this one,
    std::vector<std::uint32_t> instructions{}; ///< or these; else there is no part
    [[nodiscard]] bool is_all() const { return !allocation && instructions.empty(); }
};

/// The hit rate over the capacity of a fully associative LRU cache, with the present capacity marked: of
/// everything and the allocations with the most look-ups, or of the part.
[[nodiscard]] PlotData capacity_plot(const RecordingInfo& info, const ReuseReport& report, ReuseLevel level,
                                     const ReusePart& part);
/// Look-ups by powers of two of their reuse distance, and cold ones; the present capacity is marked.
[[nodiscard]] PlotData reuse_distance_plot(const ReuseReport& report, ReuseLevel level,
                                           const ReusePart& part);

} // namespace hitmap
