#pragma once

#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// The farthest level that an access needed. An access of several sectors has the farthest of them.
enum class ServedBy : std::uint8_t {
    none, ///< not known, or not cached (shared memory)
    l1,   ///< no sector was looked up in L2
    l2,   ///< all sectors that were looked up in L2 hit
    dram, ///< a sector missed in L2; a store that misses is complete in L2 and written to memory later
};

/// Why look-ups of an access missed in a level. If several sectors missed, the reason is that of the first.
enum class MissReason : std::uint8_t {
    none, ///< nothing missed, or reasons are not known
    cold,
    capacity,
    conflict,
};

/// The result of the hierarchy model for one access of one lane, whether it is an element access or not.
/// Lanes that access a common sector share its outcome.
struct LaneLevel {
    ServedBy served = ServedBy::none;
    MissReason l1_miss = MissReason::none; ///< both are set only if misses are explained
    MissReason l2_miss = MissReason::none;
    friend bool operator==(const LaneLevel&, const LaneLevel&) = default;
};

/// Receives the results of the lanes that it asks for. Called in the order of requests, by one thread at a
/// time.
class LaneLevelSink {
public:
    virtual ~LaneLevelSink() = default;
    /// Returns the lanes of request `i` of the block for which add() must be called. Inactive lanes are
    /// ignored.
    virtual std::uint32_t lanes_of(const RequestView& block, std::size_t i) = 0;
    /// Called after lanes_of() if it returned active lanes. `levels`: these lanes, the lowest first.
    virtual void add(std::span<const LaneLevel> levels) = 0;
};

} // namespace hitmap
