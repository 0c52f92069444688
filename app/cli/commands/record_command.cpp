#include "app/cli/base/interrupt.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/recorded_program.h"
#include "app/cli/options/replay_options.h"
#include "app/cli/spool/spool_files.h"
#include "app/cli/spool/spool_watch.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/cache/array/cache_geometry.h"
#include "core/jobs/output_files.h"
#include "core/jobs/thread_pool.h"
#include "core/replay/replay.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "capture/spool/make_recording.h"
#include "capture/spool/spool_reader.h"
#include "capture/spool/spool_writer.h"

namespace hitmap {

namespace {

struct RecordOptions {
    std::string output = "recording.hmt";
    std::vector<std::string> program;
    std::string spool;
    std::vector<std::string> kernels;
    std::string dispatches; ///< A:B
    std::uint64_t every = 1;
    std::string groups; ///< A:B
    std::string log = "256MiB";
    std::string contents = "off";
    std::string rays = "on";
    bool replay = false;
    ReplayOptions replay_options;
    std::uint64_t sms = 0;
    bool blocks = false;
    bool lossless = false;
    bool time_stamps = false;
    bool count_only = false;
    bool open = false;

    /// How its rays are replayed; null: they are not.
    [[nodiscard]] const ReplayOptions* replayed() const { return replay ? &replay_options : nullptr; }
};

/// Each option of the command is a variable of the layer (docs/capture.md).
Variables variables_of(const RecordOptions& options, const std::string& run) {
    // The program may change its folder.
    const std::string output = output_of_run(absolute_path(options.output).string(), run);
    Variables variables{
        {"HITMAP_CAPTURE_OUTPUT", output},
        {"HITMAP_CAPTURE_KEEP_SPOOL", "1"},
        {"HITMAP_CAPTURE_LOG", std::to_string(of_option("--log", [&] { return parse_size(options.log); }))},
        {"HITMAP_CAPTURE_EVERY", std::to_string(options.every)},
        {"HITMAP_CAPTURE_SMS", std::to_string(options.sms)},
        {"HITMAP_CAPTURE_CONTENTS", options.contents == "on" ? "1" : "0"},
        {"HITMAP_CAPTURE_RAYS", options.rays == "on" ? "1" : "0"}};
    const auto set = [&](bool wanted, const char* name, std::string value) {
        if (wanted) variables.emplace_back(name, std::move(value));
    };
    set(!options.kernels.empty(), "HITMAP_CAPTURE_KERNELS",
        fmt::format("{}", fmt::join(options.kernels, ",")));
    set(!options.dispatches.empty(), "HITMAP_CAPTURE_DISPATCHES", options.dispatches);
    set(!options.groups.empty(), "HITMAP_CAPTURE_GROUPS", options.groups);
    set(options.blocks, "HITMAP_CAPTURE_BLOCKS", "1");
    set(options.lossless, "HITMAP_CAPTURE_LOSSLESS", "1");
    set(options.time_stamps, "HITMAP_CAPTURE_TIME_STAMPS", "1");
    set(options.count_only, "HITMAP_CAPTURE_INSTRUMENTATION", "count");
    return variables;
}

/// Files beside the spool that a signal which ends this program removes.
class Temporaries {
public:
    Temporaries(OutputFiles* outputs, std::vector<std::string> files)
        : outputs_(outputs), files_(std::move(files)) {
        for (const std::string& file : files_)
            outputs_->add_temporary(file);
    }
    ~Temporaries() {
        for (const std::string& file : files_)
            outputs_->release_temporary(file);
    }
    Temporaries(const Temporaries&) = delete;
    Temporaries& operator=(const Temporaries&) = delete;

private:
    OutputFiles* outputs_;
    std::vector<std::string> files_;
};

/// Writes a recording in its final form. @return what is to be said of it; empty: nothing
/// @param replay  null: its rays are not replayed
std::string write_final(const HmtFile& file, const ReplayOptions* replay, std::unique_ptr<ByteSink> out,
                        ThreadPool& pool, const JobContext& job) {
    const std::string problem = replay != nullptr ? replay_problem(file.info(), *replay) : "";
    HmtWriteOptions options;
    options.tables_grow = replay != nullptr && problem.empty();
    const auto sink = write_hmt(std::move(out), options, &pool, job);
    if (options.tables_grow) return "replayed: " + text_of(replay_recording(file, *replay, *sink, pool, job));
    copy_recording(file, *sink, pool, job);
    return problem.empty() ? "" : "not replayed: " + problem;
}

/// Writes the recording of a spool, and publishes it. The spool stays.
void make_recording(const std::string& spool, const std::string& output, const ReplayOptions* replay,
                    const JobContext& job) {
    // The layer's own writer does not compress. Its file is read again.
    const std::string plain = spool + ".hmt";
    const Temporaries temporaries(job.outputs, {plain, plain + ".part"});
    job.begin("reading what was recorded", 1, "");
    const capture::RecordingSummary summary = capture::make_recording(
        spool, plain, "hitmap record", [&](std::uint64_t, std::uint64_t) { job.check(); });
    std::error_code ignored;
    std::unique_ptr<ByteSource> bytes = open_file(plain);
    std::filesystem::remove(plain, ignored); // it remains readable while it is open
    const HmtFile file(std::move(bytes), job);
    ThreadPool pool;
    const std::string replayed = write_final(file, replay, open_output(output, job), pool, job);
    job.outputs->publish();
    for (const std::string& remark : summary.remarks)
        tell("{}: {}\n", printable(output), printable(remark));
    tell("{}: {}\n", printable(output), printable(summary.line));
    if (!replayed.empty()) tell("{}: {}\n", printable(output), replayed);
}

/// A line that says how a spool becomes a recording.
std::string how_to_convert(const std::string& spool, const std::string& output) {
    return fmt::format("{}: kept; 'hitmap record --spool {} -o {}' makes its recording\n", printable(spool),
                       printable(spool), printable(output));
}

void tell_how_to_convert(const std::string& spool, const std::string& output) {
    tell("{}", how_to_convert(spool, output));
}

/// What a signal says that ends this program while it makes the recordings of these spools.
std::string how_to_convert(std::span<const SpoolFile> spools) {
    std::string lines;
    for (const SpoolFile& spool : spools)
        lines += how_to_convert(spool.path.lexically_normal().string(), "OUT.hmt");
    return lines;
}

/// What became of the spool of a process.
enum class ProcessOutcome { recorded, nothing, failed };

/// The end of a message, such as "nothing was recorded: it submitted no dispatch, draw or launch of rays".
std::string nothing_text(const RecordOptions& options, const std::string& why) {
    return fmt::format("nothing was {}: {}", options.count_only ? "counted" : "recorded", why);
}

/// Makes the recording of a process, and then removes its spool. Otherwise lines say why, and where the spool
/// is.
/// @param why  gets the reason if nothing was recorded, which no line says
ProcessOutcome record_process(const RecordOptions& options, const SpoolFile& file, const std::string& output,
                              std::string& why, const JobContext& job) {
    const std::string spool = file.path.lexically_normal().string();
    // A process that the program left behind still writes it.
    const bool grows = capture::has_writer(spool);
    ProcessOutcome outcome = ProcessOutcome::recorded;
    try {
        make_recording(spool, output, options.replayed(), job);
    } catch (const capture::NothingRecorded& error) {
        why = error.reason;
        outcome = ProcessOutcome::nothing;
    } catch (const capture::SpoolError& error) {
        tell("process {}: {}\n", file.process, printable(error.what()));
        outcome = ProcessOutcome::failed;
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        tell("process {}: {}\n", file.process, error.what());
        outcome = ProcessOutcome::failed;
    }
    if (grows) tell("process {}: still runs\n", file.process);
    if (grows || outcome == ProcessOutcome::failed) {
        tell_how_to_convert(spool, output);
    } else {
        std::error_code ignored;
        std::filesystem::remove(spool, ignored);
    }
    return outcome;
}

void tell_end(const std::string& program, const ProgramEnd& end) {
    if (end.signal != 0)
        tell("{}: ended by signal {} ({})\n", printable(program), end.signal, strsignal(end.signal));
    else if (end.status != 0)
        tell("{}: ended with status {}\n", printable(program), end.status);
}

/// The recordings of all processes. @return their files. Throws Error if one could not be made, and makes the
/// others before.
std::vector<std::string> make_recordings(const RecordOptions& options, const std::vector<SpoolFile>& spools,
                                         const JobContext& job) {
    std::vector<std::string> names, outputs;
    for (const SpoolFile& spool : spools) {
        const InterruptNote note(how_to_convert(std::span(spools).subspan(&spool - spools.data())));
        std::string output = spool.output;
        // Without %p, further processes get numbers.
        if (std::find(names.begin(), names.end(), output) != names.end())
            output = numbered(options.output, names.size() + 1);
        std::string why;
        const ProcessOutcome outcome = record_process(options, spool, output, why, job);
        if (outcome == ProcessOutcome::nothing && spools.size() == 1)
            throw Error(fmt::format("{}: {}", options.program.front(), nothing_text(options, why)));
        if (outcome == ProcessOutcome::nothing)
            tell("process {}: {}\n", spool.process, printable(nothing_text(options, why)));
        else
            names.push_back(output);
        if (outcome == ProcessOutcome::recorded) outputs.push_back(output);
    }
    if (outputs.size() != names.size())
        throw Error(fmt::format("{} of {} recordings could not be made", names.size() - outputs.size(),
                                names.size()));
    return outputs;
}

void check(const RecordOptions& options) {
    if (options.output == "-") throw UsageError("--output: expected a file, found standard output");
    const auto folder = absolute_path(options.output).parent_path();
    if (!is_folder_path(folder))
        throw FileError(options.output, "", fmt::format("expected a folder {}, found none", folder.string()));
}

/// What `record` has made.
struct Recorded {
    std::vector<std::string> outputs;
    int status = 0; ///< exit status of the program, as a shell reports it
};

/// Runs the program, and warns meanwhile if its spools grow large.
ProgramEnd run_watched(const Variables& variables, const RecordOptions& options, const std::string& run) {
    const SpoolWatch watch(
        [&] { return size_of_spools(spool_files(options.output, run), options.output); },
        [](const SpoolSize& size) { tell("hitmap record: {}\n", large_spool_text(size)); });
    return run_with(variables, options.program);
}

/// Runs the program and makes the recordings of its processes.
Recorded record_program(const RecordOptions& options, const JobContext& job) {
    const std::string run = new_run();
    const Variables settings = variables_of(options, run);
    Variables variables = layer_variables(capture_manifest());
    variables.insert(variables.end(), settings.begin(), settings.end());
    for (const SpoolFile& other : all_spool_files(options.output))
        if (!capture::has_writer(other.path.string())) {
            tell("process {}: recorded by another run of hitmap record\n", other.process);
            tell_how_to_convert(other.path.lexically_normal().string(), "OUT.hmt");
        }
    const std::string& program = options.program.front();
    const ProgramEnd end = run_watched(variables, options, run);
    tell_end(program, end);
    const std::vector<SpoolFile> spools = spool_files(options.output, run);
    if (spools.empty())
        throw Error(
            fmt::format("{}: {}", program,
                        nothing_text(options, "it made no Vulkan device through the loader of Vulkan")));
    std::vector<std::string> outputs = make_recordings(options, spools, job);
    if (outputs.empty())
        throw Error(fmt::format(
            "{}: {}", program,
            nothing_text(options, fmt::format("none of its {} processes has anything", spools.size()))));
    return {std::move(outputs), end.signal != 0 ? 128 + end.signal : end.status};
}

/// As record_program(), and throws Interrupted instead of Error if a signal ended the program.
Recorded record_interrupted(const RecordOptions& options, const JobContext& job) {
    try {
        return record_program(options, job);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        if (const int signal = SignalsToProgram::received(); signal != 0)
            throw Interrupted(signal, error.what());
        throw;
    }
}

/// Makes the recording of the spool of a process that was recorded before.
Recorded record_spool(const RecordOptions& options, const JobContext& job) {
    const InterruptNote note(how_to_convert(options.spool, options.output));
    try {
        make_recording(options.spool, options.output, options.replayed(), job);
    } catch (const capture::NothingRecorded& error) {
        throw Error(fmt::format("{}: {}", options.spool, nothing_text(options, error.reason)));
    } catch (const capture::SpoolError& error) {
        throw Error(error.what());
    }
    return {{options.output}};
}

void open_window(const std::vector<std::string>& outputs) {
    std::vector<std::string> view{std::filesystem::read_symlink("/proc/self/exe").string(), "view"};
    view.insert(view.end(), outputs.begin(), outputs.end());
    (void)run_with({}, view);
}

void record(const RecordOptions& options, const JobContext& job) {
    if (options.program.empty() == options.spool.empty())
        throw UsageError("expected a program after --, or --spool");
    check(options);
    if (options.replay) check_replay_options(options.replay_options);
    refuse_overwriting_other_file(options.output, "--output");
    const Recorded recorded =
        options.spool.empty() ? record_interrupted(options, job) : record_spool(options, job);
    const int signal = SignalsToProgram::received(); // before the window runs
    if (options.open) open_window(recorded.outputs);
    if (signal != 0) throw Interrupted(signal, "interrupted");
    if (recorded.status != 0) throw ProgramFailed(recorded.status);
}

/// For CLI::Option::check: the ranges that the layer accepts, A:B with A at most B, where each may be
/// missing.
std::string check_range(const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto number = [](std::string_view digits, std::uint64_t missing) {
        std::uint32_t value = 0;
        const char* const last = digits.data() + digits.size();
        const auto [end, error] = std::from_chars(digits.data(), last, value);
        if (digits.empty()) return std::optional(missing);
        return error == std::errc() && end == last ? std::optional<std::uint64_t>(value) : std::nullopt;
    };
    if (colon != std::string::npos) {
        const auto first = number(std::string_view(text).substr(0, colon), 0);
        const auto last = number(std::string_view(text).substr(colon + 1), ~std::uint32_t{0});
        if (first && last && *first <= *last) return {};
    }
    return fmt::format("expected A:B with A at most B, found '{}'", text);
}

void add_selection(CLI::App& command, RecordOptions& options) {
    command
        .add_option(
            "--kernels", options.kernels,
            "Only these kernels: names, or numbers in the order in which the program makes them, from 0")
        ->delimiter(',')
        ->allow_extra_args(false) // otherwise it takes the -- behind it as the end of its list
        ->type_name("NAME,...");
    command
        .add_option(
            "--dispatches", options.dispatches,
            "Only dispatches A to B - 1 of the kernels, in the order of their submission, from 0; A or B "
            "may be missing")
        ->check(check_range)
        ->type_name("A:B");
    command.add_option("--every", options.every, "Only one in N of these dispatches")
        ->check(whole_number(1, 0xffffffff))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--groups", options.groups,
                    "Only work groups A to B - 1 of each dispatch, in linear order")
        ->check(check_range)
        ->type_name("A:B");
}

void add_contents(CLI::App& command, RecordOptions& options) {
    command
        .add_option(
            "--log", options.log,
            "Memory of the log, from which records are taken after each submission; what does not fit "
            "is counted and lost unless --lossless is given")
        ->type_name("SIZE")
        ->capture_default_str();
    command.add_flag(
        "--lossless", options.lossless,
        "Lose nothing: each dispatch runs in parts, between which the log is emptied; on GPUs, shaders "
        "wait while the log is full");
    command.add_flag(
        "--blocks", options.blocks,
        "Also record which basic blocks each warp executes, with its active lanes, for hitmap simt");
    command
        .add_option("--contents", options.contents,
                    "Also record what each buffer holds before the first dispatch that uses it")
        ->type_name("on|off")
        ->check(CLI::IsMember({"on", "off"}).description(""))
        ->capture_default_str();
    command
        .add_option("--rays", options.rays,
                    "Also record the rays of ray queries and ray-tracing pipelines, what they hit, and the "
                    "triangles of acceleration structures")
        ->type_name("on|off")
        ->check(CLI::IsMember({"on", "off"}).description(""))
        ->capture_default_str();
    CLI::Option* const replay =
        command.add_flag("--replay", options.replay,
                         "Add the traversal of these rays to the recording, as hitmap replay does");
    for (CLI::Option* const option : add_replay_options(command, options.replay_options))
        option->needs(replay)->group("Replay, with --replay");
    command.add_flag("--time-stamps", options.time_stamps,
                     "Order the requests by the clock of the shaders, if the device has one");
    command
        .add_option(
            "--sms", options.sms,
            "Number of SMs to which work groups are assigned in turn, where shaders cannot read on which "
            "one they run; 0: that of the device, or 68")
        ->check(whole_number(0, 1U << 16))
        ->type_name("N")
        ->capture_default_str();
    command.add_flag("--count-only", options.count_only, "Count the records, and keep none of them");
}

} // namespace

void add_record_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RecordOptions>();
    auto* command =
        app.add_subcommand("record", "Run a Vulkan program and record the memory requests of its shaders");
    command->add_option("PROGRAM", options->program, "The program and its arguments, after --");
    command
        ->add_option("-o,--output", options->output,
                     "Where the recording goes; %p stands for the number of the process")
        ->check(not_empty("a file"))
        ->type_name("OUT.hmt")
        ->capture_default_str();
    add_selection(*command, *options);
    add_contents(*command, *options);
    command
        ->add_option("--spool", options->spool,
                     "Run no program, and make the recording of this spool, which a run left that could not "
                     "make it. The spool stays")
        ->type_name("FILE");
    command->add_flag("--open", options->open, "Open the recording in the window afterwards");
    command->footer(
        "Ctrl-C ends the program; what was recorded until then is kept. The exit status is 130.\n"
        "If the recordings were made, the exit status is that of the program, or 128 plus the number of "
        "the signal that ended it; otherwise 1, or 2 if the command line is wrong.\n"
        "Example: hitmap record -o mine.hmt -- ./renderer scene.gltf");
    command->callback([=] { select([=](const JobContext& job) { record(*options, job); }); });
}

} // namespace hitmap
