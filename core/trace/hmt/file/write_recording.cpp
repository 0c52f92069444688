#include "core/trace/hmt/file/write_recording.h"

#include "core/trace/hmt/file/hmt_writer.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// The launches, lane tags and execution events of a recording, which a sink gets between the requests.
class LaunchesAndTags {
public:
    LaunchesAndTags(const HmtFile& file, const JobContext& job)
        : file_(file), launches_(file.info().launches), tags_(file.read_lane_tags(job)) {
        std::ranges::stable_sort(tags_, {}, &LaneTagRun::first_request);
    }
    /// Gives the sink those that begin at `request` or before.
    void put_up_to(RequestIndex request, RecordingSink& sink) {
        for (; launch_ < launches_.size() && launches_[launch_].first_request <= request; ++launch_)
            sink.begin_launch(launches_[launch_]);
        for (; tag_ < tags_.size() && tags_[tag_].first_request <= request; ++tag_)
            sink.tag(tags_[tag_]);
        while (read_events() && events_[event_].request <= request)
            sink.execute(events_[event_++]);
    }

private:
    /// Returns whether there is another event; only one chunk is in memory at a time.
    bool read_events() {
        if (event_ != events_.size()) return true;
        if (chunk_ == file_.execution_chunks()) return false;
        file_.read_executions(chunk_++, events_);
        event_ = 0;
        return true;
    }

    const HmtFile& file_;
    const std::vector<Launch>& launches_;
    std::vector<LaneTagRun> tags_;
    std::size_t launch_ = 0;
    std::size_t tag_ = 0;
    std::vector<BlockExecution> events_;
    std::size_t event_ = 0;
    std::size_t chunk_ = 0;
};

/// Copies the frames of sums that the recording has in the place of requests, each behind its launch.
void copy_sums(const HmtFile& file, RecordingSink& sink, const JobContext& job) {
    const std::vector<RecordedFrame>& frames = file.recorded_frames();
    job.begin("saving the recording", frames.size(), "frames");
    std::size_t launch = 0;
    std::vector<RecordedSum> sums;
    for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        job.check();
        while (launch <= frames[frame].launch)
            sink.begin_launch(file.info().launches[launch++]);
        file.read_sums(frame, sums);
        sink.add_frame(sums);
        job.add(1);
    }
    while (launch < file.info().launches.size())
        sink.begin_launch(file.info().launches[launch++]);
    sink.finish();
}

RecordingInfo info_with_contents(const HmtFile& file) {
    RecordingInfo info = file.info();
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i)
        info.allocations[i].contents = file.read_contents(AllocationIndex(i));
    return info;
}

Request request_of(const RequestBlock& block, const RequestBlock::Entry& entry) {
    Request request{entry.launch, entry.sm, entry.warp, entry.slot, entry.instruction, entry.mask, {}};
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        if ((entry.mask >> lane & 1U) != 0) request.address[lane] = *address++;
    return request;
}

} // namespace

void copy_recording(const HmtFile& file, RecordingSink& sink, ThreadPool& pool, const JobContext& job) {
    const auto scene = file.read_scene(job);
    sink.begin(info_with_contents(file), scene.get());
    if (file.info().has_sums()) return copy_sums(file, sink, job);
    LaunchesAndTags others(file, job);
    const auto source = request_source(file, pool, 0, scene);
    job.begin("saving the recording", file.info().requests, "requests");
    RequestBlock block;
    while (source->next(block, job.stop)) {
        RequestIndex request = block.first_request;
        for (const RequestBlock::Entry& entry : block.entries) {
            others.put_up_to(request, sink);
            sink.add(request_of(block, entry));
            ++request;
        }
        job.add(block.entries.size());
    }
    others.put_up_to(RequestIndex(file.info().requests), sink);
    sink.finish();
}

void write_recording(const HmtFile& file, std::unique_ptr<ByteSink> out, ThreadPool& pool,
                     const JobContext& job) {
    if (file.is_part()) {
        HmtWriteOptions options;
        options.tables_grow = file.info().has_sums(); // sums need it
        copy_recording(file, *write_hmt(std::move(out), options, &pool, job), pool, job);
        return;
    }
    job.begin("saving the recording", file.file_bytes(), "bytes");
    file.copy_to(*out, job);
    out->commit();
}

} // namespace hitmap
