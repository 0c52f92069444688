#include "core/trace/io/xz_sink.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <lzma.h>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

class XzSink final : public ByteSink {
public:
    explicit XzSink(std::unique_ptr<ByteSink> out) : out_(std::move(out)), buffer_(std::size_t{1} << 16) {
        constexpr std::uint32_t preset = 1; // liblzma is much slower at higher ones
        if (lzma_easy_encoder(&stream_, preset, LZMA_CHECK_CRC64) != LZMA_OK) throw std::bad_alloc();
    }
    ~XzSink() override { lzma_end(&stream_); }
    XzSink(const XzSink&) = delete;
    XzSink& operator=(const XzSink&) = delete;

    void write(std::span<const std::byte> bytes) override {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
        stream_.avail_in = bytes.size();
        while (stream_.avail_in != 0)
            static_cast<void>(encode(LZMA_RUN));
    }
    void commit() override {
        while (!encode(LZMA_FINISH)) {
        }
        out_->commit();
    }

private:
    /// Writes what fits into the buffer. Returns whether the data has ended.
    bool encode(lzma_action action) {
        stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer_.data());
        stream_.avail_out = buffer_.size();
        const lzma_ret status = lzma_code(&stream_, action);
        if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
        if (status != LZMA_OK && status != LZMA_STREAM_END)
            throw Error(
                fmt::format("liblzma cannot compress the output (error {})", static_cast<int>(status)));
        out_->write(std::span(buffer_).first(buffer_.size() - stream_.avail_out));
        return status == LZMA_STREAM_END;
    }

    std::unique_ptr<ByteSink> out_;
    std::vector<std::byte> buffer_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

} // namespace

std::unique_ptr<ByteSink> compress_xz(std::unique_ptr<ByteSink> out) {
    return std::make_unique<XzSink>(std::move(out));
}

} // namespace hitmap
