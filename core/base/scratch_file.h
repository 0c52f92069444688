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
    /// Returns memory that is the bytes of the file from `at` on: changes of one are changes of the other,
    /// and the memory keeps the file. Returns nullptr if the system cannot map them. Both numbers must be
    /// multiples of the page size. The caller unmaps the memory.
    [[nodiscard]] void* map(std::uint64_t at, std::size_t bytes) const;
    /// The number of bytes that were appended.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Returns whether the disk would still have at least as many bytes free as this file has, after `bytes`
    /// more were appended; false if the free space is not known.
    [[nodiscard]] bool has_room_for(std::uint64_t bytes) const;

    /// Returns the space that is left where scratch files are, in bytes; 0 if it is not known.
    [[nodiscard]] static std::uint64_t free_bytes();

private:
    [[nodiscard]] int created();

    std::mutex creating_;
    Descriptor file_;
    std::atomic<std::uint64_t> size_ = 0;
};

} // namespace hitmap
