#include "core/trace/formats/cpu/cpu_recording.h"

#include "core/base/error.h"
#include "core/trace/formats/cpu/cpu_piece.h"
#include "core/trace/import/imported_info.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

CpuFiles cpu_files(const RecordingFormat& format, const ImportFiles& files, const ImportContext& context,
                   bool notes_inside) {
    const JobContext& job = context.job;
    CpuFiles sorted;
    std::uint64_t bytes = 0;
    for (const auto& file : files.files) {
        const std::string start = start_of(*file, RecordingFormat::most_start, job);
        if (format.recognises(start)) {
            sorted.recordings.push_back(file.get());
            bytes += file->size();
        } else if (start.empty()) { // a thread without accesses
            context.warnings.count("empty files, left out");
        } else {
            read_notes(*file, format.title(), {job.stop}, sorted.notes);
        }
    }
    if (notes_inside) { // The first request needs the buffers, which may be named anywhere.
        job.begin("looking for names of buffers", bytes, "bytes");
        for (const ByteSource* file : sorted.recordings)
            find_notes(*file, job, sorted.notes);
    }
    job.begin("reading " + files.files.front()->name(), bytes, "bytes");
    return sorted;
}

void warn_of_processes(const std::set<std::uint64_t>& processes, ImportWarnings& warnings) {
    if (processes.size() < 2) return;
    for (const std::uint64_t process : processes)
        warnings.count("processes with lines in one file, whose accesses cannot be told apart and are one "
                       "thread (valgrind --log-file=FILE.%p writes a file for each)",
                       1, std::to_string(process));
}

void expect_one_recording(const CpuFiles& files) {
    if (files.recordings.size() > 1)
        throw FileError(files.recordings[1]->name(), "",
                        "expected one recording and notes, found another recording");
}

CpuRecording::CpuRecording(const CpuFormat& format, const CpuFiles& files, Origin order, bool cores_known,
                           RecordingSink& sink, const ImportContext& context)
    : notes_(files.notes),
      sink_(sink),
      warnings_(context.warnings),
      balance_(context.balance),
      cores_known_(cores_known),
      file_(files.recordings.front()->name()),
      sms_(context.choices.sms),
      instructions_(sink, context.warnings) {
    balance_.begin(AccessBalance::Unit::request);
    RecordingInfo info = imported_info(format, file_);
    info.origins = {{"sm", cores_known ? Origin::recorded : Origin::assumed},
                    {"warp", Origin::derived},
                    {"order", order},
                    {"allocations", notes_.buffers.empty() ? Origin::assumed : Origin::recorded},
                    {"instructions", Origin::derived}};
    info.allocations = notes_.buffers;
    try {
        check_tables(info);
    } catch (const Error& error) {
        throw FileError(file_, "lines '#buf'", error.what());
    }
    sink_.begin(info, nullptr);
    launch_.block = {1, 1, 1};
    launch_.kernel = "not known";
    sink_.begin_launch(launch_);
    request_.mask = 1;
}

std::uint32_t CpuRecording::index_of(std::uint64_t number, Numbers& numbers, std::string_view what) const {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    const auto [found, is_new] = numbers.emplace(number, next);
    if (is_new && next == RecordingLimits::warp_slots_per_sm)
        throw FileError(
            file_, "",
            fmt::format("expected at most {} {}, found another", RecordingLimits::warp_slots_per_sm, what));
    return found->second;
}

CpuRecording::Thread CpuRecording::thread(std::uint64_t id) {
    const std::uint32_t index = index_of(id, threads_, "threads");
    if (sms_ != 0 && !cores_known_) return placed({index, index % sms_, index / sms_});
    // No processor has a core with such a number.
    constexpr std::uint64_t own_core = std::uint64_t{1} << 63U;
    const std::size_t before = cores_.size();
    const std::uint32_t sm = index_of(own_core | index, cores_, "cores");
    if (cores_known_ && cores_.size() != before)
        warnings_.count("threads with accesses before their core is recorded, which get a core of their own");
    return placed({index, sm, 0});
}

CpuRecording::Thread CpuRecording::thread_on(std::uint64_t id, std::uint64_t core) {
    if (!cores_known_) {
        if (cores_.find(core) == cores_.end())
            warnings_.count("cores that are first named behind the start of the file, taken as assumed");
        if (sms_ != 0) return thread(id);
    }
    const std::uint32_t sm = index_of(core, cores_, "cores");
    const std::uint32_t index = index_of(id, threads_, "threads");
    return placed({index, sm, index});
}

CpuRecording::Thread CpuRecording::placed(const Thread& thread) {
    device_.sm_count = std::max(device_.sm_count, thread.core + 1);
    device_.warp_slots_per_sm = std::max(device_.warp_slots_per_sm, thread.slot + 1);
    return thread;
}

Instruction CpuRecording::instruction(const CpuAccess& access, std::uint16_t bytes) {
    Instruction added;
    added.operation = access.operation;
    added.bytes_per_lane = bytes;
    if (const auto found = notes_.place_of.find(access.instruction); found != notes_.place_of.end()) {
        ++with_place_;
        added.location = notes_.places[found->second].location;
        added.inlined_at = notes_.places[found->second].inlined_at;
    }
    if (added.location.function.empty()) added.location.function = fmt::format("{:#x}", access.instruction);
    return added;
}

void CpuRecording::add(const Thread& thread, const CpuAccess& access) {
    request_.sm = thread.core;
    request_.warp = thread.index;
    request_.slot = thread.slot;
    balance_.split((access.bytes - 1U) / RecordingLimits::bytes_per_lane);
    for (std::uint32_t done = 0; done < access.bytes; done += RecordingLimits::bytes_per_lane) {
        const auto bytes = static_cast<std::uint16_t>(
            std::min<std::uint32_t>(access.bytes - done, RecordingLimits::bytes_per_lane));
        request_.instruction = instructions_.index_of(
            {access.instruction, std::uint32_t{bytes} << 8U | static_cast<std::uint32_t>(access.operation)},
            [&] { return instruction(access, bytes); });
        request_.address[0] = access.address + done;
        sink_.add(request_);
        ++added_;
    }
}

FinalTables CpuRecording::finish(const std::string& program) const {
    if (added_ == 0) throw FileError(file_, "", "expected data accesses, found none");
    if (with_place_ == 0)
        warnings_.count("source lines of instructions (addr2line, '#line') none of which the recording has: "
                        "the program must be built with -no-pie",
                        notes_.place_of.size());
    Launch launch = launch_;
    if (!program.empty()) launch.kernel = program;
    launch.grid = {static_cast<std::uint32_t>(threads_.size()), 1, 1};
    return {device_, {}, {launch}};
}

} // namespace hitmap
