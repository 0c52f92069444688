#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// The lanes of one access of a subgroup, with the descriptors of its launch.
struct LaneAddresses {
    LaneMask mask{};                             ///< lanes whose address is known
    std::array<std::uint64_t, 128> address{};    ///< [lane] of the access's offset 0
    const SpoolDescriptor* descriptor = nullptr; ///< that a lane used; null: a device address
    std::uint32_t texel_bytes = 0;               ///< of a texel buffer
    std::uint32_t unresolved = 0;                ///< lanes whose descriptor has no buffer
    std::uint32_t out_of_range = 0;              ///< lanes that reached beyond the range of their descriptor
};

/// Finds the addresses of accesses: where the descriptor is bound, and the offset that the shader computed.
class AccessAddresses {
public:
    explicit AccessAddresses(const SpoolTables& tables) : tables_(tables) {}

    /// @param record  of an access that has offsets or addresses
    void find(std::uint32_t launch, const LogRecord& record, const SpoolModule& module, const Access& access,
              LaneAddresses& result);

    /// What a launch has at an index of a binding; null: nothing.
    const SpoolDescriptor* descriptor(std::uint32_t launch, const Binding& binding, std::uint32_t index);

private:
    void add_lane(unsigned lane, std::uint32_t offset, const SpoolDescriptor* descriptor,
                  const Access& access, LaneAddresses& result) const;

    const SpoolTables& tables_;
    // The last descriptor that was looked up.
    std::uint32_t launch_ = ~0U, index_ = 0;
    const Binding* binding_ = nullptr;
    const SpoolDescriptor* last_ = nullptr;
    // The last access, and the bytes from its start to its end.
    const Access* access_ = nullptr;
    std::uint64_t extent_ = 0;
};

} // namespace hitmap::capture
