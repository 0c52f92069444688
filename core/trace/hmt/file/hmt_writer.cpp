#include "core/trace/hmt/file/hmt_writer.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/chunks/copy_codec.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/chunks/instance_codec.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/chunks/scene_codec.h"
#include "core/trace/hmt/chunks/sums_codec.h"
#include "core/trace/hmt/chunks/tag_codec.h"
#include "core/trace/hmt/events/execution_codec.h"
#include "core/trace/hmt/events/ray_codec.h"
#include "core/trace/hmt/file/write_checks.h"
#include "core/trace/hmt/file/written_events.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/launch_requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <optional>
#include <stop_token>
#include <utility>

namespace hitmap {

namespace {

using namespace hmt;

/// The largest block of a quickly written recording. Smaller blocks are distributed to the cores earlier, and
/// larger ones need fewer columns.
constexpr std::uint32_t quick_requests = 1U << 19;
constexpr std::uint32_t quick_lane_accesses = 1U << 21;

class HmtWriter : public RecordingSink {
public:
    HmtWriter(std::unique_ptr<ByteSink> out, const HmtWriteOptions& options, ThreadPool* pool,
              const JobContext& job)
        : out_(std::move(out)),
          job_(job),
          quick_(options.quick),
          level_(!options.deflate ? 0
                 : options.quick  ? 1
                                  : std::clamp(options.level, 1, 9)),
          tables_grow_(options.tables_grow),
          block_requests_(
              std::clamp(options.block_requests, 1U, quick_ ? quick_requests : max_block_requests)),
          block_lane_accesses_(quick_ ? quick_lane_accesses : max_block_lane_accesses),
          pool_(pool),
          pending_limit_(pool == nullptr ? 0 : std::size_t{pool->size()}) {}

    ~HmtWriter() override { stop_.request_stop(); } // pending blocks are of no use any more
    HmtWriter(const HmtWriter&) = delete;
    HmtWriter& operator=(const HmtWriter&) = delete;

    void begin(const RecordingInfo& info, const RecordedScene* scene) override;
    void begin_launch(const Launch& launch) override;
    void add(const Request& request) override;
    void tag(const LaneTagRun& run) override;
    void execute(const BlockExecution& event) override;
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override;
    void finish() override;
    void add_frame(std::span<const RecordedSum> sums) override;
    void add_instruction(const Instruction& instruction) override;
    void complete(const FinalTables& tables) override;

private:
    /// What the requests of a block refer to. A new version is made when instructions were added.
    struct BlockTables {
        explicit BlockTables(const RecordingInfo& info) : instructions(info.instructions), finder(info) {}
        std::vector<Instruction> instructions;
        ElementAccessFinder finder;
    };
    /// A block whose chunk is being packed, or another chunk that must be written after such a block. The
    /// group is the last member: its destructor waits for the task that uses the other members.
    struct PendingBlock {
        RequestBlock block;
        std::shared_ptr<const BlockTables> tables;
        BlockHead head;
        PackedChunk chunk;
        std::atomic<bool> is_begun = false; ///< a thread packs it or has packed it
        std::atomic<bool> is_packed = false;
        std::optional<TaskGroup> group;
    };

    void put(const PackedChunk& chunk);
    void put_in_order(PackedChunk chunk);
    void put_scene(const RecordedScene& scene);
    void put_contents(const RecordingInfo& info);
    void close_block();
    void put_added_instructions();
    void pack(PendingBlock& pending) const;
    void put_oldest_block();
    void put_tags();
    template <class Event>
    void note(Event& event);
    void put_events(std::optional<PackedChunk> chunk);
    void put_all_events();
    void put_toc();
    void put_launch_requests();

    std::unique_ptr<ByteSink> out_;
    JobContext job_;
    bool quick_;
    int level_;
    bool tables_grow_;
    std::uint32_t block_requests_;
    std::uint32_t block_lane_accesses_;
    ThreadPool* pool_;
    std::size_t pending_limit_;
    std::size_t counted_kinds_ = least_counted_kinds;

