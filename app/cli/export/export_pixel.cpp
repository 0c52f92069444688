#include "app/cli/export/export_pixel.h"

#include "core/base/error.h"
#include "core/profile/elements/access_results.h"
#include "core/profile/elements/access_search.h"
#include "core/report/column/csv_table.h"
#include "core/report/rows/access_columns.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

/// Parses "X,Y".
std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_pixel(const std::string& text) {
    std::pair<std::uint32_t, std::uint32_t> pixel;
    const char* const end = text.data() + text.size();
    const auto x = std::from_chars(text.data(), end, pixel.first);
    if (x.ec != std::errc{} || x.ptr == end || *x.ptr != ',') return std::nullopt;
    const auto y = std::from_chars(x.ptr + 1, end, pixel.second);
    if (y.ec != std::errc{} || y.ptr != end) return std::nullopt;
    return pixel;
}

std::uint32_t pixel_number(const std::string& text, const ModelInput& input) {
    const auto pixel = parse_pixel(text);
    if (!pixel) throw UsageError(fmt::format("--pixel: expected X,Y, as in 12,34, found '{}'", text));
    const SceneSummary& scene = input.file.info().scene;
    if (pixel->first >= scene.width || pixel->second >= scene.height)
        throw FileError(input.path, "--pixel",
                        fmt::format("expected a pixel of the {}x{} of the recording, found {}", scene.width,
                                    scene.height, text));
    return pixel->second * scene.width + pixel->first;
}

} // namespace

void write_pixel_accesses(const std::string& pixel, const ModelConfig& config, const Restriction& only,
                          ModelInput& input, TextOutput& out, const JobContext& job) {
    AccessSelection selection;
    selection.pixel = pixel_number(pixel, input);
    const RecordingInfo& info = input.file.info();
    auto tags = input.source->lane_tags(job);
    if (tags.empty())
        throw FileError(input.path, "lane tags",
                        "expected lane tags, which say which lane serves which pixel, found none");
    if (only.rays) require_rays(tags, *only.rays, input.path);
    const LaneRuns runs(std::move(tags), input.file.launch_requests(job));
    selection.rays = only.rays;
    selection.parts = counted_parts(only, info, std::holds_alternative<HierarchyConfig>(config), input.path);
    const AccessList list =
        find_accesses(input.file, &runs, selection, std::numeric_limits<std::uint64_t>::max(), job);
    const auto results = simulate_accesses(*input.source, config, only, list.accesses, input.pool, job);
    const AccessNames names(info, input.source->scene(job));
    out.write(csv_names(access_columns()) + "\n");
    for (std::size_t i = 0; i < list.accesses.size(); ++i)
        out.write(csv_fields(access_columns(), {names, list.accesses[i], &results[i]}) + "\n");
}

} // namespace hitmap
