#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/chunks/chunk.h"

#include <cstdint>
#include <vector>

/// The positions of the chunks in a file.
namespace hitmap::hmt {

struct ChunkEntry {
    ChunkHeader header;
    std::uint64_t offset = 0; ///< offset of the chunk's header in the file
    std::size_t number = 0;   ///< from 0
    Bytes head;
    CrcCheck check = CrcCheck::on;

    [[nodiscard]] BytesPlace place(const std::string& file) const;
};

struct FileIndex {
    std::uint32_t version = 0;
    /// The file has no table of contents; chunks are listed up to the last complete one.
    bool incomplete = false;
    std::vector<ChunkEntry> chunks;
};

/// Reads the table of contents or, if there is none, walks from chunk to chunk. Throws FileError,
/// Cancelled.
/// @param check  for the index, and for its chunks when they are read
[[nodiscard]] FileIndex read_index(const ByteSource& source, const JobContext& job = {},
                                   CrcCheck check = CrcCheck::on);

/// The inflated body of a chunk.
class ChunkBody {
public:
    ChunkBody(Bytes bytes, std::size_t skip) : bytes_(std::move(bytes)), skip_(skip) {}
    [[nodiscard]] std::span<const std::byte> bytes() const { return std::span(bytes_).subspan(skip_); }

private:
    Bytes bytes_;
    std::size_t skip_; ///< size of the head, which precedes a stored body
};
/// Reads a chunk, checks it (header as in the index, CRC) and inflates it. Throws FileError.
[[nodiscard]] ChunkBody read_chunk(const ByteSource& source, const ChunkEntry& entry);
/// Reads a chunk in small pieces and checks what read_chunk() checks before it inflates, with the same
/// errors. Adds the bytes to the progress. Throws FileError, Cancelled.
void check_chunk(const ByteSource& source, const ChunkEntry& entry, const JobContext& job = {});

} // namespace hitmap::hmt
