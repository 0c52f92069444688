#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "capture/spool/spool_fields.h"
#include "capture/spool/spool_header.h"
#include "capture/spool/utf8_text.h"

namespace hitmap::capture {

/// A spool that cannot be read: names the file, the place, what was expected and what was found.
struct SpoolError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the fields of one event. Counts are checked against the bytes that are left before memory is taken.
class SpoolFields {
public:
    explicit SpoolFields(std::span<const std::byte> bytes) : rest_(bytes) {}
    template <class... Fields>
    void operator()(Fields&... f) {
        (get(f), ...);
    }

private:
    void raw(void* data, std::size_t bytes) {
        if (bytes > rest_.size()) throw SpoolError("expected more bytes in the event, found its end");
        if (bytes != 0) std::memcpy(data, rest_.data(), bytes);
        rest_ = rest_.subspan(bytes);
    }
    template <class T>
    void get(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            std::uint8_t byte = 0;
            raw(&byte, 1);
            value = byte != 0;
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            raw(&value, sizeof value);
        } else {
            fields(*this, value);
        }
    }
    std::size_t count(std::size_t least_bytes) {
        std::uint64_t n = 0;
        get(n);
        if (n > rest_.size() / least_bytes)
            throw SpoolError("expected a count that fits into the event, found " + std::to_string(n));
        return static_cast<std::size_t>(n);
    }
    void get(std::string& text) {
        text.resize(count(1));
        raw(text.data(), text.size());
        text = utf8_text(text);
    }
    template <class T, std::size_t n>
    void get(std::array<T, n>& values) {
        for (T& value : values)
            get(value);
    }
    template <class T>
    void get(std::vector<T>& values) {
        if constexpr (std::is_arithmetic_v<T>) {
            values.resize(count(sizeof(T)));
            raw(values.data(), values.size() * sizeof(T));
        } else {
            // Each element has at least one number of four bytes.
            for (std::size_t left = count(4); left != 0; --left)
                get(values.emplace_back());
        }
    }

    std::span<const std::byte> rest_;
};

/// Reads the events of a spool in their order. An event that was not written completely ends the spool.
class SpoolReader {
public:
    /// Throws SpoolError if the file cannot be opened or is no spool.
    explicit SpoolReader(std::string path);

    /// Goes to the next event and returns its type; nothing at the end.
    std::optional<SpoolEvent> next();
    /// The current event, of the type that next() returned.
    template <class Event>
    [[nodiscard]] Event event() {
        Event result;
        read_body();
        try {
            SpoolFields in(body_);
            fields(in, result);
        } catch (const SpoolError& error) {
            fail(error.what());
        }
        return result;
    }
    /// Bytes up to the current event and of the whole file.
    [[nodiscard]] std::uint64_t position() const { return next_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::uint64_t event_bytes() const { return next_ - at_; }
    void rewind();
    [[nodiscard]] const std::string& path() const { return path_; }
    /// Throws SpoolError with the file and the place of the current event.
    [[noreturn]] void fail(const std::string& what) const;

private:
    void read_body();
    void seek(std::uint64_t offset);

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;   ///< of the current event's body
    std::uint64_t next_ = 0; ///< of the next event
    std::vector<std::byte> body_;
};

} // namespace hitmap::capture
