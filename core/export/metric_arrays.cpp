#include "core/export/metric_arrays.h"

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/metric.h"
#include "core/trace/elements/element_shape.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

namespace {

/// The shape of arrays of one kind.
ArrayShape shape_of(const Profile& profile, ElementKindId kind, const RecordedScene* scene) {
    const std::uint64_t count = profile.element_count(kind);
    if (is_of_image(element_kinds()[kind]) && scene != nullptr &&
        std::uint64_t{scene->width} * scene->height == count)
        return {scene->height, scene->width};
    return {count};
}

void write_sources(const Profile& profile, ElementKindId kind, const ElementSources& sources,
                   const ArrayShape& shape, NpzWriter& out) {
    ArrayColumn<std::int64_t> column(out.folder());
    for (std::uint64_t element = 0; element < profile.element_count(kind); ++element) {
        const auto source = sources.source(kind, element);
        column.append(source ? std::int64_t{*source} : -1);
    }
    column.write(fmt::format("{}_source", element_kinds()[kind].name), out, shape);
}

/// Accesses, hits and look-ups of one kind.
struct SumColumns {
    explicit SumColumns(const std::filesystem::path& folder)
        : accesses(folder), l1_hits(folder), l1_lookups(folder), l2_hits(folder), l2_lookups(folder) {}
    void append(const std::vector<ElementSums>& elements) {
        for (const ElementSums& sums : elements) {
            accesses.append(sums.accesses);
            l1_hits.append(sums.l1().hit_count());
            l1_lookups.append(sums.l1_lookups);
            l2_hits.append(sums.l2().hit_count());
            l2_lookups.append(sums.l2_lookups);
        }
    }
    /// @param counts_accesses  whether the numbers of accesses are known
    void write(std::string_view kind, bool counts_accesses, const ArrayShape& shape, NpzWriter& out) {
        if (counts_accesses) accesses.write(fmt::format("{}_accesses", kind), out, shape);
        l1_hits.write(fmt::format("{}_l1_hits", kind), out, shape);
        l1_lookups.write(fmt::format("{}_l1_lookups", kind), out, shape);
        l2_hits.write(fmt::format("{}_l2_hits", kind), out, shape);
        l2_lookups.write(fmt::format("{}_l2_lookups", kind), out, shape);
    }
    ArrayColumn<std::uint32_t> accesses;
    ArrayColumn<double> l1_hits;
    ArrayColumn<std::uint32_t> l1_lookups;
    ArrayColumn<double> l2_hits;
    ArrayColumn<std::uint32_t> l2_lookups;
};

void write_metrics(const Profile& profile, ElementKindId kind, const std::vector<TimeWindow>& windows,
                   const ArrayShape& shape, NpzWriter& out) {
    std::vector<float> values;
    for (const MetricInfo& metric : metric_table()) {
        if (!can_answer(profile.capabilities(), metric.metric)) continue;
        if (!info_of(metric.metric.quantity).is_of(kind)) continue;
        TemporaryFile column(out.folder());
        for (const TimeWindow& window : windows) {
            profile.values(window, kind, metric.metric, values, out.job());
            column.append(std::as_bytes(std::span(values)));
        }
        out.add(fmt::format("{}_{}", element_kinds()[kind].name, metric.key), numpy_type<float>(),
                sizeof(float), shape, column);
    }
}

} // namespace

void write_metric_arrays(const Profile& profile, const RecordedScene* scene, const ElementSources& sources,
                         const ExportedFrames& frames, NpzWriter& out) {
    const std::vector<TimeWindow> windows = frames.windows(profile.positions());
    std::vector<std::uint64_t> first;
    std::vector<std::uint64_t> count;
    for (const TimeWindow& window : windows) {
        first.push_back(window.first);
        count.push_back(window.count());
    }
    out.add("frame_first", first, {first.size()});
    out.add("frame_count", count, {count.size()});

    std::vector<std::unique_ptr<SumColumns>> columns;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        columns.push_back(std::make_unique<SumColumns>(out.folder()));
    WindowSums sums;
    for (const TimeWindow& window : windows) {
        profile.window(window, sums, out.job());
        for (std::size_t kind = 0; kind < columns.size(); ++kind)
            columns[kind]->append(sums.elements[kind]);
    }
    for (ElementKindId kind = 0; kind < columns.size(); ++kind) {
        if (profile.element_count(kind) == 0) continue;
        ArrayShape shape = shape_of(profile, kind, scene);
        write_sources(profile, kind, sources, shape, out);
        if (frames.several) shape.insert(shape.begin(), windows.size());
        columns[kind]->write(element_kinds()[kind].name, profile.capabilities().counts_accesses, shape, out);
        write_metrics(profile, kind, windows, shape, out);
    }
}

} // namespace hitmap
