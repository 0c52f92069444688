#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// The 128-bit hash XXH3 of bytes. It finds damage and tells contents apart; it does not withstand somebody
/// who searches for two contents with the same hash.
using ContentHash = std::array<std::uint8_t, 16>;

/// Computes the hash of bytes that arrive in pieces.
class ContentHasher {
public:
    ContentHasher();
    ~ContentHasher();
    ContentHasher(const ContentHasher&) = delete;
    ContentHasher& operator=(const ContentHasher&) = delete;

    void add(std::span<const std::byte> bytes);
    /// Returns the hash of everything that was added so far.
    [[nodiscard]] ContentHash hash() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

[[nodiscard]] ContentHash content_hash(std::span<const std::byte> bytes);
[[nodiscard]] ContentHash content_hash(std::string_view text);
/// Throws FileError (cannot be read), Cancelled.
[[nodiscard]] ContentHash content_hash(const ByteSource& source, const JobContext& job = {});
/// Returns 32 hexadecimal digits.
[[nodiscard]] std::string to_text(const ContentHash& hash);

} // namespace hitmap
