#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace hitmap {

/// One block of requests in the file.
struct HmtBlock {
    RequestIndex first_request;
    Position first_position;
    std::uint32_t requests = 0;
    std::uint64_t lane_accesses = 0;
};

/// Whether a file is named as recordings are: .hmt, also while it is being written (.hmt.part).
[[nodiscard]] bool is_named_as_recording(const std::filesystem::path& path);
/// Whether it begins as recordings do, whatever its name is. Throws FileError.
[[nodiscard]] bool begins_as_recording(const ByteSource& source);

/// A recording opened for reading. The constructor reads the table of contents and the small chunks only, so
/// that it is quick on files of any size. Const functions are thread-safe.
class HmtFile {
public:
    /// Throws FileError for anything that is not a well-formed recording. A `.part` without a table of
    /// contents (an interrupted recording) opens up to its last whole block; then incomplete() is true.
    /// Throws Cancelled, too.
    explicit HmtFile(std::unique_ptr<ByteSource> source, const JobContext& job = {});
    ~HmtFile();
    HmtFile(HmtFile&&) noexcept;
    HmtFile& operator=(HmtFile&&) noexcept;

    [[nodiscard]] const RecordingInfo& info() const;
    [[nodiscard]] std::uint32_t version() const;
    [[nodiscard]] bool incomplete() const;
    [[nodiscard]] std::uint64_t file_bytes() const;
    /// Of the file, for messages.
    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] const std::vector<HmtBlock>& blocks() const;

    /// Decodes block i into `out` (replaced). Needs no other block. Throws FileError; Cancelled soon after
    /// `stop` was requested.
    void read_block(std::size_t i, RequestBlock& out, const std::stop_token& stop = {}) const;
    /// Null where the recording has no scene. Throws FileError.
    [[nodiscard]] std::shared_ptr<const RecordedScene> read_scene(const JobContext& job = {}) const;
    /// All lane tags, sorted by launch, warp, lane, first request. Throws FileError.
    [[nodiscard]] std::vector<LaneTagRun> read_lane_tags(const JobContext& job = {}) const;

    /// Writes the file as it is, byte for byte; out.commit() is the caller's. Throws what `out` and reading
    /// throw; Cancelled.
    void copy_to(ByteSink& out, const JobContext& job = {}) const;

    /// Contents of an allocation, empty where the recording has none: info() leaves them out, since they can
    /// be large. Throws FileError.
    [[nodiscard]] std::vector<std::uint8_t> read_contents(AllocationIndex allocation) const;
    /// Where block i lies in the file: first byte and one past the last.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> block_bytes(std::size_t i) const;

    /// Throws FileError where the file says otherwise than that the requests before `end` have `accesses`
    /// element accesses. Exact where a block ends, a bound elsewhere.
    void check_accesses(RequestIndex end, std::uint64_t accesses) const;

    /// Reads everything and checks what can be checked (CRCs, counts, order, indices, element accesses).
    /// Throws FileError at the first fault; an incomplete recording is one.
    void validate(ThreadPool& pool, const JobContext& job = {}) const;

private:
    class Impl;
    std::unique_ptr<const Impl> impl_;
};

/// The requests of a file as a source, in pieces of a block; decodes ahead on `pool`, at most `read_ahead`
/// blocks (0: one more than the pool has cores) and about 256 MiB at a time. `file` and `pool` outlive it.
/// @param scene  what file.read_scene() gave, where it was called already; null: read when it is asked for
[[nodiscard]] std::unique_ptr<RequestSource> request_source(const HmtFile& file, ThreadPool& pool,
                                                            unsigned read_ahead = 0,
                                                            std::shared_ptr<const RecordedScene> scene = {});

} // namespace hitmap
