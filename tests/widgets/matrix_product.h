#pragma once

#include <string>

namespace hitmap {

/// Writes the accesses of a tiled multiplication of two matrices of 32 x 32 floats, by 4 blocks of 8 warps on
/// 2 SMs, as a CSV of accesses: 160 requests of the lines matmul.cu:14, 15 and 21.
void write_matrix_product(const std::string& path);

} // namespace hitmap
