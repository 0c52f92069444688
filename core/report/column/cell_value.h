#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace hitmap {

/// Type of the cells of a column; it determines how text tables and the window format them.
enum class CellType : std::uint8_t {
    text,
    count,        ///< grouped digits in the window
    number,       ///< two decimals
    measure,      ///< four significant digits, or all digits before the point: areas and quotients of areas
    rate,         ///< 0..1, "87.3 %"
    bytes,        ///< "6.4 MiB" in the window
    address,      ///< hexadecimal, fixed width
    points,       ///< difference of rates, -1..1, "+3.1 pp"
    signed_count, ///< difference of counts, "+1,234"
    signed_bytes, ///< difference of bytes, "+6.4 MiB"
    change,       ///< relative difference, "+12.3 %"
};

/// Numerator and denominator of a rate, or a count and the total that it is a part of.
struct PartOf {
    double part = 0.0;
    double whole = 0.0;
};

/// The value of a cell, from which all outputs are written. It can be made from numbers, texts and optional
/// values.
struct CellValue {
    /// std::monostate: undefined, which is a dash in text, null in JSON and an empty field in CSV; never 0.
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

/// Returns part / whole; undefined if `whole` is 0.
[[nodiscard]] CellValue quotient(double part, double whole);
/// The same for counts.
[[nodiscard]] CellValue quotient(std::uint64_t part, std::uint64_t whole);
/// Returns a count, or hits that may be fractions, together with the total that it is a part of.
[[nodiscard]] CellValue part_of(CellValue part, double whole);

} // namespace hitmap
