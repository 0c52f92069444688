#pragma once

#include "core/base/error.h"
#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace hitmap {

/// As a limit of memory in bytes: no limit.
inline constexpr std::uint64_t any_memory = std::numeric_limits<std::uint64_t>::max();

/// Thrown before more memory is taken than a limit allows.
class MemoryNeeded : public Error {
public:
    /// @param bytes     estimate of what is needed
    /// @param is_least  all of it was not read yet, so that more may be needed
    MemoryNeeded(std::uint64_t bytes, bool is_least);

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] bool is_least() const { return is_least_; }

private:
    std::uint64_t bytes_;
    bool is_least_;
};

/// As create_memory(). Writing throws MemoryNeeded before `out` would take more than `limit` bytes of memory.
[[nodiscard]] std::unique_ptr<ByteSink> create_limited_memory(std::vector<std::byte>& out,
                                                              std::uint64_t limit);

} // namespace hitmap
