#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// A cache as the command line writes it: CAPACITY:LINE[/SECTOR]:WAYS|full[:POLICY[:INDEX]].
struct CacheGeometry {
    std::uint64_t capacity = 0;   ///< bytes, a multiple of line
    std::uint32_t line = 0;       ///< bytes, a power of two, 16..4096
    std::uint32_t sector = 0;     ///< bytes; == line where the cache has no sectors
    std::uint64_t ways = 0;       ///< 1..capacity / line; == capacity / line for a fully associative cache
    std::string policy = "lru";   ///< one of replacement_policy_names()
    std::string index = "linear"; ///< one of set_index_names()

    [[nodiscard]] std::uint64_t lines() const { return capacity / line; }
    friend bool operator==(const CacheGeometry&, const CacheGeometry&) = default;
};

/// Throws UsageError that names the part that is wrong and the values it could have.
[[nodiscard]] CacheGeometry parse_cache_geometry(std::string_view text);
/// A cache written with the parts that differ from `standard`: the capacity alone, which keeps everything
/// else, or CAPACITY:LINE[/SECTOR]:WAYS and so on, where the sector (at most the line; none where `standard`
/// has none), the policy and the index are those of `standard` unless they are written. A fully associative
/// cache stays one. Throws UsageError.
[[nodiscard]] CacheGeometry parse_cache_geometry(std::string_view text, const CacheGeometry& standard);
/// Text that parses to the same geometry; parts at their defaults are left out.
[[nodiscard]] std::string to_string(const CacheGeometry& geometry);

/// "32KiB", "6 MiB", "1GiB", "4096": bytes. Throws UsageError.
[[nodiscard]] std::uint64_t parse_size(std::string_view text);
/// 32768 -> "32 KiB"; exact multiples of the largest unit that divides, bytes otherwise.
[[nodiscard]] std::string format_size(std::uint64_t bytes);

} // namespace hitmap
