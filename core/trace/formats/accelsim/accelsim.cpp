#include "core/trace/formats/accelsim/accelsim.h"

#include "core/base/error.h"
#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/formats/accelsim/kernel_input.h"
#include "core/trace/formats/accelsim/kernel_reader.h"
#include "core/trace/formats/accelsim/kernels_list.h"
#include "core/trace/formats/accelsim/sass_instructions.h"
#include "core/trace/formats/accelsim/usual_gpu.h"
#include "core/trace/import/without_folders.h"
#include "core/trace/io/byte_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap::accelsim {

namespace {

/// A kernel file: one of those that were given, or one of a list.
struct KernelFile {
    const ByteSource* given = nullptr;
    std::filesystem::path path{}; ///< if it is of a list
    std::string list{};           ///< the name of the list
    std::uint64_t line = 0;       ///< of the list
};

/// Opens a kernel file and keeps it open.
class OpenKernel {
public:
    explicit OpenKernel(const KernelFile& file) : file_(file.given) {
        if (file_ != nullptr) return;
        own_ = open_file(file.path);
        file_ = own_.get();
    }
    [[nodiscard]] const ByteSource& file() const { return *file_; }

private:
    std::unique_ptr<ByteSource> own_;
    const ByteSource* file_;
};

/// What is known of a trace before its instructions are read.
struct Trace {
    std::vector<KernelFile> kernels;
    std::vector<Allocation> allocations;
    std::uint64_t bytes = 0; ///< of all kernels
    KernelHeader first;      ///< of the first kernel
    bool has_cores = true;   ///< all kernels say on which SM they ran
    bool in_order = true;    ///< all kernels have the order of all requests
};

void add_kernels(const ByteSource& file, const ImportFiles& files, const ImportContext& context,
                 Trace& trace) {
    if (!begins_as_kernels_list(start_of(file, RecordingFormat::most_start))) {
        trace.kernels.push_back({.given = &file});
        return;
    }
    KernelsList list = read_kernels_list(file, {context.job.stop}, context.warnings);
    for (const ListedKernel& kernel : list.kernels)
        trace.kernels.push_back({nullptr, files.folder / kernel.path, file.name(), kernel.line});
    trace.allocations.insert(trace.allocations.end(), std::make_move_iterator(list.allocations.begin()),
                             std::make_move_iterator(list.allocations.end()));
}

void add_header(const KernelFile& file, const ImportContext& context, bool is_first, Trace& trace) {
    const OpenKernel kernel(file);
    if (kernel.file().size() == 0)
        throw FileError(kernel.file().name(), "", "expected a kernel, found an empty file");
    KernelHeader header = read_kernel_header(kernel.file(), context.job);
    trace.bytes += kernel.file().size();
    trace.has_cores = trace.has_cores && header.columns.core;
    trace.in_order = trace.in_order && header.in_order;
    if (is_first) trace.first = std::move(header);
}

/// Names a kernel that is left out, for a warning. Folders are not recorded.
std::string reason_for(const KernelFile& file, const FileError& error) {
    const std::string name = file.given != nullptr
                                 ? std::filesystem::path(file.given->name()).filename().string()
                                 : fmt::format("line {}: {}", file.line, file.path.filename().string());
    return without_folders(error, name);
}

/// The error of a kernel file as one of the list that names it.
FileError of_list(const KernelFile& file, const FileError& error) {
    if (file.given != nullptr) return error;
    return {file.list, fmt::format("line {}", file.line),
            fmt::format("expected the kernels that it names, found: {}", error.what())};
}

/// Leaves out kernels of a list that cannot be opened, and empty files. Throws FileError if none is left.
Trace survey(const ImportFiles& files, const ImportContext& context) {
    Trace trace;
    for (const auto& file : files.files)
        add_kernels(*file, files, context, trace);
    std::vector<KernelFile> opened;
    std::optional<FileError> first_error;
    for (KernelFile& each : trace.kernels) {
        context.job.check();
        try {
            add_header(each, context, opened.empty(), trace);
            opened.push_back(std::move(each));
        } catch (const FileError& error) {
            const bool is_empty = each.given != nullptr && each.given->size() == 0;
            if (each.given != nullptr && !is_empty) throw;
            context.warnings.count("kernels whose file cannot be read, left out", 1, reason_for(each, error));
            if (!first_error) first_error = of_list(each, error);
        }
    }
    if (opened.empty() && first_error) throw FileError(*first_error);
    trace.kernels = std::move(opened);
    return trace;
}

std::string text_of_binary_version(std::uint32_t version) {
    return version == 0 ? "not known" : fmt::format("{}.{}", version / 10, version % 10);
}

RecordingInfo info_of(const ImportFiles& files, const Trace& trace, const UsualGpu& gpu, std::uint32_t sms,
                      const ImportChoices& choices) {
    RecordingInfo info;
    info.producer =
        fmt::format("Accel-Sim tracer {}",
                    trace.first.tracer_version.empty() ? "of unknown version" : trace.first.tracer_version);
    const std::string& name = files.files.front()->name();
    info.source_name = name.substr(name.rfind('/') + 1);
    info.options = {{"format", "accelsim"},
                    {"compute-capability", text_of_binary_version(trace.first.binary_version)}};
    if (!trace.has_cores) {
        info.options.emplace_back(
            "sms", fmt::format("{} ({})", sms, choices.sms != 0 ? "chosen" : "those of a " + gpu.name));
        info.options.emplace_back("blocks-per-sm", choices.blocks_per_sm != 0
                                                       ? fmt::format("{} (chosen)", choices.blocks_per_sm)
                                                       : "as many as fit");
    }
    if (!trace.in_order)
        info.options.emplace_back("schedule",
                                  "the next block to the SM where one has ended, warps of an SM in turn, "
                                  "one request each");
    const auto origin = [](bool recorded) { return recorded ? Origin::recorded : Origin::assumed; };
    info.device = {fmt::format("compute capability {}", text_of_binary_version(trace.first.binary_version)),
                   trace.has_cores ? 0 : sms, 0};
    info.origins = {{"device", Origin::assumed},       {"sm", origin(trace.has_cores)},
                    {"warp", Origin::recorded},        {"warp slot", origin(trace.has_cores)},
                    {"order", origin(trace.in_order)}, {"allocations", Origin::derived},
                    {"instructions", Origin::recorded}};
    info.allocations = trace.allocations;
    return info;
}

Launch launch_of(const KernelHeader& header) {
    Launch launch;
    launch.kernel = header.kernel;
    launch.grid = header.grid;
    launch.block = header.block;
    launch.shared_bytes = header.shared_bytes;
    return launch;
}

} // namespace

