#pragma once

#include "core/trace/stream/request_source.h"

#include <cstdint>

namespace hitmap {

/// Joins the accesses of single lanes into requests: consecutive ones belong to one request while the lanes
/// rise and, as the importer decides, all else stays the same.
class LaneJoiner {
public:
    /// @param sink  must outlive the object
    explicit LaneJoiner(RecordingSink& sink) : sink_(sink) {}

    /// Whether the request that was begun last can have an access of this lane, too. False if there is none.
    [[nodiscard]] bool takes(std::uint32_t lane) const {
        return request_.mask != 0 && request_.mask >> lane == 0;
    }
    /// The request that was begun last, for comparison.
    [[nodiscard]] const Request& request() const { return request_; }
    /// Ends the request before and begins another one. Its lanes follow with add().
    void begin(const Request& request) {
        end();
        request_ = request;
        request_.mask = 0;
    }
    void add(std::uint32_t lane, std::uint64_t address) {
        request_.mask |= 1U << lane;
        request_.address[lane] = address;
    }
    /// Adds the request that was begun last to the sink. To be called before a launch begins and at the end.
    void end() {
        if (request_.mask != 0) sink_.add(request_);
        request_.mask = 0;
    }

private:
    RecordingSink& sink_;
    Request request_;
};

} // namespace hitmap
