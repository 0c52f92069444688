#pragma once

#include "core/trace/io/byte_input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// Random access to the decompressed bytes of a file, for formats whose tables stand behind what they
/// describe. A compressed file is decompressed from its begin again when reading goes back farther than
/// `window_bytes`, so reads should be mostly in order. Used by one thread.
class SeekableInput {
public:
    /// Bytes that are read from a file are added to the progress of `job`.
    /// @param file  must outlive the object
    /// Throws FileError.
    SeekableInput(const ByteSource& file, const JobContext& job);

    /// The number of decompressed bytes. The first call decompresses all of a compressed file. Throws what
    /// ByteInput::read() throws.
    [[nodiscard]] std::uint64_t size();
    /// Reads decompressed bytes at `offset` and returns their number, which is less than out.size() only at
    /// the end. Throws FileError if the file would be decompressed more than most_restarts times; what
    /// ByteInput::read() throws.
    std::size_t read_some(std::uint64_t offset, std::span<std::byte> out);
    /// As read_some(), but throws FileError if there are fewer bytes.
    void read(std::uint64_t offset, std::span<std::byte> out);
    [[nodiscard]] const std::string& name() const { return file_.name(); }

    /// The last bytes that were decompressed are kept, at most this number.
    static constexpr std::size_t window_bytes = std::size_t{1} << 26;
    static constexpr unsigned most_restarts = 64;

private:
    void restart();
    bool decompress_more();
    std::size_t read_file(std::uint64_t offset, std::span<std::byte> out);
    void copy(std::uint64_t offset, std::span<std::byte> out) const;

    const ByteSource& file_;
    JobContext job_;
    std::unique_ptr<ByteInput> input_; ///< null: the file is not compressed
    std::uint64_t end_ = 0;            ///< decompressed bytes so far
    std::uint64_t size_ = 0;
    bool size_known_ = false;
    unsigned restarts_ = 0;
    /// Decompressed byte i is at i % window_bytes, unless a byte behind it has replaced it.
    std::vector<std::byte> window_;
};

} // namespace hitmap
