#pragma once

#include "core/simt/code.h"
#include "core/simt/device.h"
#include "core/simt/warp.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

namespace hitmap::simt {

/// A warp on an SM, with its kernel. The host runs a warp ahead of its turns: up to its next access to memory
/// that other warps write, at most a few accesses. What it does in these depends on no other warp. Its
/// requests wait here for their turns, so that the host's caches need not hold the registers of all warps.
class alignas(64) ResidentWarp {
public:
    ResidentWarp(const WarpPlace& place, unsigned block, unsigned lanes, const Kernel& kernel,
                 const InstructionTable& instructions, FramePool& frames, std::span<std::byte> local_memory,
                 bool notes_blocks)
        : place_(place),
          warp_(place, block, lanes, instructions, frames, local_memory, notes_blocks),
          code_(kernel(warp_)) {
        code_.start();
    }

    [[nodiscard]] const WarpPlace& place() const { return place_; }
    /// Whether the warp executes another request; otherwise its kernel has ended. Throws what the kernel
    /// throws instead of the request.
    [[nodiscard]] bool has_request();
    /// Executes the next request, and reports it after what the warp did before it.
    /// @param blocks   null: the observer does not get basic blocks
    /// @param request  room for the request
    void execute(DeviceObserver& observer, const BlockTable* blocks, WarpRequest& request);
    /// Whether the last request is part of an access whose next part is a request as well.
    [[nodiscard]] bool is_in_access() const { return part_ != 0; }
    /// Reports what the warp did after its last request.
    void report_end(DeviceObserver& observer, const BlockTable* blocks) {
        report_before(observer, blocks, {warp_.tags().size(), warp_.begun_blocks().size()});
    }

    /// Prefetches what prefetch_request() needs.
    void prefetch() const {
        __builtin_prefetch(this);
        __builtin_prefetch(reinterpret_cast<const char*>(this) + line_bytes);
    }
    /// Prefetches the next request.
    void prefetch_request() const {
        if (next_ == accesses_.size()) return;
        __builtin_prefetch(accesses_.data() + next_);
        const auto* address = reinterpret_cast<const char*>(addresses_.data() + next_address_);
        const auto* end = reinterpret_cast<const char*>(addresses_.data() + addresses_.size());
        for (int line = 0; line < 4 && address < end; ++line, address += line_bytes)
            __builtin_prefetch(address);
    }

    void waits_until(std::uint64_t step) { ready_ = step; }
    [[nodiscard]] bool ready(std::uint64_t step) const { return step >= ready_; }

private:
    static constexpr std::size_t line_bytes = 64; ///< of the host's caches

    /// Numbers of lane tags and begun blocks of the warp.
    struct Events {
        std::size_t tags = 0;
        std::size_t blocks = 0;
    };
    struct Access {
        WarpAccess access;
        Events before; ///< what the warp did before it
    };

    void run_ahead();
    void report_before(DeviceObserver& observer, const BlockTable* blocks, const Events& end);

    // First what every request needs, so that it lies in two lines of the host's caches.
    WarpPlace place_;
    unsigned part_ = 0;            ///< of the next access
    std::size_t next_ = 0;         ///< index into accesses_
    std::size_t next_address_ = 0; ///< index into addresses_: those of the next access
    std::vector<Access> accesses_;
    std::vector<std::uint64_t> addresses_; ///< of the active lanes' first parts
    Events reported_;
    std::uint64_t ready_ = 0;
    bool has_ended_ = false;
    std::exception_ptr error_;
    // The order matters: the code must be destroyed before the warp that it refers to.
    Warp warp_;
    Code code_;
};

} // namespace hitmap::simt
