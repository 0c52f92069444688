#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace hitmap {

/// Decompresses single zstd frames that share a dictionary.
class ZstdFrames {
public:
    /// @param dictionary  may be empty; it is copied
    /// Throws decoding::DataError (decoder.h) if it is invalid.
    explicit ZstdFrames(std::span<const std::byte> dictionary);
    ~ZstdFrames();
    ZstdFrames(const ZstdFrames&) = delete;
    ZstdFrames& operator=(const ZstdFrames&) = delete;

    /// Replaces `out` by the contents of a frame, which says how large they are. Throws decoding::DataError:
    /// the data is invalid, or larger than most_bytes.
    void decompress(std::span<const std::byte> frame, std::string& out) const;

    static constexpr std::size_t most_bytes = std::size_t{64} << 20;

private:
    struct Contexts;
    std::unique_ptr<Contexts> contexts_;
};

} // namespace hitmap
