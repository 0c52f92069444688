#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <glm/vec3.hpp>

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
    /// Writes the coordinates of points plus `offset`: as 32-bit floats if it is 0, else in double.
    void points(const std::vector<glm::vec3>& points, const glm::dvec3& offset);

private:
    ByteSink& out_;
    const JobContext& job_;
    std::vector<std::byte> buffer_;
};

} // namespace hitmap
