#include "app/cli/lsp/record_again.h"

#include "app/cli/base/info_json.h"
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/jobs/child_process.h"
#include "core/raytracer/options/trace_options.h"
#include "core/trace/io/write_file.h"
#include "core/trace/model/mesh_offset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace hitmap {

namespace {

/// A file that is removed by the destructor.
class CameraFile {
public:
    explicit CameraFile(const std::string& text) {
        std::string pattern = (std::filesystem::temp_directory_path() / "hitmap-camera-XXXXXX").string();
        const int file = mkstemp(pattern.data());
        if (file < 0) throw Error(pattern + ": cannot be made");
        close(file);
        path_ = pattern;
        write_file(path_, text);
    }
    ~CameraFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    CameraFile(const CameraFile&) = delete;
    CameraFile& operator=(const CameraFile&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

const std::string* option_of(const RecordingInfo& info, std::string_view key) {
    const auto found = std::find_if(info.options.begin(), info.options.end(),
                                    [&](const auto& option) { return option.first == key; });
    return found == info.options.end() ? nullptr : &found->second;
}

std::string scene_of(const RecordingInfo& info, const std::string& recording) {
    if (is_builtin(info.source_name)) return info.source_name;
    const std::filesystem::path beside = std::filesystem::path(recording).parent_path() / info.source_name;
    for (const std::filesystem::path& path : {std::filesystem::path(info.source_name), beside}) {
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error)) return std::filesystem::absolute(path).string();
    }
    throw Error(fmt::format("{}: expected its scene {} in the working folder or beside it, found neither; a "
                            "{} can say how to record",
                            recording, info.source_name, project_file_name));
}

/// Waits for the end of a program, while its output is thrown away. Throws Cancelled.
ChildProcess::End wait_for_end(ChildProcess& process, const JobContext& job) {
    using namespace std::chrono_literals;
    std::array<char, 4096> unused{};
    for (bool open = true; open;) {
        job.check();
        if (const auto bytes = process.read(unused.data(), unused.size(), 50ms)) open = *bytes != 0;
    }
    auto end = process.wait(50ms);
    for (; !end; end = process.wait(50ms))
        job.check();
    return *end;
}

/// Runs a program to its end. One that is cancelled has a second to remove what is not finished.
void run_program(const std::string& program, const std::vector<std::string>& arguments,
                 const JobContext& job) {
    using namespace std::chrono_literals;
    ChildProcess process(program, arguments, ChildProcess::Errors::shared);
    ChildProcess::End end;
    try {
        end = wait_for_end(process, job);
    } catch (const Cancelled&) {
        process.ask_to_end();
        (void)process.wait(1s);
        throw;
    }
    if (end.signal != 0) throw Error(fmt::format("recording was ended by signal {}", end.signal));
    if (end.status != 0)
        throw Error(fmt::format("recording failed with exit status {}; its messages are in the log of the "
                                "language server",
                                end.status));
}

} // namespace

std::vector<std::string> trace_arguments(const RecordingInfo& info, const std::string& recording,
                                         const std::string& camera_file) {
    std::vector<std::string> arguments{"trace"};
    for (const TraceOption& option : trace_option_table()) {
        const std::string* const value = option_of(info, option.name);
        if (value == nullptr && !option.always_named) continue;
        if (value == nullptr)
            throw Error(
                fmt::format("{}: is of another program or of an older version ({}); a {} can say how to "
                            "record",
                            recording, info.producer, project_file_name));
        arguments.push_back(fmt::format("--{}={}", option.name, *value));
    }
    if (const std::string* const up = option_of(info, "up")) arguments.push_back("--up=" + *up);
    if (!camera_file.empty()) arguments.push_back("--camera=" + camera_file);
    arguments.push_back("--output=" + recording);
    arguments.emplace_back("--");
    arguments.push_back(scene_of(info, recording));
    return arguments;
}

void record_again(const RecordingInfo& info, const std::string& recording,
                  const std::optional<ProjectFile>& project, const JobContext& job) {
    if (project && !project->command.empty()) {
        std::vector<std::string> words{"--chdir=" + project->folder.string()};
        words.insert(words.end(), project->command.begin(), project->command.end());
        run_program("/usr/bin/env", words, job); // finds programs in PATH
        return;
    }
    // The camera of --camera counts as recorded; without that, the scene has its own again.
    const bool has_camera = std::any_of(info.origins.begin(), info.origins.end(), [](const FieldOrigin& of) {
        return of.field == "camera" && of.origin == Origin::recorded;
    });
    std::optional<CameraFile> camera;
    if (has_camera && !info.scene.cameras.empty())
        camera.emplace(json_text(file_camera_json(info.scene.cameras.front(), mesh_offset(info))));
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) throw Error("the path of this program is not known");
    run_program(program.string(), trace_arguments(info, recording, camera ? camera->path() : ""), job);
}

} // namespace hitmap
