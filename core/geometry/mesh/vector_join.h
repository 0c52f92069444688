#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Numbers distinct vectors in order of first appearance. Two vectors are equal when their bits are, where -0
/// counts as 0: vectors are not merged by distance. It is a hash table with linear probing that stores
/// numbers; the vectors are stored in the result.
template <class Vector>
class BasicVectorJoin {
public:
    /// @param expected  estimated number of distinct vectors
    explicit BasicVectorJoin(std::size_t expected = 0);

    /// Returns the number of `v`, which must be finite. Throws std::length_error beyond 2^32 - 2 distinct
    /// vectors.
    std::uint32_t number_of(Vector v);

    [[nodiscard]] const std::vector<Vector>& vectors() const { return vectors_; }
    /// Moves the distinct vectors out. The object may only be destroyed afterwards.
    [[nodiscard]] std::vector<Vector> take() { return std::move(vectors_); }

private:
    void grow();

    std::vector<Vector> vectors_;
    std::vector<std::uint32_t> slots_; // the size is a power of two; number of a vector, or empty
};

using VectorJoin = BasicVectorJoin<glm::vec3>;
using DoubleVectorJoin = BasicVectorJoin<glm::dvec3>;
extern template class BasicVectorJoin<glm::vec3>;
extern template class BasicVectorJoin<glm::dvec3>;

} // namespace hitmap
