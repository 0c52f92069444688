#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "capture/spool/spool_events.h"
#include "capture/spool/spool_fields.h"

namespace hitmap::capture {

/// The bytes of an event: numbers in the order of the host, and counts before texts and arrays.
class SpoolBytes {
public:
    template <class... Fields>
    void operator()(Fields&... f) {
        (put(f), ...);
    }
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    void raw(const void* data, std::size_t bytes);
    template <class T>
    void put(T& value) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            raw(&value, sizeof value);
        else
            fields(*this, value);
    }
    void put(std::string& text);
    template <class T, std::size_t n>
    void put(std::array<T, n>& values) {
        for (T& value : values)
            put(value);
    }
    template <class T>
    void put(std::vector<T>& values) {
        std::uint64_t count = values.size();
        put(count);
        if constexpr (std::is_arithmetic_v<T>)
            raw(values.data(), count * sizeof(T));
        else
            for (T& value : values)
                put(value);
    }

    std::vector<std::byte> bytes_;
};

/// Whether another process is writing the spool, which therefore grows. No if the file system has no locks.
[[nodiscard]] bool has_writer(const std::string& path);

/// Writes a spool. All functions may be called by several threads at once.
class SpoolWriter {
public:
    /// Creates the file. If that fails, error() says why, and nothing is written.
    explicit SpoolWriter(std::string path);

    template <class Event>
    void write(Event event) {
        SpoolBytes bytes;
        fields(bytes, event);
        append(SpoolEventOf<Event>::type, bytes.bytes(), {});
    }
    /// As write(SpoolRecords), without a copy of the units.
    void write_records(std::uint32_t device, std::uint32_t position, std::span<const std::uint64_t> units);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// No: the file could not be created.
    [[nodiscard]] bool was_created() const { return was_created_; }
    /// Empty if everything was written.
    [[nodiscard]] std::string error() const;
    /// Hands all bytes to the system. Later calls write nothing.
    void close();

private:
    void append(SpoolEvent type, std::span<const std::byte> head, std::span<const std::byte> body);
    void put(const void* data, std::size_t bytes);

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string path_;
    bool was_created_ = false;
    mutable std::mutex mutex_;
    std::unique_ptr<std::FILE, Close> file_;
    std::string error_;
};

} // namespace hitmap::capture
