#include "app/cli/commands/recorded_program.h"

#include "app/cli/base/interrupt.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

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
    for (const std::string& text : own_environment()) {
        const bool replaced = std::any_of(variables.begin(), variables.end(),
                                          [&](const auto& v) { return text.starts_with(v.first + "="); });
        if (!replaced) result.push_back(text);
    }
    for (const auto& [name, value] : variables)
        result.push_back(name + "=" + value);
    return result;
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
                            "share/vulkan/explicit_layer.d beside {}, found none; in the folder of a build, "
                            "cmake --build . makes it",
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
    const pid_t process = start_program(command, environment_with(variables));
    signals.pass_to(process);
    return await_program(process, command.front());
}

} // namespace hitmap
