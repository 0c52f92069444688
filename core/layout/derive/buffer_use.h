#pragma once

#include "core/layout/derive/access_survey.h"
#include "core/layout/derive/buffer_extent.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace hitmap {

/// What the accesses of a buffer say about its elements.
struct BufferUse {
    BufferExtent extent; ///< of planes that lie in several extents: all of them
    std::uint64_t loads = 0;
    std::uint64_t stores = 0;
    std::uint64_t atomics = 0;
    std::uint64_t first = 0; ///< address of the first element
    std::uint32_t stride = 0;
    std::uint32_t element_bytes = 0;
    /// Distance of the components of an element, if they are in planes of 4 bytes each; 0: linear.
    std::uint64_t plane_bytes = 0;
    std::uint32_t planes = 0;
    std::uint64_t elements_read = 0; ///< number of accesses of elements; all components of one count once
    /// How often a lane goes from one element to another one directly, at no distance of their own.
    std::uint64_t moves = 0;

    [[nodiscard]] std::uint64_t accesses() const { return loads + stores + atomics; }
    [[nodiscard]] bool is_read_only() const { return loads != 0 && stores == 0 && atomics == 0; }
};

/// The accesses of lanes that change from one buffer to another.
class BufferLinks {
public:
    explicit BufferLinks(std::size_t buffers) : arrivals_(buffers) {}
    [[nodiscard]] std::uint64_t operator()(std::size_t from, std::size_t to) const {
        const auto found = counts_.find({from, to});
        return found == counts_.end() ? 0 : found->second;
    }
    void add(std::size_t from, std::size_t to, std::uint64_t times) {
        counts_[{from, to}] += times;
        arrivals_[to] += times;
    }
    /// The number of times that a lane comes to a buffer from another one.
    [[nodiscard]] std::uint64_t arrivals(std::size_t to) const { return arrivals_[to]; }

private:
    std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> counts_;
    std::vector<std::uint64_t> arrivals_;
};

/// Finds the elements of each buffer: strides from the common divisor of the addresses of an instruction,
/// components from pairs of instructions whose addresses always have the same distance. Buffers of local and
/// shared memory, and those without accesses, have no elements.
[[nodiscard]] std::pair<std::vector<BufferUse>, BufferLinks>
buffer_uses(const std::vector<BufferExtent>& buffers, const AccessSurvey& survey,
            const std::vector<Instruction>& instructions);

} // namespace hitmap
