#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"
#include "tests/kinds/cell_table.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

std::string told(const RecordingInfo& info, KindName name) {
    return list_of(told_kinds(info), name);
}

TEST(ToldKinds, AreThoseOfEveryRayTracerAndFurtherOnesThatTheRecordingHas) {
    RecordingInfo info;
    EXPECT_EQ(told(info, KindName::with_article), "a face, a box or a pixel");
    EXPECT_EQ(list_of(told_drawn_kinds(info), KindName::with_article), "a face or a box");
    RecordingInfo with_cells = info;
    with_cells.scene.primitives[test::cell_kind] = 1;
    EXPECT_EQ(told(with_cells, KindName::plural), "faces, boxes, cells or pixels");
    EXPECT_EQ(list_of(told_drawn_kinds(with_cells), KindName::singular, "and"), "face, box and cell");
    RecordingInfo with_buffer = info;
    with_buffer.allocations.emplace_back().role = Role::other;
    EXPECT_EQ(told(with_buffer, KindName::singular), "face, box or pixel");
    with_buffer.allocations.emplace_back().role = test::cell_role;
    EXPECT_EQ(told(with_buffer, KindName::singular), "face, box, cell or pixel");
    EXPECT_EQ(list_of(KindSet(), KindName::plural), "");
}

} // namespace
} // namespace hitmap
