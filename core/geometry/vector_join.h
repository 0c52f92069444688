#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Numbers distinct vectors in order of first appearance. Two vectors are the same when their bits are, with
/// -0 taken for 0: nothing is moved, nothing is merged by distance. A hash table with linear probing that
/// holds numbers only; the vectors lie in the result.
class VectorJoin {
public:
    /// @param expected  distinct vectors, a hint
    explicit VectorJoin(std::size_t expected = 0);

    /// Number of `v`, which must be finite. Throws std::length_error beyond 2^32 - 2 distinct vectors.
    std::uint32_t number_of(glm::vec3 v);

    [[nodiscard]] const std::vector<glm::vec3>& vectors() const { return vectors_; }
    /// Moves the distinct vectors out; only destruction is allowed afterwards.
    [[nodiscard]] std::vector<glm::vec3> take() { return std::move(vectors_); }

private:
    void grow();

    std::vector<glm::vec3> vectors_;
    std::vector<std::uint32_t> slots_; // power of two; number of a vector, or empty
};

} // namespace hitmap
