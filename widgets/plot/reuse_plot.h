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

/// The histograms of a report that a plot shows: all look-ups, and optionally a part of them.
struct ReusePart {
    QString whole;                             ///< the subject of `all`: "everything", "face 12"
    QString name{};                            ///< name of the part
    std::optional<std::size_t> allocation{};   ///< allocation that is the part
    std::vector<std::uint32_t> instructions{}; ///< instructions that are the part
    [[nodiscard]] bool is_all() const { return !allocation && instructions.empty(); }
};

/// Returns the hit rate over the capacity of a fully associative LRU cache, with the present capacity marked.
/// Besides all look-ups, it shows the part or, without a part, the allocations with the most look-ups.
[[nodiscard]] PlotData capacity_plot(const RecordingInfo& info, const ReuseReport& report, ReuseLevel level,
                                     const ReusePart& part);
/// Returns the number of look-ups by powers of two of their reuse distance, and of cold look-ups. The present
/// capacity is marked.
[[nodiscard]] PlotData reuse_distance_plot(const ReuseReport& report, ReuseLevel level,
                                           const ReusePart& part);

} // namespace hitmap