bool AccelSimFormat::recognises(std::string_view start) const {
    return begins_as_kernel(start) || begins_as_kernels_list(start);
}

std::vector<std::filesystem::path> AccelSimFormat::named_files(const ByteSource& file,
                                                               const std::filesystem::path& folder,
                                                               const JobContext& job) const {
    std::vector<std::filesystem::path> named;
    if (!begins_as_kernels_list(start_of(file, most_start))) return named;
    ImportWarnings ignored;
    for (const ListedKernel& kernel : read_kernels_list(file, {job.stop}, ignored).kernels)
        named.push_back(folder / kernel.path);
    return named;
}

FinalTables AccelSimFormat::read(const ImportFiles& files, RecordingSink& sink,
                                 const ImportContext& context) const {
    const Trace trace = survey(files, context);
    const UsualGpu& gpu = usual_gpu(trace.first.binary_version);
    const ImportChoices& choices = context.choices;
    const std::uint32_t sms = choices.sms != 0 ? choices.sms : gpu.sms;
    FinalTables tables;
    RecordingInfo info = info_of(files, trace, gpu, sms, choices);
    tables.device = info.device;
    sink.begin(info, nullptr);
    context.job.begin("reading " + files.files.front()->name(), trace.bytes, "bytes");
    context.balance.begin(AccessBalance::Unit::request);
    SassInstructions instructions(sink, context.warnings);
    for (std::size_t i = 0; i < trace.kernels.size(); ++i) {
        const OpenKernel kernel(trace.kernels[i]);
        const KernelHeader header = read_kernel_header(kernel.file(), context.job);
        Launch launch = launch_of(header);
        sink.begin_launch(launch);
        const std::uint32_t fitting = RecordingLimits::warp_slots_per_sm / header.warps();
        const std::uint32_t resident =
            choices.blocks_per_sm != 0
                ? std::min(choices.blocks_per_sm, fitting)
                : resident_blocks(gpu, header.warps(), header.registers, header.shared_bytes);
        context.warnings.count("launches with fewer resident blocks than chosen, as many as have warp slots",
                               choices.blocks_per_sm > fitting ? 1 : 0);
        const LaunchExtent extent =
            read_kernel(kernel.file(), header, {static_cast<std::uint32_t>(i), sms, resident}, instructions,
                        sink, context);
        launch.local_bytes = extent.local_bytes;
        tables.launches.push_back(std::move(launch));
        tables.device.sm_count = std::max(tables.device.sm_count, extent.sms);
        tables.device.warp_slots_per_sm = std::max(tables.device.warp_slots_per_sm, extent.slots);
    }
    return tables;
}

} // namespace hitmap::accelsim
