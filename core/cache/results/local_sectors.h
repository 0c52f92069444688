#pragma once

#include "core/trace/model/request.h"

#include <cstdint>
#include <span>

namespace hitmap {

/// A sector of local memory and the results of its look-ups.
struct LocalSector {
    enum class Kind : std::uint8_t { loaded, stored, atomic, written_back };

    std::uint64_t number = 0; ///< address / 32, interleaved by lane (Coalescer)
    /// Mask of the request's lanes that access a word of the sector: 1 to 8 of them, which are among lanes 0
    /// to 7, 8 to 15, 16 to 23 or 24 to 31. 0 if they are not known (invalid addresses) and for write-backs,
    /// which belong to no request.
    std::uint32_t lanes = 0;
    Kind kind = Kind::loaded;
    bool in_l1 = false; ///< whether L1 was looked up
    bool l1_hit = false;
    bool in_l2 = false; ///< whether L2 was looked up
    bool l2_hit = false;
};

/// A request and the sectors of local memory that it looked up or caused to be written back.
struct LocalRequest {
    const RequestBlock::Entry& entry;
    std::uint64_t number;         ///< number of the request in the whole recording
    std::uint32_t launch_ordinal; ///< number of launches before its own
    std::uint32_t accesses;       ///< number of lanes that access local memory: all active lanes or none
    std::span<const LocalSector> sectors; ///< in the order in which L1 gets them
};

/// Receives, in order, the requests of local memory and those that caused L1 to write back local memory.
/// Called by one thread at a time.
class LocalTrafficSink {
public:
    virtual ~LocalTrafficSink() = default;
    virtual void add(const LocalRequest& request) = 0;
};

} // namespace hitmap
