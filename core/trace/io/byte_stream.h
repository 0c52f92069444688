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

/// Random-access bytes to read a recording from: a file, or memory (tests, fuzzing). read() is thread-safe.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Reads exactly out.size() bytes at `offset`. Throws FileError where they are not all there.
    virtual void read(std::uint64_t offset, std::span<std::byte> out) const = 0;
    /// Name for messages.
    [[nodiscard]] virtual const std::string& name() const = 0;
};

/// Throws FileError (cannot be opened, is a folder, ...).
[[nodiscard]] std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<ByteSource> open_memory(std::vector<std::byte> bytes, std::string name);

/// Where a recording is written to, front to back.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Throws FileError (disk full, ...).
    virtual void write(std::span<const std::byte> bytes) = 0;
    /// All bytes are down and will have their final name. Without it the sink's destructor removes what was
    /// written.
    virtual void commit() = 0;
};

/// A file that is written as a PartFile (core/jobs/part_file.h), PATH.part as a rule, and takes its place on
/// commit() or, where there are `outputs`, which outlive the sink, when they are published. Throws FileError.
/// After a write that failed (a full disk) PATH.part stays: it can be opened up to its last whole block.
/// Where PATH is a link, all this happens to what it leads to. What is no regular file (a device, a pipe) is
/// written to as it is, and stays.
[[nodiscard]] std::unique_ptr<ByteSink> create_file(const std::filesystem::path& path,
                                                    OutputFiles* outputs = nullptr);
/// Appends to `out`, which must outlive the sink.
[[nodiscard]] std::unique_ptr<ByteSink> create_memory(std::vector<std::byte>& out);

} // namespace hitmap
