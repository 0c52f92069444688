#pragma once

#include "core/trace/formats/memtracer/access_reader.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace hitmap::memtracer {

/// The addresses of local or shared memory that a launch accesses. A trace has them where the GPU maps this
/// memory; a recording has offsets.
struct AddressWindow {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t end = 0; ///< behind the last byte; not above 2^64 - 1

    void add(std::uint64_t address, std::uint32_t bytes);
    /// The number of bytes that offsets reach: at most window_bytes.
    [[nodiscard]] std::uint32_t bytes() const;
    /// Whether the addresses are farther from one another than any GPU allows.
    [[nodiscard]] bool is_too_wide() const;
    /// The offset of an address. If the window is too wide, different addresses can have the same.
    [[nodiscard]] std::uint64_t offset(std::uint64_t address) const;

    /// GPUs map local and shared memory to windows of this size.
    static constexpr std::uint64_t window_bytes = std::uint64_t{1} << 24;

private:
    [[nodiscard]] std::uint64_t base() const; ///< aligned, so that wide accesses stay aligned
};

/// What is found out of a launch before its accesses are imported.
struct LaunchSurvey {
    std::uint64_t requests = 0;     ///< accesses with lanes
    std::uint64_t first_access = 0; ///< index; the accesses may be mixed with those of other launches
    std::uint64_t last_access = 0;
    AddressWindow local;
    AddressWindow shared;
};

/// Reads all accesses once.
/// @param instructions  [instructions] of the recording, with one behind TraceTables::instructions
/// @return [launches]
/// Throws FileError (launches that are mixed too much to be read one after another; what
/// AccessReader::next() throws), Cancelled.
[[nodiscard]] std::vector<LaunchSurvey> survey_accesses(AccessReader& accesses, const SeekableInput& file,
                                                        const TraceTables& tables,
                                                        const std::vector<Instruction>& instructions);

} // namespace hitmap::memtracer
