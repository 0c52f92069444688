#pragma once

#include "core/cache/reuse/line_numbers.h"
#include "core/cache/reuse/reuse_stack.h"

#include <algorithm>
#include <cstdint>

namespace hitmap {

/// An LRU stack whose memory depends on the lines that were used, not on those that exist.
class SampledStack {
public:
    /// As ReuseStack::look_up().
    std::uint32_t look_up(std::uint32_t line) {
        const std::uint32_t number = numbers_.number_of(line);
        if (number >= capacity_) stack_.grow(capacity_ = std::max(least_capacity, 2 * capacity_));
        return stack_.look_up(number);
    }
    /// Number of distinct lines that were used.
    [[nodiscard]] std::uint32_t lines() const { return numbers_.size(); }
    void clear() {
        numbers_.clear();
        stack_.clear();
    }

private:
    static constexpr std::uint32_t least_capacity = 256;

    LineNumbers numbers_;
    ReuseStack stack_{0};
    std::uint32_t capacity_ = 0;
};

} // namespace hitmap
