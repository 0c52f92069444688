#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace hitmap::hmt {

/// Some of the requests [first, last) of a file, which a part numbers from 0. Takes a bit for each request of
/// the range.
class RequestSelection {
public:
    RequestSelection(std::uint64_t first, std::uint64_t last);

    /// Adds a request of the range, which is after those that were added before.
    void add(std::uint64_t request);

    [[nodiscard]] bool contains(std::uint64_t request) const;
    /// The number of selected requests before `request`, which may be any number.
    [[nodiscard]] std::uint64_t before(std::uint64_t request) const;
    /// The least request of the file with `count` selected requests before it; `last` if there are fewer.
    [[nodiscard]] std::uint64_t behind(std::uint64_t count) const;
    [[nodiscard]] std::uint64_t size() const { return size_; }

private:
    static constexpr std::uint64_t word_bits = 64;
    static constexpr std::uint64_t group_words = 8; ///< words for which the requests before them are stored

    std::uint64_t first_;
    std::uint64_t last_;
    std::uint64_t size_ = 0;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint64_t> before_; ///< [groups] selected requests before the group
    std::uint64_t counted_groups_ = 0;  ///< groups up to that of the request that was added last
};

} // namespace hitmap::hmt
