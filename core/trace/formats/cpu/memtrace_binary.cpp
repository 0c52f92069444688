#include "core/trace/formats/cpu/memtrace_binary.h"

#include "core/trace/formats/cpu/cpu_recording.h"
#include "core/trace/formats/cpu/record_input.h"
#include "core/trace/import/line_tolerance.h"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
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
    LineTolerance tolerance;
    bool ended = false;

    MemtraceFile(std::unique_ptr<ByteInput> input, CpuRecording::Thread of)
        : records(std::move(input)), thread(of), tolerance(records.name(), "record") {}
};

void read_turn(MemtraceFile& file, CpuRecording& recording, AccessBalance& balance) {
    LineCounts counts;
    for (std::size_t i = 0; i < memtrace_turn && !file.ended; ++i) {
        const std::byte* const record = file.records.next();
        if (record == nullptr) {
            file.ended = true;
        } else if (const auto access = memtrace_access(record)) {
            recording.add(file.thread, *access);
            ++counts.read;
        } else {
            counts.broken.add(file.records.read(),
                              fmt::format("at byte {}", (file.records.read() - 1) * memtrace_record));
        }
    }
    balance.read(counts.read);
    file.tolerance.add(counts);
}

} // namespace

bool MemtraceBinaryFormat::recognises(std::string_view start) const {
    // Without a header, the first records must be plausible: addresses of user space, and an instruction.
    constexpr std::uint64_t most_address = std::uint64_t{1} << 48;
    constexpr std::size_t most_checked = 64;
    const auto bytes = std::as_bytes(std::span(start));
    // A damaged record shall be reported, not hide what the file is.
    constexpr std::size_t plausible_for_each_other = 8;
    std::size_t plausible = 0;
    std::size_t others = 0;
    for (std::size_t at = 0; at + memtrace_record <= bytes.size() && at < most_checked * memtrace_record;
         at += memtrace_record) {
        const auto access = memtrace_access(bytes.data() + at);
        const bool is_other = !access || access->bytes > 512 || access->address == 0 ||
                              access->address >= most_address || access->instruction == 0 ||
                              access->instruction >= most_address;
        ++(is_other ? others : plausible);
    }
    return plausible != 0 && plausible >= plausible_for_each_other * others;
}

FinalTables MemtraceBinaryFormat::read(const ImportFiles& files, RecordingSink& sink,
                                       const ImportContext& context) const {
    const CpuFiles sorted = cpu_files(*this, files, context, false);
    const Origin order = sorted.recordings.size() == 1 ? Origin::recorded : Origin::assumed;
    CpuRecording recording(*this, sorted, order, false, sink, context);
    std::vector<MemtraceFile> threads;
    for (const ByteSource* file : sorted.recordings)
        threads.emplace_back(open_input(*file, context.job), recording.thread(threads.size()));
    for (std::size_t open = threads.size(); open != 0;) {
        for (MemtraceFile& file : threads) {
            if (file.ended) continue;
            context.job.check();
            read_turn(file, recording, context.balance);
            if (!file.ended) continue;
            file.tolerance.finish(context.warnings);
            --open;
            if (file.records.incomplete()) context.warnings.count("files that end within a record");
        }
    }
    return recording.finish("");
}

} // namespace hitmap
