#include "examples/vulkan_kernels/kernel_cases.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <stdexcept>
#include <utility>

namespace hitmap::kernels {

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t block_threads = 256; ///< of kernels with one dimension

/// Numbers below `limit`. std::mt19937 gives the same numbers everywhere, distributions do not.
Words random_words(std::mt19937& random, std::size_t count, std::uint32_t limit) {
    Words words(count);
    for (std::uint32_t& word : words)
        word = static_cast<std::uint32_t>(random() % limit);
    return words;
}

std::uint32_t bits_of(float number) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof(bits));
    return bits;
}

float float_of(std::uint32_t bits) {
    float number = 0.0F;
    std::memcpy(&number, &bits, sizeof(number));
    return number;
}

/// Small whole numbers as floats: their sums and products are exact, in any order, with and without fused
/// operations.
Words random_floats(std::mt19937& random, std::size_t count) {
    Words words = random_words(random, count, 16);
    for (std::uint32_t& word : words)
        word = bits_of(static_cast<float>(word));
    return words;
}

KernelBuffer input(std::string name, const Words& words) {
    return {std::move(name), words, words};
}

KernelBuffer result(std::string name, Words expected) {
    Words words(expected.size());
    return {std::move(name), std::move(words), std::move(expected)};
}

Words product_of(const Words& left, const Words& right, std::size_t n) {
    Words product(n * n);
    std::vector<float> row_sums(n);
    for (std::size_t row = 0; row < n; ++row) {
        std::fill(row_sums.begin(), row_sums.end(), 0.0F);
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t column = 0; column < n; ++column)
                row_sums[column] += float_of(left[row * n + k]) * float_of(right[k * n + column]);
        std::transform(row_sums.begin(), row_sums.end(),
                       product.begin() + static_cast<std::ptrdiff_t>(row * n), bits_of);
    }
    return product;
}

KernelCase matmul(std::uint32_t size, std::mt19937& random) {
    const std::size_t n = size;
    const Words left = random_floats(random, n * n);
    const Words right = random_floats(random, n * n);
    KernelCase work;
    work.buffers = {input("left", left), input("right", right),
                    result("product", product_of(left, right, n))};
    work.sizes = {size};
    return work;
}

KernelCase transpose(std::uint32_t size, std::mt19937& random) {
    const std::size_t n = size;
    const Words matrix = random_floats(random, n * n);
    Words transposed(n * n);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < n; ++column)
            transposed[column * n + row] = matrix[row * n + column];
    KernelCase work;
    work.buffers = {input("matrix", matrix), result("transposed", std::move(transposed))};
    work.sizes = {size};
    return work;
}

KernelCase reduction(std::uint32_t size, std::mt19937& random) {
    const Words numbers = random_words(random, size, 1000);
    std::uint32_t total = 0;
    for (const std::uint32_t number : numbers)
        total += number;
    constexpr std::uint32_t most_blocks = 64;
    KernelCase work;
    work.columns = std::min(size / block_threads, most_blocks);
    work.buffers = {input("numbers", numbers), result("total", {total})};
    work.sizes = {size, work.columns * block_threads};
    return work;
}

KernelCase histogram(std::uint32_t size, std::mt19937& random) {
    constexpr std::uint32_t bin_count = 1024;
    const Words numbers = random_words(random, size, bin_count);
    Words bins(bin_count);
    for (const std::uint32_t number : numbers)
        ++bins[number];
    KernelCase work;
    work.buffers = {input("numbers", numbers), result("bins", std::move(bins))};
    return work;
}

KernelCase stencil(std::uint32_t size, std::mt19937& random) {
    const std::size_t n = size;
    const Words grid = random_floats(random, n * n);
    Words next(n * n);
    for (std::size_t y = 1; y + 1 < n; ++y)
        for (std::size_t x = 1; x + 1 < n; ++x) {
            const auto at = [&](std::size_t column, std::size_t row) {
                return float_of(grid[row * n + column]);
            };
            const float around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
            next[y * n + x] = bits_of(0.5F * at(x, y) + 0.125F * around);
        }
    KernelCase work;
    work.buffers = {input("grid", grid), result("next grid", std::move(next))};
    work.sizes = {size};
    return work;
}

KernelCase gather(std::uint32_t size, std::mt19937& random) {
    const std::uint32_t table_size = 4 * size;
    const Words places = random_words(random, size, table_size);
    const Words table = random_floats(random, table_size);
    Words gathered(size);
    std::transform(places.begin(), places.end(), gathered.begin(),
                   [&](std::uint32_t place) { return table[place]; });
    KernelCase work;
    work.buffers = {input("places", places), input("table", table), result("result", std::move(gathered))};
    return work;
}

