#include "core/trace/formats/memtracer/survey.h"

#include "core/base/error.h"
#include "core/trace/import/copy_pairs.h"
#include "core/trace/import/sass_opcode.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace hitmap::memtracer {

namespace {

/// An access may be read this many times when the accesses of launches are mixed.
constexpr std::uint64_t most_reads = 16;

void add_addresses(const TraceAccess& access, const Instruction& instruction, LaunchSurvey& launch) {
    if (instruction.space == Space::global) return;
    AddressWindow& window = instruction.space == Space::local ? launch.local : launch.shared;
    for (std::uint32_t lanes = access.mask; lanes != 0; lanes &= lanes - 1)
        window.add(access.address[static_cast<unsigned>(std::countr_zero(lanes))],
                   instruction.bytes_per_lane);
}

} // namespace

bool is_copy(const TraceTables& tables, const TraceAccess& access) {
    return access.instruction < tables.instructions.size() &&
           copies_to_shared(tables.instructions[access.instruction].opcode);
}

std::vector<LaunchSurvey> survey_accesses(AccessReader& accesses, const SeekableInput& file,
                                          const TraceTables& tables,
                                          const std::vector<Instruction>& instructions,
                                          ImportWarnings& warnings) {
    std::vector<LaunchSurvey> launches(tables.launches.size());
    TraceAccess access;
    accesses.seek(0);
    std::uint64_t count = 0;
    CopyPairs copies;
    for (; accesses.next(access); ++count) {
        const bool copy = is_copy(tables, access);
        LaunchSurvey& launch = launches[access.launch];
        if (access.mask == 0 && !copy) {
            ++launch.left_out;
            continue;
        }
        launch.first_access = std::min(launch.first_access, count);
        launch.last_access = count;
        const bool kept = !copy || copies.is_of_global(std::uint64_t{access.launch} << 32U | access.warp);
        if (!kept || access.mask == 0) {
            ++launch.left_out;
            continue;
        }
        ++launch.requests;
        add_addresses(access, instructions[access.instruction], launch);
    }
    copies.finish(warnings);
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
