#pragma once

#include "core/base/error.h"
#include "core/trace/stream/request_source.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {

/// A recording in memory.
class MemorySource : public RequestSource {
public:
    MemorySource(RecordingInfo info, std::shared_ptr<const RecordedScene> scene)
        : info_(std::move(info)), scene_(std::move(scene)) {}

    void add(const Request& request, std::size_t block_requests) {
        if (blocks_.empty() || blocks_.back().entries.size() == block_requests) {
            blocks_.emplace_back();
            blocks_.back().first_request = RequestIndex(requests_);
        }
        blocks_.back().append(request);
        ++requests_;
    }
    /// Called before every block that is returned.
    std::function<void()> before_block = [] {};

    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& /*job*/) override {
        return scene_;
    }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        if (stop.stop_requested()) throw Cancelled();
        before_block();
        block.clear();
        if (next_ == blocks_.size()) return false;
        block = blocks_[next_++];
        return true;
    }
    void rewind() override { next_ = 0; }

private:
    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::vector<RequestBlock> blocks_;
    std::uint64_t requests_ = 0;
    std::size_t next_ = 0;
};

} // namespace hitmap
