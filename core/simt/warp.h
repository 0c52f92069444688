#pragma once

#include "core/simt/block_table.h"
#include "core/simt/frame_pool.h"
#include "core/simt/instruction_table.h"
#include "core/simt/lanes.h"
#include "core/simt/request.h"

#include <array>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace hitmap::simt {

class Warp;

/// A region of control flow that some lanes may leave early. Regions nest as the kernel's braces do.
class Region {
public:
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

protected:
    /// @param after  the basic block behind the region
    Region(Warp& warp, BlockEntry after, const SourcePlace& place);
    /// Reconvergence: lanes that entered the region and did not leave for an outer one continue together.
    /// Where the basic block behind the region cannot be noted, the warp fails at its next access.
    ~Region();

    Warp& warp_;
    SourcePlace place_;

private:
    friend class Warp;
    Region* outer_;
    Mask rejoin_; // lanes that continue after the region
    BlockEntry after_;
};

/// `if (If hit{warp, condition}) { ... }`: the braces run with the active lanes for which the condition
/// holds, and are skipped if there are none. There is no else; use a second If with ~condition.
class If : private Region {
public:
    If(Warp& warp, Mask condition, SourcePlace place = SourcePlace::current());
    explicit operator bool() const;
};

/// `for (Loop loop(warp); loop.while_(condition);) { ... }`: iterates until no lane is left. The condition is
/// evaluated before each iteration; lanes for which it fails wait after the loop.
class Loop : private Region {
public:
    explicit Loop(Warp& warp, SourcePlace place = SourcePlace::current());
    [[nodiscard]] bool while_(Mask condition);
    /// Those of the active lanes that are in `lanes` wait after the loop.
    void break_(Mask lanes, SourcePlace place = SourcePlace::current());

private:
    bool listed_ = false; // while listing instructions: the only iteration has begun
};

/// A basic block that the active lanes of a warp began to execute.
struct BegunBlock {
    BlockEntry entry;
    SourcePlace place;
    Mask active; ///< never empty
};

/// What a lane works on from the warp's next access on.
struct NotedTag {
    unsigned lane;
    WorkTag tag;
};

/// What an access does with memory that other warps may access as well. It takes place when the first request
/// of the access is executed.
class Effect {
public:
    virtual void take_place() = 0;

protected:
    ~Effect() = default;
};

/// An access of a warp: one request, or several of consecutive instructions.
struct WarpAccess {
    std::uint32_t instruction = 0;   ///< of the first request, a number in the InstructionTable
    unsigned parts = 0;              ///< requests
    std::uint64_t part_distance = 0; ///< bytes from the address of one part to that of the next
    Mask active;                     ///< never empty
    /// Null: none. Valid until the warp advances.
    Effect* effect = nullptr;
};

/// The resident state of one warp: active mask, control flow and pending request. Kernels get a Warp as their
/// first parameter and use the functions from place() to where(). The accesses of memory.h use those from
/// issue() to has_pending(), the coroutines of code.h those from frames() to has_place(), and the device the
/// rest.
class Warp {
public:
    /// Creates a warp that runs on a device.
    /// @param lanes         that are active at first, from lane 0 on; the others never are
    /// @param notes_blocks  whether begun_blocks() are noted
    Warp(const WarpPlace& place, unsigned block, unsigned lanes, const InstructionTable& instructions,
         FramePool& frames, std::span<std::byte> local_memory, bool notes_blocks);
    /// Creates a warp that lists the instructions and basic blocks of a kernel: it enters every branch and
    /// every loop once with all lanes, and accesses no memory.
    Warp(InstructionTable& listing, BlockTable& listed_blocks, FramePool& frames);
    ~Warp() = default;
    Warp(const Warp&) = delete;
    Warp& operator=(const Warp&) = delete;

    [[nodiscard]] const WarpPlace& place() const { return place_; }
    [[nodiscard]] unsigned block() const { return block_; }
    /// Lanes of a warp of the device.
    [[nodiscard]] unsigned lanes() const { return lanes_; }
    [[nodiscard]] Mask active() const { return active_; }
    /// The given active lanes leave the function (the kernel, or the device function that was called with
    /// co_await).
    void return_(Mask lanes, SourcePlace place = SourcePlace::current());
    /// Notes what the active lanes work on from now on. It is not an instruction of the device.
    void tag(const Lanes<WorkTag>& tags) const;

    /// Returns f(a[i], b[i], ...) for each active lane i, where f is a device function for one lane, without
    /// memory accesses. Inactive lanes get a default value. An argument that is not a Lanes is the same for
    /// all lanes.
    template <class F, class... Args>
    [[nodiscard]] auto map(F&& f, const Args&... args) const;
    /// Returns the active lanes for which f(a[i], b[i], ...) is true.
    template <class F, class... Args>
    [[nodiscard]] Mask where(F&& f, const Args&... args) const;

