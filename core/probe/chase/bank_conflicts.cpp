#include "core/probe/chase/bank_conflicts.h"

#include "core/probe/chase/chase.h"

#include <algorithm>
#include <map>
#include <set>

namespace hitmap {

std::uint32_t conflict_ways(const BankLayout& layout, std::uint64_t stride_words, std::uint32_t lanes) {
    std::map<std::uint64_t, std::set<std::uint64_t>> rows; // [bank] rows that the lanes ask for
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        const std::uint64_t byte = lane * stride_words * word_bytes;
        rows[byte / layout.mapping_bytes % layout.banks].insert(byte / (layout.banks * layout.bank_bytes));
    }
    std::size_t most = 1;
    for (const auto& [bank, of_bank] : rows)
        most = std::max(most, of_bank.size());
    return static_cast<std::uint32_t>(most);
}

BankTiming bank_timing(const GpuPreset& preset) {
    const auto latency = preset.number("shared_memory", "latency");
    const auto conflict = preset.number("shared_memory", "conflict_cycles");
    if (!latency || !conflict) return {};
    return {*latency, *conflict};
}

} // namespace hitmap
