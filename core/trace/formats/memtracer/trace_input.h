#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_input.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The files of rtmemtracer (docs/import.md).
namespace hitmap::rtmemtracer {

/// The bytes of the traces in a file, in order: header and body, without compression. In the plain variant,
/// everything is compressed. In the GBLA variant, a preamble and the header are not.
class TraceInput {
public:
    static constexpr std::string_view gbla_magic = "GBLA";
    static constexpr std::uint32_t gbla_version = 0;
    /// Bytes of the header between the version of the GBLA preamble and the camera.
    static constexpr std::uint32_t header_bytes = 28;

    /// `file` and `job` must outlive the object.
    TraceInput(const ByteSource& file, const JobContext& job);

    /// Begins the next trace. Returns false at the end of the file. Throws FileError (other bytes than a
    /// trace), Cancelled; so do the functions below.
    bool next();
    [[nodiscard]] bool is_gbla() const { return is_gbla_; }
    /// The number of the trace in the file, from 1.
    [[nodiscard]] std::uint32_t trace() const { return trace_; }

    /// Fills `out`. Throws FileError at the end of the file.
    /// @param what  for messages: "a camera of 60 bytes"
    void read(std::span<std::byte> out, std::string_view what);
    std::uint32_t u32(std::string_view what);
    /// Throws FileError that names the place of the last item that was read.
    /// @param at  offset in that item
    [[noreturn]] void refuse(const std::string& message, std::uint64_t at = 0) const;

private:
    bool fill();
    bool next_gbla();
    void open_gbla();

    const ByteSource& file_;
    const JobContext& job_;
    bool is_gbla_ = false;
    std::uint32_t trace_ = 0;
    std::uint64_t first_ = 0; ///< GBLA: offset of the trace in the file
    std::unique_ptr<ByteInput> input_;
    std::vector<std::byte> buffer_;
    std::size_t at_ = 0;       ///< in the buffer
    std::size_t end_ = 0;      ///< of the bytes in the buffer
    std::uint64_t offset_ = 0; ///< in header and body of the trace
    std::uint64_t item_ = 0;   ///< offset of the last item
};

} // namespace hitmap::rtmemtracer
