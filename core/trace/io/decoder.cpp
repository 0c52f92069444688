#include "core/trace/io/decoder.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <lzma.h>
#include <new>
#include <zstd.h>

namespace hitmap::decoding {

namespace {

class GzipDecoder final : public Decoder {
public:
    GzipDecoder() {
        // 16 + 15: gzip members with the largest window.
        if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~GzipDecoder() override { inflateEnd(&stream_); }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    Step step(std::span<const std::byte> in, std::span<std::byte> out) override {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        const auto in_bytes = static_cast<uInt>(std::min(in.size(), most));
        const auto out_bytes = static_cast<uInt>(std::min(out.size(), most));
        // zlib does not write to its input, but its interface has no const.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
        stream_.avail_in = in_bytes;
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = out_bytes;
        const int status = ::inflate(&stream_, Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            throw DataError(fmt::format("expected gzip data, found an error ({})",
                                        stream_.msg != nullptr ? stream_.msg : "invalid data"),
                            in_bytes - stream_.avail_in);
        const Step result{in_bytes - stream_.avail_in, out_bytes - stream_.avail_out, status == Z_STREAM_END};
        if (result.member_ended) inflateReset(&stream_);
        return result;
    }

private:
    z_stream stream_{};
};

class XzDecoder final : public Decoder {
public:
    XzDecoder() { begin(); }
    ~XzDecoder() override { lzma_end(&stream_); }
    XzDecoder(const XzDecoder&) = delete;
    XzDecoder& operator=(const XzDecoder&) = delete;

    Step step(std::span<const std::byte> in, std::span<std::byte> out) override {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        stream_.avail_in = in.size();
        stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        stream_.avail_out = out.size();
        const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
        if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
        if (status == LZMA_MEMLIMIT_ERROR)
            throw DataError(fmt::format("expected xz data that is decompressed in {} bytes of memory, found "
                                        "data that needs {}",
                                        InputLimits::decoder_bytes, lzma_memusage(&stream_)),
                            in.size() - stream_.avail_in);
        if (status != LZMA_OK && status != LZMA_STREAM_END && status != LZMA_BUF_ERROR)
            throw DataError(
                fmt::format("expected xz data, found an error (liblzma {})", static_cast<int>(status)),
                in.size() - stream_.avail_in);
        const Step result{in.size() - stream_.avail_in, out.size() - stream_.avail_out,
                          status == LZMA_STREAM_END};
        if (result.member_ended) begin();
        return result;
    }

private:
    void begin() {
        if (lzma_stream_decoder(&stream_, InputLimits::decoder_bytes, 0) != LZMA_OK) throw std::bad_alloc();
    }
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

class ZstdDecoder final : public Decoder {
public:
    ZstdDecoder() : stream_(ZSTD_createDStream()) {
        if (stream_ == nullptr) throw std::bad_alloc();
        static_assert(InputLimits::decoder_bytes == 1ULL << 27U);
        ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 27);
    }
    ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }
    ZstdDecoder(const ZstdDecoder&) = delete;
    ZstdDecoder& operator=(const ZstdDecoder&) = delete;

    Step step(std::span<const std::byte> in, std::span<std::byte> out) override {
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        ZSTD_outBuffer output{out.data(), out.size(), 0};
        const std::size_t status = ZSTD_decompressStream(stream_, &output, &input);
        if (ZSTD_isError(status) != 0)
            throw DataError(fmt::format("expected zstd data, found an error ({})", ZSTD_getErrorName(status)),
                            input.pos);
        return {input.pos, output.pos, status == 0};
    }

private:
    ZSTD_DStream* stream_;
};

} // namespace

std::unique_ptr<Decoder> gzip_decoder() {
    return std::make_unique<GzipDecoder>();
}
std::unique_ptr<Decoder> xz_decoder() {
    return std::make_unique<XzDecoder>();
}
std::unique_ptr<Decoder> zstd_decoder() {
    return std::make_unique<ZstdDecoder>();
}

} // namespace hitmap::decoding
