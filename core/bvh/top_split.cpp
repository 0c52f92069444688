#include "core/bvh/top_split.h"

#include "core/bvh/radix_subtree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

namespace hitmap {

namespace {

constexpr int bin_count = 64;

struct Bin {
    Aabb box;
    std::uint32_t triangles = 0;
    void include(const Bin& other) {
        box.include(other.box);
        triangles += other.triangles;
    }
    [[nodiscard]] double cost() const {
        return triangles == 0 ? 0.0 : exact_half_area(box) * static_cast<double>(triangles);
    }
};
using Bins = std::array<std::array<Bin, bin_count>, 3>;

struct BinMap {
    std::array<double, 3> lowest;
    std::array<double, 3> scale;

    explicit BinMap(const Aabb& centroids) {
        for (int axis = 0; axis < 3; ++axis) {
            const double length = double{centroids.upper[axis]} - double{centroids.lower[axis]};
            lowest[axis] = centroids.lower[axis];
            scale[axis] = length > 0.0 ? bin_count / length : 0.0;
        }
    }
};

int bin_of(float centroid, double lowest, double scale) {
    return std::min(static_cast<int>((double{centroid} - lowest) * scale), bin_count - 1);
}

std::uint64_t median_key(const TriangleRef& ref, int axis) {
    return std::uint64_t{ordered_bits(ref.centroid(axis))} << 32U | ref.face;
}

std::size_t blocks_of(std::size_t count) {
    return (count + TopSplitter::block - 1) / TopSplitter::block;
}

} // namespace

bool TopSplitter::Split::goes_left(const TriangleRef& ref) const {
    switch (key) {
    case Key::bin:
        return static_cast<std::uint64_t>(bin_of(ref.centroid(axis), lowest, scale)) < first_right;
    case Key::code:
        return frame.code(ref.centroid()) < first_right;
    case Key::place:
        break;
    }
    return median_key(ref, axis) < first_right;
}

void TopSplitter::for_blocks(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body) {
    parallel_for(pool_, count, block, [&](std::size_t begin, std::size_t end) {
        job_.check();
        body(begin, end);
    });
}

Aabb TopSplitter::centroid_bounds(std::span<const TriangleRef> refs) {
    std::vector<Aabb> parts(blocks_of(refs.size()));
    for_blocks(refs.size(), [&](std::size_t begin, std::size_t end) {
        Aabb box;
        for (const TriangleRef& ref : refs.subspan(begin, end - begin))
            box.include(ref.centroid());
        parts[begin / block] = box;
    });
    Aabb all;
    for (const Aabb& part : parts)
        all.include(part);
    return all;
}

std::optional<TopSplitter::Split> TopSplitter::best_split(std::span<const TriangleRef> refs,
                                                          std::uint32_t depth) {
    const BinMap map(centroid_bounds(refs));
    std::vector<Bins> parts(blocks_of(refs.size()));
    for_blocks(refs.size(), [&](std::size_t begin, std::size_t end) {
        Bins& bins = parts[begin / block];
        for (const TriangleRef& ref : refs.subspan(begin, end - begin))
            for (int axis = 0; axis < 3; ++axis) {
                Bin& bin = bins[axis][bin_of(ref.centroid(axis), map.lowest[axis], map.scale[axis])];
                bin.box.include(ref.box);
                ++bin.triangles;
            }
    });

    std::optional<Split> best;
    double best_cost = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        std::array<Bin, bin_count> bins;
        for (const Bins& part : parts)
            for (int b = 0; b < bin_count; ++b)
                bins[b].include(part[axis][b]);
        std::array<double, bin_count> right_cost{};
        Bin side;
        for (int b = bin_count - 1; b > 0; --b) {
            side.include(bins[b]);
            right_cost[b] = side.cost();
        }
        side = {};
        for (int b = 1; b < bin_count; ++b) {
            side.include(bins[b - 1]);
            const std::size_t right = refs.size() - side.triangles;
            if (side.triangles == 0 || right == 0) continue;
            if (!fits_below(depth + 1, std::max<std::size_t>(side.triangles, right))) continue;
            const double cost = side.cost() + right_cost[b];
            if (cost < best_cost) {
                best_cost = cost;
                best = Split{.axis = axis,
                             .first_right = static_cast<std::uint64_t>(b),
                             .key = Split::Key::bin,
                             .lowest = map.lowest[axis],
                             .scale = map.scale[axis]};
            }
        }
    }
    return best;
}

