#include "core/analysis/simt/execution_sums.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace hitmap {

void LifetimeHistogram::add(std::uint64_t blocks) {
    constexpr std::uint64_t most_bins = 128;
    ++count;
    sum += blocks;
    longest = std::max(longest, blocks);
    while (blocks / width >= most_bins) {
        for (std::size_t bin = 0; 2 * bin < counts.size(); ++bin)
            counts[bin] = counts[2 * bin] + (2 * bin + 1 < counts.size() ? counts[2 * bin + 1] : 0);
        counts.resize((counts.size() + 1) / 2);
        width *= 2;
    }
    const std::uint64_t bin = blocks / width;
    if (bin >= counts.size()) counts.resize(bin + 1);
    ++counts[bin];
}

FunctionTable function_table(std::span<const BasicBlock> blocks) {
    FunctionTable table;
    std::map<FunctionTable::Function, std::uint32_t> numbers;
    for (const BasicBlock& block : blocks)
        numbers.try_emplace({block.location.function, block.location.file});
    for (auto& [function, number] : numbers) {
        number = static_cast<std::uint32_t>(table.functions.size());
        table.functions.push_back(function);
    }
    for (const BasicBlock& block : blocks)
        table.of_block.push_back(numbers.at({block.location.function, block.location.file}));
    return table;
}

std::vector<FunctionSums> sums_by_function(const RecordingInfo& info, const ExecutionSums& sums) {
    const FunctionTable table = function_table(info.basic_blocks);
    std::vector<FunctionSums> rows;
    for (std::size_t i = 0; i < table.functions.size(); ++i)
        rows.push_back(
            {table.functions[i].name, table.functions[i].file, {}, sums.inactive_of_functions.at(i)});
    for (std::size_t i = 0; i < sums.blocks.size(); ++i)
        rows[table.of_block[i]].sums += sums.blocks[i];
    std::ranges::stable_sort(rows, std::greater<>(),
                             [](const FunctionSums& row) { return row.sums.active_lane_instructions; });
    return rows;
}

std::vector<double> hotspots(const RecordingInfo& info, const ExecutionSums& sums) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < sums.blocks.size(); ++i)
        if (info.basic_blocks[i].instructions != 0) most = std::max(most, sums.blocks[i].active_lanes);
    std::vector<double> shares(sums.blocks.size());
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (info.basic_blocks[i].instructions != 0 && most != 0)
            shares[i] = static_cast<double>(sums.blocks[i].active_lanes) / static_cast<double>(most);
    return shares;
}

} // namespace hitmap
