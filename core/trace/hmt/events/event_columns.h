#pragma once

#include "core/base/error.h"
#include "core/trace/io/bytes.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The columns of a chunk of events: their sizes, then one after the other. A column is named by an
/// enumeration of the events. Each function of the writer and the reader codes a value of a column: the
/// writer appends the actual value and returns it, the reader ignores it and returns the next one.
namespace hitmap::hmt {

class EventWriter {
public:
    static constexpr bool writes = true;
    explicit EventWriter(std::size_t columns) : columns_(columns) {}

    template <class Column>
    std::uint64_t number(Column column, std::uint64_t actual) {
        at(column).varint(actual);
        return actual;
    }
    template <class Column>
    std::uint32_t difference(Column column, std::uint32_t actual, std::uint32_t before,
                             std::uint64_t /*limit*/) {
        at(column).zigzag(std::int64_t{actual} - std::int64_t{before});
        return actual;
    }
    template <class Column>
    std::uint8_t byte(Column column, std::uint8_t actual) {
        at(column).u8(actual);
        return actual;
    }
    [[noreturn]] static void fail(const std::string& message) { throw Error(message); }
    [[nodiscard]] Bytes take() {
        ByteWriter out;
        for (const ByteWriter& column : columns_)
            out.varint(column.size());
        for (const ByteWriter& column : columns_)
            out.raw(column.bytes());
        return out.take();
    }

private:
    template <class Column>
    ByteWriter& at(Column column) {
        return columns_[static_cast<std::size_t>(column)];
    }
    std::vector<ByteWriter> columns_;
};

/// The functions throw FileError.
class EventReader {
public:
    static constexpr bool writes = false;
    /// `in` is the rest of a body, and must outlive this.
    EventReader(ByteReader& in, std::size_t columns) : in_(in) {
        std::vector<std::size_t> sizes;
        for (std::size_t i = 0; i < columns; ++i)
            sizes.push_back(in.count("bytes of a column"));
        columns_.reserve(columns);
        for (const std::size_t size : sizes)
            columns_.push_back(in.part(size, "a column"));
        in.expect_end();
    }

    template <class Column>
    std::uint64_t number(Column column, std::uint64_t /*actual*/) {
        return at(column).varint("a number");
    }
    template <class Column>
    std::uint32_t difference(Column column, std::uint32_t /*actual*/, std::uint32_t before,
                             std::uint64_t limit) {
        const std::uint64_t found =
            std::uint64_t{before} + static_cast<std::uint64_t>(at(column).zigzag("a difference"));
        if (found >= limit) fail(fmt::format("expected a number below {}, found {}", limit, found));
        return static_cast<std::uint32_t>(found);
    }
    template <class Column>
    std::uint8_t byte(Column column, std::uint8_t /*actual*/) {
        return at(column).u8("a code");
    }
    [[noreturn]] void fail(const std::string& message) const { in_.fail(message); }
    void finish() const {
        for (const ByteReader& column : columns_)
            column.expect_end();
    }

private:
    template <class Column>
    ByteReader& at(Column column) {
        return columns_[static_cast<std::size_t>(column)];
    }
    ByteReader& in_;
    std::vector<ByteReader> columns_;
};

} // namespace hitmap::hmt
