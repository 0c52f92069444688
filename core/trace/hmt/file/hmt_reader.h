#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/chunks/crc_check.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/model/launch_requests.h"
#include "core/trace/model/recording_part.h"
#include "core/trace/stream/request_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace hitmap {

/// One block of requests in the file, or what a part of the recording has of it.
struct HmtBlock {
    RequestIndex first_request;
    Position first_position;
    std::uint32_t requests = 0;
    std::uint64_t lane_accesses = 0;
};

/// Whether a file has the name of a recording: .hmt, or .hmt.part while it is being written.
[[nodiscard]] bool is_named_as_recording(const std::filesystem::path& path);
/// Whether the file begins as a recording does, independently of its name. Throws FileError.
[[nodiscard]] bool begins_as_recording(const ByteSource& source);

/// A recording opened for reading. The constructor reads only the table of contents and the small chunks, so
/// that it is fast for files of any size. Const functions are thread-safe.
class HmtFile {
public:
    /// Throws FileError for anything that is not a well-formed recording, and Cancelled. A file without a
    /// table of contents (an interrupted recording) is opened up to its last complete block; then
    /// incomplete() is true.
    explicit HmtFile(std::unique_ptr<ByteSource> source, const JobContext& job = {},
                     CrcCheck check = CrcCheck::on);
    ~HmtFile();
    HmtFile(HmtFile&&) noexcept;
    HmtFile& operator=(HmtFile&&) noexcept;

    /// A part of the recording as a recording of its own, which shares the file. Requests and positions are
    /// numbered from 0 again, and so are the lifetimes of allocations. Launches keep their numbers: those
    /// before the part have no requests, and those after it are left out. A part of launches has the requests
    /// with their numbers: if others ran at the same time, it leaves out those between. Allocations,
    /// instructions, scene and contents stay as they are. Lanes begin with the tags that they have at that
    /// time. The option part_option says which part it is. Only the blocks of the part are read: now those
    /// that are cut, which are the first and the last one unless requests between are left out, the others by
    /// read_block(). Throws FileError (the recording has no such requests, the file is broken), Cancelled.
    [[nodiscard]] HmtFile part(const RecordingPart& part, const JobContext& job = {}) const;
    [[nodiscard]] bool is_part() const;

