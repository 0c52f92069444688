#include "core/trace/formats/accelsim/kernel_blocks.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <iterator>

namespace hitmap::accelsim {

void KernelBlocks::refuse(std::uint64_t line, const std::string& message) const {
    throw FileError(file_, fmt::format("line {}", line), message);
}

void KernelBlocks::expect(const KernelEvent& event, State state, std::string_view what) const {
    if (state_ == state) return;
    static constexpr std::array<std::string_view, 5> expected{"'#BEGIN_TB'", "'thread block = X,Y,Z'",
                                                              "'warp = W' or '#END_TB'", "'insts = N'",
                                                              "an instruction, 'warp = W' or '#END_TB'"};
    refuse(event.line,
           fmt::format("expected {}, found {}", expected.at(static_cast<std::size_t>(state_)), what));
}

void KernelBlocks::follow(const KernelEvent& event) {
    using Kind = KernelEvent::Kind;
    switch (event.kind) {
    case Kind::block_begin:
        expect(event, State::outside, "'#BEGIN_TB'");
        state_ = State::block;
        warps_of_block_ = 0;
        return;
    case Kind::block_number:
        expect(event, State::block, "'thread block'");
        return begin_block(event);
    case Kind::warp:
        end_warp(event);
        expect(event, State::numbered, "'warp'");
        return begin_warp(event);
    case Kind::count:
        expect(event, State::warp, "'insts'");
        state_ = State::counted;
        expected_ = event.value[0];
        found_ = 0;
        return;
    case Kind::instructions:
        expect(event, State::counted, "an instruction");
        return add_instructions(event);
    case Kind::block_end:
        end_warp(event);
        expect(event, State::numbered, "'#END_TB'");
        state_ = State::outside;
        ++blocks_;
        return;
    }
}

void KernelBlocks::begin_block(const KernelEvent& event) {
    const auto& [x, y, z] = event.value;
    const std::uint64_t block = x + std::uint64_t{header_.grid[0]} * (y + std::uint64_t{header_.grid[1]} * z);
    auto behind = seen_.upper_bound(block);
    const auto before = behind == seen_.begin() ? seen_.end() : std::prev(behind);
    if (before != seen_.end() && block < before->second)
        refuse(event.line, fmt::format("expected each thread block once, found {},{},{} again", x, y, z));
    std::uint64_t end = block + 1;
    if (behind != seen_.end() && behind->first == end) {
        end = behind->second;
        seen_.erase(behind);
    }
    if (before != seen_.end() && before->second == block)
        before->second = end;
    else
        seen_.emplace(block, end);
    block_ = static_cast<std::uint32_t>(block);
    state_ = State::numbered;
}

void KernelBlocks::begin_warp(const KernelEvent& event) {
    warp_ = event.value[0];
    if ((warps_of_block_ >> warp_ & 1U) != 0)
        refuse(event.line, fmt::format("expected each warp of a block once, found {} again", warp_));
    warps_of_block_ |= 1U << warp_;
    state_ = State::warp;
}

void KernelBlocks::add_instructions(const KernelEvent& event) {
    const std::uint64_t left = expected_ - found_;
    if (event.value[0] > left)
        refuse(event.line + left,
               fmt::format("expected {} instructions of warp {}, found more", expected_, warp_));
    found_ += event.value[0];
    if ((event.value[1] & ~header_.lanes(warp_)) != 0)
        refuse(event.line,
               fmt::format("expected masks of the {} threads of a block, found lanes {:08x} in warp {}",
                           header_.threads(), event.value[1], warp_));
}

void KernelBlocks::end_warp(const KernelEvent& event) {
    if (state_ != State::counted) return;
    if (found_ != expected_)
        refuse(event.line,
               fmt::format("expected {} instructions of warp {}, found {}", expected_, warp_, found_));
    state_ = State::numbered;
}

void KernelBlocks::end(std::uint64_t line) const {
    if (state_ == State::outside && blocks_ != 0) return;
    refuse(line, blocks_ == 0 && state_ == State::outside
                     ? "expected '#BEGIN_TB', found the end of the file, which is incomplete"
                     : "expected '#END_TB', found the end of the file, which is incomplete");
}

} // namespace hitmap::accelsim
