#include "core/trace/io/gzip_output.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <vector>

namespace hitmap {

struct GzipOutput::State {
    z_stream stream{};
    std::vector<std::byte> buffer = std::vector<std::byte>(std::size_t{1} << 16);
};

GzipOutput::GzipOutput(ByteSink& out) : out_(out), state_(std::make_unique<State>()) {
    constexpr int gzip_header = 16;
    constexpr int memory_level = 8; // zlib's default
    if (deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_header + MAX_WBITS,
                     memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
}

GzipOutput::~GzipOutput() {
    deflateEnd(&state_->stream);
}

void GzipOutput::deflate(std::span<const std::byte> bytes, int flush) {
    z_stream& stream = state_->stream;
    // zlib does not write to its input, but its interface has no const.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    do {
        stream.next_out = reinterpret_cast<Bytef*>(state_->buffer.data());
        stream.avail_out = static_cast<uInt>(state_->buffer.size());
        ::deflate(&stream, flush);
        out_.write(std::span(state_->buffer).first(state_->buffer.size() - stream.avail_out));
    } while (stream.avail_out == 0);
}

void GzipOutput::write(std::span<const std::byte> bytes) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    while (!bytes.empty()) {
        const auto some = bytes.first(std::min(bytes.size(), most));
        deflate(some, Z_NO_FLUSH);
        bytes = bytes.subspan(some.size());
    }
}

void GzipOutput::end_member() {
    deflate({}, Z_FINISH);
    deflateReset(&state_->stream);
}

} // namespace hitmap
