#pragma once

#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// The first entries of the traversal stack in shared memory, and only the others in local memory.
struct ShortStack {
    std::size_t allocation = 0; ///< of the stack
    std::uint32_t entries = 0;  ///< in shared memory
};

/// Entries of a short stack that is tried. With 16 bytes each and 1024 threads on an SM, they take the 64 KiB
/// of shared memory that most GPUs have.
inline constexpr std::uint32_t short_stack_entries = 4;

/// The short stack that a recording could have. No value if it has no stack whose entries are known, or if
/// its allocations do not live from the beginning to the end, since their lifetimes count requests.
[[nodiscard]] std::optional<ShortStack> short_stack_of(const RecordingInfo& info);

/// The requests of another source without the lanes that access the entries in shared memory, which is no
/// memory that caches serve. Requests that have no lane left are left out. It has no lane tags, which count
/// requests.
class ShortStackSource final : public RequestSource {
public:
    /// @param source  must outlive it
    ShortStackSource(RequestSource& source, const ShortStack& stack);
    [[nodiscard]] const RecordingInfo& info() const override { return source_.info(); }
    [[nodiscard]] std::string name() const override { return source_.name(); }
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(const JobContext& job) override {
        return source_.scene(job);
    }
    void read_ahead() override { source_.read_ahead(); }
    bool next(RequestBlock& block, const std::stop_token& stop) override;
    void rewind() override;

private:
    void append(const RequestBlock::Entry& entry, RequestBlock& block) const;

    RequestSource& source_;
    std::vector<std::uint8_t> is_local_; ///< [info.instructions]
    std::uint64_t first_;                ///< offsets in local memory that are in shared memory instead
    std::uint64_t end_;
    RequestBlock read_;
    std::uint64_t requests_ = 0; ///< that were passed on
};

} // namespace hitmap
