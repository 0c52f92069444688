#include "core/base/error.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace hitmap {

namespace {

/// Requests in a piece. A decoded block has about 100 MB, and what consumers compute for each of its requests
/// would take several times that.
constexpr std::size_t piece_requests = std::size_t{1} << 16;

/// Decodes the next blocks on the pool while the caller gets the current one piece by piece.
class HmtSource : public RequestSource {
public:
    HmtSource(const HmtFile& file, ThreadPool& pool, unsigned read_ahead,
              std::shared_ptr<const RecordedScene> scene)
        : file_(file),
          pool_(pool),
          read_ahead_(read_ahead != 0 ? read_ahead : pool.size() + 1),
          scene_(std::move(scene)) {}
    ~HmtSource() override { abandon(); }
    HmtSource(const HmtSource&) = delete;
    HmtSource& operator=(const HmtSource&) = delete;

    [[nodiscard]] const RecordingInfo& info() const override { return file_.info(); }

    [[nodiscard]] std::string name() const override { return file_.name(); }

    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& job) override {
        if (scene_ == nullptr) scene_ = file_.read_scene(job);
        return scene_;
    }

    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& job) override {
        return file_.read_lane_tags(job);
    }

    bool next(RequestBlock& block, const std::stop_token& stop) override {
        block.clear();
        if (stop.stop_requested()) throw Cancelled();
        while (given_ == present_.entries.size())
            if (!take_next_block(stop)) return false;
        const std::size_t end = std::min(present_.entries.size(), given_ + piece_requests);
        block.assign(present_, given_, end);
        given_ = end;
        return true;
    }

    bool next_executions(std::vector<BlockExecution>& out) override {
        out.clear();
        if (next_executions_ == file_.execution_chunks()) return false;
        file_.read_executions(next_executions_++, out);
        return true;
    }

    void read_sums(std::uint64_t frame, std::vector<RecordedSum>& out) const override {
        file_.read_sums(frame, out);
    }

    void check_accesses(RequestIndex end, std::uint64_t accesses) const override {
        file_.check_accesses(end, accesses);
    }

    void rewind() override {
        abandon();
        stop_ = {};
        next_ = next_executions_ = 0;
        present_.clear();
        given_ = 0;
    }

private:
    struct Reading {
        explicit Reading(ThreadPool& pool) : group(pool) {}
        RequestBlock block;
        TaskGroup group; ///< the last member: its destructor waits for the task before the block is destroyed
    };

    bool take_next_block(const std::stop_token& stop) {
        const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
        present_.clear();
        given_ = 0;
        start_reading();
        if (reading_.empty()) return false;
        auto oldest = std::move(reading_.front());
        reading_.pop_front();
        oldest->group.wait();
        std::swap(present_, oldest->block);
        return true;
    }

    /// The memory of the current block, which has been consumed, is reused for the next block to decode.
    void start_reading() {
        while (reading_.size() < read_ahead_ && next_ < file_.blocks().size() && next_fits()) {
            auto& reading = *reading_.emplace_back(std::make_unique<Reading>(pool_));
            std::swap(reading.block, present_);
            reading.group.run([this, &reading, i = next_++, stop = stop_.get_token()] {
                file_.read_block(i, reading.block, stop);
            });
        }
    }

    /// One block is decoded ahead whatever its size.
    [[nodiscard]] bool next_fits() const {
        constexpr std::uint64_t limit = std::uint64_t{1} << 28; // bytes of decoded blocks
        std::uint64_t bytes = file_.decoded_bytes(next_);
        for (std::size_t i = 1; i <= reading_.size(); ++i)
            bytes += file_.decoded_bytes(next_ - i);
        return reading_.empty() || bytes <= limit;
    }

    void abandon() {
        stop_.request_stop();
        reading_.clear();
    }

    const HmtFile& file_;
    ThreadPool& pool_;
    std::size_t read_ahead_;
    std::size_t next_ = 0;
    std::size_t next_executions_ = 0; ///< chunk
    std::stop_source stop_;
    std::shared_ptr<const RecordedScene> scene_;
    RequestBlock present_;
    std::size_t given_ = 0; ///< requests of the current block that were returned
    std::deque<std::unique_ptr<Reading>> reading_;
};

} // namespace

std::unique_ptr<RequestSource> request_source(const HmtFile& file, ThreadPool& pool, unsigned read_ahead,
                                              std::shared_ptr<const RecordedScene> scene) {
    return std::make_unique<HmtSource>(file, pool, read_ahead, std::move(scene));
}

} // namespace hitmap
