#include "core/trace/hmt/file/write_recording.h"

#include "core/trace/hmt/file/between_requests.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

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

} // namespace

RecordingInfo info_with_contents(const HmtFile& file) {
    RecordingInfo info = file.info();
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i)
        info.allocations[i].contents = file.read_contents(AllocationIndex(i));
    return info;
}

void copy_recording(const HmtFile& file, RecordingSink& sink, ThreadPool& pool, const JobContext& job) {
    const auto scene = file.read_scene(job);
    sink.begin(info_with_contents(file), scene.get());
    if (file.info().has_sums()) return copy_sums(file, sink, job);
    BetweenRequests others(file, job);
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
