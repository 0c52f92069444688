#include "core/trace/formats/cpu/drmemtrace.h"

#include "core/base/error.h"
#include "core/trace/formats/cpu/chunk_archive.h"
#include "core/trace/formats/cpu/cpu_recording.h"
#include "core/trace/formats/cpu/record_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t entry_bytes = 12;

// Types of entries (clients/drcachesim/common/trace_entry.h of DynamoRIO).
enum class DrType : std::uint16_t {
    read = 0,
    write = 1,
    first_instruction = 10,
    last_instruction = 16,
    bundle = 17,
    thread = 22,
    header = 25,
    footer = 26,
    marker = 28,
    instruction_no_fetch = 29,
    instruction_maybe_fetch = 30,
    system_call = 31,
    taken_jump = 48,
    untaken_jump = 49,
};
// Kinds of markers, which are in the field of the size.
constexpr std::uint16_t timestamp_marker = 2;
constexpr std::uint16_t cpu_marker = 3;
/// A newer version of the format may have types above this one, but not many.
constexpr std::uint16_t most_type = 63;

struct DrEntry {
    DrType type;
    std::uint16_t size;
    std::uint64_t value;

    explicit DrEntry(const std::byte* bytes)
        : type{little_endian_at<std::uint16_t>(bytes)},
          size(little_endian_at<std::uint16_t>(bytes + 2)),
          value(little_endian_at<std::uint64_t>(bytes + 4)) {}
    [[nodiscard]] bool is_instruction() const {
        return (type >= DrType::first_instruction && type <= DrType::last_instruction) ||
               (type >= DrType::instruction_no_fetch && type <= DrType::system_call) ||
               type == DrType::taken_jump || type == DrType::untaken_jump;
    }
    [[nodiscard]] bool is_cpu() const { return type == DrType::marker && size == cpu_marker; }
};

/// A file, usually that of a thread.
class DrFile {
public:
    DrFile(std::unique_ptr<ByteInput> input, std::uint64_t number)
        : entries_(std::move(input)), thread_id_(number) {}

    /// The time of the next accesses in microseconds; the largest number at the end of the file.
    [[nodiscard]] std::uint64_t time() const { return time_; }

    /// Adds the accesses up to the next timestamp.
    void read_segment(CpuRecording& recording, const ImportContext& context) {
        constexpr std::size_t check_interval = 1U << 16;
        for (std::size_t read = 1; const std::byte* const bytes = entries_.next(); ++read) {
            if (read % check_interval == 0) context.job.check();
            const DrEntry entry(bytes);
            if (entry.type == DrType::marker && entry.size == timestamp_marker) {
                time_ = std::min(entry.value, end_of_file - 1);
                return;
            }
            add(entry, recording, context);
        }
        time_ = end_of_file;
        if (entries_.incomplete()) context.warnings.count("files that end within an entry");
        if (!footer_) context.warnings.count("files without an entry for their end");
    }

    static constexpr std::uint64_t end_of_file = std::numeric_limits<std::uint64_t>::max();

private:
    void add(const DrEntry& entry, CpuRecording& recording, const ImportContext& context) {
        if (entry.type == DrType::read || entry.type == DrType::write)
            return add_access(entry, recording, context);
        if (entry.is_instruction()) {
            instruction_ = entry.value;
            after_ = instruction_ + entry.size;
        } else if (entry.type == DrType::bundle) {
            // Several instructions, one after the other. The value has the bytes of each, and accesses belong
            // to the last one.
            for (unsigned i = 0; i < std::min<unsigned>(entry.size, sizeof entry.value); ++i) {
                instruction_ = after_;
                after_ += entry.value >> 8 * i & 255U;
            }
        } else if (entry.type == DrType::thread) {
            thread_id_ = entry.value;
            thread_.reset();
        } else if (entry.is_cpu()) {
            if (entry.value != std::numeric_limits<std::uint64_t>::max()) set_core(entry.value);
        } else if (entry.type == DrType::footer) {
            footer_ = true;
        } else if (static_cast<std::uint16_t>(entry.type) > most_type) {
            throw FileError(entries_.name(), fmt::format("byte {}", (entries_.read() - 1) * entry_bytes),
                            fmt::format("expected an entry of a type from 0 to {}, found {}", most_type,
                                        static_cast<std::uint16_t>(entry.type)));
        }
        // All others, such as prefetches, encodings and further markers, are not accesses to data.
    }
    void add_access(const DrEntry& entry, CpuRecording& recording, const ImportContext& context) {
        context.balance.read();
        if (entry.size == 0 || entry.size > CpuAccess::most_bytes) {
            context.balance.left_out();
            return context.warnings.count(
                fmt::format("accesses of no bytes or more than {}, left out", CpuAccess::most_bytes));
        }
        if (!thread_)
            thread_ = core_ ? recording.thread_on(thread_id_, *core_) : recording.thread(thread_id_);
        recording.add(*thread_, {entry.value, instruction_, entry.size,
                                 entry.type == DrType::write ? Operation::store : Operation::load});
    }
    void set_core(std::uint64_t core) {
        if (core_ == core) return;
        core_ = core;
        thread_.reset();
    }

