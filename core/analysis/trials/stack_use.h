#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// How the lanes of a recording use a traversal stack.
struct StackUse {
    std::uint64_t pushes = 0;  ///< stores of lanes to the first byte of an entry
    std::uint64_t pops = 0;    ///< loads of lanes from there
    std::uint64_t deepest = 0; ///< entries up to the last one that a lane accesses
    std::uint64_t entries = 0; ///< that the stack of a lane has
    friend bool operator==(const StackUse&, const StackUse&) = default;
};

/// Whether an allocation is a traversal stack whose entries are known: local memory with this role and a
/// stride.
[[nodiscard]] bool is_stack(const Allocation& allocation);
/// The first allocation of the recording that is one.
[[nodiscard]] std::optional<std::size_t> first_stack(const RecordingInfo& info);

/// Counts the accesses to a stack while a model runs.
class StackUseSink final : public RequestTrafficSink {
public:
    /// @param stack  index of an allocation that is_stack()
    StackUseSink(const RecordingInfo& info, std::size_t stack);
    void add(const RequestView& block, std::span<const RequestTraffic> traffic,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override;
    [[nodiscard]] const StackUse& use() const { return use_; }

private:
    enum class Access : std::uint8_t { none, push, pop };
    std::vector<Access> accesses_; ///< [info.instructions]
    std::uint64_t first_ = 0;      ///< offset of the stack in the local memory of a lane
    std::uint64_t stride_ = 1;     ///< of its entries
    StackUse use_;
};

} // namespace hitmap
