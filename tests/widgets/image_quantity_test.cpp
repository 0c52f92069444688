#include "app/dialogs/settings/appearance.h"
#include "core/cache/gpu/preset_library.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/framebuffer/pixel_text.h"

#include <QtCore/QFile>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QToolTip>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

class ImageQuantityTest : public WindowFixture {
protected:
    FramebufferView& view() { return find<FramebufferView>("framebuffer_view"); }
    /// Types the first word of an item of the list above the cells. The space key would open the list.
    void choose(const char* word) {
        auto& list = find<QComboBox>("framebuffer_metric");
        list.setFocus();
        list.setCurrentIndex(0);
        QTest::keyClicks(&list, QString::fromLatin1(word));
        EXPECT_TRUE(list.currentText().startsWith(QString::fromLatin1(word))) << word;
        QTest::qWait(QApplication::keyboardInputInterval() + 100); // the next key begins a new word
    }
    /// Returns the cells as they should be, made without the panel.
    QImage expected(const char* name) {
        View colours;
        colours.colour_map = pane().choices().view.colour_map;
        LatestWanted<WantedCells> request(
            {{pane().simulation(), pane().values()->frames}, pixel_quantity_named(name), colours});
        return pixel_cells(request, pane().library(), {}).image;
    }
    bool shows(const QImage& image) {
        return wait([&] { return view().cells().image() == image; });
    }
};

TEST_F(ImageQuantityTest, ShowsWhatIsChosenWithItsNumbers) {
    open_tiny();
    activate();
    raise("framebuffer_dock");
    choose("Branching");
    ASSERT_NE(view().shown_cells().quantity, nullptr);
    EXPECT_EQ(view().shown_cells().quantity->name, "branching-rate");
    EXPECT_TRUE(shows(expected("branching-rate")));
    EXPECT_THAT(find<QWidget>("framebuffer_legend").accessibleName().toStdString(), testing::HasSubstr("%"));

    PixelCanvas& cells = view().cells();
    QTest::mouseMove(&cells, cells.target().center().toPoint());
    QTest::mouseMove(&cells, cells.target().center().toPoint() + QPoint(2, 2));
    ASSERT_TRUE(wait([] { return QToolTip::text().contains(QStringLiteral("Branching rate: ")); }));
    EXPECT_THAT(QToolTip::text().toStdString(), testing::HasSubstr("requests with"));
    QToolTip::hideText();
    screenshot("image-branching-rate");
    apply_appearance(Appearance::dark);
    screenshot("image-branching-rate-dark");
    apply_appearance(Appearance::system);

    pane().set_frames({3, 1, 1});
    ASSERT_TRUE(wait([this] { return pane().values()->frames.total == 3; }));
    EXPECT_TRUE(shows(expected("branching-rate"))) << "of the second of three frames";
}

TEST_F(ImageQuantityTest, TheNewestChoiceIsShown) {
    open_tiny();
    raise("framebuffer_dock");
    for (const char* word : {"Requests", "Active", "Face", "Box"})
        choose(word);
    EXPECT_TRUE(shows(expected("boxes")));
    choose("Sectors");
    EXPECT_TRUE(wait([this] { return view().cells().image().isNull(); })) << "stack distances have none";
    pane().simulate(choice_of(find_gpu_preset("turing-rtx2080ti"), "turing-rtx2080ti"));
    ASSERT_TRUE(settle());
    EXPECT_TRUE(shows(expected("sectors")));
    find<QComboBox>("framebuffer_metric").setCurrentIndex(0);
    EXPECT_EQ(view().shown_cells(), FramebufferCells::order);
    const QImage sectors = expected("sectors");
    EXPECT_TRUE(wait([&] { return !view().cells().image().isNull() && view().cells().image() != sectors; }));
}

TEST_F(ImageQuantityTest, EachItemOfTheListIsThereOnce) {
    open_tiny();
    const auto& list = find<QComboBox>("framebuffer_metric");
    QStringList items;
    for (int row = 0; row < list.count(); ++row)
        if (!list.itemText(row).isEmpty()) items += list.itemText(row);
    EXPECT_EQ(items.size(), 1 + static_cast<int>(pixel_quantities().size()));
    EXPECT_EQ(items.filter(QStringLiteral("Stack sectors")).size(), 1);
    EXPECT_EQ(items.removeDuplicates(), 0);
}

TEST_F(ImageQuantityTest, IsSavedAsItIsShown) {
    open_tiny();
    const auto saved = [this](const QString& name) {
        const QString file = folder_.filePath(name);
        ImageChoices choices{ImageSubject::framebuffer, {600, 500}};
        choices.cells.quantity = pixel_quantity_named("branching-rate");
        window_->save_image(file, choices);
        EXPECT_TRUE(wait([&] { return QFile::exists(file); })) << message();
        QFile read(file);
        EXPECT_TRUE(read.open(QIODevice::ReadOnly));
        return read.readAll().toStdString();
    };
    EXPECT_THAT(saved(QStringLiteral("b.csv")), testing::StartsWith("pixel,x,y,branching_rate\n0,0,0,"));
    const std::string svg = saved(QStringLiteral("b.svg"));
    EXPECT_THAT(svg, testing::HasSubstr(">Branching rate<"));
    EXPECT_THAT(svg, testing::HasSubstr("Branching rate of pixels; "));
    EXPECT_EQ(saved(QStringLiteral("b.png")).substr(1, 3), "PNG");
}

} // namespace
} // namespace hitmap
