#pragma once

#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/formats/accelsim/kernel_piece.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace hitmap::accelsim {

/// Follows the blocks and warps of a kernel file and refuses what is not in order: a block that appears twice
/// or does not end, or a warp with another number of instructions than it says.
class KernelBlocks {
public:
    /// The arguments must outlive the object.
    KernelBlocks(const KernelHeader& header, const std::string& file) : header_(header), file_(file) {}

    /// Throws FileError.
    void follow(const KernelEvent& event);
    /// Throws FileError if the file must not end here.
    void end(std::uint64_t line) const;

    /// The block and the warp of the last event.
    [[nodiscard]] std::uint32_t block() const { return block_; }
    [[nodiscard]] std::uint32_t warp() const { return warp_; }
    /// Blocks that have ended so far.
    [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

private:
    enum class State : std::uint8_t { outside, block, numbered, warp, counted };
    [[noreturn]] void refuse(std::uint64_t line, const std::string& message) const;
    void expect(const KernelEvent& event, State state, std::string_view what) const;
    void begin_block(const KernelEvent& event);
    void begin_warp(const KernelEvent& event);
    void add_instructions(const KernelEvent& event);
    void end_warp(const KernelEvent& event);

    const KernelHeader& header_;
    const std::string& file_;
    State state_ = State::outside;
    std::uint32_t block_ = 0;
    std::uint32_t warp_ = 0;
    std::uint32_t warps_of_block_ = 0; ///< bit for each warp that appeared
    std::uint64_t expected_ = 0;       ///< instructions of the warp
    std::uint64_t found_ = 0;
    std::uint64_t blocks_ = 0;
    std::map<std::uint64_t, std::uint64_t> seen_; ///< ranges of blocks: the first, and one past the last
};

} // namespace hitmap::accelsim
