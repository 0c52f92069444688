#include "core/cache/array/cache_geometry.h"

#include "core/base/error.h"
#include "core/cache/array/replacement.h"
#include "core/cache/array/set_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct Unit {
    std::string_view name;
    std::uint64_t bytes;
};
// The largest unit comes first, so that format_size finds the largest unit that divides a size.
constexpr std::array<Unit, 5> units{{{"TiB", std::uint64_t{1} << 40},
                                     {"GiB", std::uint64_t{1} << 30},
                                     {"MiB", std::uint64_t{1} << 20},
                                     {"KiB", std::uint64_t{1} << 10},
                                     {"B", 1}}};

/// All models take these parts. Sectors, policies and indices are documented by the models that take them.
constexpr std::string_view geometry_form = "CAPACITY:LINE:WAYS, e.g. 32KiB:128:64, where WAYS may be full";
constexpr std::uint32_t min_line = 16;
constexpr std::uint32_t max_line = 4096;

std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::uint64_t> multiplied(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

/// Converts "1.5" in units of `unit` bytes to bytes; nothing if the result is not a whole number of bytes.
std::optional<std::uint64_t> scaled(std::string_view number, std::uint64_t unit) {
    const auto dot = number.find('.');
    const auto whole = whole_number(number.substr(0, dot));
    auto bytes = whole ? multiplied(*whole, unit) : std::nullopt;
    if (!bytes || dot == std::string_view::npos) return bytes;
    const std::string_view digits = number.substr(dot + 1);
    const auto fraction = whole_number(digits);
    if (!fraction || digits.size() > 6) return std::nullopt;
    std::uint64_t denominator = 1;
    for (std::size_t i = 0; i < digits.size(); ++i)
        denominator *= 10;
    const auto numerator = multiplied(*fraction, unit);
    if (!numerator || *numerator % denominator != 0 ||
        *bytes > std::numeric_limits<std::uint64_t>::max() - *numerator / denominator)
        return std::nullopt;
    return *bytes + *numerator / denominator;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

void expect_one_of(std::span<const std::string_view> known, std::string_view what, std::string_view value,
                   std::string_view cache) {
    if (std::find(known.begin(), known.end(), value) == known.end())
        throw UsageError(fmt::format("cache '{}': {} '{}' is not known; expected {}", cache, what, value,
                                     fmt::join(known, ", ")));
}

std::uint32_t parse_line(std::string_view text, std::string_view cache) {
    const auto line = whole_number(text);
    if (!line || *line < min_line || *line > max_line || !std::has_single_bit(*line))
        throw UsageError(fmt::format("cache '{}': line '{}' is not a power of two from {} to {} bytes", cache,
                                     text, min_line, max_line));
    return static_cast<std::uint32_t>(*line);
}

std::uint32_t parse_sector(std::string_view text, std::uint32_t line, std::string_view cache) {
    const auto sector = whole_number(text);
    if (!sector || *sector < min_line || *sector > line || !std::has_single_bit(*sector))
        throw UsageError(
            fmt::format("cache '{}': sector '{}' is not a power of two from {} to {} bytes, the line", cache,
                        text, min_line, line));
    return static_cast<std::uint32_t>(*sector);
}

std::uint64_t parse_ways(std::string_view text, std::uint64_t lines, std::string_view cache) {
    if (text == "full") return lines;
    const auto ways = whole_number(text);
    if (!ways || *ways < 1 || *ways > lines)
        throw UsageError(
            fmt::format("cache '{}': ways '{}' are not a number from 1 to {} (capacity / line), nor 'full'",
                        cache, text, lines));
    return *ways;
}

std::string compact_size(std::uint64_t bytes) {
    std::string text = format_size(bytes);
    std::erase(text, ' ');
    return text;
}

/// A fully associative cache stays fully associative.
CacheGeometry with_capacity(CacheGeometry cache, std::uint64_t capacity) {
    const bool is_full = cache.ways == cache.lines();
    cache.capacity = capacity;
    if (is_full) cache.ways = cache.lines();
    return parse_cache_geometry(to_string(cache)); // parsing again throws the message for an invalid capacity
}

} // namespace

CacheGeometry parse_cache_geometry(std::string_view text) {
    const auto parts = split(text, ':');
    if (parts.size() < 3 || parts.size() > 5)
        throw UsageError(fmt::format("cache '{}': expected {}", text, geometry_form));
    CacheGeometry geometry;
    try {
        geometry.capacity = parse_size(parts[0]);
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("cache '{}': capacity: {}", text, error.what()));
    }
    const auto lines = split(parts[1], '/');
    geometry.line = parse_line(lines[0], text);
    if (lines.size() > 2) throw UsageError(fmt::format("cache '{}': expected {}", text, geometry_form));
    geometry.sector = lines.size() == 2 ? parse_sector(lines[1], geometry.line, text) : geometry.line;
    if (geometry.capacity == 0 || geometry.capacity % geometry.line != 0)
        throw UsageError(fmt::format("cache '{}': capacity '{}' is not a multiple of the line, {} bytes",
                                     text, parts[0], geometry.line));
    geometry.ways = parse_ways(parts[2], geometry.lines(), text);
    if (parts.size() > 3) geometry.policy = parts[3];
    if (parts.size() > 4) geometry.index = parts[4];
    expect_one_of(replacement_policy_names(), "policy", geometry.policy, text);
    expect_one_of(set_index_names(), "index", geometry.index, text);
    return geometry;
}

