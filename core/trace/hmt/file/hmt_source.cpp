#include "core/base/error.h"
#include "core/trace/hmt/file/block_pieces.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace hitmap {

namespace {

/// Decodes the next blocks on the pool while the caller gets the pieces of the first of them.
class HmtSource : public RequestSource {
public:
    HmtSource(const HmtFile& file, ThreadPool& pool, unsigned read_ahead,
              std::shared_ptr<const RecordedScene> scene)
        : file_(file),
          pool_(pool),
          read_ahead_(read_ahead != 0 ? read_ahead : usual_read_ahead(pool.size())),
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

    void read_ahead() override { start_reading(); }

    bool next(RequestBlock& block, const std::stop_token& stop) override {
        block.clear();
        if (stop.stop_requested()) throw Cancelled();
        const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
        for (start_reading(); !reading_.empty(); start_reading()) {
            if (reading_.front()->pieces.next(block, stop_.get_token())) return true;
            reading_.pop_front();
        }
        memory_.clear(); // the results are made from what was read while this source still exists
        return false;
    }

    bool next_executions(std::vector<BlockExecution>& out) override {
        out.clear();
        if (next_executions_ == file_.execution_chunks()) return false;
        file_.read_executions(next_executions_++, out);
        return true;
    }

    bool next_ray_events(RayEvents& out) override {
        out.clear();
        if (next_rays_ == file_.ray_chunks()) return false;
        file_.read_rays(next_rays_++, out);
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
        next_ = next_executions_ = next_rays_ = 0;
    }

private:
    struct Reading {
        Reading(const HmtFile& file, std::size_t block, hmt::PieceMemory& memory, ThreadPool& pool)
            : pieces(file, block, memory), group(pool) {}
        hmt::BlockPieces pieces;
        TaskGroup group; ///< the last member: its destructor waits for the task before `pieces` is destroyed
    };

    void start_reading() {
        while (reading_.size() <= read_ahead_ && next_ < file_.blocks().size() && next_fits()) {
            auto& reading = *reading_.emplace_back(std::make_unique<Reading>(file_, next_++, memory_, pool_));
            reading.group.run([&reading, stop = stop_.get_token()] { reading.pieces.decode(stop); });
        }
    }

    /// Whether the next block fits into memory beside those ahead of the first, whose pieces are consumed.
    /// One block is decoded ahead whatever its size.
    [[nodiscard]] bool next_fits() const {
        // The first block alone is work for the others until half of it is consumed.
        if (read_ahead_ == 1 && reading_.size() == 1 && reading_.front()->pieces.is_mostly_waiting())
            return false;
        constexpr std::uint64_t limit = std::uint64_t{1} << 28; // bytes of decoded blocks
        std::uint64_t bytes = file_.decoded_bytes(next_);
        for (std::size_t i = 1; i < reading_.size(); ++i)
            bytes += file_.decoded_bytes(next_ - i);
        return reading_.size() <= 1 || bytes <= limit;
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
    std::size_t next_rays_ = 0;       ///< chunk
    std::stop_source stop_;
    std::shared_ptr<const RecordedScene> scene_;
    hmt::PieceMemory memory_;
    std::deque<std::unique_ptr<Reading>> reading_; ///< the first one is consumed
};

} // namespace

unsigned usual_read_ahead(unsigned threads) {
    // With two threads, one, two and three blocks ahead took the same time, at about 100 MB a block.
    return std::max(1U, threads / 2);
}

std::unique_ptr<RequestSource> request_source(const HmtFile& file, ThreadPool& pool, unsigned read_ahead,
                                              std::shared_ptr<const RecordedScene> scene) {
    return std::make_unique<HmtSource>(file, pool, read_ahead, std::move(scene));
}

} // namespace hitmap
