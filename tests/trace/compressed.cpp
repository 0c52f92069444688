#include "tests/trace/compressed.h"

#include "core/trace/io/bytes.h"

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <lzma.h>
#include <span>
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

std::string zip(const std::vector<std::pair<std::string, std::string>>& files, bool deflated) {
    ByteWriter out;
    ByteWriter table;
    const auto put_text = [](ByteWriter& to, std::string_view text) {
        to.raw(std::as_bytes(std::span(text)));
    };
    for (const auto& [name, content] : files) {
        constexpr std::size_t gzip_head = 10;
        constexpr std::size_t gzip_tail = 8;
        const std::string member = gzip(content);
        const std::string packed =
            deflated ? member.substr(gzip_head, member.size() - gzip_head - gzip_tail) : content;
        ByteWriter head; // which both tables have
        head.u16(20);    // version
        head.u16(0);     // flags
        head.u16(deflated ? 8 : 0);
        head.u32(0);                                                 // time
        put_text(head, member.substr(member.size() - gzip_tail, 4)); // CRC-32
        head.u32(static_cast<std::uint32_t>(packed.size()));
        head.u32(static_cast<std::uint32_t>(content.size()));
        head.u16(static_cast<std::uint16_t>(name.size()));
        head.u16(0); // extra field
        const auto offset = static_cast<std::uint32_t>(out.size());
        out.u32(0x04034b50);
        out.raw(head.bytes());
        put_text(out, name + packed);
        table.u32(0x02014b50);
        table.u16(20);
        table.raw(head.bytes());
        for (int i = 0; i < 5; ++i)
            table.u16(0); // comment, disk, attributes
        table.u32(offset);
        put_text(table, name);
    }
    const auto begin = static_cast<std::uint32_t>(out.size());
    out.raw(table.bytes());
    out.u32(0x06054b50);
    out.u32(0); // disks
    out.u16(static_cast<std::uint16_t>(files.size()));
    out.u16(static_cast<std::uint16_t>(files.size()));
    out.u32(static_cast<std::uint32_t>(table.size()));
    out.u32(begin);
    out.u16(0); // comment
    return {reinterpret_cast<const char*>(out.bytes().data()), out.size()};
}

} // namespace hitmap
