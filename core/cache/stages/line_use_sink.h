#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/stages/pipeline_block.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// The simulation whose uses a LineUseSink receives.
struct LineUseSetup {
    const HierarchyConfig& config;
    const Coalescer& coalescer;
    std::size_t l2_slices;
    /// Sets of a slice of L2 in each partition, a power of two; the number of a set modulo this is its number
    /// in the slice.
    std::uint64_t slice_sets;
};

/// Receives all uses of lines (line_use.h) in the caches of the hierarchy model, block by block in order.
class LineUseSink {
public:
    virtual ~LineUseSink() = default;
    /// Whether the element accesses of blocks (AccessBlock::accesses) are needed.
    [[nodiscard]] virtual bool reads_accesses() const { return false; }
    /// Called first. What `setup` refers to exists until the simulation has ended.
    virtual void begin(const LineUseSetup& setup) = 0;
    /// Called before add_l1() of SMs up to sms - 1.
    virtual void reserve(std::size_t sms) = 0;
    /// Adds the uses block.uses.l1[sm] of an SM. Different SMs are added by different threads, also while
    /// slices are added.
    /// @param first_position  number of element accesses before the block if reads_accesses()
    virtual void add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) = 0;
    /// Adds the uses block.uses.l2[slice] of a slice of L2. Different slices are added by different threads.
    virtual void add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) = 0;
};

} // namespace hitmap
