#include "core/base/error.h"
#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/chunks/tag_codec.h"
#include "core/trace/hmt/file/hmt_file_impl.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace hitmap {

bool is_named_as_recording(const std::filesystem::path& path) {
    std::filesystem::path whole = path;
    if (whole.extension() == ".part") {
        whole = whole.stem();
        const std::string number = whole.extension().string(); // number of a second writer: "a.hmt.2.part"
        if (number.size() > 1 && number.find_first_not_of("0123456789", 1) == std::string::npos)
            whole = whole.stem();
    }
    return whole.extension() == ".hmt";
}

bool begins_as_recording(const ByteSource& source) {
    std::array<std::uint8_t, hmt::magic.size()> found{};
    if (source.size() < found.size()) return false;
    source.read(0, std::as_writable_bytes(std::span(found)));
    return found == hmt::magic;
}

using namespace hmt;

namespace {

bool is_table(ChunkType type) {
    return type == info_chunk || type == warp_size_chunk || type == launch_chunk ||
           type == instructions_chunk || type == blocks_chunk || type == ray_places_chunk ||
           type == final_chunk;
}

} // namespace

HmtFile::Impl::Impl(std::unique_ptr<ByteSource> bytes, const JobContext& job, CrcCheck check)
    : source(std::move(bytes)), index(std::make_shared<const FileIndex>(read_index(*source, job, check))) {
    read_tables(job);
    info.incomplete = index->incomplete;
    read_primitive_heads();
    read_block_heads(job);
    read_sums_heads(job);
    check_launches();
    read_launch_requests();
    read_event_heads(job);
    try {
        check_tables(info);
    } catch (const Error& error) {
        fail("tables", error.what());
    }
}

void HmtFile::Impl::fail(std::string_view place, std::string_view message) const {
    throw FileError(source->name(), place, message);
}

void HmtFile::Impl::read_tables(const JobContext& job) {
    if (index->chunks.empty() || index->chunks.front().header.type != info_chunk)
        throw FileError(source->name(), fmt::format("byte {}", file_header_bytes),
                        index->chunks.empty()
                            ? std::string("expected an information chunk, found the end of the file")
                            : fmt::format("expected an information chunk, found a {} chunk",
                                          name_of(index->chunks.front().header.type)));
    bool completed = false;
    std::size_t escaped_texts = 0;
    for (const ChunkEntry& entry : index->chunks) {
        job.check();
        const BytesPlace place = entry.place(source->name());
        if (entry.header.type == info_chunk && &entry != &index->chunks.front())
            throw FileError(place.file, place.place, "expected one information chunk, found another");
        if (!is_table(entry.header.type)) continue;
        if (completed)
            throw FileError(place.file, place.place, "expected no table after the final tables, found one");
        const ChunkBody body = read_chunk(*source, entry);
        ByteReader in(body.bytes(), place);
        if (entry.header.type == info_chunk) {
            info = decode_info(in);
        } else if (entry.header.type == warp_size_chunk) {
            decode_warp_size(in, info.device);
        } else if (entry.header.type == launch_chunk) {
            info.launches.push_back(decode_launch(in));
        } else if (entry.header.type == instructions_chunk) {
            decode_instructions(in, info.instructions);
        } else if (entry.header.type == blocks_chunk) {
            if (!info.basic_blocks.empty()) in.fail("expected one table of basic blocks, found another");
            info.basic_blocks = decode_basic_blocks(in);
        } else if (entry.header.type == ray_places_chunk) {
            if (!info.ray_places.empty()) in.fail("expected one table of places of rays, found another");
            info.ray_places = decode_ray_places(in);
        } else {
            decode_final(in, info);
            completed = true;
        }
        in.expect_end();
        escaped_texts += in.escaped_texts();
    }
    if (escaped_texts != 0 && info.options.size() < RecordingLimits::table_rows)
        info.options.emplace_back(
            import_warning_option,
            fmt::format("names that are not UTF-8, with \\xHH for their other bytes: {}", escaped_texts));
}