/// A graph without directions in compressed rows: each vertex draws four neighbours.
std::pair<Words, Words> random_graph(std::uint32_t vertices, std::mt19937& random) {
    std::vector<Words> neighbours(vertices);
    for (std::uint32_t vertex = 0; vertex < vertices; ++vertex)
        for (const std::uint32_t other : random_words(random, 4, vertices)) {
            neighbours[vertex].push_back(other);
            neighbours[other].push_back(vertex);
        }
    Words rows{0};
    Words targets;
    for (const Words& row : neighbours) {
        targets.insert(targets.end(), row.begin(), row.end());
        rows.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    return {std::move(rows), std::move(targets)};
}

constexpr std::uint32_t no_level = 0xFFFFFFFFU;

/// Levels by a queue, unlike the kernel, which looks at all vertices for each level.
Words levels_of(const Words& rows, const Words& targets) {
    Words levels(rows.size() - 1, no_level);
    levels[0] = 0;
    Words queue{0};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t vertex = queue[at];
        for (std::uint32_t i = rows[vertex]; i < rows[vertex + 1]; ++i)
            if (levels[targets[i]] == no_level) {
                levels[targets[i]] = levels[vertex] + 1;
                queue.push_back(targets[i]);
            }
    }
    return levels;
}

KernelCase breadth_first_search(std::uint32_t size, std::mt19937& random) {
    auto [rows, targets] = random_graph(size, random);
    const Words expected = levels_of(rows, targets);
    KernelBuffer levels{"levels", Words(size, no_level), expected};
    levels.words[0] = 0;
    KernelCase work;
    for (const std::uint32_t level : expected)
        if (level != no_level) work.launches = std::max(work.launches, level);
    work.buffers = {input("rows", rows), input("targets", targets), std::move(levels)};
    return work;
}

using Make = KernelCase (*)(std::uint32_t size, std::mt19937& random);
constexpr std::array<Make, 8> makers{matmul,  matmul, transpose,           reduction, histogram,
                                     stencil, gather, breadth_first_search}; ///< as kernel_kinds()

void check_size(const KernelKind& kind, std::uint32_t size) {
    if (size == 0 || size % kind.multiple != 0 || size > kind.most)
        throw std::invalid_argument(kind.name + ": expected a size (" + kind.unit +
                                    ") that is a multiple of " + std::to_string(kind.multiple) +
                                    " and at most " + std::to_string(kind.most) + ", found " +
                                    std::to_string(size));
}

} // namespace

const std::vector<KernelKind>& kernel_kinds() {
    static const std::vector<KernelKind> kinds{
        {"matmul_naive", "rows of a matrix", 256, 32, 2048, 32, 8},
        {"matmul_tiled", "rows of a matrix", 256, 32, 2048, 16, 16},
        {"transpose", "rows of a matrix", 1024, 32, 4096, 32, 8},
        {"reduction", "numbers", 1U << 20U, 256, 1U << 24U, 256, 1},
        {"histogram", "numbers", 1U << 18U, 256, 1U << 24U, 256, 1},
        {"stencil", "rows of a grid", 1024, 32, 4096, 32, 8},
        {"gather", "loads", 1U << 18U, 256, 1U << 22U, 256, 1},
        {"breadth_first_search", "vertices", 1U << 16U, 256, 1U << 20U, 256, 1}};
    return kinds;
}

KernelCase make_kernel_case(const std::string& name, std::uint32_t size, std::uint32_t seed) {
    const std::vector<KernelKind>& kinds = kernel_kinds();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const KernelKind& kind) { return kind.name == name; });
    if (found == kinds.end()) throw std::invalid_argument("expected the name of a kernel, found " + name);
    if (size == 0) size = found->default_size;
    check_size(*found, size);
    std::mt19937 random(seed);
    KernelCase work = makers[static_cast<std::size_t>(found - kinds.begin())](size, random);
    work.name = name;
    if (work.columns == 1) work.columns = size / found->threads_x;
    if (found->threads_y != 1) work.rows = size / found->threads_y;
    return work;
}

std::string difference(const KernelBuffer& buffer, const std::vector<std::uint32_t>& found) {
    const auto [expected, other] =
        std::mismatch(buffer.expected.begin(), buffer.expected.end(), found.begin());
    if (expected == buffer.expected.end()) return {};
    return buffer.name + ", word " + std::to_string(expected - buffer.expected.begin()) + ": expected " +
           std::to_string(*expected) + ", found " + std::to_string(*other);
}

} // namespace hitmap::kernels
