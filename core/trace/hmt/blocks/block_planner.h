#pragma once

#include "core/trace/hmt/blocks/block_plan.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace hitmap::hmt {

/// The requests of a block, by their numbers in the model.
struct RequestNumbers {
    std::vector<std::uint32_t> warps; ///< [requests] index of the warp in the model
    std::vector<bool> is_new;         ///< [requests] whether the model does not know the warp (any more)
    std::vector<std::uint32_t> instructions; ///< [requests] index into the plan
};

/// Finds the plan that makes the block smallest, by trial. Any plan can be decoded. Throws Cancelled.
[[nodiscard]] RequestNumbers plan_block(const RequestBlock& block, std::span<const Instruction> instructions,
                                        BlockPlan& plan, const std::stop_token& stop = {});
/// Sets a plan without trial: all addresses are predicted by strides, and lanes are not followed from one
/// instruction to the next.
[[nodiscard]] RequestNumbers plan_block_quickly(const RequestBlock& block, BlockPlan& plan);

} // namespace hitmap::hmt