CacheGeometry parse_cache_geometry(std::string_view text, const CacheGeometry& standard) {
    const auto parts = std::ranges::count(text, ':') + 1;
    if (parts == 1 && !text.empty() && text.front() >= '0' && text.front() <= '9')
        return with_capacity(standard, parse_size(text));
    CacheGeometry geometry = parse_cache_geometry(text);
    const bool has_sectors = standard.sector != standard.line;
    if (text.find('/') == std::string_view::npos && has_sectors)
        geometry.sector = std::min(geometry.line, standard.sector);
    if (parts < 4) geometry.policy = standard.policy;
    if (parts < 5) geometry.index = standard.index;
    return geometry;
}

std::string to_string(const CacheGeometry& geometry) {
    const CacheGeometry defaults;
    std::string text = fmt::format("{}:{}", compact_size(geometry.capacity), geometry.line);
    if (geometry.sector != geometry.line) text += fmt::format("/{}", geometry.sector);
    text += geometry.ways == geometry.lines() ? ":full" : fmt::format(":{}", geometry.ways);
    const bool has_index = geometry.index != defaults.index;
    if (has_index || geometry.policy != defaults.policy) text += ":" + geometry.policy;
    if (has_index) text += ":" + geometry.index;
    return text;
}

std::uint64_t parse_size(std::string_view text) {
    const auto fail = [&] {
        throw UsageError(fmt::format(
            "size '{}' is not a number of bytes, KiB, MiB, GiB or TiB below 2^64, e.g. 32KiB", text));
    };
    const auto number_end = std::min(text.find_first_not_of("0123456789."), text.size());
    std::string_view unit_name = text.substr(number_end);
    if (unit_name.starts_with(' ')) unit_name.remove_prefix(1);
    if (unit_name.empty() && number_end == text.size()) unit_name = "B";
    const auto unit =
        std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == unit_name; });
    if (unit == units.end()) fail();
    const auto bytes = scaled(text.substr(0, number_end), unit->bytes);
    if (!bytes) fail();
    return *bytes;
}

std::string format_size(std::uint64_t bytes) {
    const auto unit = std::find_if(units.begin(), units.end() - 1,
                                   [&](const Unit& u) { return bytes != 0 && bytes % u.bytes == 0; });
    return fmt::format("{} {}", bytes / unit->bytes, unit->name);
}

} // namespace hitmap
