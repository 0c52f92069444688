#include "core/analysis/trials/short_stack.h"

#include "core/analysis/trials/stack_use.h"

#include <algorithm>
#include <bit>

namespace hitmap {

std::optional<ShortStack> short_stack_of(const RecordingInfo& info) {
    const auto lives_always = [](const Allocation& each) {
        return each.first_request == RequestIndex() && each.last_request.value == ~std::uint64_t{0};
    };
    const std::optional<std::size_t> stack = first_stack(info);
    if (!stack || !std::ranges::all_of(info.allocations, lives_always)) return std::nullopt;
    const std::uint64_t entries = info.allocations[*stack].element_count();
    return ShortStack{*stack,
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(entries, short_stack_entries))};
}

ShortStackSource::ShortStackSource(RequestSource& source, const ShortStack& stack)
    : source_(source),
      first_(source.info().allocations.at(stack.allocation).address),
      end_(first_ + std::uint64_t{stack.entries} * source.info().allocations[stack.allocation].stride) {
    for (const Instruction& instruction : source.info().instructions)
        is_local_.push_back(instruction.space == Space::local ? 1 : 0);
}

bool ShortStackSource::next(RequestBlock& block, const std::stop_token& stop) {
    while (source_.next(read_, stop)) {
        block.clear();
        for (const RequestBlock::Entry& entry : read_.entries)
            append(entry, block);
        if (block.entries.empty()) continue;
        block.first_request = RequestIndex(requests_);
        requests_ += block.entries.size();
        return true;
    }
    block.clear();
    return false;
}

void ShortStackSource::append(const RequestBlock::Entry& entry, RequestBlock& block) const {
    const auto addresses = read_.addresses_of(entry);
    RequestBlock::Entry kept = entry;
    kept.first_address = static_cast<std::uint32_t>(block.addresses.size());
    if (is_local_[entry.instruction] == 0) {
        block.addresses.insert(block.addresses.end(), addresses.begin(), addresses.end());
    } else {
        kept.mask = 0;
        std::uint32_t lanes = entry.mask;
        for (const std::uint64_t address : addresses) {
            const std::uint32_t lane = lanes & ~(lanes - 1); // the lowest
            lanes ^= lane;
            if (address >= first_ && address < end_) continue;
            kept.mask |= lane;
            block.addresses.push_back(address);
        }
    }
    if (kept.mask != 0) block.entries.push_back(kept);
}

void ShortStackSource::rewind() {
    source_.rewind();
    requests_ = 0;
}

} // namespace hitmap
