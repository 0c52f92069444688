#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <filesystem>
#include <memory>
#include <string_view>

namespace hitmap {

/// What a command takes in place of the name of a file that it reads from its standard input.
inline constexpr std::string_view standard_input = "-";

/// Whether a path is standard_input, a pipe or a socket. These can be read once only.
[[nodiscard]] bool is_pipe(const std::filesystem::path& path);

/// Opens a file as open_file() does, or reads standard input, a pipe or a socket to its end into a temporary
/// file (core/base/scratch_file.h), because readers need the size and read some bytes twice. Waits for a pipe
/// that has no writer yet. Throws FileError, Error (no space for the temporary file), Cancelled.
[[nodiscard]] std::unique_ptr<ByteSource> open_file_or_pipe(const std::filesystem::path& path,
                                                            const JobContext& job);

} // namespace hitmap
