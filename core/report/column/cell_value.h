#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace hitmap {

/// What a cell of a table is, which decides how it is written for people.
enum class CellType : std::uint8_t {
    text,
    count,        ///< grouped digits in the window
    number,       ///< two decimals
    measure,      ///< four significant digits or all before the point: areas, what there is in one
    rate,         ///< 0..1, "87.3 %"
    bytes,        ///< "6.4 MiB" in the window
    address,      ///< hexadecimal, fixed width
    points,       ///< difference of rates, -1..1, "+3.1 pp"
    signed_count, ///< difference of counts, "+1,234"
    signed_bytes, ///< difference of bytes, "+6.4 MiB"
    change,       ///< relative difference, "+12.3 %"
};

/// What a rate is the quotient of, or what a count is a part of.
struct PartOf {
    double part = 0.0;
    double whole = 0.0;
};

/// The value of a cell, from which every output is written. Made from numbers, texts and optional ones.
struct CellValue {
    /// Nothing: undefined, which is a dash for people, null in JSON and an empty field of a CSV; never 0.
    std::variant<std::monostate, std::uint64_t, double, std::string> value;
    std::optional<PartOf> of{};

    CellValue() = default;
    template <std::unsigned_integral T>
    CellValue(T count) : value(std::uint64_t{count}) {}
    CellValue(double number) : value(number) {}
    CellValue(std::string text) : value(std::move(text)) {}
    CellValue(std::string_view text) : value(std::string(text)) {}
    CellValue(const char* text) : value(std::string(text)) {}
    template <class T>
    CellValue(const std::optional<T>& other) {
        if (other) value = CellValue(*other).value;
    }

    [[nodiscard]] bool defined() const { return !std::holds_alternative<std::monostate>(value); }
};

/// part / whole; undefined where `whole` is 0.
[[nodiscard]] CellValue quotient(double part, double whole);
/// The same of counts.
[[nodiscard]] CellValue quotient(std::uint64_t part, std::uint64_t whole);
/// A count, or hits that may be fractions, and what they are a part of.
[[nodiscard]] CellValue part_of(CellValue part, double whole);

} // namespace hitmap
