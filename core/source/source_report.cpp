#include "core/source/source_report.h"

#include "core/cache/results/source_lines.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// The cells of one instruction.
std::span<const MatrixCell> cells_of(const AccessMatrix& matrix, std::uint32_t instruction) {
    const auto [first, last] = std::equal_range(
        matrix.cells.begin(), matrix.cells.end(), MatrixCell{.instruction = instruction, .sums = {}},
        [](const MatrixCell& a, const MatrixCell& b) { return a.instruction < b.instruction; });
    return {first, last};
}

void add_matrix(LineTraffic& line, const AccessMatrix& matrix) {
    std::map<std::uint32_t, LineAllocation> allocations;
    line.lane_requests = 0;
    line.active_lanes = 0;
    for (const std::uint32_t instruction : line.instructions) {
        *line.lane_requests += matrix.requests[instruction];
        *line.active_lanes += matrix.active_lanes[instruction];
        for (const MatrixCell& cell : cells_of(matrix, instruction)) {
            LineAllocation& of = allocations[cell.allocation];
            of.allocation = cell.allocation;
            of.active_lanes += cell.active_lanes;
            of.sums += cell.sums;
        }
    }
    for (auto& [number, of] : allocations)
        line.allocations.push_back(of);
}

std::vector<std::string> functions_of(const RecordingInfo& info,
                                      std::span<const std::uint32_t> instructions) {
    std::set<std::string> names;
    for (const std::uint32_t i : instructions)
        if (const std::string& name = info.instructions[i].location.function; !name.empty())
            names.insert(name);
    return {names.begin(), names.end()};
}

} // namespace

const LineTraffic* FileTraffic::find(std::uint32_t line) const {
    const auto found = std::lower_bound(lines.begin(), lines.end(), line,
                                        [](const LineTraffic& a, std::uint32_t b) { return a.line < b; });
    return found != lines.end() && found->line == line ? &*found : nullptr;
}

std::vector<FileTraffic> traffic_by_file(const RecordingInfo& info, std::span<const TrafficSums> instructions,
                                         const AccessMatrix* matrix) {
    std::vector<FileTraffic> files;
    for (SourceLineSums& each : sums_by_line(info, instructions)) { // sorted by file and line
        if (files.empty() || files.back().file != each.file) files.push_back({each.file, {}, {}});
        LineTraffic line;
        line.line = each.line;
        line.name = std::move(each.name);
        line.functions = functions_of(info, each.instructions);
        line.instructions = std::move(each.instructions);
        line.sums = each.sums;
        if (matrix != nullptr) add_matrix(line, *matrix);
        files.back().sums += line.sums;
        files.back().lines.push_back(std::move(line));
    }
    return files;
}

std::vector<FunctionTraffic> traffic_by_function(const RecordingInfo& info, const FileTraffic& file,
                                                 std::span<const TrafficSums> instructions) {
    std::vector<FunctionTraffic> functions;
    std::map<std::string_view, std::size_t> numbers; // index in `functions`
    for (const LineTraffic& line : file.lines)
        for (const std::uint32_t i : line.instructions) {
            const std::string& name = info.instructions[i].location.function;
            if (name.empty()) continue;
            const auto [number, is_new] = numbers.emplace(name, functions.size());
            if (is_new) functions.push_back({name, line.line, {}});
            functions[number->second].sums += instructions[i];
        }
    return functions;
}

} // namespace hitmap
