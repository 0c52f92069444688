#pragma once

#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace hitmap {

// Every file that the program writes is written by create_file() (core/trace/io/byte_stream.h) or by one of
// the functions below, which differ in one point: after a failed write, create_file() leaves what was
// written, since a recording can be opened up to its last complete block. The functions below remove it,
// since a part of a session, of a table or of a picture is of no use.
//
// An existing file is replaced only by a complete one, which was passed on to the disk before, and which has
// the same permissions. Until then it stays as it is.

/// Creates a file as create_file() does, but removes what was written after a failed write.
/// Throws WriteError (core/jobs/write_error.h), as the functions of the sink do.
[[nodiscard]] std::unique_ptr<ByteSink> create_whole_file(const std::filesystem::path& path,
                                                          OutputFiles* outputs = nullptr);

/// Writes a whole file with create_whole_file(). Throws WriteError.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                OutputFiles* outputs = nullptr);
void write_file(const std::filesystem::path& path, std::string_view text, OutputFiles* outputs = nullptr);

} // namespace hitmap
