#pragma once

#include "core/jobs/progress.h"
#include "core/trace/hmt/container/hmt_index.h"
#include "core/trace/model/recorded_sums.h"
#include "core/trace/model/recording.h"

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

    /// Replaces `out` by the sums of a frame. Throws FileError.
    void read(const ByteSource& source, std::uint64_t frame, const RecordingInfo& info,
              std::vector<RecordedSum>& out) const;
    /// Reads all frames. Throws FileError if one has several sums of an element; Cancelled.
    void check_distinct(const ByteSource& source, const RecordingInfo& info, const JobContext& job) const;

private:
    SumsSummary summary_;
    std::vector<RecordedFrame> frames_;
    std::vector<std::size_t> first_chunk_; ///< [frames] in chunks_
    std::vector<const ChunkEntry*> chunks_;
};

} // namespace hitmap::hmt
