#include "tests/trace/compressed.h"

#include <zlib.h>

#include <lzma.h>
#include <stdexcept>
#include <zstd.h>

namespace hitmap {

std::string gzip(std::string_view text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string xz(std::string_view text) {
    std::string out(lzma_stream_buffer_bound(text.size()), '\0');
    std::size_t size = 0;
    if (lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr,
                                reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size()) != LZMA_OK)
        throw std::runtime_error("liblzma cannot compress");
    out.resize(size);
    return out;
}

std::string zstd(std::string_view text, std::string_view dictionary) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    if (!dictionary.empty()) ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
    out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return out;
}

} // namespace hitmap
