#include "core/store/content_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <vector>
#include <xxhash.h>

namespace hitmap {

struct ContentHasher::State {
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> xxh3{XXH3_createState()}; // which aligns it
};

ContentHasher::ContentHasher() : state_(std::make_unique<State>()) {
    if (state_->xxh3 == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(state_->xxh3.get());
}

ContentHasher::~ContentHasher() = default;

void ContentHasher::add(std::span<const std::byte> bytes) {
    if (!bytes.empty()) XXH3_128bits_update(state_->xxh3.get(), bytes.data(), bytes.size());
}

ContentHash ContentHasher::hash() const {
    XXH128_canonical_t canonical; // the same bytes on machines of either byte order
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state_->xxh3.get()));
    ContentHash hash;
    std::copy_n(std::begin(canonical.digest), hash.size(), hash.begin());
    return hash;
}

ContentHash content_hash(std::span<const std::byte> bytes) {
    ContentHasher hasher;
    hasher.add(bytes);
    return hasher.hash();
}

ContentHash content_hash(std::string_view text) {
    return content_hash(std::as_bytes(std::span(text)));
}

ContentHash content_hash(const ByteSource& source, const JobContext& job) {
    constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
    ContentHasher hasher;
    std::vector<std::byte> piece;
    for (std::uint64_t at = 0; at < source.size(); at += piece.size()) {
        job.check();
        piece.resize(static_cast<std::size_t>(std::min(piece_bytes, source.size() - at)));
        source.read(at, piece);
        hasher.add(piece);
    }
    return hasher.hash();
}

std::string to_text(const ContentHash& hash) {
    std::string text;
    for (const std::uint8_t byte : hash)
        fmt::format_to(std::back_inserter(text), "{:02x}", byte);
    return text;
}

} // namespace hitmap
