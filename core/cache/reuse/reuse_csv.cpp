#include "core/cache/reuse/reuse_csv.h"

#include "core/base/text/csv_cell.h"
#include "core/cache/results/source_lines.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

/// The cells table, name, file and line of a row, as in the table of traffic.
std::string place_cells(std::string_view table, std::string_view name, const std::string& file,
                        std::uint32_t line) {
    return fmt::format("{},{},{},{}", table, name, csv_cell(file), line);
}

/// Calls visit(level, "L1,TABLE,NAME,FILE,LINE", histogram) for each histogram with look-ups.
template <class Visit>
void for_each_histogram(const RecordingInfo& info, const ReuseReport& reuse, const std::string& elements,
                        const Visit& visit) {
    const std::vector<std::string> labels = allocation_labels(info);
    const std::vector<SourceLine> lines = source_lines(info);
    for (const auto& [name, level] : {std::pair{"L1", &reuse.l1}, {"L2", &reuse.l2}}) {
        const auto add = [&, name = name, level = level](const std::string& place,
                                                         const ReuseHistogram& histogram) {
            if (histogram.lookups() != 0) visit(*level, fmt::format("{},{}", name, place), histogram);
        };
        add(elements.empty() ? "everything,,," : fmt::format("elements,{},,", csv_cell(elements)),
            level->all);
        for (std::size_t a = 0; a < level->allocations.size(); ++a)
            add(fmt::format("allocation,{},,", csv_cell(labels[a])), level->allocations[a]);
        for (std::size_t i = 0; i < level->instructions.size(); ++i) {
            const SourceLocation& place = info.instructions[i].location;
            add(place_cells("instruction", std::to_string(i), place.file, place.line),
                level->instructions[i]);
        }
        for (const SourceLine& line : lines)
            add(place_cells("line", {}, line.file, line.line), level->sum_of(line.instructions));
    }
}

} // namespace

void write_miss_ratio_csv(const RecordingInfo& info, const ReuseReport& reuse, const TextSink& out,
                          const std::string& elements) {
    out("level,table,name,file,line,capacity,lookups,hits,hit_rate,present\n");
    for_each_histogram(info, reuse, elements,
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
                               const std::string& elements) {
    out("level,table,name,file,line,first,last,lookups\n");
    for_each_histogram(
        info, reuse, elements,
        [&](const LevelReuse& /*level*/, const std::string& of, const ReuseHistogram& histogram) {
            for (const DistanceBin& bin : by_powers_of_two(histogram))
                out(fmt::format("{},{},{},{}\n", of, bin.first, bin.last, bin.lookups));
            if (histogram.cold() != 0) out(fmt::format("{},,,{}\n", of, histogram.cold()));
        });
}

} // namespace hitmap
