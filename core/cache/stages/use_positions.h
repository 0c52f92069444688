#pragma once

#include "core/cache/stages/pipeline_block.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// Finds the positions of requests of a block: the number of element accesses before them. Requests must be
/// asked for in order.
class UsePositions {
public:
    /// @param first_position   number of element accesses before the block
    /// @param counts_requests  positions are numbers of requests, since there are no element accesses
    UsePositions(const PipelineBlock& block, std::uint64_t first_position, bool counts_requests)
        : input_(block.input), first_position_(first_position), counts_requests_(counts_requests) {}

    /// @param request  index in the block
    [[nodiscard]] std::uint64_t position_of(std::size_t request) {
        if (counts_requests_) return input_.requests.first_request.value + request;
        while (access_ < input_.accesses.size() && input_.accesses[access_].entry < request)
            ++access_;
        return first_position_ + access_;
    }

private:
    const PipelineInput& input_;
    std::uint64_t first_position_;
    bool counts_requests_;
    std::size_t access_ = 0; ///< number of accesses of the block before the request
};

} // namespace hitmap