std::optional<TopSplitter::Split> TopSplitter::radix_split(std::span<const TriangleRef> refs,
                                                           std::uint32_t depth, const MortonFrame& frame) {
    struct Codes {
        std::uint64_t lowest = ~std::uint64_t{0};
        std::uint64_t highest = 0;
    };
    std::vector<Codes> parts(blocks_of(refs.size()));
    for_blocks(refs.size(), [&](std::size_t begin, std::size_t end) {
        Codes& part = parts[begin / block];
        for (const TriangleRef& ref : refs.subspan(begin, end - begin)) {
            const std::uint64_t code = frame.code(ref.centroid());
            part.lowest = std::min(part.lowest, code);
            part.highest = std::max(part.highest, code);
        }
    });
    Codes all;
    for (const Codes& part : parts)
        all = {std::min(all.lowest, part.lowest), std::max(all.highest, part.highest)};
    // At least one triangle goes to either side, so this is the most that the larger side can have.
    if (all.lowest == all.highest || !fits_below(depth + 1, refs.size() - 1)) return std::nullopt;
    return Split{.first_right = first_with_highest_bit(all.lowest, all.highest),
                 .key = Split::Key::code,
                 .frame = frame};
}

TopSplitter::Split TopSplitter::median(std::span<const TriangleRef> refs) {
    constexpr unsigned digit_bits = 8;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    using Histogram = std::array<std::uint32_t, digits>;

    const Aabb centroids = centroid_bounds(refs);
    int longest = 0;
    for (int axis = 1; axis < 3; ++axis)
        if (double{centroids.upper[axis]} - centroids.lower[axis] >
            double{centroids.upper[longest]} - centroids.lower[longest])
            longest = axis;

    // Radix selection, beginning with the highest digit: `rank` more triangles of those whose key begins with
    // `prefix` belong to the left.
    std::uint64_t prefix = 0;
    std::size_t rank = refs.size() / 2;
    for (unsigned shift = 64 - digit_bits; rank > 0; shift -= digit_bits) {
        std::vector<Histogram> parts(blocks_of(refs.size()));
        for_blocks(refs.size(), [&](std::size_t begin, std::size_t end) {
            Histogram& histogram = parts[begin / block];
            for (const TriangleRef& ref : refs.subspan(begin, end - begin)) {
                const std::uint64_t key = median_key(ref, longest);
                const std::uint64_t digit = (key >> shift) - (prefix >> shift);
                if (digit < digits && key >= prefix) ++histogram[digit];
            }
        });
        std::uint64_t digit = 0;
        for (;; ++digit) {
            std::size_t triangles = 0;
            for (const Histogram& part : parts)
                triangles += part[digit];
            if (rank < triangles) break;
            rank -= triangles;
        }
        prefix |= digit << shift;
    }
    return {.axis = longest, .first_right = prefix};
}

std::size_t TopSplitter::partition(std::span<const TriangleRef> refs, std::span<TriangleRef> to,
                                   const Split& split) {
    std::vector<std::size_t> left_before(blocks_of(refs.size()));
    for_blocks(refs.size(), [&](std::size_t begin, std::size_t end) {
        const auto part = refs.subspan(begin, end - begin);
        left_before[begin / block] = static_cast<std::size_t>(std::count_if(
            part.begin(), part.end(), [&](const TriangleRef& ref) { return split.goes_left(ref); }));
    });
    const std::size_t all_left = std::accumulate(left_before.begin(), left_before.end(), std::size_t{0});
    std::exclusive_scan(left_before.begin(), left_before.end(), left_before.begin(), std::size_t{0});
    for_blocks(refs.size(), [&](std::size_t begin, std::size_t end) {
        std::size_t left = left_before[begin / block];
        std::size_t right = all_left + begin - left;
        for (const TriangleRef& ref : refs.subspan(begin, end - begin))
            to[split.goes_left(ref) ? left++ : right++] = ref;
    });
    return all_left;
}

} // namespace hitmap
