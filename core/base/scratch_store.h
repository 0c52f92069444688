#pragma once

#include "core/base/scratch_memory.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

class ScratchFile;

/// Owns pieces of memory that do not move until the store is destroyed, even if the store is moved. What
/// exceeds some bytes goes to a scratch file, which several stores can share, as far as it can be written and
/// leaves half of the disk to others. One slab of the file is in memory while it is filled. Not thread-safe.
class ScratchStore {
public:
    static constexpr std::uint64_t usual_memory = std::uint64_t{8} << 20;
    /// The bytes in memory at most, as long as the file can be written.
    static constexpr std::uint64_t most_memory(std::uint64_t most_in_memory = usual_memory) {
        return most_in_memory + slab_of_file;
    }
    struct Slab {
        ScratchMemory memory;
        std::size_t used = 0;
    };

    /// Everything stays in memory.
    ScratchStore() = default;
    /// @param most_in_memory  bytes that stay in memory
    explicit ScratchStore(std::shared_ptr<ScratchFile> file, std::uint64_t most_in_memory = usual_memory);

    /// Returns `bytes` zeros; `readable` bytes behind them can be read too. What is written after the next
    /// piece was added may change the file (ScratchMemory::move_to). Throws std::bad_alloc.
    [[nodiscard]] std::byte* add(std::size_t bytes, std::size_t readable);
    /// Lets go of the file, so that later pieces stay in memory. What is in the file stays there.
    void close();
    /// Removes what is in the file from the memory of this process until it is accessed again.
    void drop_pages() const;

    /// The bytes in memory and in the file.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// Pieces lie one behind the other from the begin of a slab on.
    [[nodiscard]] std::span<const Slab> slabs() const { return slabs_; }

private:
    static constexpr std::size_t slab_of_file = std::size_t{1} << 22;

    void add_slab(std::size_t least);

    std::shared_ptr<ScratchFile> file_; ///< null: pieces stay in memory
    std::uint64_t most_in_memory_ = 0;
    std::vector<Slab> slabs_;
    std::uint64_t bytes_ = 0;
};

} // namespace hitmap
