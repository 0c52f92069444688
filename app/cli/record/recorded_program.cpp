#include "app/cli/record/recorded_program.h"

#include "app/cli/base/interrupt.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hitmap {

namespace {

constexpr const char* layer = "VK_LAYER_HITMAP_capture";

std::string variable(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): no thread sets variables
    return value == nullptr ? "" : value;
}

/// A list of the loader with one more entry at its end.
std::string with_entry(const char* name, const std::string& entry) {
    const std::string before = variable(name);
    return before.empty() ? entry : before + ":" + entry;
}

/// The environment of this process with other values of some variables.
std::vector<std::string> environment_with(const Variables& variables) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const bool replaced = std::any_of(variables.begin(), variables.end(),
                                          [&](const auto& v) { return text.starts_with(v.first + "="); });
        if (!replaced) result.push_back(text);
    }
    for (const auto& [name, value] : variables)
        result.push_back(name + "=" + value);
    return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

/// Starts the program with no blocked signals, since this process blocks those that end it.
pid_t start(const Variables& variables, std::vector<std::string> command) {
    std::vector<std::string> environment = environment_with(variables);
    const std::vector<char*> arguments = pointers(command);
    const std::vector<char*> values = pointers(environment);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t process = -1;
    const int error = posix_spawnp(&process, command.front().c_str(), nullptr, &attributes, arguments.data(),
                                   values.data());
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw Error(fmt::format("{}: cannot be run: {}", command.front(), std::strerror(error)));
    return process;
}

} // namespace

std::filesystem::path capture_manifest() {
    constexpr const char* name = "VkLayer_hitmap_capture.json";
    std::error_code error;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    // In the build folder, and as `install` puts it.
    for (const auto& candidate : {folder.parent_path() / "capture" / name,
                                  folder.parent_path() / "share/vulkan/explicit_layer.d" / name})
        if (std::filesystem::exists(candidate, error)) return candidate;
    throw Error(fmt::format("expected {}, the manifest of the Vulkan layer, in capture or "
                            "share/vulkan/explicit_layer.d beside {}, found none",
                            name, folder.string()));
}

Variables layer_variables(const std::filesystem::path& manifest) {
    const std::string folder = manifest.parent_path().string();
    Variables variables;
    // VK_ADD_LAYER_PATH has no effect if VK_LAYER_PATH is set.
    const char* const path = variable("VK_LAYER_PATH").empty() ? "VK_ADD_LAYER_PATH" : "VK_LAYER_PATH";
    variables.emplace_back(path, with_entry(path, folder));
    variables.emplace_back("VK_INSTANCE_LAYERS", with_entry("VK_INSTANCE_LAYERS", layer));
    return variables;
}

ProgramEnd run_with(const Variables& variables, const std::vector<std::string>& command) {
    const SignalsToProgram signals;
    const pid_t process = start(variables, command);
    signals.pass_to(process);
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            throw Error(fmt::format("{}: cannot be awaited: {}", command.front(), std::strerror(errno)));
    ProgramEnd end;
    if (WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
    else
        end.status = WEXITSTATUS(status);
    return end;
}

} // namespace hitmap
