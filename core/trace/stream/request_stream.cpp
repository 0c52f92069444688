#include "core/trace/stream/request_stream.h"

#include "core/base/error.h"
#include "core/jobs/start_thread.h"
#include "core/trace/model/element_access.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace hitmap {

namespace {

constexpr std::size_t block_requests = std::size_t{1} << 14;
constexpr std::size_t most_blocks = 8; ///< queued between producer and consumer

/// A bounded queue of blocks between two threads, which also tells each side that the other has ended.
class BlockQueue {
public:
    /// Waits while the queue is full. Throws Cancelled if the consumer has ended.
    void push(RequestBlock block) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return blocks_.size() < most_blocks || abandoned_; });
        if (abandoned_) {
            cut_off_ = true;
            throw Cancelled();
        }
        blocks_.push_back(std::move(block));
        changed_.notify_all();
    }
    /// Returns false at the end. Rethrows the exception of the producer; throws Cancelled.
    bool pop(RequestBlock& block, const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return !blocks_.empty() || ended_; })) throw Cancelled();
        if (error_) std::rethrow_exception(error_);
        if (blocks_.empty()) return false;
        block = std::move(blocks_.front());
        blocks_.pop_front();
        changed_.notify_all();
        return true;
    }
    void begin() {
        const std::lock_guard lock(mutex_);
        begun_ = true;
        changed_.notify_all();
    }
    /// Returns true when the producer has called begin(), false if it ended without that. Throws
    /// Cancelled.
    bool wait_for_begin(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return begun_ || ended_; })) throw Cancelled();
        return begun_;
    }
    /// Whether push() has thrown. Valid after the producer has ended.
    [[nodiscard]] bool cut_off() const { return cut_off_; }
    /// Called by the producer when it ends.
    void end(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        error_ = std::move(error);
        changed_.notify_all();
    }
    /// Called by the consumer when it ends.
    void abandon() {
        const std::lock_guard lock(mutex_);
        abandoned_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<RequestBlock> blocks_;
    bool begun_ = false;
    bool ended_ = false;
    bool abandoned_ = false;
    bool cut_off_ = false;
    std::exception_ptr error_;
};

std::shared_ptr<const RecordedScene> part_of(const RecordedScene& scene, StreamedScene part) {
    if (part == StreamedScene::for_pictures) return std::make_shared<RecordedScene>(scene);
    auto copy = std::make_shared<RecordedScene>();
    copy->face_slots = scene.face_slots;
    copy->cameras = scene.cameras;
    copy->width = scene.width;
    copy->height = scene.height;
    copy->source_hash = scene.source_hash;
    return copy;
}

class StreamSink final : public RecordingSink {
public:
    StreamSink(BlockQueue& queue, StreamedScene part) : queue_(queue), part_(part) {}

    void begin(const RecordingInfo& new_info, const RecordedScene* new_scene) override {
        info = new_info;
        info.launches.clear();
        info.scene = new_scene != nullptr ? new_scene->summary() : SceneSummary{};
        if (new_scene != nullptr) scene = part_of(*new_scene, part_);
        queue_.begin();
    }
    void begin_launch(const Launch& launch) override {
        launches.push_back(launch);
        launches.back().first_request.value = added_;
    }
    void add(const Request& request) override {
        if (block_.entries.empty()) block_.first_request.value = added_;
        block_.append(request);
        ++added_;
        if (block_.entries.size() == block_requests) push();
    }
    void tag(const LaneTagRun&) override {}
    void finish() override {
        if (!block_.entries.empty()) push();
    }

    // Written before the consumer is notified that the producer has begun or ended.
    RecordingInfo info;
    std::shared_ptr<const RecordedScene> scene;
    std::vector<Launch> launches;

private:
    void push() {
        queue_.push(std::move(block_));
        block_ = {};
    }

    BlockQueue& queue_;
    StreamedScene part_;
    RequestBlock block_;
    std::uint64_t added_ = 0;
};

