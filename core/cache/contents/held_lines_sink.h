#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/contents/box_levels.h"
#include "core/cache/contents/held_lines.h"
#include "core/cache/stages/line_use_sink.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// Collects the lines that one cache holds at some moments, with their last and next uses. It takes at most
/// held_line_bytes for each collected line of each moment, and about 100 bytes for each distinct line of the
/// collected sets.
inline constexpr std::uint64_t held_line_bytes = 96;

class HeldLinesSink final : public LineUseSink {
public:
    HeldLinesSink(const RecordingInfo& info, BoxLevels levels, WantedHeldLines request);

    [[nodiscard]] bool reads_accesses() const override { return true; }
    void begin(const LineUseSetup& setup) override;
    void reserve(std::size_t /*sms*/) override {}
    void add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) override;
    void add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) override;

    /// Returns the lines, after the simulation; to be called once.
    [[nodiscard]] HeldLines take();

private:
    /// A line of a moment: an index of `collected`, and one of its lines.
    struct Collected {
        std::uint32_t moment;
        std::uint32_t line;
    };
    /// What is known of a line at present.
    struct State {
        HeldLine line;
        bool is_held = false;
        std::vector<Collected> waiting; ///< those whose next use is not known yet
    };
    /// The arrays of the SM, or of a slice. Different threads write to different ones.
    struct alignas(64) Arrays {
        std::vector<std::unordered_map<std::uint64_t, State, SaltedHash>> states; ///< [arrays] by line
        std::vector<std::vector<HeldLine>> collected;                             ///< [moments so far]
        bool is_emptied = false;                                                  ///< since the last use
    };
    struct Owner {
        std::uint64_t address;
        std::uint16_t allocation;
        std::uint16_t box_level;
    };
    void prepare(Arrays& arrays) const;
    /// Collects the lines of the moments up to a position.
    void go_to(Arrays& arrays, std::uint64_t position) const;
    static void collect(Arrays& arrays);
    void add_use(Arrays& arrays, const LineUse& use, std::uint64_t position, const Owner& owner) const;

    BoxLevels levels_;
    std::uint64_t positions_;
    bool counts_requests_; ///< whether positions count requests
    HeldLines held_;
    const Coalescer* coalescer_ = nullptr; ///< while the simulation runs
    unsigned line_bits_ = 0;
    std::vector<Arrays> all_; ///< one for L1, or one for each slice of L2
};

} // namespace hitmap
