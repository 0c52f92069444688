#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "capture/log/log_format.h"

namespace hitmap::capture {

using LaneMask = std::array<std::uint64_t, 2>; ///< bit i % 64 of word i / 64: lane i

/// A subgroup that executes an entry point, from its begin record.
struct LoggedSubgroup {
    std::uint32_t site = 0;   ///< of the begin record
    std::uint32_t number = 0; ///< position of the begin record in the log
    std::uint32_t dispatch = 0;
    std::uint32_t size = 0;                  ///< lanes, active or not
    std::array<std::uint32_t, 3> group = {}; ///< of a draw: its number first
    std::uint32_t core = no_core;
    LaneMask mask = {}; ///< lanes that exist
    std::vector<std::uint32_t>
        invocations; ///< [lanes of mask, in order] what each works on; see InvocationKind
};

/// A record of the log. The spans are valid during the call that gives it.
struct LogRecord {
    std::uint32_t site = 0;
    Payload payload = Payload::none;
    const LoggedSubgroup* subgroup = nullptr; ///< never null
    std::uint32_t subgroup_number = 0;
    LaneMask mask = {};
    std::uint64_t clock = 0; ///< 0 without record_clock
    std::uint32_t lanes = 0; ///< number of active lanes
    /// Units of the lanes. For Payload::begin and offset two lanes share one: use word().
    std::span<const std::uint64_t> lane_units;

    /// Word `word` (0..lane_bytes / 4 - 1) of active lane `rank`.
    std::uint32_t word(std::uint32_t rank, std::uint32_t word) const {
        const std::uint32_t i = rank * (lane_bytes(payload) / 4) + word;
        return static_cast<std::uint32_t>(lane_units[i / 2] >> 32 * (i % 2));
    }
    /// The payload of active lane `rank` as 64 bits, for Payload::address.
    std::uint64_t wide(std::uint32_t rank) const { return lane_units[rank]; }
};

/// Splits a log into records. It keeps what begin records say, so that a log can be read in pieces.
class LogReader {
public:
    /// Reads records in order.
    /// @param units  what the log holds behind its header, or a piece that begins with a record
    /// @param position  number of units before it since the log was empty
    /// @return units that were read; fewer than given if the last record is not complete, was not written, or
    /// is not one
    std::size_t read(std::span<const std::uint64_t> units, std::uint32_t position,
                     const std::function<void(const LogRecord&)>& use);

    /// Records whose subgroup is not known, which were skipped.
    std::uint64_t skipped() const { return skipped_; }
    /// Forgets all subgroups, when none of them runs any more.
    void forget_subgroups() { subgroups_.clear(); }

private:
    /// @return units of the record; 0 if there is no whole one
    std::size_t read_record(std::span<const std::uint64_t> units, LogRecord& record);
    void begin(const LogRecord& record, std::span<const std::uint64_t> head);

    std::unordered_map<std::uint32_t, std::shared_ptr<const LoggedSubgroup>> subgroups_; // by number
    std::uint64_t skipped_ = 0;
};

} // namespace hitmap::capture
