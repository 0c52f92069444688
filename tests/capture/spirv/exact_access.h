#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::capture {

/// The contents of the buffers that shaders/exact.comp reads.
struct ExactInput {
    std::vector<std::uint32_t> in;        ///< binding 0; floats as bits
    std::vector<std::uint32_t> constants; ///< binding 2
    std::vector<std::uint32_t> texels;    ///< binding 3
    std::array<std::uint32_t, 2> groups;  ///< work groups in x and y
};

ExactInput exact_input();

/// The accesses of one invocation in order, computed without a GPU: "load In+384" has the byte offset in the
/// descriptor of binding In, "store outs(2)+16" that in descriptor 2 of an array, "store Far+16" the offset
/// behind the address in the push constants.
/// @param i  the linear invocation: 30 * work group + local index
std::vector<std::string> exact_accesses(const ExactInput& input, std::uint32_t i);

} // namespace hitmap::capture
