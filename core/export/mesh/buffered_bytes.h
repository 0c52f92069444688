#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hitmap {

/// Collects numbers and text, little endian, and writes them to a sink in large pieces. Throws what the sink
/// throws; Cancelled.
class BufferedBytes {
public:
    BufferedBytes(ByteSink& out, const JobContext& job) : out_(out), job_(job) {}
    template <class T>
    void number(T value) {
        static_assert(std::is_arithmetic_v<T>);
        bytes(std::as_bytes(std::span(&value, 1)));
    }
    void text(std::string_view text) { bytes(std::as_bytes(std::span(text))); }
    void bytes(std::span<const std::byte> bytes);
    void flush();

private:
    ByteSink& out_;
    const JobContext& job_;
    std::vector<std::byte> buffer_;
};

} // namespace hitmap
