#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/container/chunk.h"

#include <cstdint>
#include <vector>

/// Where the chunks of a file lie.
namespace hitmap::hmt {

struct ChunkEntry {
    ChunkHeader header;
    std::uint64_t offset = 0; ///< of the header in the file
    std::size_t number = 0;   ///< from 0
    Bytes head;

    [[nodiscard]] BytesPlace place(const std::string& file) const;
};

struct FileIndex {
    std::uint32_t version = 0;
    bool incomplete = false; ///< no table of contents: chunks up to the last whole one
    std::vector<ChunkEntry> chunks;
};

/// From the table of contents or, where there is none, by walking from chunk to chunk. Throws FileError,
/// Cancelled.
[[nodiscard]] FileIndex read_index(const ByteSource& source, const JobContext& job = {});

/// A chunk's body, inflated.
class ChunkBody {
public:
    ChunkBody(Bytes bytes, std::size_t skip) : bytes_(std::move(bytes)), skip_(skip) {}
    [[nodiscard]] std::span<const std::byte> bytes() const { return std::span(bytes_).subspan(skip_); }

private:
    Bytes bytes_;
    std::size_t skip_; ///< the head, where the body is plain
};
/// Reads, checks (header as in the index, CRC) and inflates. Throws FileError.
[[nodiscard]] ChunkBody read_chunk(const ByteSource& source, const ChunkEntry& entry);

} // namespace hitmap::hmt
