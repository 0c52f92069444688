#include "tests/trace/same_scene.h"

#include <gtest/gtest.h>

#include <cstring>
#include <tuple>
#include <vector>

namespace hitmap {

namespace {

template <class Item>
bool same_bytes(const std::vector<Item>& a, const std::vector<Item>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Item)) == 0);
}

} // namespace

void expect_same_scene(const RecordedScene& a, const RecordedScene& b) {
    EXPECT_TRUE(same_bytes(a.vertices, b.vertices));
    EXPECT_TRUE(same_bytes(a.face_slots, b.face_slots));
    EXPECT_TRUE(same_bytes(a.face_source, b.face_source));
    EXPECT_TRUE(same_bytes(a.normals, b.normals));
    EXPECT_TRUE(same_bytes(a.normal_slots, b.normal_slots));
    EXPECT_TRUE(same_bytes(a.boxes, b.boxes));
    EXPECT_TRUE(same_bytes(a.box_parent, b.box_parent));
    EXPECT_TRUE(same_bytes(a.box_level, b.box_level));
    EXPECT_TRUE(same_bytes(a.box_source, b.box_source));
    EXPECT_TRUE(same_bytes(a.instances, b.instances));
    EXPECT_EQ(a.cameras, b.cameras);
    EXPECT_EQ(std::tie(a.width, a.height, a.source_hash), std::tie(b.width, b.height, b.source_hash));
}

} // namespace hitmap
