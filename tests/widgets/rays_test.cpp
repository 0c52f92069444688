#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/request/trace_request.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

class RaysTest : public WindowFixture {
protected:
    QComboBox& rays() { return find<QComboBox>("rays"); }
    std::string listed() {
        std::string all;
        for (int row = 0; row < rays().count(); ++row)
            all += rays().itemText(row).toStdString() + "; ";
        return all;
    }
    void open_paths() {
        TraceRequest request;
        request.scene = "builtin:teapot?triangles=500";
        request.options.width = request.options.height = 48;
        request.options.rays = {RayKind::path, 3};
        window_->session().active().open(spec_of(request));
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    void choose_last_by_keys() {
        rays().setFocus();
        QTest::keyClick(&rays(), Qt::Key_End);
        ASSERT_TRUE(wait([this] { return pane().config().only.rays.has_value(); }));
        ASSERT_TRUE(settle());
    }
    std::uint64_t box_accesses() { return pane().simulation()->totals[box_kind].accesses; }
};

TEST_F(RaysTest, NoneAreToldApartWithoutTagsOfSeveralKinds) {
    open_tiny();
    EXPECT_EQ(listed(), "All rays; ");
    EXPECT_FALSE(rays().isEnabled());
}

TEST_F(RaysTest, AccessesOfSomeRaysAloneCanBeShown) {
    open_paths();
    ASSERT_EQ(listed(),
              "All rays; Primary rays; Diffuse paths; Diffuse paths, bounce 1; Diffuse paths, bounce 2; "
              "Diffuse paths, bounce 3; ");
    const std::uint64_t all = box_accesses();
    std::uint64_t sum = 0;
    for (const int row : {1, 3, 4, 5}) {
        rays().setCurrentIndex(row);
        ASSERT_TRUE(wait([&] { return pane().config().only.rays && settle(); }));
        ASSERT_TRUE(wait([&] { return pane().config() == pane().wanted_config(); }));
        EXPECT_GT(box_accesses(), 0U);
        sum += box_accesses();
    }
    EXPECT_EQ(sum, all) << "each access is of one ray";
    EXPECT_THAT(find<PaneFrame>("pane_frame").accessibleName().toStdString(),
                testing::HasSubstr("Diffuse paths, bounce 3"));
}

TEST_F(RaysTest, AnotherCacheKeepsTheRaysAndAnotherRecordingDoesNot) {
    open_paths();
    choose_last_by_keys();
    const auto chosen = pane().config().only.rays;
    ModelChoice config = pane().config();
    config.l1 = parse_cache_geometry("1KiB:128:1");
    pane().simulate(config);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().only.rays, chosen);
    EXPECT_EQ(rays().currentIndex(), rays().count() - 1);
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().only.rays, std::nullopt);
    EXPECT_EQ(listed(), "All rays; ");
}

TEST_F(RaysTest, ChoosingThemCanBeUndone) {
    open_paths();
    const std::uint64_t all = box_accesses();
    choose_last_by_keys();
    EXPECT_LT(box_accesses(), all);
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(wait([this] { return !pane().config().only.rays; }));
    EXPECT_EQ(box_accesses(), all);
    EXPECT_EQ(rays().currentIndex(), 0);
}

} // namespace
} // namespace hitmap
