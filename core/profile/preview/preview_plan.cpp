#include "core/profile/preview/preview_plan.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

void check(const char* name, double value) {
    if (value > 0.0 && value <= 1.0) return;
    throw UsageError(
        fmt::format("{} of a preview: expected more than 0 and at most 1, found {}", name, value));
}

} // namespace

std::vector<Stretch> plan_preview(const std::vector<HmtBlock>& blocks, const PreviewOptions& options) {
    check("rate of lines", options.line_rate);
    check("share of requests", options.request_share);
    if (options.stretches == 0) throw UsageError("a preview has at least one stretch");
    std::vector<Stretch> stretches;
    if (blocks.empty()) return stretches;
    const std::uint64_t requests = blocks.back().first_request.value + blocks.back().requests;
    if (options.request_share >= 1.0) return {{0, blocks.size(), requests, requests}};
    const std::size_t count = std::min<std::size_t>(options.stretches, blocks.size());
    std::uint64_t left = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(options.request_share * static_cast<double>(requests))));
    // The middle block of the i-th part of the recording.
    const auto start = [&](std::size_t i) { return (2 * i + 1) * blocks.size() / (2 * count); };
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t block = start(i);
        const std::uint64_t first = blocks[block].first_request.value;
        const std::uint64_t limit = i + 1 < count ? blocks[start(i + 1)].first_request.value : requests;
        // What one stretch does not have is read of those that follow.
        const std::uint64_t wanted = (left + (count - i) - 1) / (count - i);
        const std::uint64_t read = std::min(wanted, limit - first);
        left -= read;
        std::size_t last = block + 1;
        while (last < blocks.size() && blocks[last].first_request.value < first + read)
            ++last;
        if (read != 0) stretches.push_back({block, last, first + read, read});
    }
    return stretches;
}

PreviewOptions preview_within(const RecordingInfo& info, std::uint64_t lane_accesses) {
    PreviewOptions options;
    if (info.lane_accesses > lane_accesses)
        options.request_share = static_cast<double>(lane_accesses) / static_cast<double>(info.lane_accesses);
    return options;
}

} // namespace hitmap
