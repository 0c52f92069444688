#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// The bytes of a file in order, decompressed. Used by one thread.
class ByteInput {
public:
    virtual ~ByteInput() = default;
    /// Fills `out` and returns its size; returns less only at the end. Throws FileError (cannot be read,
    /// invalid or truncated compressed data, a limit of InputLimits), Cancelled.
    virtual std::size_t read(std::span<std::byte> out) = 0;
    /// The number of bytes of the file that were consumed so far, counted from its begin. After the end of
    /// one compressed member (InputRange::one_member), it is the offset of the first byte behind it.
    [[nodiscard]] virtual std::uint64_t consumed() const = 0;
    /// The name of the file, for messages.
    [[nodiscard]] virtual const std::string& name() const = 0;
};

/// How files are compressed. All are recognised by their first bytes.
enum class Compression : std::uint8_t { none, gzip, xz, zstd };
[[nodiscard]] std::string_view name_of(Compression compression); ///< "none", "gzip", ...
/// @param start  the first bytes of a file, at least 6 unless the file is shorter
[[nodiscard]] Compression compression_of(std::span<const std::byte> start);

/// Limits of decompression, so that a small file does not take unlimited time.
struct InputLimits {
    /// Decompressed bytes.
    static constexpr std::uint64_t bytes = std::uint64_t{1} << 42;
    /// Decompressed bytes per compressed byte, beyond `ratio_allowance`. Deflate cannot exceed 1032.
    static constexpr std::uint64_t ratio = 1032;
    static constexpr std::uint64_t ratio_allowance = std::uint64_t{64} << 20;
    /// Memory of a decoder: 128 MiB covers the preset dictionaries of xz -9 and zstd -19.
    static constexpr std::uint64_t decoder_bytes = std::uint64_t{128} << 20;
};

/// The part of a file to read.
struct InputRange {
    std::uint64_t first = 0; ///< offset of the first byte
    /// Stop at the end of the first compressed member. Otherwise, members that follow directly are read as
    /// one, as the programs gzip, xz and zstd do.
    bool one_member = false;
};

/// Opens a file for reading in order and decompresses gzip, xz and zstd; other files are read as they are.
/// Consumed bytes are added to the progress of `job`.
/// @param file  must outlive the result
/// Throws FileError.
[[nodiscard]] std::unique_ptr<ByteInput> open_input(const ByteSource& file, const JobContext& job,
                                                    InputRange range = {});

/// Returns the first `most` decompressed bytes of a file, or all of them if they are fewer. Invalid
/// compressed data ends them, and so does the end of the first most_compressed_start bytes of the file.
/// Throws FileError (cannot be read), Cancelled.
[[nodiscard]] std::string start_of(const ByteSource& file, std::size_t most, const JobContext& job = {});
inline constexpr std::uint64_t most_compressed_start = std::uint64_t{1} << 24;

} // namespace hitmap
