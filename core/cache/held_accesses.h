#pragma once

#include "core/cache/lane_history.h"
#include "core/cache/pipeline_block.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The element accesses of one block whose outcomes are not complete yet: later requests of the same lanes
/// may still add sectors. Kept in few bytes: 7 an access and 28 a request that has any.
class HeldBlock {
public:
    struct Request {
        std::uint32_t number; ///< in the block
        std::uint32_t launch;
        std::uint32_t epoch;
        std::uint32_t warp;
        std::uint32_t mask;
        std::uint16_t sm;
        std::uint16_t slot;
        std::uint16_t instruction;
        std::uint16_t accesses;
    };

    /// Keeps the accesses of a block.
    explicit HeldBlock(const PipelineBlock& block);

    [[nodiscard]] std::uint32_t last_epoch() const { return requests_.empty() ? 0 : requests_.back().epoch; }
    [[nodiscard]] std::span<const Request> requests() const { return requests_; }
    [[nodiscard]] std::size_t accesses() const { return elements_.size(); }
    /// Access i of the block.
    [[nodiscard]] KnownAccess access(std::size_t i) {
        return {static_cast<ElementKindId>(kind_and_lane_[i] >> 5), elements_[i], &counts_[i]};
    }
    [[nodiscard]] unsigned lane(std::size_t i) const { return kind_and_lane_[i] & 31U; }
    /// Gives all of it, with what it counted, to the sink.
    void deliver(OutcomeSink& sink) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    RequestIndex first_request_;
    std::vector<Request> requests_; ///< that have accesses
    std::vector<std::uint32_t> elements_;
    std::vector<std::uint8_t> kind_and_lane_; ///< 3 and 5 bits
    std::vector<AccessCounts> counts_;
};

} // namespace hitmap
