#include "core/trace/formats/cpu/memtrace_binary.h"

#include "core/base/error.h"
#include "core/trace/formats/cpu/cpu_recording.h"
#include "core/trace/formats/cpu/record_input.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t memtrace_record = 32;
/// The number of records of a file that are read before those of the next one.
constexpr std::size_t memtrace_turn = 1U << 14;

/// Parses a record: u32 whether it writes, 4 bytes of padding, u64 address, u64 bytes, u64 instruction.
std::optional<CpuAccess> memtrace_access(const std::byte* record) {
    const auto write = little_endian_at<std::uint32_t>(record);
    const auto padding = little_endian_at<std::uint32_t>(record + 4);
    const auto bytes = little_endian_at<std::uint64_t>(record + 16);
    if (write > 1 || padding != 0 || bytes == 0 || bytes > CpuAccess::most_bytes) return std::nullopt;
    return CpuAccess{little_endian_at<std::uint64_t>(record + 8),
                     little_endian_at<std::uint64_t>(record + 24), static_cast<std::uint16_t>(bytes),
                     write != 0 ? Operation::store : Operation::load};
}

/// The file of a thread.
struct MemtraceFile {
    RecordInput<memtrace_record> records;
    CpuRecording::Thread thread;
    bool ended = false;
};

void read_turn(MemtraceFile& file, CpuRecording& recording) {
    for (std::size_t i = 0; i < memtrace_turn; ++i) {
        const std::byte* const record = file.records.next();
        if (record == nullptr) {
            file.ended = true;
            return;
        }
        const auto access = memtrace_access(record);
        if (!access)
            throw FileError(file.records.name(),
                            fmt::format("byte {}", (file.records.read() - 1) * memtrace_record),
                            fmt::format("expected a record of an access of 1 to {} bytes, found other data",
                                        CpuAccess::most_bytes));
        recording.add(file.thread, *access);
    }
}

} // namespace

bool MemtraceBinaryFormat::recognises(std::string_view start) const {
    // Without a header, the first records must be plausible: addresses of user space, and an instruction.
    constexpr std::uint64_t most_address = std::uint64_t{1} << 48;
    constexpr std::size_t most_checked = 64;
    const auto bytes = std::as_bytes(std::span(start));
    if (bytes.size() < memtrace_record) return false;
    for (std::size_t at = 0; at + memtrace_record <= bytes.size() && at < most_checked * memtrace_record;
         at += memtrace_record) {
        const auto access = memtrace_access(bytes.data() + at);
        if (!access || access->bytes > 512 || access->address == 0 || access->address >= most_address ||
            access->instruction == 0 || access->instruction >= most_address)
            return false;
    }
    return true;
}

FinalTables MemtraceBinaryFormat::read(const ImportFiles& files, RecordingSink& sink,
                                       const ImportContext& context) const {
    const CpuFiles sorted = cpu_files(*this, files, context, false);
    const Origin order = sorted.recordings.size() == 1 ? Origin::recorded : Origin::assumed;
    CpuRecording recording(*this, sorted, order, false, sink, context);
    std::vector<MemtraceFile> threads;
    for (const ByteSource* file : sorted.recordings)
        threads.push_back({RecordInput<memtrace_record>(open_input(*file, context.job)),
                           recording.thread(threads.size()), false});
    for (std::size_t open = threads.size(); open != 0;) {
        for (MemtraceFile& file : threads) {
            if (file.ended) continue;
            context.job.check();
            read_turn(file, recording);
            if (!file.ended) continue;
            --open;
            if (file.records.incomplete()) context.warnings.count("files that end within a record");
        }
    }
    return recording.finish("");
}

} // namespace hitmap
