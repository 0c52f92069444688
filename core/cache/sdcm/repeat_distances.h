#pragma once

#include "core/cache/sdcm/scene_lines.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// For each look-up i of an access, the lines of the access that were used after it: row i, bit j for the
/// line of look-up j. Up to eight rows fit into one word.
class FewRows {
public:
    static constexpr unsigned most = 8;
    unsigned use(unsigned i) {
        constexpr std::uint64_t every_byte = 0x0101010101010101;
        const auto distance = static_cast<unsigned>(std::popcount(since_ >> (8 * i) & 0xffU));
        since_ = (since_ | every_byte << i) & ~(std::uint64_t{0xff} << (8 * i));
        return distance;
    }

private:
    std::uint64_t since_ = 0;
};

/// The same for more look-ups, which elements with many vertices, or with vertices in planes, need.
class ManyRows {
public:
    unsigned use(unsigned i) {
        const auto distance = static_cast<unsigned>(std::popcount(since_[i]));
        for (std::uint32_t& row : since_)
            row |= std::uint32_t{1} << i;
        since_[i] = 0;
        return distance;
    }

private:
    std::array<std::uint32_t, SceneLines::max_lookups> since_{};
};

/// The distances of an access that directly follows one with the same look-ups. The distance of each line is
/// the number of other lines of the access that were used after it.
class RepeatDistances {
public:
    explicit RepeatDistances(std::span<const std::uint32_t> lines) {
        if (lines.size() <= FewRows::most)
            find<FewRows>(lines);
        else
            find<ManyRows>(lines);
    }
    [[nodiscard]] unsigned operator[](std::size_t i) const { return distances_[i]; }

private:
    template <class Rows>
    void find(std::span<const std::uint32_t> lines) {
        Rows rows;
        std::array<unsigned, SceneLines::max_lookups> first{}; // [look-up] the first look-up of the same line
        for (unsigned i = 0; i < lines.size(); ++i) {
            while (lines[first[i]] != lines[i])
                ++first[i];
            (void)rows.use(first[i]);
        }
        for (unsigned i = 0; i < lines.size(); ++i)
            distances_[i] = rows.use(first[i]);
    }
    std::array<unsigned, SceneLines::max_lookups> distances_{};
};

} // namespace hitmap
