#include "app/cli/base/info_json.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/trace/formats/all/recording_files.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/import/import_advice.h"
#include "core/trace/model/recording.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct ImportRequest {
    std::vector<std::string> files;
    std::string output;
    ImportChoices choices;
    bool json = false;
    std::string layout;
};

/// Prints the object of --json.
void print_counts(std::string_view format, const ImportedCounts& counts, const ImportRequest& options) {
    Json json{{"format", format},
              {"files", options.files},
              {"output", options.output},
              {"requests", counts.requests},
              {"lane_accesses", counts.lane_accesses},
              {"warnings", counts.warnings}};
    if (counts.frames != 0) json["recorded_sums"] = {{"frames", counts.frames}, {"sums", counts.sums}};
    print_document(json_text(json));
}

/// Writes a recording with the layout of a file. Returns its counts, without warnings.
ImportedCounts write_with_layout(std::unique_ptr<ByteSource> bytes, const ImportRequest& options,
                                 ThreadPool& pool, const JobContext& job) {
    const HmtFile file(std::move(bytes), job);
    const AppliedLayout applied = apply_layout_file(options.layout, LayoutFiles::anywhere, file,
                                                    open_output(options.output, job), pool, job);
    if (!applied.note.empty()) tell("{}: {}\n", printable(options.output), applied.note);
    const RecordingInfo& info = file.info();
    ImportedCounts counts{info.requests, info.lane_accesses, info.sums.frames, 0, {}};
    for (const std::uint64_t sums : info.sums.sums)
        counts.sums += sums;
    tell("{}: {} requests, with the layout of {}\n", printable(options.files.front()), info.requests,
         printable(options.layout));
    return counts;
}

/// Writes a recording (.hmt) with a layout.
void lay_out(std::unique_ptr<ByteSource> file, const ImportRequest& options, ThreadPool& pool,
             const JobContext& job) {
    if (options.files.size() > 1)
        throw UsageError(
            fmt::format("import: expected one recording (.hmt), found another file, '{}'", options.files[1]));
    if (options.choices != ImportChoices{})
        throw UsageError(fmt::format("import: expected no option but --layout, --output and --json for a "
                                     "recording (.hmt), '{}'",
                                     options.files.front()));
    const ImportedCounts counts = write_with_layout(std::move(file), options, pool, job);
    if (options.json) print_counts("hmt", counts, options);
}

/// Refuses choices that the format has no use for.
void check_choices(const RecordingFormat& format, const ImportChoices& choices) {
    const UsedChoices used = format.used_choices();
    const auto refuse = [&](std::string_view option, std::string_view expected) {
        throw UsageError(fmt::format("{}: expected {}, found {}", option, expected, format.title()));
    };
    if (choices.sms != 0 && !used.sms)
        refuse("--sms", "a recording that does not say on which SM a block ran");
    if (choices.blocks_per_sm != 0 && !used.blocks_per_sm)
        refuse("--blocks-per-sm", "a recording without the order of blocks");
    if (choices.trace != 1 && !used.trace) refuse("--trace", "a recording with several scenes");
    if (choices.ignore_hash && !used.ignore_hash) refuse("--ignore-hash", "a recording with a hash");
}

void import_file(const ImportRequest& options, const JobContext& job) {
    if (options.json && options.output == "-")
        throw UsageError("--json: expected an output file, found standard output for the recording");
    std::vector<std::string> inputs = options.files;
    inputs.push_back(options.layout);
    refuse_overwriting(options.output, "--output", inputs);
    refuse_overwriting_other_file(options.output, "--output");
    const std::string& first = options.files.front();
    ThreadPool pool;
    std::error_code unknown;
    if (!options.layout.empty() && std::filesystem::is_regular_file(first, unknown))
        if (auto file = open_file(first); begins_as_recording(*file))
            return lay_out(std::move(file), options, pool, job);
    FoundRecording found = find_recording({options.files.begin(), options.files.end()}, job);
    if (found.hmt != nullptr && !options.layout.empty())
        return lay_out(std::move(found.hmt), options, pool, job);
    const RecordingFormat* const format = found.format;
    if (format == nullptr) {
        const ByteSource& file = found.hmt != nullptr ? *found.hmt : *found.files.files.front();
        throw FileError(first, "", not_recognised(file, "a recording of another program"));
    }
    const ImportFiles& files = found.files;
    check_choices(*format, options.choices);
    std::vector<std::byte> bytes; // without the layout
    const auto sink =
        write_hmt(options.layout.empty() ? open_output(options.output, job) : create_memory(bytes),
                  import_options, &pool, job);
    const ImportedCounts counts = import_recording(*format, files, *sink, pool, job, options.choices);
    if (!options.layout.empty()) write_with_layout(open_memory(std::move(bytes), first), options, pool, job);
    if (options.json) return print_counts(format->name(), counts, options);
    const std::string what =
        counts.frames != 0
            ? fmt::format("{} frames with {} sums of hits and look-ups", counts.frames, counts.sums)
            : fmt::format("{} requests, {} lane accesses", counts.requests, counts.lane_accesses);
    tell("{}: {}, {}\n", printable(first), format->title(), what);
    for (const std::string& warning : counts.warnings)
        tell("{}: warning: {}\n", printable(first), printable(warning));
    for (const std::string_view sentence : import_advice(counts.warnings))
        tell("{}\n", sentence);
}

} // namespace

void add_import_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<ImportRequest>();
    auto* command = app.add_subcommand("import", "Write a recording of another program as .hmt");
    command
        ->add_option(
            "FILE", options->files,
            "Recording of another program, which some programs write as several files or a folder; - is "
            "standard input; see docs/import.md")
        ->check(not_empty("a file"))
        ->required();
    command->add_option("-o,--output", options->output, "Where the recording goes; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt")
        ->required();
    command
        ->add_option("--sms", options->choices.sms,
                     "Number of SMs, for recordings that do not say on which SM a block ran")
        ->check(whole_number(1, RecordingLimits::sms))
        ->type_name("N");
    command
        ->add_option(
            "--blocks-per-sm", options->choices.blocks_per_sm,
            "Number of blocks that are resident on an SM, for recordings without the order of blocks")
        ->check(whole_number(1, RecordingLimits::warp_slots_per_sm))
        ->type_name("N");
    command
        ->add_option(
            "--trace", options->choices.trace,
            "Number of the trace, from 1, whose scene is read if a file has traces of several scenes")
        ->check(whole_number(1, RecordingLimits::launches))
        ->type_name("N");
    command
        ->add_option_function<std::string>(
            "--scene-limit",
            [options](const std::string& text) {
                options->choices.scene_bytes =
                    of_option("--scene-limit", [&] { return parse_memory_limit(text).value_or(0); });
            },
            "Memory for vertices, faces and boxes of a recording, such as 4GiB; otherwise half of the memory "
            "of this computer")
        ->check(not_empty("a size"))
        ->type_name("SIZE");
    command->add_flag("--ignore-hash", options->choices.ignore_hash,
                      "Import a file whose hash shows that it is damaged");
    command->add_flag("--json", options->json, "Print one JSON object about what was read");
    command
        ->add_option("--layout", options->layout,
                     "What the buffers hold; FILE may then be an .hmt, too. See docs/layout.md")
        ->type_name("LAYOUT.json");
    command->footer("Every command that reads a recording takes such a file, too.\n"
                    "Example: hitmap import accesses.csv -o accesses.hmt");
    command->callback([=] { select([=](const JobContext& job) { import_file(*options, job); }); });
}

} // namespace hitmap
