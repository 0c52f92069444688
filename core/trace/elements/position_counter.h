#pragma once

#include "core/trace/model/element_access.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Counts the positions of requests on the time axis: the number of element accesses before each or, if the
/// recording has none, of requests.
class PositionCounter {
public:
    /// Throws what ElementAccessFinder throws.
    explicit PositionCounter(const RecordingInfo& info)
        : counts_requests_(info.axis_is_requests()), finder_(info) {}

    /// Returns the position of a request. Requests must follow one another, from the first on.
    std::uint64_t next(const RequestView& block, const RequestBlock::Entry& entry) {
        const std::uint64_t position = position_;
        if (counts_requests_) {
            ++position_;
        } else {
            accesses_.clear();
            finder_.find(entry.instruction, entry.mask, block.addresses.data() + entry.first_address, 0,
                         accesses_);
            position_ += accesses_.size();
        }
        return position;
    }
    /// Returns the position behind the last request.
    [[nodiscard]] std::uint64_t position() const { return position_; }

private:
    std::uint64_t position_ = 0;
    bool counts_requests_;
    ElementAccessFinder finder_;
    std::vector<ElementAccess> accesses_;
};

} // namespace hitmap
