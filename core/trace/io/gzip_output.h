#pragma once

#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <memory>
#include <span>

namespace hitmap {

/// Compresses bytes into gzip members, one after the other, without a name or a time.
class GzipOutput {
public:
    /// `out` must outlive the object.
    explicit GzipOutput(ByteSink& out);
    ~GzipOutput();
    GzipOutput(const GzipOutput&) = delete;
    GzipOutput& operator=(const GzipOutput&) = delete;

    /// Adds to the present member. Throws what the sink throws.
    void write(std::span<const std::byte> bytes);
    /// Ends the member. The next write() begins another.
    void end_member();

private:
    struct State;
    void deflate(std::span<const std::byte> bytes, int flush);

    ByteSink& out_;
    std::unique_ptr<State> state_;
};

} // namespace hitmap
