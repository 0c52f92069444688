#pragma once

#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The decoded requests of a recording, kept in memory while the recording is read for the first time, so
/// that further simulations need not decode them again.
class KeptRequests {
public:
    /// The memory that the requests of a recording take if this much may be taken, in bytes; 0: they are not
    /// kept.
    [[nodiscard]] static std::uint64_t estimated_bytes(const RecordingInfo& info, std::uint64_t most_bytes);

    /// @param file        must outlive this
    /// @param most_bytes  of memory; if the requests take more, none is kept
    KeptRequests(const HmtFile& file, std::uint64_t most_bytes);

    /// The requests of the recording, as request_source() has them. They are kept when a source is read to
    /// its end. Sources must not be read at the same time before; `pool` must outlive the source.
    [[nodiscard]] std::unique_ptr<RequestSource> source(ThreadPool& pool);

private:
    class Keeping;
    class Kept;

    void keep(const RequestBlock& block);
    void drop();

    const HmtFile& file_;
    std::uint64_t most_bytes_;
    std::uint64_t bytes_ = 0;
    bool is_complete_ = false;
    std::vector<RequestBlock> blocks_;
};

} // namespace hitmap
