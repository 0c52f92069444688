#pragma once

#include "core/jobs/program.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// The manifest of the Vulkan layer of this build or installation. Throws Error if there is none.
[[nodiscard]] std::filesystem::path capture_manifest();

/// Environment variables: names and values.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// The variables with which the loader of Vulkan finds the layer, beside those that are set.
[[nodiscard]] Variables layer_variables(const std::filesystem::path& manifest);

/// Runs a program with these variables and waits until it ends. It has the standard streams of this process
/// and its process group, so that Ctrl-C reaches it. Meanwhile such signals do not end this process; a signal
/// that was sent to this process alone is passed on. Throws Error if the program cannot be started.
[[nodiscard]] ProgramEnd run_with(const Variables& variables, const std::vector<std::string>& command);

} // namespace hitmap
