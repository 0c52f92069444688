#include "tests/capture/layer/recorded_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace hitmap::test {

namespace {

/// As many work groups run at once on every machine.
const std::string lavapipe =
    std::string("export LP_NUM_THREADS=2 VK_ICD_FILENAMES='") + HITMAP_LAVAPIPE + "'";

/// The name of a buffer without the suffixes that its parts have.
std::string buffer_name(const Allocation& allocation) {
    std::string name = allocation.name.substr(0, allocation.name.find_first_of(":("));
    if (name.ends_with(' ')) name.pop_back();
    return name;
}

/// The start of each buffer: the lowest address of the allocations that are parts of it, without their
/// suffixes.
std::map<std::string, std::uint64_t> starts(const RecordingInfo& info) {
    std::map<std::string, std::uint64_t> result;
    for (const Allocation& a : info.allocations) {
        auto& start = result.emplace(buffer_name(a), a.address).first->second;
        start = std::min(start, a.address);
    }
    return result;
}

std::string buffer_of(const RecordingInfo& info, std::uint64_t address) {
    for (const Allocation& a : info.allocations)
        if (address >= a.address && address - a.address < a.bytes) return buffer_name(a);
    return "nowhere";
}

} // namespace

std::string RecordedTask::run(const std::string& command) const {
    const std::string line =
        fmt::format("cd '{}' && {} && ( {} ) >.task 2>&1", folder_.path().string(), lavapipe, command);
    const int status = std::system(line.c_str()); // NOLINT(concurrency-mt-unsafe)
    return folder_.read(".task") + (status == 0 ? "" : fmt::format("status {}\n", status));
}

std::string RecordedTask::plain(const std::string& task) const {
    return run(fmt::format("'{}' {}", HITMAP_CAPTURE_PROGRAM, task));
}

Outcome RecordedTask::record(const std::string& task, const std::string& options,
                             const std::string& variables) const {
    return folder_.hitmap(fmt::format("record -o r.hmt {} -- '{}' {}", options, HITMAP_CAPTURE_PROGRAM, task),
                          lavapipe + " " + variables);
}

std::string RecordedTask::validated(const std::string& task, const std::string& variables) const {
    return run(fmt::format("env HITMAP_CAPTURE_OUTPUT=v.hmt {} HITMAP_TEST_LAYER=1 XDG_DATA_HOME='{}' "
                           "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation '{}' {} 2>.errors",
                           variables, HITMAP_IMPLICIT_LAYERS, HITMAP_CAPTURE_PROGRAM, task));
}

HmtFile RecordedTask::recording() const {
    return HmtFile(open_file((folder_.path() / "r.hmt").string()));
}

std::vector<std::string> request_lines(const HmtFile& file) {
    const RecordingInfo& info = file.info();
    const auto begin = starts(info);
    std::vector<std::string> lines;
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        for (const RequestBlock::Entry& entry : block.entries) {
            const Instruction& instruction = info.instructions[entry.instruction];
            const auto addresses = block.addresses_of(entry);
            const std::string buffer = buffer_of(info, addresses.front());
            std::string offsets;
            for (const std::uint64_t address : addresses) {
                const std::string own = buffer_of(info, address);
                const auto start = begin.find(own);
                offsets += own == buffer && start != begin.end() ? fmt::format(" {}", address - start->second)
                                                                 : " in " + own;
            }
            lines.push_back(fmt::format("launch {} warp {} line {} {} of {} bytes, {}, lanes {:#04x}:{}",
                                        entry.launch, entry.warp, instruction.location.line,
                                        name_of(instruction.operation), instruction.bytes_per_lane, buffer,
                                        entry.mask, offsets));
        }
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::string option_of(const HmtFile& file, const std::string& name) {
    for (const auto& [key, value] : file.info().options)
        if (key == name) return value;
    return {};
}

} // namespace hitmap::test