void HmtFile::Impl::read_block_heads(const JobContext& job) {
    for (const ChunkEntry& entry : index->chunks) {
        job.check();
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
        add_block(head, entry);
    }
    count_positions();
}

void HmtFile::Impl::add_block(const BlockHead& head, const ChunkEntry& entry) {
    heads.push_back(head);
    requests.push_back(&entry);
    blocks.push_back({RequestIndex(head.first_request), Position(0), head.requests, head.lane_accesses});
    info.requests += head.requests;
    info.lane_accesses += head.lane_accesses;
    for (std::size_t kind = 0; kind < info.element_accesses.size(); ++kind)
        info.element_accesses[kind] += head.element_accesses[kind];
}

void HmtFile::Impl::count_positions() {
    std::uint64_t accesses = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].first_position.value = info.axis_is_requests() ? heads[i].first_request : accesses;
        for (const std::uint64_t n : heads[i].element_accesses)
            accesses += n;
        accesses_up_to.push_back(accesses);
    }
}

void HmtFile::Impl::read_sums_heads(const JobContext& job) {
    for (const ChunkEntry& entry : index->chunks) {
        job.check();
        if (entry.header.type != sums_chunk) continue;
        if (!blocks.empty())
            fail(entry.place(source->name()).place,
                 "expected requests or sums in the place of requests, found both");
        sums.add(*source, entry, info.launches.size());
    }
    info.sums = sums.summary();
}

void HmtFile::Impl::read_event_heads(const JobContext& job) {
    for (const ChunkEntry& entry : index->chunks) {
        job.check();
        if (entry.header.type == executions_chunk) executions.add(*source, entry, info);
        if (entry.header.type == rays_chunk) rays.add(*source, entry, info);
    }
    info.executions = executions.counts();
    info.rays = rays.counts();
}

BlockHead HmtFile::Impl::head_in_file(std::size_t i) const {
    ByteReader in(requests.at(i)->head, requests[i]->place(source->name()));
    return decode_block_head(in);
}

void HmtFile::Impl::decode(std::size_t i, RequestBlock& out, const std::stop_token& stop) const {
    const ChunkEntry& entry = *requests[i];
    const ChunkBody body = read_chunk(*source, entry);
    const BlockHead head = head_in_file(i);
    decode_block(body.bytes(), head, limits_of(head), entry.place(source->name()), out, stop);
    if (is_part) reduce_to_part(i, head, out);
}

RequestLimits HmtFile::Impl::limits_of(const BlockHead& in_file) const {
    return {in_file.launches, static_cast<std::uint32_t>(info.instructions.size()), info.device.sm_count,
            info.device.warp_slots_per_sm, all_lanes(info.device.warp_size)};
}

void HmtFile::Impl::decode_pieces(std::size_t i, const PieceVisitor& visit,
                                  const std::stop_token& stop) const {
    // So that the addresses of a piece, at most 256 KiB, stay in the second cache of a core.
    constexpr std::uint32_t piece_requests = 1024;
    const ChunkEntry& entry = *requests[i];
    const ChunkBody body = read_chunk(*source, entry);
    const BlockHead head = head_in_file(i);
    RequestBlock kept;
    const auto visit_part = [&](const RequestView& piece) {
        const RequestView reduced = reduced_to_part(i, piece, kept);
        return (reduced.entries.empty() || visit(reduced)) &&
               piece.first_request.value + piece.entries.size() < end_request;
    };
    RequestBlock out;
    hmt::decode_pieces(body.bytes(), head, limits_of(head), entry.place(source->name()), piece_requests, out,
                       is_part ? PieceVisitor(visit_part) : visit, stop);
}

HmtFile::HmtFile(std::unique_ptr<ByteSource> source, const JobContext& job, CrcCheck check)
    : impl_(std::make_unique<const Impl>(std::move(source), job, check)) {}