    [[nodiscard]] const RecordingInfo& info() const;
    [[nodiscard]] std::uint32_t version() const;
    [[nodiscard]] bool incomplete() const;
    [[nodiscard]] std::uint64_t file_bytes() const;
    /// Name of the file for messages.
    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] const std::vector<HmtBlock>& blocks() const;
    /// The requests of each launch: [info().launches]. Files say them if they have several launches. For a
    /// file that does not, because it is incomplete or older, and for a part of launches that interleave, the
    /// first call counts them, which takes a part of the time of reading all blocks. Throws FileError,
    /// Cancelled.
    [[nodiscard]] const std::vector<LaunchRequests>& launch_requests(const JobContext& job = {}) const;

    /// Decodes block i and replaces `out` by it. Does not depend on other blocks. Throws FileError; Cancelled
    /// soon after `stop` was requested.
    void read_block(std::size_t i, RequestBlock& out, const std::stop_token& stop = {}) const;
    /// Decodes block i in small pieces and calls `visit` for each, until it returns false or the block ends.
    /// Faster than read_block(), and ends early. A piece is valid during its call. Throws what read_block()
    /// and `visit` throw.
    void read_pieces(std::size_t i, const std::function<bool(const RequestView&)>& visit,
                     const std::stop_token& stop = {}) const;
    /// Null if the recording has no scene. Throws FileError.
    [[nodiscard]] std::shared_ptr<const RecordedScene> read_scene(const JobContext& job = {}) const;
    /// As read_scene(), but its normals are empty, and are not checked: they take a quarter of the memory,
    /// and only shading needs them.
    [[nodiscard]] std::shared_ptr<const RecordedScene>
    read_scene_without_normals(const JobContext& job = {}) const;
    /// The normals of a scene that was read without them. Throws FileError.
    [[nodiscard]] RecordedNormals read_normals(const RecordedScene& scene, const JobContext& job = {}) const;
    /// RecordedScene::instance_faces of the scene, without the rest of it. Throws FileError.
    [[nodiscard]] std::vector<InstanceFaces> read_instance_faces() const;
    /// The number of normals that the scene has, as its parts say. Throws FileError.
    [[nodiscard]] std::uint64_t normal_count() const;
    /// All lane tags, sorted by launch, warp, lane, first request. Throws FileError.
    [[nodiscard]] std::vector<LaneTagRun> read_lane_tags(const JobContext& job = {}) const;

    /// The number of chunks of execution events; 0 if the recording has none.
    [[nodiscard]] std::size_t execution_chunks() const;
    /// Replaces `out` by the events of a chunk, in order, at least one. Throws FileError.
    void read_executions(std::size_t chunk, std::vector<BlockExecution>& out) const;
    /// The number of chunks of ray events; 0 if the recording has none.
    [[nodiscard]] std::size_t ray_chunks() const;
    /// Replaces `out` by the ray events of a chunk, in order, at least one. Throws FileError.
    void read_rays(std::size_t chunk, RayEvents& out) const;

    /// The frames of sums that the recording has in the place of requests; empty if it has requests.
    [[nodiscard]] const std::vector<RecordedFrame>& recorded_frames() const;
    /// Replaces `out` by the sums of a recorded frame, in order. Throws FileError.
    void read_sums(std::uint64_t frame, std::vector<RecordedSum>& out) const;

    /// Returns the sizes and check sums of all chunks, and which part of them this is: bytes that differ
    /// between recordings that differ, but do not take the time of reading them. They are those that the file
    /// stores: if its data are damaged, they are the same as before. See check_blocks().
    [[nodiscard]] std::vector<std::byte> checksums() const;

    /// Compares the bytes of all blocks with the check sums that the file stores, without decoding them.
    /// Other chunks are checked when they are read. Takes the time of reading the blocks from the disk once,
    /// not again after they were found to be sound, and little memory. Throws FileError as read_block() does
    /// for the first block that is damaged; Cancelled.
    void check_blocks(const JobContext& job = {}) const;

    /// Copies the file byte for byte, also if this is a part of it (see write_recording()). The caller calls
    /// out.commit(). Throws what `out` and reading throw; Cancelled.
    void copy_to(ByteSink& out, const JobContext& job = {}) const;

    /// The contents of an allocation; empty if the recording has none. info() leaves them out, because
    /// they can be large. Throws FileError.
    [[nodiscard]] std::vector<std::uint8_t> read_contents(AllocationIndex allocation) const;
    /// The memory of block i while it is decoded. If it is cut off by a part, that is more than it has left.
    [[nodiscard]] std::uint64_t decoded_bytes(std::size_t i) const;
    /// The range of block i in the file: first byte and one past the last.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> block_bytes(std::size_t i) const;

    /// Throws FileError if the file declares another number of element accesses before request `end` than
    /// `accesses`. The check is exact if a block ends at `end`; elsewhere it checks bounds.
    void check_accesses(RequestIndex end, std::uint64_t accesses) const;

    /// Reads the whole file and checks everything that can be checked (CRCs, counts, order, indices, element
    /// accesses). Throws FileError at the first error; being incomplete is one.
    void validate(ThreadPool& pool, const JobContext& job = {}) const;

private:
    class Impl;
    explicit HmtFile(std::unique_ptr<const Impl> impl);
    std::unique_ptr<const Impl> impl_;
};

/// The number of blocks that request_source() decodes ahead with a number of threads, unless it is given.
[[nodiscard]] unsigned usual_read_ahead(unsigned threads);

/// A source that returns the requests of a file in pieces of a block. Decodes ahead on `pool`, at most
/// `read_ahead` blocks (0: the usual number) and about 256 MiB. `file` and `pool` must outlive it.
/// @param scene  the result of file.read_scene(), if the caller has it; null: read on demand
[[nodiscard]] std::unique_ptr<RequestSource> request_source(const HmtFile& file, ThreadPool& pool,
                                                            unsigned read_ahead = 0,
                                                            std::shared_ptr<const RecordedScene> scene = {});

} // namespace hitmap
