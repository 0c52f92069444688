#pragma once

#include "core/trace/recorder/recorder.h"

#include <array>
#include <cstdint>
#include <unordered_map>

#include "capture/spool/ray_structures.h"
#include "capture/spool/ray_work.h"
#include "capture/spool/spool_survey.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// Writes the rays of records, and what they hit, into a recording.
class RayEvents {
public:
    /// Adds the places of all sites of rays that occur to the recording.
    RayEvents(const SpoolTables& tables, const SpoolSurvey& survey, hmt_recorder* recorder);

    /// A begin record: notes what its lanes work on.
    void begin(std::uint32_t launch, const LogRecord& record);
    /// Whether a record is of a site of rays. Those that the recording has no room for are left out.
    bool add(std::uint32_t launch, const LogRecord& record);

private:
    struct Place {
        std::uint32_t number; ///< in the recording
        const SpoolModule* module;
        const RaySite* site;
        bool is_called; ///< in a shader that a traversal calls
    };
    void add_hits(std::uint32_t launch, const WarpPlace& warp, const Place& place, std::uint32_t mask);
    void add_for_tracers(std::uint32_t launch, const LogRecord& record, const Place& place);
    [[nodiscard]] hmt_ray ray_of(std::uint32_t launch, const LogRecord& record, std::uint32_t rank,
                                 const Place& place);

    const SpoolSurvey& survey_;
    hmt_recorder* recorder_;
    RayStructures structures_;
    RayWork work_;
    std::unordered_map<std::uint32_t, Place> places_; ///< by site
    std::array<hmt_ray, 32> rays_{};
    std::array<hmt_ray_hit, 32> hits_{};
};

} // namespace hitmap::capture
