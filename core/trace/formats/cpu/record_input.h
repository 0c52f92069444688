#pragma once

#include "core/trace/io/byte_input.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Reads a little-endian number from its bytes.
template <class Number>
Number little_endian_at(const std::byte* bytes) {
    static_assert(std::endian::native == std::endian::little);
    Number value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// Reads a file of records of the same size in order.
template <std::size_t record_bytes>
class RecordInput {
public:
    explicit RecordInput(std::unique_ptr<ByteInput> input)
        : input_(std::move(input)), buffer_(records * record_bytes) {}

    /// Returns the bytes of the next record, valid until the next call; null at the end. Throws what
    /// ByteInput::read() throws.
    const std::byte* next() {
        if (at_ == end_) {
            at_ = 0;
            end_ = input_->read(buffer_);
        }
        if (end_ - at_ <
            record_bytes) { // The buffer has space for whole records: this is the end of the file.
            incomplete_ = at_ != end_;
            return nullptr;
        }
        const std::byte* const record = buffer_.data() + at_;
        at_ += record_bytes;
        ++read_;
        return record;
    }
    /// Whether the file ends within a record. Known at the end.
    [[nodiscard]] bool incomplete() const { return incomplete_; }
    [[nodiscard]] std::uint64_t read() const { return read_; } ///< number of records
    [[nodiscard]] const std::string& name() const { return input_->name(); }

private:
    static constexpr std::size_t records = std::size_t{1} << 13;

    std::unique_ptr<ByteInput> input_;
    std::vector<std::byte> buffer_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::uint64_t read_ = 0;
    bool incomplete_ = false;
};

} // namespace hitmap
