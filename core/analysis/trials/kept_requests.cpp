#include "core/analysis/trials/kept_requests.h"

#include "core/base/error.h"

#include <utility>

namespace hitmap {

/// The source of the file, for everything but requests.
class KeptRequests::Kept : public RequestSource {
public:
    Kept(KeptRequests& kept, std::unique_ptr<RequestSource> file) : kept_(kept), file_(std::move(file)) {}

    [[nodiscard]] const RecordingInfo& info() const override { return file_->info(); }
    [[nodiscard]] std::string name() const override { return file_->name(); }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& job) override {
        return file_->scene(job);
    }
    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& job) override {
        return file_->lane_tags(job);
    }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        block.clear();
        if (stop.stop_requested()) throw Cancelled();
        if (next_ == kept_.blocks_.size()) return false;
        block = kept_.blocks_[next_++];
        return true;
    }
    bool next_executions(std::vector<BlockExecution>& out) override { return file_->next_executions(out); }
    void check_accesses(RequestIndex end, std::uint64_t accesses) const override {
        file_->check_accesses(end, accesses);
    }
    void rewind() override { next_ = 0; }

protected:
    KeptRequests& kept_;
    std::unique_ptr<RequestSource> file_;

private:
    std::size_t next_ = 0;
};

/// Reads the file and keeps what it reads.
class KeptRequests::Keeping final : public Kept {
public:
    using Kept::Kept;

    void read_ahead() override { file_->read_ahead(); }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        if (file_->next(block, stop)) {
            kept_.keep(block);
            return true;
        }
        kept_.is_complete_ = kept_.bytes_ <= kept_.most_bytes_;
        return false;
    }
    void rewind() override {
        file_->rewind();
        kept_.drop();
    }
};

namespace {

std::uint64_t bytes_of(std::uint64_t requests, std::uint64_t lanes) {
    return sizeof(RequestBlock::Entry) * requests + sizeof(std::uint64_t) * lanes;
}

} // namespace

std::uint64_t KeptRequests::estimated_bytes(const RecordingInfo& info, std::uint64_t most_bytes) {
    // The tables may be wrong, but not so wrong that the sum overflows.
    if (info.requests > most_bytes || info.lane_accesses > most_bytes) return 0;
    const std::uint64_t bytes = bytes_of(info.requests, info.lane_accesses);
    return bytes <= most_bytes ? bytes : 0;
}

KeptRequests::KeptRequests(const HmtFile& file, std::uint64_t most_bytes)
    : file_(file), most_bytes_(estimated_bytes(file.info(), most_bytes) != 0 ? most_bytes : 0) {}

void KeptRequests::keep(const RequestBlock& block) {
    bytes_ += bytes_of(block.entries.size(), block.addresses.size());
    if (bytes_ <= most_bytes_)
        blocks_.push_back(block);
    else
        blocks_ = {};
}

void KeptRequests::drop() {
    blocks_ = {};
    bytes_ = 0;
    is_complete_ = false;
}

std::unique_ptr<RequestSource> KeptRequests::source(ThreadPool& pool) {
    auto file = request_source(file_, pool);
    if (most_bytes_ == 0) return file;
    if (is_complete_) return std::make_unique<Kept>(*this, std::move(file));
    return std::make_unique<Keeping>(*this, std::move(file));
}

} // namespace hitmap
