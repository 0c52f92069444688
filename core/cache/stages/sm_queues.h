#pragma once

#include "core/cache/coalescing/coalesced_requests.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/stages/pipeline_input.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// A request with lines, and the properties of it that L1 needs.
struct SmRequest {
    std::uint32_t number; ///< index in the block
    std::uint32_t first_line;
    std::uint32_t last_line; ///< index of the line after the last
    std::uint32_t launch_ordinal;
    std::uint32_t slot;
    MemoryPath path;
};

/// The requests of a block that have lines, divided by SM and in order within each SM.
class SmQueues {
public:
    /// Replaces the contents. `paths`: [instructions].
    void fill(const PipelineInput& input, const CoalescedRequests& coalesced,
              std::span<const MemoryPath> paths);
    [[nodiscard]] std::size_t sms() const { return begin_.empty() ? 0 : begin_.size() - 1; }
    [[nodiscard]] std::span<const SmRequest> of(std::uint32_t sm) const {
        if (sm >= sms()) return {};
        return std::span(requests_).subspan(begin_[sm], begin_[sm + 1] - begin_[sm]);
    }

private:
    std::vector<SmRequest> requests_;
    std::vector<std::uint32_t> begin_; ///< [SMs + 1] start of each SM in requests_
};

} // namespace hitmap
