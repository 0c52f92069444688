#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "capture/spool/camera_guess.h"
#include "capture/spool/image_uses.h"
#include "capture/spool/spool_tables.h"
#include "capture/spool/warp_numbers.h"

namespace hitmap::capture {

/// How a binding uses a part of a buffer.
struct BufferUse {
    std::uint64_t offset = 0; ///< from the start of the buffer
    std::uint64_t bytes = 0;
    std::string name; ///< of the binding
    std::uint32_t stride = 0;
    std::uint32_t element_bytes = 0;
    std::uint32_t first_element = 0; ///< offset of the first element from the start of the use
};

/// The invocations of a launch that began to record, from the begin records.
struct BegunInvocations {
    std::uint64_t invocations = 0;
    std::uint64_t subgroups = 0;
    std::uint32_t subgroup_size = 0; ///< lanes, the most of all
    bool traces_rays = false;        ///< some are of a module that does
};

/// What all records of a spool have in common, found in a pass over them.
struct SpoolSurvey {
    explicit SpoolSurvey(const SpoolTables& tables)
        : warps(tables), requests(tables.launches.size()), begun(tables.launches.size()) {}

    WarpNumbers warps;
    std::map<std::uint32_t, std::uint32_t> texel_bytes;   ///< by site of accesses that occur; 0: no texels
    std::map<std::uint32_t, std::vector<BufferUse>> uses; ///< by number of the buffer, each use once
    std::vector<std::uint64_t> requests;                  ///< [launches]
    std::vector<BegunInvocations> begun;                  ///< [launches]
    std::uint64_t lane_accesses = 0;
    std::uint64_t launches_without_records = 0; ///< of those that have not ended
    bool has_device_addresses = false;          ///< of the program's shaders, rather than of descriptors
    std::uint64_t executions = 0;
    std::array<std::uint64_t, 5> ray_lanes{}; ///< lanes of records of rays, by RayEvent
    std::set<std::uint32_t> ray_sites;        ///< that occur, and that the recording has room for
    std::uint64_t left_out_rays = 0;          ///< lanes of records of sites that it has no room for
    /// Rays that were traced against an acceleration structure.
    struct Traced {
        std::uint64_t rays = 0;
        std::uint32_t first_launch = 0;
    };
    std::map<std::uint64_t, Traced> traced; ///< by address of the structure
    CameraGuess camera;
    std::uint64_t image_accesses = 0; ///< lanes
    std::uint64_t image_requests = 0;
    ImageUses images;
    std::uint64_t unresolved = 0;   ///< lanes
    std::uint64_t out_of_range = 0; ///< lanes
    UnreadRecords unread;
    std::size_t instructions = 0; ///< of the recording
    /// Accesses that occur and whose instructions the recording has no room for. Nothing else here counts
    /// them.
    std::set<std::uint32_t> left_out_sites;
};

/// @param step  as that of for_each_record
[[nodiscard]] SpoolSurvey survey(SpoolReader& spool, const SpoolTables& tables,
                                 const std::function<void(std::uint64_t)>& step);

/// The requests of a record of an access: one for each piece, and for 32 lanes of the subgroup each.
struct AccessPiece {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
};
[[nodiscard]] std::vector<AccessPiece> pieces_of(const Access& access, std::uint32_t texel_bytes);

} // namespace hitmap::capture
