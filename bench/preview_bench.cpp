// Prints the error of previews: preview_bench RECORDING.hmt...
//
// For each recording, the exact hit rates of the stack distance cache model, and what previews of several
// sizes estimate, with their errors and times.

#include "core/cache/sdcm/sdcm.h"
#include "core/profile/preview/preview.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/byte_stream.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <span>

namespace {

using namespace hitmap;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double percent(const LevelSums& sums) {
    return 100.0 * sums.hit_count() / static_cast<double>(sums.lookups);
}

/// Sums by allocation are enough.
struct NoSink final : OutcomeSink {
    void add(const RequestView& /*block*/, std::span<const ElementAccess> /*accesses*/,
             const AccessOutcomes& /*outcomes*/) override {}
};

void print_table(const char* path) {
    ThreadPool pool;
    const HmtFile file(open_file(path));
    const auto scene = file.read_scene();
    const auto source = request_source(file, pool, 0, scene);
    NoSink sink;
    auto start = std::chrono::steady_clock::now();
    const SdcmResult exact = simulate_sdcm(*source, {}, sink, pool);
    const double time = seconds_since(start);
    std::array<LevelSums, 2> levels{};
    for (const AllocationSums& sums : exact.allocations) {
        levels[0] += sums.l1;
        levels[1] += sums.l2;
    }
    fmt::print("{}: {} lane accesses, {} cores; exact hit rates: L1 {:.2f} %, L2 {:.2f} %; {:.2f} s\n", path,
               file.info().lane_accesses, pool.size(), percent(levels[0]), percent(levels[1]), time);
    fmt::print("| lane accesses read | rate of lines | share of requests | stretches | L1 | error | stated | "
               "L2 | error | "
               "stated | faces | s |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const std::uint64_t lanes : {4'000'000, 16'000'000, 32'000'000})
        for (const double rate : {1.0, 0.5, 0.25}) {
            PreviewOptions options = preview_within(file.info(), lanes);
            if (options.request_share == 1.0) continue;
            options.line_rate = rate;
            start = std::chrono::steady_clock::now();
            const auto preview = make_preview(file, scene, {}, options, pool);
            const double seconds = seconds_since(start);
            fmt::print("| {} M | {} | {:.3f} | {}", lanes / 1'000'000, rate, preview->request_share(),
                       preview->stretches);
            for (std::size_t level = 0; level < 2; ++level) {
                const double found = 100.0 * preview->hit_rate[level];
                fmt::print(" | {:.2f} % | {:+.2f} | {:.2f}", found, found - percent(levels[level]),
                           100.0 * preview->error[level].value_or(1.0));
            }
            fmt::print(" | {} | {:.2f} |\n", preview->totals[face_kind].elements_accessed, seconds);
        }
}

} // namespace

int main(int argc, char** argv) {
    try {
        for (int i = 1; i < argc; ++i)
            print_table(argv[i]);
    } catch (const std::exception& error) {
        fmt::print(stderr, "preview_bench: {}\n", error.what());
        return 1;
    }
    return argc < 2 ? 2 : 0;
}
