#pragma once

#include "core/base/error.h"
#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hitmap {

// IndexWriter and IndexReader have the same functions, so that one description of a structure serves both.
// They copy values as they are in memory.

class IndexWriter {
public:
    IndexWriter(ByteSink& out, const JobContext& job) : out_(out), job_(job) {}

    template <class T>
    requires std::is_trivially_copyable_v<T>
    void value(const T& value) { raw(std::as_bytes(std::span(&value, 1))); }
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void values(const std::vector<T>& values) {
        value(std::uint64_t{values.size()});
        raw(std::as_bytes(std::span(values)));
    }
    /// Calls transfer(element) for each element.
    template <class T, class Transfer>
    void each(const std::vector<T>& elements, const Transfer& transfer) {
        value(std::uint64_t{elements.size()});
        for (const T& element : elements) {
            job_.check();
            transfer(element);
        }
    }
    void raw(std::span<const std::byte> bytes) {
        if (bytes.size() > buffer_.size() - used_) flush();
        if (bytes.size() > buffer_.size()) return out_.write(bytes);
        std::copy(bytes.begin(), bytes.end(), buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
        used_ += bytes.size();
    }
    /// Call it after the last value.
    void flush() {
        job_.check();
        out_.write(std::span(buffer_).first(used_));
        used_ = 0;
    }

private:
    ByteSink& out_;
    const JobContext& job_;
    std::vector<std::byte> buffer_ = std::vector<std::byte>(std::size_t{1} << 18);
    std::size_t used_ = 0;
};

class IndexReader {
public:
    IndexReader(const ByteSource& source, const JobContext& job) : source_(source), job_(job) {}

    template <class T>
    requires std::is_trivially_copyable_v<T>
    void value(T& value) { raw(std::as_writable_bytes(std::span(&value, 1))); }
    template <class T>
    requires std::is_trivially_copyable_v<T>
    void values(std::vector<T>& values) {
        values.resize(count(sizeof(T)));
        raw(std::as_writable_bytes(std::span(values)));
    }
    /// Replaces the elements by as many new ones as were written, and calls transfer(element) for each.
    template <class T, class Transfer>
    void each(std::vector<T>& elements, const Transfer& transfer) {
        elements.clear();
        elements.resize(count(1));
        for (T& element : elements) {
            job_.check();
            transfer(element);
        }
    }
    void raw(std::span<std::byte> out) {
        while (!out.empty()) {
            if (next_ == filled_) fill(out.size());
            if (next_ == filled_) { // larger than the buffer
                source_.read(at_, out);
                at_ += out.size();
                return;
            }
            const std::size_t piece = std::min(out.size(), filled_ - next_);
            std::memcpy(out.data(), buffer_.data() + next_, piece);
            next_ += piece;
            out = out.subspan(piece);
        }
    }
    /// Reads a number of items of at least `item_bytes` bytes each.
    [[nodiscard]] std::size_t count(std::size_t item_bytes) {
        std::uint64_t count = 0;
        value(count);
        if (count > left() / item_bytes)
            fail(fmt::format("expected at most {} items, found {}", left() / item_bytes, count));
        return static_cast<std::size_t>(count);
    }
    [[nodiscard]] std::uint64_t left() const { return source_.size() - at_ + filled_ - next_; }
    [[noreturn]] void fail(std::string_view message) const {
        throw FileError(source_.name(), fmt::format("byte {}", source_.size() - left()), message);
    }

private:
    /// Fills the buffer, unless `wanted` bytes do not fit into it.
    void fill(std::size_t wanted) {
        job_.check();
        if (wanted > source_.size() - at_)
            fail(fmt::format("expected {} bytes, found {}", wanted, source_.size() - at_));
        next_ = filled_ = 0;
        if (wanted > buffer_.size()) return;
        filled_ = static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), source_.size() - at_));
        source_.read(at_, std::span(buffer_).first(filled_));
        at_ += filled_;
    }

    const ByteSource& source_;
    const JobContext& job_;
    std::uint64_t at_ = 0; ///< offset in the source behind the buffer
    std::vector<std::byte> buffer_ = std::vector<std::byte>(std::size_t{1} << 18);
    std::size_t filled_ = 0;
    std::size_t next_ = 0; ///< of the buffer
};

} // namespace hitmap
