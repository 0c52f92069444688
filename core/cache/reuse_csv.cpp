#include "core/cache/reuse_csv.h"

#include "core/base/csv_cell.h"
#include "core/trace/allocation_label.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

/// Calls visit(level, "L1,NAME", histogram) for everything that has look-ups.
template <class Visit>
void for_each_histogram(const RecordingInfo& info, const ReuseReport& reuse, const std::string& everything,
                        const Visit& visit) {
    const std::vector<std::string> labels = allocation_labels(info);
    for (const auto& [name, level] : {std::pair{"L1", &reuse.l1}, {"L2", &reuse.l2}}) {
        if (level->all.lookups() != 0)
            visit(*level, fmt::format("{},{}", name, csv_cell(everything)), level->all);
        for (std::size_t a = 0; a < level->allocations.size(); ++a)
            if (level->allocations[a].lookups() != 0)
                visit(*level, fmt::format("{},{}", name, csv_cell(labels[a])), level->allocations[a]);
    }
}

} // namespace

void write_miss_ratio_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                          const std::string& everything) {
    out("level,allocation,capacity,lookups,hits,hit_rate,present\n");
    for_each_histogram(info, reuse, everything,
                       [&](const LevelReuse& level, const std::string& of, const ReuseHistogram& histogram) {
                           const std::uint64_t lookups = histogram.lookups();
                           for (const CapacityHits& point : miss_ratio_curve(histogram, level.capacity))
                               out(fmt::format("{},{},{},{},{:.9g},{}\n", of, point.lines * level.line,
                                               lookups, point.hits,
                                               static_cast<double>(point.hits) / static_cast<double>(lookups),
                                               point.present ? 1 : 0));
                       });
}

void write_reuse_histogram_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                               const std::string& everything) {
    out("level,allocation,first,last,lookups\n");
    for_each_histogram(
        info, reuse, everything,
        [&](const LevelReuse& /*level*/, const std::string& of, const ReuseHistogram& histogram) {
            for (const DistanceBin& bin : by_powers_of_two(histogram))
                out(fmt::format("{},{},{},{}\n", of, bin.first, bin.last, bin.lookups));
            if (histogram.cold() != 0) out(fmt::format("{},,,{}\n", of, histogram.cold()));
        });
}

} // namespace hitmap
