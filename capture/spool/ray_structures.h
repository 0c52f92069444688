#pragma once

#include <cstdint>

#include "capture/spool/access_addresses.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// Finds the acceleration structures that rays are traced against.
class RayStructures {
public:
    explicit RayStructures(const SpoolTables& tables) : addresses_(tables) {}

    /// The device address of the structure of a lane; 0 if it is not known.
    /// @param record  of `site`, with Payload::ray
    [[nodiscard]] std::uint64_t of(std::uint32_t launch, const LogRecord& record, std::uint32_t rank,
                                   const SpoolModule& module, const RaySite& site);

private:
    AccessAddresses addresses_;
};

} // namespace hitmap::capture
