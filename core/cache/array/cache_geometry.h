#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// The geometry of a cache. Its text form is CAPACITY:LINE[/SECTOR]:WAYS|full[:POLICY[:INDEX]].
struct CacheGeometry {
    std::uint64_t capacity = 0;   ///< bytes, a multiple of line
    std::uint32_t line = 0;       ///< bytes, a power of two, 16..4096
    std::uint32_t sector = 0;     ///< bytes; equal to line if the cache has no sectors
    std::uint64_t ways = 0;       ///< 1..capacity / line; == capacity / line for a fully associative cache
    std::string policy = "lru";   ///< one of replacement_policy_names()
    std::string index = "linear"; ///< one of set_index_names()

    [[nodiscard]] std::uint64_t lines() const { return capacity / line; }
    friend bool operator==(const CacheGeometry&, const CacheGeometry&) = default;
};

/// Throws UsageError that names the invalid part and its allowed values.
[[nodiscard]] CacheGeometry parse_cache_geometry(std::string_view text);
/// Parses a cache of which only the parts that differ from `standard` need to be given: either the capacity
/// alone, or CAPACITY:LINE[/SECTOR]:WAYS and so on. A sector size that is not given is the smaller of the
/// line and the sector of `standard`, or none if `standard` has no sectors. Policy and index that are not
/// given are those of `standard`. A capacity alone keeps a fully associative cache fully associative. Throws
/// UsageError.
[[nodiscard]] CacheGeometry parse_cache_geometry(std::string_view text, const CacheGeometry& standard);
/// Returns the text that parses to the same geometry, without the parts that have their default values.
[[nodiscard]] std::string to_string(const CacheGeometry& geometry);

/// Converts "32KiB", "6 MiB", "1GiB" or "4096" to bytes. Throws UsageError.
[[nodiscard]] std::uint64_t parse_size(std::string_view text);
/// Converts bytes to text, 32768 to "32 KiB", in the largest unit of which the size is a whole multiple.
[[nodiscard]] std::string format_size(std::uint64_t bytes);

} // namespace hitmap
