#include "core/trace/formats/all/recording_formats.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"
#include "core/base/text/csv_row.h"
#include "core/base/text/printable.h"
#include "core/geometry/mesh/coordinate_range.h"
#include "core/trace/formats/accelsim/accelsim.h"
#include "core/trace/formats/all/recording_files.h"
#include "core/trace/formats/cpu/drmemtrace.h"
#include "core/trace/formats/cpu/drmemtrace_view.h"
#include "core/trace/formats/cpu/lackey.h"
#include "core/trace/formats/cpu/memtrace_binary.h"
#include "core/trace/formats/cpu/memtrace_text.h"
#include "core/trace/formats/memtracer/memtracer_format.h"
#include "core/trace/formats/memtracer/rtmemtracer.h"
#include "core/trace/formats/text/access_csv.h"
#include "core/trace/formats/text/element_csv.h"
#include "core/trace/formats/text/memory_tracker.h"
#include "core/trace/formats/text/nvbit_text.h"
#include "core/trace/formats/text/ppt_gpu.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_input.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/io/pipe_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// What 32-bit floats lose of the scene of another program, which has no more.
std::vector<std::string> scene_warnings(const RecordingInfo& info, const RecordedScene* scene) {
    if (scene == nullptr || !knows_vertex_positions(info)) return {};
    Aabb bounds;
    for (const glm::vec3& vertex : scene->vertices)
        bounds.include(vertex);
    return coordinate_warnings(bounds);
}

/// Forwards everything with warnings of the scene, and counts requests and lane accesses.
class ImportSink final : public RecordingSink {
public:
    explicit ImportSink(RecordingSink& sink) : sink_(sink) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        const std::vector<std::string> warnings = scene_warnings(info, scene);
        if (warnings.empty()) {
            sink_.begin(info, scene);
            return;
        }
        RecordingInfo changed = info;
        for (const std::string& warning : warnings)
            changed.options.emplace_back(import_warning_option, warning);
        sink_.begin(changed, scene);
    }
    void begin_launch(const Launch& launch) override { sink_.begin_launch(launch); }
    void add(const Request& request) override {
        sink_.add(request);
        ++counts.requests;
        counts.lane_accesses += static_cast<std::uint64_t>(std::popcount(request.mask));
    }
    void tag(const LaneTagRun& run) override { sink_.tag(run); }
    void finish() override { sink_.finish(); }
    void add_frame(std::span<const RecordedSum> sums) override {
        sink_.add_frame(sums);
        ++counts.frames;
        counts.sums += sums.size();
    }
    void add_instruction(const Instruction& instruction) override { sink_.add_instruction(instruction); }
    void complete(const FinalTables& tables) override { sink_.complete(tables); }

    ImportedCounts counts;

private:
    RecordingSink& sink_;
};

std::string of_unknown_format(std::string_view expected) {
    return fmt::format("this is not {}; docs/import.md lists the formats that Hitmap reads", expected);
}

} // namespace

std::span<const RecordingFormat* const> recording_formats() {
    static const AccessCsvFormat access_csv;
    static const ElementCsvFormat element_csv;
    static const accelsim::AccelSimFormat accel_sim;
    static const NvbitTextFormat nvbit;
    static const MemoryTrackerFormat memory_tracker;
    static const PptGpuFormat ppt_gpu;
    static const LackeyFormat lackey;
    static const MemtraceTextFormat memtrace_text;
    static const DrmemtraceFormat drmemtrace;
    static const DrmemtraceViewFormat drmemtrace_view;
    static const MemtracerFormat memtracer;
    static const RtmemtracerFormat rtmemtracer;
    static const MemtraceBinaryFormat memtrace_binary;
    static const auto formats = std::to_array<const RecordingFormat*>({
        &access_csv,
        &element_csv,
        &accel_sim,
        &nvbit,
        &memory_tracker,
        &ppt_gpu,
        &lackey,
        &memtrace_text,
        &drmemtrace,
        &drmemtrace_view,
        &memtracer,
        &rtmemtracer,
        // A format without a header stands behind those with one.
        &memtrace_binary,
    });
    return formats;
}