    std::uint64_t offset_ = 0;
    ByteWriter toc_;
    std::uint64_t chunk_count_ = 0;
    RecordingInfo info_; ///< the tables that requests refer to, and the totals so far
    std::size_t written_instructions_ = 0;
    std::shared_ptr<const BlockTables> tables_;
    std::uint64_t added_ = 0; ///< requests, including those that are not written yet
    LaunchCounter launches_;
    // One more than the largest numbers of SMs and warp slots in requests and events.
    std::uint32_t most_sms_ = 0;
    std::uint32_t most_slots_ = 0;
    RequestBlock block_;
    RequestBlock spare_; ///< empty, with the memory of a written block (quick)
    std::vector<LaneTagRun> tags_;
    WrittenEvents events_{info_, level_};
    std::stop_source stop_;
    std::deque<std::unique_ptr<PendingBlock>> pending_;
};

void HmtWriter::put(const PackedChunk& chunk) {
    ByteWriter header;
    write_header(chunk.header, header);
    out_->write(header.bytes());
    out_->write(chunk.payload);
    offset_ += header.size() + chunk.payload.size();
    toc_.raw(header.bytes());
    toc_.raw(std::span(chunk.payload).first(chunk.header.head_bytes));
    ++chunk_count_;
}

/// Writes a chunk after all pending blocks, so that the order of chunks does not depend on the number of
/// threads.
void HmtWriter::put_in_order(PackedChunk chunk) {
    if (pending_.empty())
        put(chunk);
    else
        pending_.emplace_back(std::make_unique<PendingBlock>())->chunk = std::move(chunk);
}

void HmtWriter::begin(const RecordingInfo& info, const RecordedScene* scene) {
    ByteWriter file;
    file.raw(std::as_bytes(std::span(magic)));
    counted_kinds_ = counted_kinds(info, scene);
    file.u32(counted_kinds_ > least_counted_kinds ? version : tables_grow_ ? growing_version : first_version);
    file.u32(0);
    out_->write(file.bytes());
    offset_ = file.size();

    info_ = info;
    info_.launches.clear();
    info_.requests = info_.lane_accesses = info_.executions = 0;
    info_.rays = {};
    info_.element_accesses = {};
    info_.sums = {};
    info_.scene = scene != nullptr ? scene->summary() : SceneSummary{};
    check_tables(info_);
    check_contents(info);
    if (scene != nullptr) {
        const BytesPlace place{"the recording", "scene"};
        check_scene(*scene, info_.scene, place, job_);
        check_normals(*scene, info_.scene, place, job_);
    }
    tables_ = std::make_shared<const BlockTables>(info_);
    written_instructions_ = info_.instructions.size();
    ByteWriter body;
    encode_info(info_, body);
    put(pack_chunk(info_chunk, 0, {}, body.bytes(), level_));
    if (info_.device.warp_size != warp_size) {
        ByteWriter lanes;
        encode_warp_size(info_.device, lanes);
        put(pack_chunk(warp_size_chunk, 0, {}, lanes.bytes(), level_));
    }
    if (!info_.basic_blocks.empty()) {
        ByteWriter blocks;
        encode_basic_blocks(info_.basic_blocks, blocks);
        put(pack_chunk(blocks_chunk, flag_optional, {}, blocks.bytes(), level_));
    }
    if (!info_.ray_places.empty()) {
        ByteWriter places;
        encode_ray_places(info_.ray_places, places);
        put(pack_chunk(ray_places_chunk, flag_optional, {}, places.bytes(), level_));
    }
    if (scene != nullptr && !scene->instance_faces.empty()) {
        ByteWriter instances;
        encode_instance_faces(scene->instance_faces, instances);
        put(pack_chunk(instances_chunk, flag_optional, {}, instances.bytes(), level_));
    }
    if (scene != nullptr && !scene->face_copies.empty()) {
        ByteWriter copies;
        encode_face_copies(scene->face_copies, copies);
        put(pack_chunk(copies_chunk, flag_optional, {}, copies.bytes(), level_));
    }
    put_contents(info);
    for (Allocation& allocation : info_.allocations)
        allocation.contents = {};
    if (scene != nullptr) put_scene(*scene);
}

void HmtWriter::put_scene(const RecordedScene& scene) {
    const auto pack_part = [&](const ScenePart& part, std::span<const std::byte> body) {
        job_.check();
        ByteWriter head;
        encode_scene_head(part, head);
        return pack_chunk(scene_chunk, 0, head.bytes(), body, level_);
    };
    encode_scene(scene, pool_, pack_part, [&](const PackedChunk& chunk) { put(chunk); });
    for (const PrimitiveBuffer& buffer : scene.primitives)
        encode_primitives(buffer, [&](const PrimitivePart& part, std::span<const std::byte> body) {
            job_.check();
            ByteWriter head;
            encode_primitive_head(part, head);
            put(pack_chunk(primitives_chunk, 0, head.bytes(), body, level_));
        });
}

void HmtWriter::put_contents(const RecordingInfo& info) {
    constexpr std::size_t part_bytes = std::size_t{1} << 24;
    for (std::uint32_t index = 0; index < info.allocations.size(); ++index) {
        const auto contents = std::as_bytes(std::span(info.allocations[index].contents));
        for (std::size_t first = 0; first < contents.size(); first += part_bytes) {
            ByteWriter head;
            head.u32(index);
            head.u64(first);
            put(pack_chunk(contents_chunk, flag_optional, head.bytes(),
                           contents.subspan(first, std::min(part_bytes, contents.size() - first)), level_));
        }
    }
}

void HmtWriter::begin_launch(const Launch& launch) {
    if (info_.launches.size() == RecordingLimits::launches)
        throw Error(fmt::format("expected at most {} launches, found another", RecordingLimits::launches));
    info_.launches.push_back(launch);
    info_.launches.back().first_request.value = added_;
    launches_.begin_launch(added_);
    ByteWriter body;
    encode_launch(info_.launches.back(), body);
    put_in_order(pack_chunk(launch_chunk, 0, {}, body.bytes(), level_));
}

void HmtWriter::add(const Request& request) {
    check_request(request, info_, added_);
    block_.append(request);
    launches_.add(request.launch, added_++);
    most_sms_ = std::max(most_sms_, request.sm + 1);
    most_slots_ = std::max(most_slots_, request.slot + 1);
    if (block_.entries.size() == block_requests_ ||
        block_.addresses.size() > block_lane_accesses_ - warp_size)
        close_block();
}

void HmtWriter::close_block() {
    if (block_.entries.empty()) return;
    put_added_instructions();
    auto& pending = *pending_.emplace_back(std::make_unique<PendingBlock>());
    pending.block = std::exchange(block_, std::exchange(spare_, {}));
    pending.tables = tables_;
    pending.head.first_request = added_ - pending.block.entries.size();
    pending.head.requests = static_cast<std::uint32_t>(pending.block.entries.size());
    pending.head.launches = static_cast<std::uint32_t>(info_.launches.size());
    pending.head.lane_accesses = pending.block.addresses.size();
    if (pool_ != nullptr) {
        pending.group.emplace(*pool_);
        pending.group->run([this, &pending] {
            pending.is_begun = true;
            pack(pending);
            pending.is_packed = true;
        });
    } else {
        pack(pending);
    }
    while (pending_.size() > pending_limit_)
        put_oldest_block();
    put_all_events(); // behind their requests, so that those of a truncated recording have theirs
}

void HmtWriter::pack(PendingBlock& pending) const {
    for (const auto& entry : pending.block.entries)
        pending.tables->finder.add_counts(entry.instruction, entry.mask,
                                          pending.block.addresses.data() + entry.first_address,
                                          pending.head.element_accesses);
    const Bytes body = encode_block(pending.block, pending.tables->instructions, quick_, stop_.get_token());
    ByteWriter head;
    encode_block_head(pending.head, counted_kinds_, head);
    pending.chunk = pack_chunk(request_chunk, 0, head.bytes(), body, level_);
    if (quick_)
        pending.block.clear();
    else
        pending.block = {};
}

void HmtWriter::put_oldest_block() {
    const auto oldest = std::move(pending_.front());
    pending_.pop_front();
    if (oldest->group) {
        // While another thread packs it, this thread packs one that no thread has begun, if there is one.
        if (oldest->is_begun && !oldest->is_packed)
            if (const auto next = std::ranges::find_if(
                    pending_, [](const auto& each) { return each->group && !each->is_begun; });
                next != pending_.end())
                (*next)->group->wait();
        oldest->group->wait();
    }
    put(oldest->chunk);
    if (oldest->head.requests != 0) spare_ = std::move(oldest->block);
    info_.requests += oldest->head.requests;
    info_.lane_accesses += oldest->head.lane_accesses;
    for (std::size_t kind = 0; kind < info_.element_accesses.size(); ++kind)
        info_.element_accesses[kind] += oldest->head.element_accesses[kind];
}

void HmtWriter::tag(const LaneTagRun& run) {
    check_tag(run, info_);
    tags_.push_back(run);
    tags_.back().first_request.value = added_;
    if (tags_.size() == max_chunk_tags) put_tags();
}

void HmtWriter::put_tags() {
    if (tags_.empty()) return;
    ByteWriter head;
    head.u32(static_cast<std::uint32_t>(tags_.size()));
    const Bytes body = encode_tags(tags_);
    PackedChunk chunk = pack_chunk(tag_chunk, flag_optional, head.bytes(), body, level_);
    if (!tag_count_allowed(tags_.size(), chunk.payload.size()))
        chunk = pack_chunk(tag_chunk, flag_optional, head.bytes(), body, 0);
    put_in_order(std::move(chunk));
    tags_.clear();
}

void HmtWriter::execute(const BlockExecution& event) {
    check_event(event, info_, info_.executions);
    BlockExecution numbered = event;
    note(numbered);
    ++info_.executions;
    put_events(events_.add(numbered));
}

void HmtWriter::trace_rays(const RayEvent& event, const RayLanes& lanes) {
    check_event(event, lanes, info_);
    RayEvent numbered = event;
    note(numbered);
    info_.rays.add(numbered);
    put_events(events_.add(numbered, lanes));
}

/// Says which request an event comes before.
template <class Event>
void HmtWriter::note(Event& event) {
    most_sms_ = std::max(most_sms_, event.sm + 1);
    most_slots_ = std::max(most_slots_, event.slot + 1);
    event.request.value = added_;
}

void HmtWriter::put_events(std::optional<PackedChunk> chunk) {
    if (!chunk) return;
    put_in_order(std::move(*chunk));
    constexpr std::size_t waiting_chunks = 16; // events without requests must not wait in memory for ever
    while (pending_.size() > pending_limit_ + waiting_chunks)
        put_oldest_block();
}

void HmtWriter::put_all_events() {
    put_events(events_.take_executions());
    put_events(events_.take_rays());
}

void HmtWriter::add_frame(std::span<const RecordedSum> sums) {
    if (!tables_grow_) return RecordingSink::add_frame(sums);
    if (info_.launches.empty() || added_ != 0)
        throw Error("expected sums of a launch in a recording without requests, found others");
    if (info_.sums.frames == RecordingLimits::recorded_frames)
        throw Error(
            fmt::format("expected at most {} frames, found another", RecordingLimits::recorded_frames));
    check_frame(sums, tables_->finder);
    SumsHead head;
    head.launch = static_cast<std::uint32_t>(info_.launches.size()) - 1;
    head.frame = static_cast<std::uint32_t>(info_.sums.frames++);
    do { // A frame without sums has a chunk, too.
        job_.check();
        const auto some = sums.first(std::min<std::size_t>(sums.size(), max_chunk_sums));
        head.sums = {};
        for (const RecordedSum& sum : some)
            ++head.sums[sum.kind];
        ByteWriter encoded;
        encode_sums_head(head, counted_kinds_, encoded);
        put_in_order(pack_chunk(sums_chunk, 0, encoded.bytes(), encode_sums(some), level_));
        sums = sums.subspan(some.size());
    } while (!sums.empty());
}

void HmtWriter::add_instruction(const Instruction& instruction) {
    if (!tables_grow_) return RecordingSink::add_instruction(instruction);
    check_added(instruction, info_);
    info_.instructions.push_back(instruction);
}

/// Writes the instructions that were added since the last block.
void HmtWriter::put_added_instructions() {
    if (written_instructions_ == info_.instructions.size()) return;
    ByteWriter body;
    encode_instructions(std::span(info_.instructions).subspan(written_instructions_), body);
    put_in_order(pack_chunk(instructions_chunk, 0, {}, body.bytes(), level_));
    written_instructions_ = info_.instructions.size();
    tables_ = std::make_shared<const BlockTables>(info_);
}

void HmtWriter::complete(const FinalTables& tables) {
    if (!tables_grow_) return RecordingSink::complete(tables);
    if (tables.launches.size() != info_.launches.size())
        throw Error(
            fmt::format("expected {} launches, found {}", info_.launches.size(), tables.launches.size()));
    if (tables.device.warp_size != info_.device.warp_size)
        throw Error(fmt::format("expected a device with {} lanes of a warp, as at the beginning, found {}",
                                info_.device.warp_size, tables.device.warp_size));
    const auto check_least = [](std::string_view what, std::uint32_t used, std::uint32_t count) {
        if (count != 0 && count < used)
            throw Error(
                fmt::format("expected at least {} {}, as requests have, found {}", used, what, count));
    };
    check_least("SMs", most_sms_, tables.device.sm_count);
    check_least("warp slots of an SM", most_slots_, tables.device.warp_slots_per_sm);
    close_block();
    put_added_instructions();
    const std::size_t first_option = info_.options.size();
    info_.options.insert(info_.options.end(), tables.options.begin(), tables.options.end());
    info_.device = tables.device;
    for (std::size_t i = 0; i < tables.launches.size(); ++i) {
        const RequestIndex first = info_.launches[i].first_request;
        info_.launches[i] = tables.launches[i];
        info_.launches[i].first_request = first;
    }
    check_tables(info_);
    ByteWriter body;
    encode_final(info_, first_option, body);
    put_in_order(pack_chunk(final_chunk, 0, {}, body.bytes(), level_));
}

/// Of a single launch, the number of requests is known.
void HmtWriter::put_launch_requests() {
    if (info_.launches.size() < 2 || info_.has_sums()) return;
    ByteWriter body;
    encode_launch_requests(launches_.launches(), info_.launches, body);
    put(pack_chunk(launch_requests_chunk, flag_optional, {}, body.bytes(), level_));
}

void HmtWriter::put_toc() {
    ByteWriter body;
    body.varint(chunk_count_);
    body.raw(toc_.bytes());
    const std::uint64_t toc_offset = offset_;
    put(pack_chunk(toc_chunk, 0, {}, body.bytes(), level_));
    ByteWriter trailer;
    trailer.u64(toc_offset);
    trailer.u64(offset_ + trailer_bytes);
    trailer.u32(crc32_of(trailer.bytes()));
    trailer.u32(trailer_magic);
    out_->write(trailer.bytes());
}

void HmtWriter::finish() {
    close_block();
    while (!pending_.empty())
        put_oldest_block();
    put_all_events();
    put_tags();
    put_launch_requests();
    put_toc();
    out_->commit();
}

} // namespace

std::unique_ptr<RecordingSink> write_hmt(std::unique_ptr<ByteSink> out, const HmtWriteOptions& options,
                                         ThreadPool* pool, const JobContext& job) {
    return std::make_unique<HmtWriter>(std::move(out), options, pool, job);
}

} // namespace hitmap