    /// Registers or looks up the instruction and makes it the warp's pending access; the caller then fills in
    ///  pending_addresses(). Returns false if there is nothing to execute: no active lane, or
    /// instructions are only listed.
    /// @param part_distance  bytes from the address of one part to that of the next
    [[nodiscard]] bool issue(const SourcePlace& place, const InstructionTable::Access& access,
                             std::uint64_t part_distance);
    [[nodiscard]] std::array<std::uint64_t, warp_size>& pending_addresses() { return addresses_; }
    [[nodiscard]] std::span<std::byte> local_memory() const { return local_memory_; }
    [[nodiscard]] bool has_pending() const { return pending_.parts != 0; }
    /// The pending access has an effect on memory that other warps may access.
    void has_effect(Effect& effect) { pending_.effect = &effect; }

    struct Call {
        Mask active;            ///< at the time of the call
        const Region* function; ///< innermost region of the caller's function
    };
    [[nodiscard]] FramePool& frames() const { return frames_; }
    [[nodiscard]] Call enter_function();
    void leave_function(const Call& call);
    void resume_at(std::coroutine_handle<> point) { resume_point_ = point; }
    /// The active lanes, if any, begin a basic block.
    void begin_block(BlockEntry entry, const SourcePlace& place) {
        if (notes_blocks_) note_block(entry, place);
    }
    /// A place in the current basic block.
    void has_place(const SourcePlace& place) const {
        if (listed_blocks_ != nullptr) listed_blocks_->has_place(listed_block_, place);
    }

    /// Runs the kernel up to its next access. Returns false when the kernel has ended. Throws what the kernel
    /// throws.
    bool advance();
    /// Returns the pending access, after which the kernel may go on. Its addresses are pending_addresses()
    /// until then.
    [[nodiscard]] WarpAccess take_access() { return std::exchange(pending_, {}); }
    /// The basic blocks that began since clear_events(), in order.
    [[nodiscard]] const std::vector<BegunBlock>& begun_blocks() const { return begun_blocks_; }
    /// The tags of lanes since then, in order.
    [[nodiscard]] const std::vector<NotedTag>& tags() const { return tags_; }
    void clear_events() {
        begun_blocks_.clear();
        tags_.clear();
    }

private:
    friend class Region;
    friend class If;
    friend class Loop;
    /// Removes the lanes from all regions inside `target`.
    void leave_until(const Region* target, Mask lanes);
    void note_block(BlockEntry entry, const SourcePlace& place);
    /// Counts device operations of the basic block that is being listed.
    void count_instructions(unsigned count) const {
        if (listed_blocks_ == nullptr) return;
        listed_instructions_ += count;
        listed_blocks_->has_instructions(listed_block_, listed_instructions_);
    }

    WarpPlace place_;
    unsigned block_ = 0;
    unsigned lanes_ = warp_size;
    Mask active_ = Mask::all();
    Region* innermost_ = nullptr;
    const Region* function_ = nullptr; // innermost region outside the current function
    std::coroutine_handle<> resume_point_;
    std::exception_ptr failure_; // of a destructor, which cannot throw it
    WarpAccess pending_;
    std::array<std::uint64_t, warp_size> addresses_{}; // of the active lanes of the pending access
    const InstructionTable* instructions_ = nullptr;
    InstructionTable* listing_ = nullptr;
    FramePool& frames_;
    std::span<std::byte> local_memory_;
    bool notes_blocks_ = false;
    mutable std::vector<NotedTag> tags_;
    std::vector<BegunBlock> begun_blocks_;
    BlockTable* listed_blocks_ = nullptr;
    std::uint32_t listed_block_ = 0;
    mutable std::uint32_t listed_instructions_ = 0; ///< of this visit of the block
};

namespace detail {

template <class T>
std::true_type has_lanes(const Lanes<T>*);
std::false_type has_lanes(const void*);

template <class T>
decltype(auto) of_lane(const T& argument, unsigned lane) {
    if constexpr (decltype(has_lanes(&argument))::value)
        return argument[lane];
    else
        return (argument);
}

} // namespace detail

template <class F, class... Args>
auto Warp::map(F&& f, const Args&... args) const {
    count_instructions(1);
    using Result = std::remove_cvref_t<decltype(std::invoke(f, detail::of_lane(args, 0)...))>;
    Lanes<Result> result;
    if (active_ != Mask::all()) result = Lanes<Result>(Result{});
    for_each_lane(active_,
                  [&](unsigned lane) { result[lane] = std::invoke(f, detail::of_lane(args, lane)...); });
    return result;
}

template <class F, class... Args>
Mask Warp::where(F&& f, const Args&... args) const {
    count_instructions(1);
    std::uint32_t bits = 0;
    for_each_lane(active_, [&](unsigned lane) {
        bits |= static_cast<std::uint32_t>(std::invoke(f, detail::of_lane(args, lane)...)) << lane;
    });
    return Mask(bits);
}

} // namespace hitmap::simt
