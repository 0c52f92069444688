#include "app/figure_editor/pane_figure.h"
#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/elided_label.h"
#include "widgets/mesh/element_text.h"
#include "widgets/panes/ray_chooser.h"
#include "widgets/session/recording/trace_request.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace hitmap {
namespace {

class RaysTest : public WindowFixture {
protected:
    QFrame& banner() { return find<QFrame>("restriction_banner"); }
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

TEST_F(RaysTest, ABannerNamesThemAndItsButtonAndEscapeTakeThemBack) {
    open_paths();
    const std::uint64_t all = box_accesses();
    const ColourBar& bar = window_->panes().active().colour_bar();
    EXPECT_FALSE(banner().isVisible());
    EXPECT_EQ(bar.legend_of(Pattern::not_accessed).toStdString(), "not accessed");
    choose_last_by_keys();
    EXPECT_TRUE(banner().isVisible());
    // The box has the same words.
    EXPECT_THAT(find<QLabel>("restriction_text").text().toStdString(),
                testing::HasSubstr(ray_text(pane().config().only.rays).toStdString() + " alone"));
    EXPECT_EQ(bar.legend_of(Pattern::not_accessed).toStdString(), "not accessed by these rays");
    screenshot("rays-alone");
    find<QToolButton>("lift_restriction").click();
    ASSERT_TRUE(wait([this] { return pane().config().only.empty() && settle(); }));
    EXPECT_EQ(box_accesses(), all);
    EXPECT_FALSE(banner().isVisible());
    EXPECT_EQ(rays().currentIndex(), 0);
    EXPECT_EQ(bar.legend_of(Pattern::not_accessed).toStdString(), "not accessed");

    choose_last_by_keys();
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Escape);
    ASSERT_TRUE(wait([this] { return pane().config().only.empty(); }));
    EXPECT_EQ(box_accesses(), all);
}

TEST_F(RaysTest, TheStatusLineAndTheCurvesNameThem) {
    open_paths();
    const auto status = [this] { return find<ElidedLabel>("rates_label").text().toStdString(); };
    const auto note = [this] { return find<QWidget>("curve_view").accessibleDescription().toStdString(); };
    EXPECT_THAT(status(), testing::Not(testing::HasSubstr("alone")));
    EXPECT_THAT(note(), testing::Not(testing::HasSubstr("alone")));
    choose_last_by_keys();
    EXPECT_THAT(status(), testing::EndsWith(", of Diffuse paths, bounce 3 alone"));
    EXPECT_TRUE(wait([&] { return note().starts_with("Of Diffuse paths, bounce 3 alone"); })) << note();
    find<QToolButton>("lift_restriction").click();
    ASSERT_TRUE(wait([this] { return pane().config().only.empty() && settle(); }));
    EXPECT_THAT(status(), testing::Not(testing::HasSubstr("alone")));
    EXPECT_TRUE(wait([&] { return note().find("alone") == std::string::npos; })) << note();
}

TEST_F(RaysTest, APanelOfAFigureNamesThem) {
    open_paths();
    EXPECT_EQ(panel_of(pane(), AddedView::shown, 1.5).panel.caption, "");
    choose_last_by_keys();
    EXPECT_EQ(panel_of(pane(), AddedView::shown, 1.5).panel.caption, "Of Diffuse paths, bounce 3 alone");
    EXPECT_EQ(panel_of(pane(), AddedView::hit_rates, 1.5).panel.caption, "Of Diffuse paths, bounce 3 alone");
    EXPECT_EQ(panel_of(pane(), AddedView::allocations, 1.5).panel.caption, "") << "counts everything";
}

TEST_F(RaysTest, AnElementOfOtherRaysIsNotSaidToBeWithoutAccesses) {
    open_paths();
    const auto accessed = [this](std::uint64_t face) {
        const Profile& profile = *pane().profile();
        return profile.element({0, profile.positions()}, face_kind, face).accesses > 0;
    };
    std::vector<std::uint64_t> accessed_by_any;
    for (std::uint64_t face = 0; face < pane().profile()->element_count(face_kind); ++face)
        if (accessed(face)) accessed_by_any.push_back(face);
    choose_last_by_keys();
    const auto by_others_alone = std::ranges::find_if_not(accessed_by_any, accessed);
    ASSERT_NE(by_others_alone, accessed_by_any.end());
    EXPECT_THAT(element_text(pane(), {face_kind, *by_others_alone}).toStdString(),
                testing::HasSubstr("Not accessed by these rays"));
}

TEST_F(RaysTest, TheSentenceAboutAPixelIsOfTheChosenRays) {
    open_paths();
    pane().set_selection(Selection{pixel_kind, 0}); // all of its rays leave the scene
    const auto& fact = find<ElidedLabel>("pixel_fact");
    ASSERT_TRUE(wait([this] { return pane().marks().highlighted() != nullptr; }));
    EXPECT_THAT(fact.text().toStdString(), testing::HasSubstr("0, 0: its rays access"));
    choose_last_by_keys();
    const auto sentence = QStringLiteral("Pixel 0, 0: its chosen rays access 0 boxes and 0 faces");
    EXPECT_TRUE(wait([&] { return fact.text() == sentence; })) << fact.text().toStdString();
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
