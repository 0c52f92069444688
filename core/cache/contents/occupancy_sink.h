#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/results/level.h"
#include "core/cache/reuse/line_numbers.h"
#include "core/cache/stages/line_use_sink.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// Counts the lines that caches hold at the end of each frame, by the allocation that they were put in for.
/// Lines stay held until they are evicted or, in an L1, until its first use of a line in the next launch. It
/// takes about 70 bytes for each distinct line of each L1 in a launch, and of L2.
class OccupancySink final : public LineUseSink {
public:
    /// @param frame_ends  [frames] position of the end of each frame, ascending; positions count requests if
    ///                    the recording has no element accesses. Requests after the last belong to it.
    /// @param sm          if set, L1 is that of this SM alone
    OccupancySink(const RecordingInfo& info, std::vector<std::uint64_t> frame_ends,
                  std::optional<std::uint32_t> sm);

    [[nodiscard]] bool reads_accesses() const override { return true; }
    void begin(const LineUseSetup& setup) override;
    void reserve(std::size_t sms) override;
    void add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) override;
    void add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) override;

    /// Calls visit(frame, lines) for each frame in order, after the simulation. `lines`: [allocations + 1]
    /// lines held at the end of the frame, of L1 in all SMs together; the last entry counts lines of no
    /// allocation.
    void
    for_each_frame(Level level,
                   const std::function<void(std::size_t, const std::vector<std::uint64_t>&)>& visit) const;
    /// Number of caches that for_each_frame() adds up: SMs of the device or, if more have requests, these.
    [[nodiscard]] std::uint64_t caches(Level level) const;
    /// Number of lines that fit into one of these caches.
    [[nodiscard]] std::uint64_t lines_a_cache(Level level) const { return lines_[index(level)]; }

private:
    struct Array {
        LineNumbers numbers;
        std::vector<std::uint16_t> allocations; ///< by LineNumbers: of the lines when they were put in
        std::unordered_map<std::uint16_t, std::int64_t> held; ///< lines by allocation
    };
    /// Changes of the number of lines by frame << 16 | allocation.
    using Changes = std::unordered_map<std::uint64_t, std::int64_t, SaltedHash>;
    /// The arrays of an SM or of a slice. Different threads write to different ones.
    struct alignas(64) Arrays {
        explicit Arrays(std::size_t count) : arrays(count) {}
        std::vector<Array> arrays;
        Changes changes;
        bool is_emptied = false; ///< since the last use
    };
    class FrameCursor;
    void add_use(Arrays& arrays, const LineUse& use, std::uint16_t allocation, std::size_t frame) const;
    static void empty(Arrays& arrays, std::size_t frame);

    std::vector<std::uint64_t> ends_;
    std::size_t allocations_;
    std::uint64_t device_sms_;
    bool counts_requests_; ///< whether positions count requests
    std::optional<std::uint32_t> sm_;
    const Coalescer* coalescer_ = nullptr; ///< while the simulation runs
    std::uint32_t l1_units_ = 0;
    unsigned l2_line_bits_ = 0;
    std::array<std::uint64_t, both_levels.size()> lines_{};
    std::vector<std::unique_ptr<Arrays>> sms_; ///< null for SMs without uses
    std::vector<Arrays> slices_;
};

} // namespace hitmap
