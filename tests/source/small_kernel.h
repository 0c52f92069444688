#pragma once

#include "core/source/source_report.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Three lines of one file and one of another, with sums that are easy to check by hand.
struct SmallKernel {
    SmallKernel() {
        add("src/a.cu", 2, "trace", 10, 40, 30);
        add("src/b.cu", 7, "shade", 5, 10, 0);
        add("src/a.cu", 2, "inlined", 10, 20, 20);
        add("src/a.cu", 4, "trace", 1, 40, 0);
        add("src/a.cu", 9, "never", 0, 0, 0);
        for (const TrafficSums& sums : instructions)
            total += sums;
        info.allocations.resize(2);
        matrix.requests = {10, 5, 10, 1, 0};
        matrix.active_lanes = {320, 80, 160, 32, 0};
        for (const auto& [instruction, allocation, sectors] :
             {std::array{0U, 0U, 30U}, {0U, 1U, 10U}, {2U, 1U, 20U}, {3U, MatrixCell::outside, 40U}}) {
            MatrixCell cell;
            cell.instruction = instruction;
            cell.allocation = allocation;
            cell.sums.sectors = sectors;
            matrix.cells.push_back(cell);
        }
    }

    RecordingInfo info;
    std::vector<TrafficSums> instructions;
    AccessMatrix matrix;
    TrafficSums total;

private:
    void add(const std::string& file, std::uint32_t line, const std::string& function, std::uint64_t requests,
             std::uint64_t sectors, std::uint64_t hits) {
        Instruction instruction;
        instruction.location = {function, file, line, 1};
        info.instructions.push_back(instruction);
        TrafficSums sums;
        sums.requests = requests;
        sums.sectors = sectors;
        sums.l1_load_lookups = sectors;
        sums.l1_load_hits = hits;
        sums.l2_lookups = sectors - hits;
        instructions.push_back(sums);
    }
};

} // namespace hitmap
