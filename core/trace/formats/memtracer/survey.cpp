#include "core/trace/formats/memtracer/survey.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace hitmap::memtracer {

namespace {

/// An access may be read this many times when the accesses of launches are mixed.
constexpr std::uint64_t most_reads = 16;
/// The largest alignment of an access.
constexpr std::uint64_t window_alignment = 16;

void add_addresses(const TraceAccess& access, const Instruction& instruction, LaunchSurvey& launch) {
    if (instruction.space == Space::global) return;
    AddressWindow& window = instruction.space == Space::local ? launch.local : launch.shared;
    for (std::uint32_t lanes = access.mask; lanes != 0; lanes &= lanes - 1)
        window.add(access.address[static_cast<unsigned>(std::countr_zero(lanes))],
                   instruction.bytes_per_lane);
}

} // namespace

void AddressWindow::add(std::uint64_t address, std::uint32_t bytes) {
    least = std::min(least, address);
    end = std::max(end, address + std::min<std::uint64_t>(bytes, ~address));
}

std::uint64_t AddressWindow::base() const {
    return least / window_alignment * window_alignment;
}

bool AddressWindow::is_too_wide() const {
    return end > base() && end - base() > window_bytes;
}

std::uint32_t AddressWindow::bytes() const {
    if (end <= least) return 0;
    return static_cast<std::uint32_t>(std::min(end - base(), window_bytes));
}

std::uint64_t AddressWindow::offset(std::uint64_t address) const {
    return is_too_wide() ? address % window_bytes : address - base();
}

std::vector<LaunchSurvey> survey_accesses(AccessReader& accesses, const SeekableInput& file,
                                          const TraceTables& tables,
                                          const std::vector<Instruction>& instructions) {
    std::vector<LaunchSurvey> launches(tables.launches.size());
    TraceAccess access;
    accesses.seek(0);
    std::uint64_t count = 0;
    for (; accesses.next(access); ++count) {
        if (access.mask == 0) continue;
        LaunchSurvey& launch = launches[access.launch];
        if (launch.requests++ == 0) launch.first_access = count;
        launch.last_access = count;
        add_addresses(access, instructions[access.instruction], launch);
    }
    std::uint64_t reads = 0;
    for (const LaunchSurvey& launch : launches)
        if (launch.requests != 0) reads += launch.last_access - launch.first_access + 1;
    if (reads / most_reads > count)
        throw FileError(file.name(), "accesses",
                        fmt::format("expected the accesses of one launch after those of another, found {} "
                                    "launches that are mixed",
                                    launches.size()));
    return launches;
}

} // namespace hitmap::memtracer
