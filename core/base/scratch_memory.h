#pragma once

#include <cstddef>

namespace hitmap {

class ScratchFile;

/// Memory that can move to a scratch file and keeps its address: what was moved occupies memory only while
/// the system has a reason to keep it there, and is read from the file when it is accessed again.
class ScratchMemory {
public:
    ScratchMemory() = default;
    /// Zeros. Throws std::bad_alloc.
    explicit ScratchMemory(std::size_t bytes);
    ~ScratchMemory();
    ScratchMemory(ScratchMemory&& other) noexcept;
    ScratchMemory& operator=(ScratchMemory&& other) noexcept;

    [[nodiscard]] std::byte* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

    /// Moves the contents to the end of the file. Both sizes must be multiples of the page size. Changes
    /// after that are changes of the file; where the file system stores changed pages anew (btrfs, ZFS), a
    /// disk that is full by then ends the program with SIGBUS. The file may be destroyed before the memory.
    /// Returns false, and leaves the contents in memory, if they cannot be written or mapped. Throws
    /// std::bad_alloc, and leaves no memory, if the system cannot replace the pages after that.
    bool move_to(ScratchFile& file);
    /// Removes what was moved from the memory of this process until it is accessed again.
    void drop_pages() const;

private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    bool moved_ = false;
};

} // namespace hitmap
