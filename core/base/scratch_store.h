#pragma once

#include "core/base/scratch_memory.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

class ScratchFile;

/// Owns pieces of memory that do not move until the store is destroyed, even if the store is moved. What
/// exceeds some bytes goes to a scratch file, as far as it can be written and leaves most of the disk free.
/// Not thread-safe.
class ScratchStore {
public:
    static constexpr std::uint64_t usual_memory = std::uint64_t{8} << 20;
    static constexpr std::uint64_t all_in_memory = std::numeric_limits<std::uint64_t>::max();
    struct Slab {
        ScratchMemory memory;
        std::size_t used = 0;
    };

    /// @param most_in_memory  bytes that stay in memory
    explicit ScratchStore(std::uint64_t most_in_memory = usual_memory);
    ~ScratchStore();
    ScratchStore(ScratchStore&& other) noexcept;
    ScratchStore& operator=(ScratchStore&& other) noexcept;

    /// Returns `bytes` zeros; `readable` bytes behind them can be read too. The caller may write them until
    /// the next piece is added; what is written later changes the file.
    [[nodiscard]] std::byte* add(std::size_t bytes, std::size_t readable);
    /// Removes what is in the file from the memory of this process until it is accessed again.
    void drop_pages() const;

    /// The bytes in memory and in the file.
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// Pieces lie one behind the other from the begin of a slab on.
    [[nodiscard]] std::span<const Slab> slabs() const { return slabs_; }

private:
    void add_slab(std::size_t least);

    std::uint64_t most_in_memory_;
    std::unique_ptr<ScratchFile> file_; ///< null until the memory is full
    std::vector<Slab> slabs_;
    std::uint64_t bytes_ = 0;
    bool is_writable_ = true; ///< false: the file could not be written
};

} // namespace hitmap
