#pragma once

#include "core/base/descriptor.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

namespace hitmap {

/// Bytes that wait on the disk instead of in memory, in a temporary file without a name, which the system
/// removes however the program ends. The file is in the folder that the variable TMPDIR names, otherwise in
/// /var/tmp, which is on a disk while /tmp can be memory. It is created by the first append(). Thread-safe.
class ScratchFile {
public:
    /// Appends bytes and returns where they are. Throws Error if they cannot be written.
    std::uint64_t append(std::span<const std::byte> bytes);
    /// Reads bytes that were appended. Throws Error if they cannot be read.
    void read(std::uint64_t at, std::span<std::byte> bytes) const;
    /// Replaces memory by the bytes of the file from `at` on, so that both are the same from then on. `at`
    /// and `memory` must be multiples of the page size. Throws std::bad_alloc, and loses the memory, if the
    /// system has no more mappings.
    void map_over(std::uint64_t at, std::span<std::byte> memory) const;
    /// The number of bytes that were appended.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Returns the space that is left where scratch files are, in bytes; 0 if it is not known.
    [[nodiscard]] static std::uint64_t free_bytes();

private:
    [[nodiscard]] int created();

    std::mutex creating_;
    Descriptor file_;
    std::atomic<std::uint64_t> size_ = 0;
};

} // namespace hitmap