    RecordInput<entry_bytes> entries_;
    std::uint64_t time_ = 0;
    std::uint64_t thread_id_; ///< the number of the file until the file names its thread
    std::optional<std::uint64_t> core_;
    std::optional<CpuRecording::Thread> thread_; ///< nothing after a change of thread or core
    std::uint64_t instruction_ = 0;
    std::uint64_t after_ = 0; ///< address after the instruction
    bool footer_ = false;
};

template <class Predicate>
bool any_entry(std::string_view start, const Predicate& predicate) {
    const auto bytes = std::as_bytes(std::span(start));
    for (std::size_t at = 0; at + entry_bytes <= bytes.size(); at += entry_bytes)
        if (predicate(DrEntry(bytes.data() + at))) return true;
    return false;
}

bool is_final_trace(std::string_view start) {
    if (start.size() < entry_bytes) return false;
    const DrEntry first(std::as_bytes(std::span(start)).data());
    constexpr std::uint64_t most_version = 32;
    return first.type == DrType::header && first.size == 0 && first.value >= 1 &&
           first.value <= most_version && !any_entry(start, [](const DrEntry& entry) {
               return static_cast<std::uint16_t>(entry.type) > most_type;
           });
}

/// A trace before DynamoRIO completes it begins with an entry of 8 bytes: from the top, 3 bits of the type
/// (6), 5 bits of the kind (4, header), a byte with the version, and 48 bits of flags.
bool is_raw_trace(std::string_view start) {
    if (start.size() < 16) return false;
    const auto first = little_endian_at<std::uint64_t>(std::as_bytes(std::span(start)).data());
    const std::uint64_t version = first >> 48 & 255U;
    return first >> 56 == (6U << 5U | 4U) && version >= 2 && version <= 32 && (first >> 32 & 0xffffU) == 0;
}

void expect_final_trace(const ByteSource& file) {
    if (is_raw_trace(start_of(file, RecordingFormat::most_start)))
        throw FileError(file.name(), "",
                        "expected a final trace, found a raw one: complete it with drraw2trace");
}

std::unique_ptr<ByteInput> open_trace(const ByteSource& file, const JobContext& job) {
    return is_chunk_archive(start_of(file, RecordingFormat::most_start)) ? open_chunk_archive(file, job)
                                                                         : open_input(file, job);
}

/// Whether the first entries of a trace name a core.
bool names_core(const ByteSource& file, const JobContext& job) {
    std::string start(RecordingFormat::most_start, '\0');
    const auto input = open_trace(file, {job.stop}); // these bytes are read twice, but count once
    start.resize(input->read(std::as_writable_bytes(std::span(start))));
    return any_entry(start, [](const DrEntry& entry) { return entry.is_cpu(); });
}

} // namespace

bool DrmemtraceFormat::recognises(std::string_view start) const {
    return is_final_trace(start) || is_raw_trace(start) || is_chunk_archive(start);
}

FinalTables DrmemtraceFormat::read(const ImportFiles& files, RecordingSink& sink,
                                   const ImportContext& context) const {
    const CpuFiles sorted = cpu_files(*this, files, context, false);
    for (const ByteSource* file : sorted.recordings)
        expect_final_trace(*file);
    const bool cores_known = names_core(*sorted.recordings.front(), context.job);
    CpuRecording recording(*this, sorted, Origin::derived, cores_known, sink, context);
    std::vector<DrFile> threads;
    for (const ByteSource* file : sorted.recordings)
        threads.emplace_back(open_trace(*file, context.job), threads.size());
    while (true) {
        const auto next = std::ranges::min_element(threads, {}, &DrFile::time);
        if (next->time() == DrFile::end_of_file) break;
        context.job.check();
        next->read_segment(recording, context);
    }
    return recording.finish("");
}

} // namespace hitmap
