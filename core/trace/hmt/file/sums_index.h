#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/chunks/hmt_index.h"
#include "core/trace/model/recorded_sums.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap::hmt {

/// The chunks of recorded sums in a file.
class SumsIndex {
public:
    /// Adds the next chunk of sums. Throws FileError (frames that do not follow one another, a launch that
    /// the recording does not have).
    void add(const ByteSource& source, const ChunkEntry& entry, std::size_t launches);
    [[nodiscard]] const SumsSummary& summary() const { return summary_; }
    /// [frames]
    [[nodiscard]] const std::vector<RecordedFrame>& frames() const { return frames_; }

    /// The frames first, ..., last - 1, numbered from 0 again.
    [[nodiscard]] SumsIndex part(std::size_t first, std::size_t last) const;

    /// Replaces `out` by the sums of a frame. Throws FileError.
    void read(const ByteSource& source, std::uint64_t frame, const RecordingInfo& info,
              std::vector<RecordedSum>& out) const;
    /// Reads all frames. Throws FileError if one has several sums of an element; Cancelled.
    void check_distinct(const ByteSource& source, const RecordingInfo& info, const JobContext& job) const;

private:
    struct Chunk {
        const ChunkEntry* entry;
        PerKind<std::uint32_t> sums{}; ///< numbers by ElementKind id
    };
    void add(const ChunkEntry& entry, const PerKind<std::uint32_t>& sums);
    [[nodiscard]] std::size_t end_of(std::size_t frame) const {
        return frame + 1 < first_chunk_.size() ? first_chunk_[frame + 1] : chunks_.size();
    }

    SumsSummary summary_;
    std::vector<RecordedFrame> frames_;
    std::vector<std::size_t> first_chunk_; ///< [frames] in chunks_
    std::vector<Chunk> chunks_;
};

} // namespace hitmap::hmt