const RecordingFormat* format_of(const ByteSource& file, const JobContext& job) {
    const std::string bytes = start_of(file, RecordingFormat::most_start, job);
    const std::string_view start = without_byte_order_mark(bytes);
    const auto formats = recording_formats();
    const auto found = std::ranges::find_if(
        formats, [&](const RecordingFormat* format) { return format->recognises(start); });
    return found == formats.end() ? nullptr : *found;
}

bool is_of_cpu(const RecordingInfo& info) {
    return std::ranges::any_of(recording_formats(), [&](const RecordingFormat* format) {
        if (!format->is_of_cpu()) return false;
        return std::ranges::any_of(info.options, [&](const auto& option) {
            return option.first == "format" && option.second == format->name();
        });
    });
}

bool is_spool(const ByteSource& file) {
    constexpr std::string_view magic = "hmtspool"; // capture/spool/spool_header.h
    return start_of(file, magic.size()) == magic;
}

std::string not_recognised(const ByteSource& file, std::string_view expected) {
    if (is_spool(file))
        return fmt::format("expected {}, found the spool of a recorded program; 'hitmap record --spool {} -o "
                           "OUT.hmt' makes its recording",
                           expected, file.name());
    const std::string start = start_of(file, RecordingFormat::most_start);
    if (start.empty()) return fmt::format("expected {}, found an empty file", expected);
    const std::string line = csv_header(std::string_view(start).substr(0, start.find_first_of("\r\n")));
    if (std::ranges::count(line, ',') >= 1 && printable(line) == line && line.find(' ') == line.npos)
        return fmt::format(
            "expected {}, found a table with the columns '{}'; a table of accesses begins with "
            "the line 'sm,warp,lane,address,bytes,operation'",
            expected, line.substr(0, 60));
    return of_unknown_format(expected);
}

std::string not_recognised(const std::filesystem::path& path, std::string_view expected) {
    return is_pipe(path) ? of_unknown_format(expected) : not_recognised(*open_file(path), expected);
}

std::vector<std::filesystem::path> files_named_in(const std::filesystem::path& path, const JobContext& job) {
    std::error_code unknown; // raised for a path that cannot be followed
    if (std::filesystem::is_directory(path, unknown)) return files_in_folder(path);
    const auto file = open_file(path);
    const RecordingFormat* const format = format_of(*file, job);
    if (format == nullptr) return {};
    return format->named_files(*file, path.parent_path(), job);
}

ImportedCounts import_recording(const RecordingFormat& format, const ImportFiles& files, RecordingSink& sink,
                                ThreadPool& pool, const JobContext& job, const ImportChoices& choices) {
    if (files.files.size() > 1 && !format.takes_several_files())
        throw FileError(files.files[1]->name(), "",
                        fmt::format("expected one file ({}), found another", format.title()));
    std::uint64_t bytes = 0;
    for (const auto& file : files.files)
        bytes += file->size();
    job.begin("reading " + files.files.front()->name(), bytes, "bytes");
    ImportSink counted(sink);
    ImportWarnings warnings;
    for (const LeftOutFile& file : files.left_out)
        warnings.count(file.what, 1, file.which);
    AccessBalance balance;
    std::vector<std::pair<std::string, std::string>> options;
    try {
        FinalTables tables = format.read(files, counted, {pool, job, warnings, balance, choices});
        balance.check(counted.counts.requests, counted.counts.lane_accesses, warnings);
        options = warnings.options();
        tables.options.insert(tables.options.end(), options.begin(), options.end());
        counted.complete(tables);
        counted.finish();
    } catch (const FileError&) {
        throw;
    } catch (const Cancelled&) {
        throw;
    } catch (const MemoryNeeded&) {
        throw;
    } catch (const Error& error) { // a limit of recordings, which the sink notices
        throw FileError(files.files.front()->name(), "", error.what());
    }
    for (const auto& [name, value] : options)
        counted.counts.warnings.push_back(value);
    return std::move(counted.counts);
}

std::unique_ptr<ByteSource> open_any_recording(const std::filesystem::path& path, const JobContext& job,
                                               std::uint64_t limit) {
    FoundRecording found = find_recording({path}, job);
    if (found.hmt != nullptr || found.format == nullptr) return std::move(found.hmt);
    ThreadPool pool;
    std::string name = found.name;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_limited_memory(bytes, limit), import_options, &pool, job);
    import_recording(*found.format, found.files, *sink, pool, job);
    return open_memory(std::move(bytes), std::move(name));
}

} // namespace hitmap
