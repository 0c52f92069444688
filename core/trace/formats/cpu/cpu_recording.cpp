#include "core/trace/formats/cpu/cpu_recording.h"

#include "core/base/error.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

CpuFiles cpu_files(const RecordingFormat& format, const ImportFiles& files, const JobContext& job,
                   bool notes_inside) {
    CpuFiles sorted;
    // Notes are needed before the first access; the progress of the import counts the accesses.
    const JobContext silent{job.stop};
    for (const auto& file : files.files) {
        if (format.recognises(start_of(*file, RecordingFormat::most_start))) {
            sorted.recordings.push_back(file.get());
            if (notes_inside) find_notes(*file, silent, sorted.notes);
        } else {
            read_notes(*file, silent, sorted.notes);
        }
    }
    return sorted;
}

const ByteSource& only_recording(const CpuFiles& files) {
    if (files.recordings.size() > 1)
        throw FileError(files.recordings[1]->name(), "",
                        "expected one recording and notes, found another recording");
    return *files.recordings.front();
}

CpuRecording::CpuRecording(const RecordingFormat& format, const CpuFiles& files, Origin order,
                           bool cores_known, RecordingSink& sink, const ImportContext& context)
    : notes_(files.notes),
      sink_(sink),
      file_(files.recordings.front()->name()),
      sms_(context.choices.sms),
      instructions_(sink, context.warnings) {
    RecordingInfo info;
    info.producer = format.title();
    info.source_name = file_.substr(file_.rfind('/') + 1);
    info.options = {{"format", std::string(format.name())}};
    info.device = device_;
    info.origins = {{"sm", cores_known ? Origin::recorded : Origin::assumed},
                    {"warp", Origin::derived},
                    {"order", order},
                    {"allocations", notes_.buffers.empty() ? Origin::assumed : Origin::recorded},
                    {"instructions", Origin::derived}};
    info.allocations = notes_.buffers;
    sink_.begin(info, nullptr);
    launch_.block = {1, 1, 1};
    launch_.kernel = "not known";
    sink_.begin_launch(launch_);
    request_.mask = 1;
}

std::uint32_t CpuRecording::index_of(std::uint64_t id) {
    const auto next = static_cast<std::uint32_t>(threads_.size());
    const auto [found, is_new] = threads_.emplace(id, next);
    if (is_new && next == RecordingLimits::warp_slots_per_sm)
        throw FileError(
            file_, "",
            fmt::format("expected at most {} threads, found another", RecordingLimits::warp_slots_per_sm));
    return found->second;
}

CpuRecording::Thread CpuRecording::thread(std::uint64_t id) {
    const std::uint32_t index = index_of(id);
    const std::uint32_t cores = sms_ != 0 ? sms_ : RecordingLimits::sms;
    const Thread thread{index, index % cores, index / cores};
    device_.sm_count = std::max(device_.sm_count, thread.core + 1);
    device_.warp_slots_per_sm = std::max(device_.warp_slots_per_sm, thread.slot + 1);
    return thread;
}

CpuRecording::Thread CpuRecording::thread_on(std::uint64_t id, std::uint32_t core) {
    const std::uint32_t index = index_of(id);
    device_.sm_count = std::max(device_.sm_count, core + 1);
    device_.warp_slots_per_sm = std::max(device_.warp_slots_per_sm, index + 1);
    return {index, core, index};
}

Instruction CpuRecording::instruction(const CpuAccess& access, std::uint16_t bytes) const {
    Instruction added;
    added.operation = access.operation;
    added.bytes_per_lane = bytes;
    if (const auto found = notes_.place_of.find(access.instruction); found != notes_.place_of.end()) {
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
    Launch launch = launch_;
    if (!program.empty()) launch.kernel = program;
    launch.grid = {static_cast<std::uint32_t>(threads_.size()), 1, 1};
    return {device_, {}, {launch}};
}

} // namespace hitmap
