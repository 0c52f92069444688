#pragma once

#include "core/jobs/output_files.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// Random access to the bytes of a recording: a file, or memory (tests, fuzzing). read() is thread-safe.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Reads exactly out.size() bytes at `offset`. Throws FileError if the source has fewer.
    virtual void read(std::uint64_t offset, std::span<std::byte> out) const = 0;
    /// Name for messages.
    [[nodiscard]] virtual const std::string& name() const = 0;
};

/// Throws FileError (cannot be opened, is a folder, ...).
[[nodiscard]] std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<ByteSource> open_memory(std::vector<std::byte> bytes, std::string name);

/// The sequential output of a recording.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Throws FileError (disk full, ...).
    virtual void write(std::span<const std::byte> bytes) = 0;
    /// Declares the output complete, so that it gets its final name. A sink that is destroyed without
    /// commit() removes what was written.
    virtual void commit() = 0;
};

/// Creates a file, which is written as a PartFile (core/jobs/part_file.h), usually PATH.part. It gets its
/// final name on commit() or, if there are `outputs` (which must outlive the sink), when they are
/// published. After a failed write (a full disk), PATH.part stays: it can be opened up to its last complete
/// block. If PATH is a symbolic link, its target is written. A device or a pipe is written to directly and
/// never removed. Throws FileError.
[[nodiscard]] std::unique_ptr<ByteSink> create_file(const std::filesystem::path& path,
                                                    OutputFiles* outputs = nullptr);
/// A sink that appends to `out`, which must outlive it.
[[nodiscard]] std::unique_ptr<ByteSink> create_memory(std::vector<std::byte>& out);

} // namespace hitmap
