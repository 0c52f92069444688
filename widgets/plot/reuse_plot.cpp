#include "widgets/plot/reuse_plot.h"

#include "render/picture/panels.h"
#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace hitmap {

namespace {

QString reuse_text(const char* text) {
    return QCoreApplication::translate("ReusePlot", text);
}

std::string plain(const QString& text) {
    return text.toStdString();
}

const QString& subject_of(const ReusePart& part) {
    return part.is_all() ? part.whole : part.name;
}

ReuseHistogram histogram_of(const LevelReuse& level, const ReusePart& part) {
    if (part.is_all()) return level.all;
    return part.allocation ? level.allocations[*part.allocation] : level.sum_of(part.instructions);
}

QString nothing_drawn(const LevelReuse& reuse, ReuseLevel level, const ReusePart& part) {
    if (!part.instructions.empty() && reuse.instructions.size() > LevelReuse::most_instructions)
        return reuse_text("%1 had no look-ups of %2, or the first %3 instructions did not have it.")
            .arg(name_of(level), subject_of(part), count_text(LevelReuse::most_instructions));
    return reuse_text("%1 had no look-ups of %2.").arg(name_of(level), subject_of(part));
}

/// Returns for example "64–127".
QString text_of_bin(std::size_t place) {
    if (place == 0) return QStringLiteral("0");
    const std::uint64_t first = std::uint64_t{1} << (place - 1);
    if (first == 1) return QStringLiteral("1");
    return QStringLiteral("%1–%2").arg(count_text(first), count_text(2 * first - 1));
}

/// Returns the place of the bin that starts with distance `first`. Distances below 2^k lines are left of k +
/// 1/2.
std::size_t place_of_bin(std::uint64_t first) {
    return first == 0 ? 0 : static_cast<std::size_t>(std::bit_width(first));
}

} // namespace

const LevelReuse& level_of(const ReuseReport& report, ReuseLevel level) {
    return level == ReuseLevel::l1 ? report.l1 : report.l2;
}

QString name_of(ReuseLevel level) {
    return level == ReuseLevel::l1 ? QStringLiteral("L1") : QStringLiteral("L2");
}

PlotData capacity_plot(const RecordingInfo& info, const ReuseReport& report, ReuseLevel level,
                       const ReusePart& part) {
    const LevelReuse& reuse = level_of(report, level);
    const QString& subject = subject_of(part);
    PlotData data = capacity_curves(plain(name_of(level)), reuse, info);
    data.title = plain(reuse_text("%1 hit rate by capacity: %2").arg(name_of(level), subject));
    data.x.title = plain(level == ReuseLevel::l1 ? reuse_text("capacity of one L1, bytes")
                                                 : reuse_text("capacity of L2, bytes"));
    data.y.title = plain(reuse_text("Hit rate, if LRU of full associativity"));
    data.mark_title = plain(reuse_text("present: %1").arg(bytes_text(reuse.capacity * reuse.line)));
    const ReuseHistogram histogram = histogram_of(reuse, part);
    if (histogram.lookups() == 0) {
        data.series.clear();
        data.empty_text = plain(nothing_drawn(reuse, level, part));
    } else if (part.is_all()) {
        data.series.front().title = plain(part.whole);
    } else {
        data.series = {capacity_series(plain(part.name), histogram, reuse),
                       capacity_series(plain(part.whole), reuse.all, reuse)};
    }
    return data;
}

PlotData reuse_distance_plot(const ReuseReport& report, ReuseLevel level, const ReusePart& part) {
    const LevelReuse& reuse = level_of(report, level);
    const ReuseHistogram histogram = histogram_of(reuse, part);
    const QString& subject = subject_of(part);
    PlotData data;
    data.title = plain(reuse_text("%1 reuse distances: %2").arg(name_of(level), subject));
    data.x = {plain(reuse_text("distinct lines of %1 B since the last use").arg(reuse.line)), "distance"};
    data.y = {plain(reuse_text("Look-ups")), "lookups"};
    data.look = PlotLook::bars;
    data.empty_text = plain(nothing_drawn(reuse, level, part));
    if (histogram.lookups() == 0) return data;
    // The axis reaches at least to the mark. Cold look-ups follow after a gap.
    std::size_t places = place_of_bin(reuse.capacity) + 1;
    PlotSeries series{plain(reuse_text("look-ups of %1: %2").arg(subject, count_text(histogram.lookups()))),
                      {}};
    for (const DistanceBin& bin : by_powers_of_two(histogram)) {
        const std::size_t place = place_of_bin(bin.first);
        places = std::max(places, place + 1);
        series.points.push_back({static_cast<double>(place), static_cast<double>(bin.lookups)});
    }
    for (std::size_t place = 0; place < places; ++place)
        data.x.labels.push_back(plain(text_of_bin(place)));
    data.x.labels.emplace_back();
    series.points.push_back({static_cast<double>(places + 1), static_cast<double>(histogram.cold())});
    data.x.labels.push_back(plain(reuse_text("cold")));
    data.series.push_back(std::move(series));
    data.marked_x = std::log2(static_cast<double>(reuse.capacity)) + 0.5;
    data.mark_title = plain(reuse_text("present capacity: %1 lines").arg(count_text(reuse.capacity)));
    data.beyond_title = plain(reuse_text("would miss in LRU of full associativity"));
    return data;
}

} // namespace hitmap
