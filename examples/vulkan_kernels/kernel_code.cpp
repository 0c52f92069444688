#include "examples/vulkan_kernels/kernel_code.h"

#include <algorithm>
#include <array>

namespace hitmap::kernels {

namespace {

// Arrays that glslangValidator wrote.
#include "breadth_first_search.h"
#include "gather.h"
#include "histogram.h"
#include "matmul_naive.h"
#include "matmul_tiled.h"
#include "reduction.h"
#include "stencil.h"
#include "transpose.h"

struct NamedCode {
    std::string_view name;
    std::span<const std::uint32_t> code;
};

const std::array<NamedCode, 8> codes{{{"breadth_first_search", breadth_first_search_code},
                                      {"gather", gather_code},
                                      {"histogram", histogram_code},
                                      {"matmul_naive", matmul_naive_code},
                                      {"matmul_tiled", matmul_tiled_code},
                                      {"reduction", reduction_code},
                                      {"stencil", stencil_code},
                                      {"transpose", transpose_code}}};

} // namespace

std::span<const std::uint32_t> kernel_code(std::string_view name) {
    const auto found = std::ranges::find(codes, name, &NamedCode::name);
    return found == codes.end() ? std::span<const std::uint32_t>() : found->code;
}

} // namespace hitmap::kernels
