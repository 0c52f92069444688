#pragma once

#include "core/trace/recorder/recorder.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "capture/spool/spool_survey.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// An invocation that traces rays.
struct RayInvocation {
    WarpPlace warp;         ///< that traced its last ray
    std::uint8_t lane = 0;  ///< of that warp
    hmt_tag work{};         ///< what it works on: the kind of its last ray
    std::uint32_t rays = 0; ///< that it has traced
};

/// The pixels of a launch that traces rays, if its invocations have a place in a picture: x and y of a launch
/// of rays, or the numbers of invocations of a dispatch.
[[nodiscard]] std::array<std::uint32_t, 2> picture_size(const SpoolLaunch& launch);

/// Follows the invocations of launches that trace rays. In pipelines each shader begins subgroups of its own,
/// so that a hit is seen by another warp than that which traced the ray.
class RayWork {
public:
    RayWork(const SpoolTables& tables, const SpoolSurvey& survey, hmt_recorder* recorder);

    /// A begin record: writes what the lanes work on.
    void begin(std::uint32_t launch, const LogRecord& record);
    /// Lanes of a warp are about to trace rays: writes what kind of rays these are. A ray that ends at the
    /// first hit is one of shadow; of others, the first of an invocation is its primary ray.
    /// @param part  which 32 lanes of the subgroup  @param mask  of these  @param rays  [lanes of mask]
    void trace(std::uint32_t launch, const LogRecord& record, unsigned part, std::uint32_t mask,
               const WarpPlace& warp, const hmt_ray* rays);
    /// The invocation that runs in a lane of a record, if it has traced a ray; null: it has traced none.
    [[nodiscard]] const RayInvocation* tracer(std::uint32_t launch, const LogRecord& record,
                                              unsigned lane) const;

private:
    using Key = std::uint64_t; // launch and number in it
    [[nodiscard]] std::optional<Key> key_of(std::uint32_t launch, const LoggedSubgroup& subgroup,
                                            unsigned lane) const;

    /// Whether the number of an invocation is that of a pixel or, in a launch without a picture, of an
    /// invocation of the launch: a graphics shader has neither.
    [[nodiscard]] bool is_work(std::uint32_t launch, Key key) const;
    template <class Visit>
    void visit_lanes(std::uint32_t launch, const LogRecord& record, unsigned part, std::uint32_t mask,
                     const Visit& visit);

    const SpoolTables& tables_;
    const SpoolSurvey& survey_;
    hmt_recorder* recorder_;
    [[nodiscard]] RayInvocation& invocation(Key key);

    /// By launch and number in it. Only the last launches are kept, since a recording can have thousands of
    /// them, each with millions of invocations.
    std::map<std::uint32_t, std::unordered_map<std::uint32_t, RayInvocation>> invocations_;
};

} // namespace hitmap::capture
