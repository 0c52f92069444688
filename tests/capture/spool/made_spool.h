#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "capture/spirv/capture_site.h"
#include "capture/spool/spool_writer.h"

namespace hitmap::test {

/// A spool as a process leaves it that makes `launches` submissions of one dispatch. In each, one subgroup
/// with two lanes executes each access once, at offsets 0 and 64 of binding 0.
struct MadeSpool {
    std::vector<capture::Access> accesses{load({{0, 4}})};
    std::uint32_t launches = 1;
    std::uint32_t buffers = 1; ///< access i uses buffer i % buffers, which is bound to that number
    std::uint64_t buffer_bytes = 256;
    bool ended = true;
    /// The last so many launches were begun and have not ended.
    std::uint32_t unended_launches = 0;
    bool frees_early = false; ///< buffers are destroyed before it is told that the last launch has ended
    /// These of them are dispatches whose grid only the device knows.
    bool unended_are_indirect = false;
    std::uint32_t launches_without_records = 0; ///< of the last ones
    /// This record of each submission is not written; 0 is the begin record.
    std::uint32_t unwritten_record = ~0U;
    /// The log was too small for this many units more in each submission.
    std::uint64_t lost_units = 0;
    std::uint64_t room_units = 0; ///< zeros at the end of each log
    /// Of each launch, of which two begin.
    std::uint64_t invocations = capture::unknown_invocations;
    std::array<std::uint32_t, 3> block{8, 1, 1};
    std::uint32_t draw = capture::no_draw;
    bool traces_rays = false;                      ///< the module does
    std::vector<std::string> layers;               ///< other layers of the process
    std::vector<std::string> unrecorded_traversal; ///< modules that trace rays and are not recorded
    /// Dispatches as the device and the host have counted them; none: they agree.
    std::vector<std::array<std::uint64_t, 2>> miscounts;
    std::uint64_t unrecorded_launches = 0;

    /// @return its path, as the argument
    std::string write(const std::string& path) const;
    /// As write(), without the end, by a writer that still exists.
    void write_to(capture::SpoolWriter& spool) const;

    /// A load with these pieces.
    static capture::Access load(std::vector<capture::Piece> pieces);
};

} // namespace hitmap::test