class StreamSource final : public RequestSource {
public:
    StreamSource(BlockQueue& queue, const StreamSink& sink)
        : queue_(queue), sink_(sink), info_(sink.info), finder_(info_) {}

    [[nodiscard]] const RecordingInfo& info() const override { return info_; }
    [[nodiscard]] std::string name() const override { return info_.source_name; }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext&) override {
        return sink_.scene;
    }
    bool next(RequestBlock& block, const std::stop_token& stop) override {
        block.clear();
        is_read_ = true;
        if (is_at_end_) return false;
        if (!queue_.pop(block, stop)) {
            is_at_end_ = true;
            counts_.launches = sink_.launches;
            info_ = counts_;
            return false;
        }
        count(block);
        return true;
    }
    void rewind() override {
        if (is_read_) throw Error("a stream of requests can be read once");
    }

private:
    void count(const RequestBlock& block) {
        finder_.find(block, accesses_);
        for (const ElementAccess& access : accesses_)
            ++counts_.element_accesses[access.kind];
        counts_.requests += block.entries.size();
        counts_.lane_accesses += block.addresses.size();
    }

    BlockQueue& queue_;
    const StreamSink& sink_;
    RecordingInfo info_;
    RecordingInfo counts_ = info_; ///< counts so far; kept apart, because the consumer may be reading info_
    ElementAccessFinder finder_;
    std::vector<ElementAccess> accesses_;
    bool is_read_ = false;
    bool is_at_end_ = false;
};

/// The consumer's side: notifies the producer at the end, however `consume` ends.
void consume_stream(BlockQueue& queue, const StreamSink& sink,
                    const std::function<void(RequestSource&)>& consume, const JobContext& job) {
    const struct Leave {
        BlockQueue& queue;
        ~Leave() { queue.abandon(); }
    } leave{queue};
    if (!queue.wait_for_begin(job.stop)) return;
    StreamSource source(queue, sink);
    consume(source);
}

} // namespace

void stream_requests(const std::function<void(RecordingSink&)>& produce,
                     const std::function<void(RequestSource&)>& consume, StreamedScene scene,
                     const JobContext& job) {
    BlockQueue queue;
    StreamSink sink(queue, scene);
    std::exception_ptr producer_error;
    std::exception_ptr consumer_error;
    {
        const std::jthread producer = start_thread("tracing beside the model", [&] {
            try {
                produce(sink);
            } catch (...) {
                producer_error = std::current_exception();
            }
            queue.end(producer_error);
        });
        try {
            consume_stream(queue, sink, consume, job);
        } catch (...) {
            consumer_error = std::current_exception();
        }
    }
    // The exception of the consumer comes first: it includes the producer's, which the queue rethrows, while
    // a producer that is cut off by the consumer's end throws only Cancelled.
    if (consumer_error) std::rethrow_exception(consumer_error);
    if (producer_error && !queue.cut_off()) std::rethrow_exception(producer_error);
}

SplitRecording::SplitRecording(std::vector<std::reference_wrapper<RecordingSink>> sinks)
    : sinks_(std::move(sinks)) {}

void SplitRecording::begin(const RecordingInfo& info, const RecordedScene* scene) {
    for (RecordingSink& sink : sinks_)
        sink.begin(info, scene);
}
void SplitRecording::begin_launch(const Launch& launch) {
    for (RecordingSink& sink : sinks_)
        sink.begin_launch(launch);
}
void SplitRecording::add(const Request& request) {
    for (RecordingSink& sink : sinks_)
        sink.add(request);
}
void SplitRecording::tag(const LaneTagRun& run) {
    for (RecordingSink& sink : sinks_)
        sink.tag(run);
}
void SplitRecording::execute(const BlockExecution& event) {
    for (RecordingSink& sink : sinks_)
        sink.execute(event);
}
void SplitRecording::trace_rays(const RayEvent& event, const RayLanes& lanes) {
    for (RecordingSink& sink : sinks_)
        sink.trace_rays(event, lanes);
}
void SplitRecording::finish() {
    for (RecordingSink& sink : sinks_)
        sink.finish();
}

} // namespace hitmap
