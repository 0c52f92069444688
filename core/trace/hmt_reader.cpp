#include "core/trace/hmt_reader.h"

#include "core/base/error.h"
#include "core/trace/block_codec.h"
#include "core/trace/chunk.h"
#include "core/trace/element_access.h"
#include "core/trace/hmt_index.h"
#include "core/trace/info_codec.h"
#include "core/trace/scene_codec.h"
#include "core/trace/tag_codec.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

using namespace hmt;

class HmtFile::Impl {
public:
    explicit Impl(std::unique_ptr<ByteSource> bytes) : source(std::move(bytes)), index(read_index(*source)) {
        read_tables();
        read_block_heads();
    }

    void read_tables();
    void read_block_heads();
    void decode(std::size_t i, RequestBlock& out, const std::stop_token& stop) const;

    std::unique_ptr<ByteSource> source;
    FileIndex index;
    RecordingInfo info;
    std::vector<HmtBlock> blocks;
    std::vector<BlockHead> heads;            ///< [blocks]
    std::vector<const ChunkEntry*> requests; ///< [blocks]
};

void HmtFile::Impl::read_tables() {
    if (index.chunks.empty() || index.chunks.front().header.type != info_chunk)
        throw FileError(source->name(), fmt::format("byte {}", file_header_bytes),
                        index.chunks.empty()
                            ? std::string("expected an information chunk, found the end of the file")
                            : fmt::format("expected an information chunk, found a {} chunk",
                                          name_of(index.chunks.front().header.type)));
    for (const ChunkEntry& entry : index.chunks) {
        const BytesPlace place = entry.place(source->name());
        if (entry.header.type == info_chunk && &entry != &index.chunks.front())
            throw FileError(place.file, place.place, "expected one information chunk, found another");
        if (entry.header.type != info_chunk && entry.header.type != launch_chunk) continue;
        const ChunkBody body = read_chunk(*source, entry);
        ByteReader in(body.bytes(), place);
        if (entry.header.type == info_chunk) {
            info = decode_info(in);
        } else {
            info.launches.push_back(decode_launch(in));
        }
        in.expect_end();
    }
}

void HmtFile::Impl::read_block_heads() {
    for (const ChunkEntry& entry : index.chunks) {
        if (entry.header.type != request_chunk) continue;
        const BytesPlace place = entry.place(source->name());
        ByteReader in(entry.head, place);
        const BlockHead head = decode_block_head(in);
        in.expect_end();
        if (head.first_request != info.requests)
            in.fail(fmt::format("expected the block that begins with request {}, found {}", info.requests,
                                head.first_request));
        if (head.launches > info.launches.size())
            in.fail(
                fmt::format("expected at most {} launches, found {}", info.launches.size(), head.launches));
        heads.push_back(head);
        requests.push_back(&entry);
        blocks.push_back({RequestIndex(head.first_request), Position(0), head.requests, head.lane_accesses});
        info.requests += head.requests;
        info.lane_accesses += head.lane_accesses;
        for (std::size_t kind = 0; kind < info.element_accesses.size(); ++kind)
            info.element_accesses[kind] += head.element_accesses[kind];
    }
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].first_position.value = position;
        if (info.axis_is_requests()) {
            position += heads[i].requests;
        } else {
            for (const std::uint64_t n : heads[i].element_accesses)
                position += n;
        }
    }
}

void HmtFile::Impl::decode(std::size_t i, RequestBlock& out, const std::stop_token& stop) const {
    const ChunkEntry& entry = *requests[i];
    const ChunkBody body = read_chunk(*source, entry);
    const RequestLimits limits{heads[i].launches, static_cast<std::uint32_t>(info.instructions.size()),
                               info.device.sm_count, info.device.warp_slots_per_sm};
    decode_block(body.bytes(), heads[i], limits, entry.place(source->name()), out, stop);
    out.first_position = blocks[i].first_position;
}

HmtFile::HmtFile(std::unique_ptr<ByteSource> source)
    : impl_(std::make_unique<const Impl>(std::move(source))) {}
HmtFile::~HmtFile() = default;
HmtFile::HmtFile(HmtFile&&) noexcept = default;
HmtFile& HmtFile::operator=(HmtFile&&) noexcept = default;

const RecordingInfo& HmtFile::info() const {
    return impl_->info;
}
std::uint32_t HmtFile::version() const {
    return impl_->index.version;
}
bool HmtFile::incomplete() const {
    return impl_->index.incomplete;
}
std::uint64_t HmtFile::file_bytes() const {
    return impl_->source->size();
}
const std::vector<HmtBlock>& HmtFile::blocks() const {
    return impl_->blocks;
}

void HmtFile::read_block(std::size_t i, RequestBlock& out, const std::stop_token& stop) const {
    impl_->decode(i, out, stop);
}

std::shared_ptr<const RecordedScene> HmtFile::read_scene(const JobContext& job) const {
    const SceneSummary& summary = impl_->info.scene;
    if (!summary.present) return nullptr;
    auto scene = std::make_shared<RecordedScene>();
    for (const ChunkEntry& entry : impl_->index.chunks) {
        if (entry.header.type != scene_chunk) continue;
        job.check();
        const BytesPlace place = entry.place(impl_->source->name());
        ByteReader head(entry.head, place);
        const ScenePart part = decode_scene_head(head);
        head.expect_end();
        const ChunkBody body = read_chunk(*impl_->source, entry);
        ByteReader in(body.bytes(), place);
        decode_scene_part(part, in, *scene);
    }
    scene->cameras = summary.cameras;
    scene->width = summary.width;
    scene->height = summary.height;
    scene->source_hash = summary.source_hash;
    check_scene(*scene, summary, {impl_->source->name(), "scene"});
    return scene;
}

std::vector<LaneTagRun> HmtFile::read_lane_tags(const JobContext& job) const {
    std::vector<LaneTagRun> runs;
    for (const ChunkEntry& entry : impl_->index.chunks) {
        if (entry.header.type != tag_chunk) continue;
        job.check();
        const BytesPlace place = entry.place(impl_->source->name());
        ByteReader head(entry.head, place);
        const std::uint32_t count = head.u32("a number of lane tags");
        head.expect_end();
        const ChunkBody body = read_chunk(*impl_->source, entry);
        ByteReader in(body.bytes(), place);
        decode_tags(in, count, runs);
    }
    std::stable_sort(runs.begin(), runs.end(), tag_order);
    return runs;
}

void HmtFile::validate(ThreadPool& pool, const JobContext& job) const {
    (void)read_scene(job);
    (void)read_lane_tags(job);
    job.begin("reading blocks", blocks().size(), "blocks");
    parallel_for(pool, blocks().size(), 1, [&](std::size_t begin, std::size_t end) {
        RequestBlock block;
        for (std::size_t i = begin; i < end; ++i) {
            job.check();
            read_block(i, block, job.stop);
            job.add(1);
        }
    });
}

} // namespace hitmap
