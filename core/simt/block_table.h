#pragma once

#include "core/simt/source_place.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::simt {

/// How the lanes of a warp come to a basic block.
enum class BlockEntry : std::uint8_t {
    kernel,         ///< the beginning of the kernel
    function,       ///< the beginning of a device function, by a call
    if_taken,       ///< the body of an If
    after_if,       ///< behind an If
    loop_iteration, ///< the body of a Loop, once for each iteration
    after_loop,     ///< behind a Loop
    after_call,     ///< behind the call of a device function
    after_exit      ///< behind Warp::return_() or Loop::break_(), for the lanes that stay
};

/// Instructions that the active lanes of a warp execute one after the other: control flow enters them at
/// their beginning and leaves them at their end alone.
struct BasicBlock {
    BlockEntry entry = BlockEntry::kernel;
    /// The device operations of the block: calls of Warp::map() and Warp::where(), and memory instructions.
    /// Arithmetic on Lanes and assignments to registers are not counted.
    std::uint32_t instructions = 0;
    std::string function; ///< without return type, namespaces and parameters
    std::string file;
    /// Of the If, Loop, call, return_() or break_(). Of the beginning of a kernel or function: of the first
    /// one of these or memory access in it, or where the compiler places the function if it has none.
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// The basic blocks of a kernel and of the functions that it calls, in the order in which control flow
/// reaches them in the source.
class BlockTable {
public:
    /// Returns the number of the block; adds it if it is new.
    std::uint32_t add(BlockEntry entry, const SourcePlace& place);
    /// Throws std::logic_error if add() was not called for the block.
    [[nodiscard]] std::uint32_t find(BlockEntry entry, const SourcePlace& place) const;
    /// The block has at least this number of instructions.
    void has_instructions(std::uint32_t block, std::uint32_t instructions);
    /// A place in the block, in the order of execution.
    void has_place(std::uint32_t block, const SourcePlace& place);

    [[nodiscard]] const std::vector<BasicBlock>& blocks() const { return blocks_; }

private:
    struct Key {
        SourcePlace place;
        BlockEntry entry;
        std::uint32_t block;
    };
    [[nodiscard]] std::vector<Key>::const_iterator position_of(BlockEntry entry,
                                                               const SourcePlace& place) const;
    [[nodiscard]] bool is_at(std::vector<Key>::const_iterator position, BlockEntry entry,
                             const SourcePlace& place) const;

    std::vector<Key> keys_; // sorted by place and entry; a kernel has a few dozen
    std::vector<BasicBlock> blocks_;
    std::vector<bool> needs_place_; ///< [blocks] the line is that of the compiler
};

} // namespace hitmap::simt
