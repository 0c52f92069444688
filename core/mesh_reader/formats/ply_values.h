#pragma once

#include "core/base/error.h"
#include "core/mesh_reader/formats/number_text.h"
#include "core/mesh_reader/formats/ply_header.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace hitmap {

/// Reads the values of the elements of an ASCII file, one element per line.
class PlyTextValues {
public:
    PlyTextValues(std::string_view body, const PlyHeader& header, const std::string& file)
        : in_(body, header.lines + 1), file_(&file) {}

    /// Begins an element.
    void begin() {
        do {
            if (!in_.next())
                throw FileError(*file_, in_.place(), "expected more elements, found the end of the file");
            word_ = in_.word();
        } while (word_.empty());
    }
    /// Ends an element, and checks that its line ends too.
    void end() const {
        if (!word_.empty()) fail("the end of the line");
    }
    [[nodiscard]] double real(PlyType) {
        const auto value = exact_number(word_);
        if (!value) fail("a number");
        word_ = in_.word();
        return *value;
    }
    [[nodiscard]] std::int64_t whole(PlyType type) {
        if (type == PlyType::float32 || type == PlyType::float64) {
            const double value = real(type);
            if (value != std::floor(value) || !(std::abs(value) < 1e9)) fail("a whole number before");
            return static_cast<std::int64_t>(value);
        }
        const auto value = whole_number(word_);
        if (!value) fail("a whole number");
        word_ = in_.word();
        return *value;
    }
    void skip(PlyType) {
        if (word_.empty()) fail("a value");
        word_ = in_.word();
    }
    /// Throws if the rest of the file is too short for this number of values.
    void expect(std::uint64_t values, std::size_t) const {
        if (values > in_.bytes_left() + in_.rest_of_line().size() + word_.size() + 1)
            fail(fmt::format("{} more values", values));
    }
    [[nodiscard]] std::size_t bytes_left() const { return in_.bytes_left(); }
    [[nodiscard]] std::string place() const { return in_.place(); }

private:
    [[noreturn]] void fail(std::string_view expected) const {
        throw FileError(*file_, in_.place(),
                        fmt::format("expected {}, found {}", expected,
                                    word_.empty() ? "the end of the line" : in_quotes(word_)));
    }

    LineReader in_;
    std::string_view word_; // the next value
    const std::string* file_;
};

/// Reads the values of the elements of a binary file.
template <bool big_endian>
class PlyBinaryValues {
public:
    PlyBinaryValues(std::string_view body, const PlyHeader& header, const std::string& file)
        : next_(body.data()),
          end_(body.data() + body.size()),
          begin_(body.data() - header.bytes),
          file_(&file) {}

    void begin() const {}
    void end() const {}
    [[nodiscard]] double real(PlyType type) {
        switch (type) {
        case PlyType::float32:
            return std::bit_cast<float>(bits<std::uint32_t>());
        case PlyType::float64:
            return std::bit_cast<double>(bits<std::uint64_t>());
        default:
            return static_cast<double>(whole(type));
        }
    }
    [[nodiscard]] std::int64_t whole(PlyType type) {
        switch (type) {
        case PlyType::int8:
            return static_cast<std::int8_t>(bits<std::uint8_t>());
        case PlyType::uint8:
            return bits<std::uint8_t>();
        case PlyType::int16:
            return static_cast<std::int16_t>(bits<std::uint16_t>());
        case PlyType::uint16:
            return bits<std::uint16_t>();
        case PlyType::int32:
            return static_cast<std::int32_t>(bits<std::uint32_t>());
        case PlyType::uint32:
            return bits<std::uint32_t>();
        default:
            break;
        }
        const std::string here = place();
        const double value = real(type);
        if (value != std::floor(value) || !(std::abs(value) < 1e9))
            throw FileError(*file_, here, fmt::format("expected a whole number, found {:g}", value));
        return static_cast<std::int64_t>(value);
    }
    void skip(PlyType type) {
        need(size_of(type));
        next_ += size_of(type);
    }
    void expect(std::uint64_t values, std::size_t bytes_each) const {
        if (bytes_each != 0 && values > bytes_left() / bytes_each)
            throw FileError(
                *file_, place(),
                fmt::format("expected {} values of {} bytes, found {} bytes to the end of the file", values,
                            bytes_each, bytes_left()));
    }
    [[nodiscard]] std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - next_); }
    [[nodiscard]] std::string place() const { return fmt::format("byte {}", next_ - begin_); }

private:
    void need(std::size_t bytes) const {
        if (bytes > bytes_left())
            throw FileError(*file_, place(),
                            fmt::format("expected a value of {} bytes, found {} bytes to the end of the file",
                                        bytes, bytes_left()));
    }
    template <class T>
    T bits() {
        need(sizeof(T));
        T value;
        std::memcpy(&value, next_, sizeof value);
        next_ += sizeof value;
        if constexpr (big_endian != (std::endian::native == std::endian::big)) value = swapped(value);
        return value;
    }
    template <class T>
    static T swapped(T value) {
        if constexpr (sizeof(T) == 1) return value;
        if constexpr (sizeof(T) == 2) return __builtin_bswap16(value);
        if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
        if constexpr (sizeof(T) == 8) return __builtin_bswap64(value);
    }

    const char* next_;
    const char* end_;
    const char* begin_; // beginning of the file
    const std::string* file_;
};

} // namespace hitmap