HmtFile::HmtFile(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
HmtFile::~HmtFile() = default;
HmtFile::HmtFile(HmtFile&&) noexcept = default;
HmtFile& HmtFile::operator=(HmtFile&&) noexcept = default;

const RecordingInfo& HmtFile::info() const {
    return impl_->info;
}
std::uint32_t HmtFile::version() const {
    return impl_->index->version;
}
bool HmtFile::incomplete() const {
    return impl_->info.incomplete;
}
bool HmtFile::is_part() const {
    return impl_->is_part;
}
std::uint64_t HmtFile::file_bytes() const {
    return impl_->source->size();
}
const std::string& HmtFile::name() const {
    return impl_->source->name();
}
const std::vector<HmtBlock>& HmtFile::blocks() const {
    return impl_->blocks;
}

std::vector<std::byte> HmtFile::checksums() const {
    ByteWriter sums;
    sums.u32(impl_->index->version);
    for (const ChunkEntry& entry : impl_->index->chunks)
        write_header(entry.header, sums);
    for (const HmtBlock& block : impl_->blocks) {
        sums.u64(block.first_request.value);
        sums.u64(block.first_position.value);
        sums.u32(block.requests);
        sums.u64(block.lane_accesses);
    }
    for (const std::uint64_t each : impl_->part_key)
        sums.u64(each);
    return sums.take();
}

void HmtFile::check_blocks(const JobContext& job) const {
    if (impl_->blocks_are_sound) return;
    std::uint64_t bytes = 0;
    for (const ChunkEntry* entry : impl_->requests)
        bytes += entry->header.stored_bytes;
    job.begin("checking the recording", bytes, "bytes");
    for (const ChunkEntry* entry : impl_->requests)
        check_chunk(*impl_->source, *entry, job);
    impl_->blocks_are_sound = true;
}

void HmtFile::copy_to(ByteSink& out, const JobContext& job) const {
    constexpr std::uint64_t piece = 1U << 20; // bytes between two checks for cancellation
    std::vector<std::byte> bytes;
    for (std::uint64_t at = 0; at < file_bytes(); at += bytes.size()) {
        job.check();
        bytes.resize(std::min(piece, file_bytes() - at));
        impl_->source->read(at, bytes);
        out.write(bytes);
        job.add(bytes.size());
    }
}

void HmtFile::read_block(std::size_t i, RequestBlock& out, const std::stop_token& stop) const {
    impl_->decode(i, out, stop);
}

void HmtFile::read_pieces(std::size_t i, const std::function<bool(const RequestView&)>& visit,
                          const std::stop_token& stop) const {
    impl_->decode_pieces(i, visit, stop);
}

std::vector<LaneTagRun> HmtFile::read_lane_tags(const JobContext& job) const {
    std::vector<LaneTagRun> runs;
    for (const ChunkEntry& entry : impl_->index->chunks) {
        if (entry.header.type != tag_chunk) continue;
        job.check();
        const BytesPlace place = entry.place(impl_->source->name());
        ByteReader head(entry.head, place);
        const std::uint32_t count = head.u32("a number of lane tags");
        if (!tag_count_allowed(count, entry.header.stored_bytes))
            head.fail(
                fmt::format("expected at most {} lane tags in {} bytes, found {}",
                            std::min<std::uint64_t>(max_chunk_tags, 256 + 16 * entry.header.stored_bytes),
                            entry.header.stored_bytes, count));
        head.expect_end();
        const ChunkBody body = read_chunk(*impl_->source, entry);
        ByteReader in(body.bytes(), place);
        const std::size_t before = runs.size();
        decode_tags(in, count, runs);
        if (impl_->is_part) impl_->drop_tags_outside(runs, before);
    }
    std::stable_sort(runs.begin(), runs.end(), tag_order);
    if (impl_->is_part) impl_->reduce_to_part(runs);
    return runs;
}

std::size_t HmtFile::execution_chunks() const {
    return impl_->executions.size();
}

void HmtFile::read_executions(std::size_t chunk, std::vector<BlockExecution>& out) const {
    impl_->read_events(impl_->executions, chunk, out);
}

std::size_t HmtFile::ray_chunks() const {
    return impl_->rays.size();
}

void HmtFile::read_rays(std::size_t chunk, RayEvents& out) const {
    impl_->read_events(impl_->rays, chunk, out);
}

const std::vector<RecordedFrame>& HmtFile::recorded_frames() const {
    return impl_->sums.frames();
}

void HmtFile::read_sums(std::uint64_t frame, std::vector<RecordedSum>& out) const {
    impl_->sums.read(*impl_->source, frame, impl_->info, out);
}

std::vector<std::uint8_t> HmtFile::read_contents(AllocationIndex allocation) const {
    std::vector<std::uint8_t> contents;
    const std::uint64_t bytes = impl_->info.allocations.at(allocation.value).bytes;
    for (const ChunkEntry& entry : impl_->index->chunks) {
        if (entry.header.type != contents_chunk) continue;
        const BytesPlace place = entry.place(impl_->source->name());
        ByteReader head(entry.head, place);
        const std::uint32_t index = head.u32("an allocation");
        const std::uint64_t first = head.u64("a first byte");
        head.expect_end();
        if (index >= impl_->info.allocations.size())
            head.fail(fmt::format("expected an allocation below {}, found {}", impl_->info.allocations.size(),
                                  index));
        if (index != allocation.value) continue;
        if (first != contents.size() || entry.header.plain_bytes > bytes - first)
            head.fail(fmt::format("expected contents from byte {} to at most {}, found {} from {}",
                                  contents.size(), bytes, entry.header.plain_bytes, first));
        const ChunkBody body = read_chunk(*impl_->source, entry);
        for (const std::byte b : body.bytes())
            contents.push_back(static_cast<std::uint8_t>(b));
    }
    return contents;
}

const std::vector<LaunchRequests>& HmtFile::launch_requests(const JobContext& job) const {
    return impl_->launch_requests(job);
}

void HmtFile::check_accesses(RequestIndex end, std::uint64_t accesses) const {
    impl_->check_accesses(end.value, accesses);
}

HmtFile HmtFile::part(const RecordingPart& part, const JobContext& job) const {
    return HmtFile(std::make_unique<const Impl>(*impl_, part, job));
}

std::uint64_t HmtFile::decoded_bytes(std::size_t i) const {
    const BlockHead head = impl_->head_in_file(i);
    return head.requests * sizeof(RequestBlock::Entry) + head.lane_accesses * sizeof(std::uint64_t);
}

std::pair<std::uint64_t, std::uint64_t> HmtFile::block_bytes(std::size_t i) const {
    const ChunkEntry& entry = *impl_->requests.at(i);
    return {entry.offset, entry.offset + ChunkHeader::bytes + entry.header.stored_bytes};
}

void HmtFile::validate(ThreadPool& pool, const JobContext& job) const {
    impl_->check_complete();
    impl_->check_tags(read_lane_tags(job));
    impl_->check_all_events(job);
    static_cast<void>(read_scene(job));
    for (std::uint32_t i = 0; i < info().allocations.size(); ++i)
        impl_->check_contents(i, read_contents(AllocationIndex(i)).size());
    impl_->sums.check_distinct(*impl_->source, info(), job);
    const ElementAccessFinder finder(info());
    job.begin("reading blocks", blocks().size(), "blocks");
    parallel_for(pool, blocks().size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            job.check();
            PerKind<std::uint64_t> found;
            const auto check = [&](const RequestView& piece) {
                impl_->check_requests(i, piece, finder, found);
                return true;
            };
            read_pieces(i, check, job.stop);
            impl_->check_counts(i, found);
            job.add(1);
        }
    });
    impl_->check_launch_counts(job);
}

} // namespace hitmap
