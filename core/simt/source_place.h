#pragma once

#include <cstdint>
#include <source_location>
#include <string>

namespace hitmap::simt {

#ifdef __cpp_lib_source_location
using SourcePlace = std::source_location;
#else
/// A place in the source. Replaces std::source_location: Clang 14 with the headers of GCC 12 has its
/// built-ins but not the class.
class SourcePlace {
public:
    static constexpr SourcePlace current(const char* file = __builtin_FILE(),
                                         const char* function = __builtin_FUNCTION(),
                                         std::uint32_t line = __builtin_LINE(),
                                         std::uint32_t column = __builtin_COLUMN()) {
        SourcePlace place;
        place.file_ = file;
        place.function_ = function;
        place.line_ = line;
        place.column_ = column;
        return place;
    }
    [[nodiscard]] constexpr const char* file_name() const { return file_; }
    [[nodiscard]] constexpr const char* function_name() const { return function_; }
    [[nodiscard]] constexpr std::uint32_t line() const { return line_; }
    [[nodiscard]] constexpr std::uint32_t column() const { return column_; }

private:
    const char* file_ = "";
    const char* function_ = "";
    std::uint32_t line_ = 0;
    std::uint32_t column_ = 0;
};
#endif

/// Returns the name without return type, namespaces and parameters: "trace" of "hitmap::simt::Code
/// hitmap::trace(Warp&)". The compiler calls the resumed part of the same coroutine "void
/// hitmap::trace(trace(Warp&)::...Frame*)", which gives the same name.
[[nodiscard]] std::string function_name_of(const SourcePlace& place);
/// An order of places by line, column and file.
[[nodiscard]] bool comes_before(const SourcePlace& a, const SourcePlace& b);

} // namespace hitmap::simt
