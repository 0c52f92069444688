#include "tests/widgets/window_fixture.h"
#include "widgets/mesh/element_text.h"
#include "widgets/session/panes/pane_scale.h"
#include "widgets/session/panes/region_text.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// What the faces of a pane are coloured by, chosen in the inspector.
class ColourByTest : public WindowFixture {
protected:
    void SetUp() override { open_tiny(); }

    [[nodiscard]] bool shows(ColourBy by) {
        return wait([&] { return pane().values()->colours.by == by && window_->mesh_view().complete(); });
    }
    void choose(ColourBy by) {
        auto& box = find<QComboBox>("colour_by");
        box.setCurrentIndex(box.findData(static_cast<int>(by)));
        ASSERT_EQ(pane().choices().view.colour_by, by);
    }
    /// A face that was accessed.
    [[nodiscard]] Selection some_face() {
        const auto& values = *pane().values()->kinds[face_kind].values;
        const auto found = std::ranges::find_if(values, [](float value) { return value >= 0.0F; });
        return {face_kind, static_cast<std::uint64_t>(found - values.begin())};
    }
};

TEST_F(ColourByTest, AChoiceChangesThePictureAndIsUndone) {
    EXPECT_EQ(pane().values()->colours.by, ColourBy::face) << "the mesh is small";
    const QImage faces = picture();
    const std::string title = scale_of(pane()).text.title;
    window_->session().end_step();
    choose(ColourBy::place);
    ASSERT_TRUE(shows(ColourBy::place));
    EXPECT_NE(picture(), faces);
    EXPECT_EQ(scale_of(pane()).text.title, title + " per place");
    window_->session().end_step();
    window_->session().undo();
    ASSERT_TRUE(shows(ColourBy::face));
    EXPECT_EQ(pane().choices().view.colour_by, ColourBy::automatic);
    EXPECT_EQ(picture(), faces);
    EXPECT_EQ(find<QComboBox>("colour_by").currentText(), QStringLiteral("Automatic (faces)"));
}

TEST_F(ColourByTest, AFaceTellsItsOwnNumbersAndThoseOfItsRegion) {
    const Selection face = some_face();
    const QString own = element_text(pane(), face);
    EXPECT_EQ(region_text(*pane().values(), face), QString());
    pane().set_selection(face);
    const auto& label = find<QLabel>("selection_region");
    EXPECT_EQ(label.text(), QString());
    choose(ColourBy::patch);
    ASSERT_TRUE(shows(ColourBy::patch));
    const QString region = region_text(*pane().values(), face);
    EXPECT_THAT(region.toStdString(), StartsWith("Coloured by its patch ("));
    QStringList lines = element_text(pane(), face).split(QLatin1Char('\n'));
    EXPECT_EQ(lines.takeAt(1), region);
    EXPECT_EQ(lines.join(QLatin1Char('\n')), own);
    EXPECT_EQ(label.text(), region);
}

TEST_F(ColourByTest, DifferencesAreOfTheSumsOfRegions) {
    Pane& second = window_->session().add_pane();
    ModelChoice config;
    config.l1 = parse_cache_geometry("1KiB:128:1");
    second.simulate(config);
    ASSERT_TRUE(wait([&] { return second.config() == config; }));
    View view = second.choices().view;
    view.colour_by = ColourBy::place;
    second.set_view(view);
    second.set_reference(&window_->session().pane(0));
    ASSERT_TRUE(
        wait([&] { return second.values()->difference && second.values()->colours.by == ColourBy::place; }));
    const auto& regions = *second.values()->colours.regions;
    const auto& values = *second.values()->kinds[face_kind].values;
    for (std::size_t face = 0; face < values.size(); ++face)
        for (std::size_t other = 0; other < face; ++other)
            if (regions.of(face) != ElementRegions::none && regions.of(face) == regions.of(other)) {
                ASSERT_TRUE(values[face] == values[other] || values[face] != values[face]) << face;
            }
    EXPECT_THAT(scale_of(second).text.title, HasSubstr(" per place (pp)"));
}

} // namespace
} // namespace hitmap
