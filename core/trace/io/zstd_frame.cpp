#include "core/trace/io/zstd_frame.h"

#include "core/trace/io/decoder.h"

#include <fmt/format.h>

#include <new>
#include <zstd.h>

namespace hitmap {

struct ZstdFrames::Contexts {
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
    std::unique_ptr<ZSTD_DDict, decltype(&ZSTD_freeDDict)> dictionary{nullptr, &ZSTD_freeDDict};
};

ZstdFrames::ZstdFrames(std::span<const std::byte> dictionary) : contexts_(std::make_unique<Contexts>()) {
    if (!dictionary.empty())
        contexts_->dictionary.reset(ZSTD_createDDict(dictionary.data(), dictionary.size()));
    if (contexts_->context == nullptr) throw std::bad_alloc();
    if (!dictionary.empty() && contexts_->dictionary == nullptr)
        throw decoding::DataError("expected a zstd dictionary, found invalid data");
}

ZstdFrames::~ZstdFrames() = default;

void ZstdFrames::decompress(std::span<const std::byte> frame, std::string& out) const {
    const unsigned long long bytes = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (bytes == ZSTD_CONTENTSIZE_ERROR || bytes == ZSTD_CONTENTSIZE_UNKNOWN)
        throw decoding::DataError("expected a zstd frame with the size of its contents, found none");
    if (bytes > most_bytes)
        throw decoding::DataError(
            fmt::format("expected a zstd frame of at most {} bytes, found {}", most_bytes, bytes));
    out.resize(bytes);
    const std::size_t result =
        ZSTD_decompress_usingDDict(contexts_->context.get(), out.data(), out.size(), frame.data(),
                                   frame.size(), contexts_->dictionary.get());
    if (ZSTD_isError(result) != 0)
        throw decoding::DataError(
            fmt::format("expected zstd data, found an error ({})", ZSTD_getErrorName(result)));
    if (result != bytes)
        throw decoding::DataError(fmt::format("expected {} decompressed bytes, found {}", bytes, result));
}

} // namespace hitmap
