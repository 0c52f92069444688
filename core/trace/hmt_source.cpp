#include "core/base/error.h"
#include "core/trace/hmt_reader.h"

#include <deque>
#include <memory>

namespace hitmap {

namespace {

/// Decodes the next blocks on the pool while the caller works on the present one.
class HmtSource : public RequestSource {
public:
    HmtSource(const HmtFile& file, ThreadPool& pool, unsigned read_ahead)
        : file_(file), pool_(pool), read_ahead_(read_ahead != 0 ? read_ahead : pool.size() + 1) {}
    ~HmtSource() override { abandon(); }
    HmtSource(const HmtSource&) = delete;
    HmtSource& operator=(const HmtSource&) = delete;

    [[nodiscard]] const RecordingInfo& info() const override { return file_.info(); }

    [[nodiscard]] std::shared_ptr<const RecordedScene> scene() override {
        if (scene_ == nullptr) scene_ = file_.read_scene();
        return scene_;
    }

    bool next(RequestBlock& block, const std::stop_token& stop) override {
        block.clear();
        const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
        if (stop.stop_requested()) throw Cancelled();
        start_reading(block);
        if (reading_.empty()) return false;
        auto oldest = std::move(reading_.front());
        reading_.pop_front();
        oldest->group.wait();
        std::swap(block, oldest->block);
        spare_.push_back(std::move(oldest->block));
        return true;
    }

    void rewind() override {
        abandon();
        stop_ = {};
        next_ = 0;
    }

private:
    struct Reading {
        explicit Reading(ThreadPool& pool) : group(pool) {}
        RequestBlock block;
        TaskGroup group; ///< last: waits for the task before the block goes
    };

    void start_reading(RequestBlock& used) {
        spare_.push_back(std::move(used));
        used = {};
        while (reading_.size() < read_ahead_ && next_ < file_.blocks().size() && next_fits()) {
            auto& reading = *reading_.emplace_back(std::make_unique<Reading>(pool_));
            if (!spare_.empty()) {
                reading.block = std::move(spare_.back());
                spare_.pop_back();
            }
            reading.group.run([this, &reading, i = next_++, stop = stop_.get_token()] {
                file_.read_block(i, reading.block, stop);
            });
        }
        spare_.clear();
    }

    /// One block is read whatever its size.
    [[nodiscard]] bool next_fits() const {
        constexpr std::uint64_t limit = std::uint64_t{1} << 28;
        std::uint64_t bytes = decoded_bytes(next_);
        for (std::size_t i = 1; i <= reading_.size(); ++i)
            bytes += decoded_bytes(next_ - i);
        return reading_.empty() || bytes <= limit;
    }
    [[nodiscard]] std::uint64_t decoded_bytes(std::size_t i) const {
        const HmtBlock& block = file_.blocks()[i];
        return block.requests * sizeof(RequestBlock::Entry) + block.lane_accesses * sizeof(std::uint64_t);
    }

    void abandon() {
        stop_.request_stop();
        reading_.clear();
    }

    const HmtFile& file_;
    ThreadPool& pool_;
    std::size_t read_ahead_;
    std::size_t next_ = 0;
    std::stop_source stop_;
    std::shared_ptr<const RecordedScene> scene_;
    std::vector<RequestBlock> spare_; ///< blocks whose memory the next ones reuse
    std::deque<std::unique_ptr<Reading>> reading_;
};

} // namespace

std::unique_ptr<RequestSource> request_source(const HmtFile& file, ThreadPool& pool, unsigned read_ahead) {
    return std::make_unique<HmtSource>(file, pool, read_ahead);
}

} // namespace hitmap
