#pragma once

#include "core/trace/model/request.h"

#include <cstdint>
#include <span>

namespace hitmap {

/// A sector of local memory, and what the caches said of it.
struct LocalSector {
    enum class Kind : std::uint8_t { loaded, stored, atomic, written_back };

    std::uint64_t number = 0; ///< address / 32, interleaved by lane (Coalescer)
    /// Of the request, those that ask for a word of it: 1 to 8. None where that is not known (addresses that
    /// no lane can have), and of what is written back, which is nobody's request.
    std::uint32_t lanes = 0;
    Kind kind = Kind::loaded;
    bool in_l1 = false; ///< looked up there
    bool l1_hit = false;
    bool in_l2 = false; ///< looked up there
    bool l2_hit = false;
};

/// A request and the sectors of local memory that the caches were asked for because of it.
struct LocalRequest {
    const RequestBlock::Entry& entry;
    std::uint64_t number;                 ///< over the whole recording
    std::uint32_t launch_ordinal;         ///< number of launches before it
    std::uint32_t accesses;               ///< lanes that access local memory: all active ones or none
    std::span<const LocalSector> sectors; ///< in the order in which L1 has them
};

/// Receives requests of local memory, and those that made an L1 write such memory back, in order. Called by
/// one thread at a time.
class LocalTrafficSink {
public:
    virtual ~LocalTrafficSink() = default;
    virtual void add(const LocalRequest& request) = 0;
};

} // namespace hitmap
