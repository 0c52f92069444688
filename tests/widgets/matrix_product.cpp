#include "tests/widgets/matrix_product.h"

#include <fmt/format.h>

#include <fstream>

namespace hitmap {

namespace {

constexpr unsigned matrix_size = 32;
constexpr unsigned tile_size = 16; ///< a block has tile_size x tile_size threads
constexpr unsigned sm_count = 2;
constexpr unsigned warps_of_block = tile_size * tile_size / 32;

class ProductRows {
public:
    explicit ProductRows(const std::string& path) : out_(path) {
        out_ << "sm,warp,lane,address,bytes,operation,line\n";
    }

    /// Adds the requests of all warps of a block.
    /// @param address  of a thread (x, y) of the block
    template <class Address>
    void add(unsigned block, const char* operation, unsigned line, Address address) {
        for (unsigned warp = 0; warp < warps_of_block; ++warp)
            for (unsigned lane = 0; lane < 32; ++lane) {
                const unsigned thread = warp * 32 + lane;
                out_ << fmt::format("{},{},{},{},4,{},matmul.cu:{}\n", block % sm_count,
                                    block / sm_count * warps_of_block + warp, lane,
                                    address(thread % tile_size, thread / tile_size), operation, line);
            }
    }

private:
    std::ofstream out_;
};

} // namespace

void write_matrix_product(const std::string& path) {
    constexpr unsigned a = 0x10000;
    constexpr unsigned b = 0x20000;
    constexpr unsigned c = 0x30000;
    const auto at = [](unsigned matrix, unsigned row, unsigned column) {
        return matrix + 4 * (row * matrix_size + column);
    };
    ProductRows rows(path);
    for (unsigned block = 0; block < (matrix_size / tile_size) * (matrix_size / tile_size); ++block) {
        const unsigned left = block % (matrix_size / tile_size) * tile_size;
        const unsigned top = block / (matrix_size / tile_size) * tile_size;
        for (unsigned k = 0; k < matrix_size; k += tile_size) {
            rows.add(block, "load", 14, [&](unsigned x, unsigned y) { return at(a, top + y, k + x); });
            rows.add(block, "load", 15, [&](unsigned x, unsigned y) { return at(b, k + y, left + x); });
        }
        rows.add(block, "store", 21, [&](unsigned x, unsigned y) { return at(c, top + y, left + x); });
    }
}

} // namespace hitmap
