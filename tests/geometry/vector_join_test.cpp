#include "core/geometry/builtin/reproducible.h"
#include "core/geometry/mesh/vector_join.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>

namespace hitmap {
namespace {

TEST(VectorJoin, NumbersInOrderOfFirstAppearance) {
    VectorJoin join;
    EXPECT_EQ(join.number_of({1, 2, 3}), 0U);
    EXPECT_EQ(join.number_of({3, 2, 1}), 1U);
    EXPECT_EQ(join.number_of({1, 2, 3}), 0U);
    EXPECT_EQ(join.vectors(), (std::vector<glm::vec3>{{1, 2, 3}, {3, 2, 1}}));
}

TEST(VectorJoin, TakesMinusZeroForZero) {
    VectorJoin join;
    EXPECT_EQ(join.number_of({-0.0F, 0.0F, -0.0F}), join.number_of({0.0F, -0.0F, 0.0F}));
    EXPECT_FALSE(std::signbit(join.vectors()[0].x));
}

TEST(VectorJoin, AgreesWithAMap) {
    Random random(3);
    VectorJoin join;
    std::map<std::tuple<float, float, float>, std::uint32_t> numbers;
    for (int i = 0; i < 50'000; ++i) {
        const auto coordinate = [&] { return static_cast<float>(random.bits() % 30) * 0.1F - 1.5F; };
        const glm::vec3 v(coordinate(), coordinate(), coordinate());
        const auto expected =
            numbers.try_emplace({v.x, v.y, v.z}, static_cast<std::uint32_t>(numbers.size())).first->second;
        ASSERT_EQ(join.number_of(v), expected);
    }
}

} // namespace
} // namespace hitmap
