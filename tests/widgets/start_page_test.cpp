#include "app/dialogs/new_recording_dialog.h"
#include "app/dialogs/settings/cache_settings.h"
#include "core/store/cache_folder.h"
#include "core/store/entry_store.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/start/start_card.h"
#include "widgets/start/start_page.h"
#include "widgets/start/start_picture.h"
#include "widgets/start/stored_picture.h"

#include <QtGui/QPainter>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace hitmap {
namespace {

QImage filled_picture(const QColor& colour) {
    QImage picture(400, 225, QImage::Format_RGB32);
    picture.fill(colour);
    return picture;
}

/// The page alone, with eight recent files.
class StartPageTest : public testing::Test {
protected:
    StartPageTest() {
        QList<StartPage::Recent> recents;
        for (int i = 0; i < 8; ++i)
            recents.append({QStringLiteral("/meshes/%1.ply").arg(i), QStringLiteral("%1.ply").arg(i)});
        page_.show_recents(recents);
        page_.show_can_record(true);
    }
    void show_at(int width, int height = 700) {
        page_.resize(width, height);
        page_.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&page_, patience_ms));
        page_.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&page_, patience_ms));
        ASSERT_TRUE(QTest::qWaitFor([&] { return page_.width() == width; }, patience_ms));
        QCoreApplication::processEvents();
    }
    QPushButton& entry(const QString& name) { return *page_.findChild<QPushButton*>(name); }
    QRect place_of(const QString& name) {
        QPushButton& button = entry(name);
        return {button.mapTo(&page_, QPoint()), button.size()};
    }
    /// The number of recent files in the first row.
    int columns() {
        int in_row = 0;
        for (int i = 0; i < 8; ++i)
            in_row += place_of(recent(i)).y() == place_of(recent(0)).y() ? 1 : 0;
        return in_row;
    }
    static QString recent(int i) { return QStringLiteral("recent_%1").arg(i); }
    static std::string focused() {
        const QWidget* const widget = QApplication::focusWidget();
        return widget != nullptr ? widget->objectName().toStdString() : "";
    }

    StartPage page_;
};

TEST_F(StartPageTest, HasMoreColumnsInAWiderWindow) {
    int before = 1;
    for (const int width : {700, 1200, 1900}) {
        show_at(width);
        EXPECT_GT(columns(), before) << width;
        before = columns();
        QList<QRect> places;
        for (const QPushButton* button : page_.findChildren<QPushButton*>())
            if (button->isVisible()) places.append(place_of(button->objectName()));
        EXPECT_EQ(places.size(), 3 + 8 + 3);
        for (const QRect& place : places) {
            EXPECT_GE(place.left(), 0) << width;
            EXPECT_LE(place.right(), page_.width()) << width;
            const auto overlaps = [&](const QRect& other) { return place.intersects(other); };
            EXPECT_EQ(std::count_if(places.begin(), places.end(), overlaps), 1) << width << ", itself";
        }
    }
}

TEST_F(StartPageTest, TabVisitsEveryEntryInTheOrderOfThePage) {
    show_at(1000);
    page_.show_recents({{QStringLiteral("/a.hmt"), QStringLiteral("a.hmt")},
                        {QStringLiteral("builtin:teapot"), QStringLiteral("builtin:teapot")}});
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return entry(recent(0)).isVisible() && entry(recent(1)).isVisible(); }, patience_ms));
    entry(QStringLiteral("open_button")).setFocus();
    std::string order = focused();
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        order += " " + focused();
    }
    EXPECT_EQ(order, "open_button new_recording_button record_button recent_0 recent_1 builtin:atrium "
                     "builtin:statue builtin:teapot open_button");
}

TEST_F(StartPageTest, ArrowKeysGoToNeighboursAndEnterOpens) {
    show_at(1000);
    QSignalSpy chosen(&page_, &StartPage::scene_chosen);
    entry(QStringLiteral("builtin:atrium")).setFocus();
    const auto press = [](int key) {
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key));
    };
    press(Qt::Key_Right);
    EXPECT_EQ(focused(), "builtin:statue");
    press(Qt::Key_Return);
    press(Qt::Key_Up);
    EXPECT_EQ(focused().rfind("recent_", 0), 0U) << focused();
    press(Qt::Key_Down);
    EXPECT_EQ(focused(), "builtin:statue");
    press(Qt::Key_Left);
    press(Qt::Key_Space);
    ASSERT_EQ(chosen.size(), 2);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("builtin:statue"));
    EXPECT_EQ(chosen[1][0].toString(), QStringLiteral("builtin:atrium"));
}

TEST_F(StartPageTest, WhatGetsTheKeyboardIsSeen) {
    show_at(700, 300);
    QPushButton& last = entry(QStringLiteral("builtin:teapot"));
    EXPECT_TRUE(last.visibleRegion().isEmpty()) << "it is below";
    const QImage before = last.grab().toImage();
    last.setFocus(Qt::TabFocusReason);
    EXPECT_FALSE(last.visibleRegion().isEmpty());
    EXPECT_NE(last.grab().toImage(), before) << "it has a ring";
}

TEST_F(StartPageTest, PicturesComeWhenTheyAreFound) {
    show_at(1000);
    const auto middle = [this](int i) {
        const QImage shown = entry(recent(i)).grab().toImage();
        return shown.pixelColor(shown.width() / 2, shown.height() / 3);
    };
    EXPECT_NE(middle(1), QColor(Qt::red));
    page_.show_picture(QStringLiteral("/meshes/1.ply"), filled_picture(Qt::red));
    page_.show_picture(QStringLiteral("/meshes/none.ply"), filled_picture(Qt::red));
    EXPECT_EQ(middle(1), QColor(Qt::red));
    EXPECT_NE(middle(0), QColor(Qt::red));
    for (const char* name : {"builtin:atrium", "builtin:statue", "builtin:teapot"})
        EXPECT_TRUE(page_.findChild<StartCard*>(QLatin1String(name))->has_picture()) << name;
}

TEST_F(StartPageTest, EveryEntryHasANameForAccessibilityTools) {
    for (const QPushButton* button : page_.findChildren<QPushButton*>()) {
        const QString name = button->accessibleName().isEmpty() ? button->text() : button->accessibleName();
        EXPECT_FALSE(name.isEmpty()) << button->objectName().toStdString();
        EXPECT_FALSE(button->accessibleDescription().isEmpty()) << button->objectName().toStdString();
    }
    EXPECT_EQ(entry(recent(3)).accessibleName(), QStringLiteral("3.ply"));
    EXPECT_EQ(entry(recent(3)).accessibleDescription(), QStringLiteral("File in /meshes"));
}

TEST(StartPicture, KindsAreToldByTheirText) {
    EXPECT_EQ(line_about(QStringLiteral("/a/b.hmt")), QStringLiteral("Recording in /a"));
    EXPECT_EQ(line_about(QStringLiteral("/a/b.hitmap")), QStringLiteral("Session in /a"));
    EXPECT_EQ(line_about(QStringLiteral("/a/b.csv")), QStringLiteral("File in /a"));
    EXPECT_EQ(line_about(QStringLiteral("builtin:teapot")), QStringLiteral("Built-in scene"));
    EXPECT_EQ(line_about(QStringLiteral("trace:--kernel=if-if -- /a/b.ply")), QStringLiteral("Traced scene"));
    EXPECT_EQ(line_about(QStringLiteral("part:--requests=0:9 -- /a/b.hmt")),
              QStringLiteral("Part of a file in /a"));
    EXPECT_EQ(line_about(QStringLiteral("part:--requests=0:9 -- builtin:teapot")),
              QStringLiteral("Part of a traced scene"));
    EXPECT_FALSE(builtin_picture(QStringLiteral("builtin:teapot")).isNull());
    for (const char* other : {"builtin:teapot?triangles=1000", "builtin:none", "/a/builtin:teapot", ""})
        EXPECT_TRUE(builtin_picture(QLatin1String(other)).isNull()) << other;
}

TEST(StartPicture, PlaceholdersAreSeenOnLightAndDark) {
    for (const auto& [base, text] : {std::pair(QColor(Qt::white), QColor(Qt::black)),
                                     std::pair(QColor(0x1e, 0x1e, 0x1e), QColor(0xf0, 0xf0, 0xf0))}) {
        QPalette palette;
        palette.setColor(QPalette::Base, base);
        palette.setColor(QPalette::Text, text);
        for (const char* spec : {"/a/b.hmt", "/a/b.ply.gz", "builtin:statue?triangles=7",
                                 "part:--requests=0:9 -- /a/b.hmt", "part:--requests=0:9 -- builtin:hall"}) {
            QImage image(320, 180, QImage::Format_RGB32);
            QPainter painter(&image);
            draw_placeholder(painter, image.rect(), QLatin1String(spec), palette);
            painter.end();
            double most = 1.0;
            for (int x = 0; x < image.width(); ++x)
                most = std::max(most, contrast_of(image.pixelColor(x, 90), image.pixelColor(0, 0)));
            EXPECT_GE(most, 4.5) << spec;
        }
    }
}

/// The window while the cache on disk is on.
struct CacheSwitchedOn {
    CacheSwitchedOn() { store_cache_limit(std::uint64_t{1} << 26); }
    ~CacheSwitchedOn() {
        EntryStore(cache_folder(), 1).clear();
        store_cache_limit(0);
    }
    CacheSwitchedOn(const CacheSwitchedOn&) = delete;
    CacheSwitchedOn& operator=(const CacheSwitchedOn&) = delete;
};
class StartWindowTest : private CacheSwitchedOn, public WindowFixture {
protected:
    static StartCard& newest(Window& window) {
        return *window.findChild<StartCard*>(QStringLiteral("recent_0"));
    }

    EntryStore store_{cache_folder(), std::uint64_t{1} << 26};
};

TEST_F(StartWindowTest, ShowsAPictureOfWhatWasOpenedLast) {
    open_tiny();
    (void)picture();
    ASSERT_TRUE(wait([this] { return newest(*window_).has_picture(); }));
    pane().close();
    StartCard& card = newest(*window_);
    ASSERT_TRUE(card.isVisible());
    EXPECT_EQ(card.spec(), file_);
    const QImage shown = card.grab().toImage();
    int coloured = 0;
    for (int y = 0; y < shown.height(); y += 4)
        for (int x = 0; x < shown.width(); x += 4)
            coloured += shown.pixelColor(x, y).saturation() > 100 ? 1 : 0;
    EXPECT_GT(coloured, 50);

    Window later;
    later.show();
    ASSERT_TRUE(wait([&] { return newest(later).has_picture(); })) << "it is on disk";
    QTest::mouseClick(&newest(later), Qt::LeftButton);
    EXPECT_TRUE(wait([&] { return later.session().active().recording() != nullptr; }));
}

TEST_F(StartWindowTest, APartHasAPictureOfItsOwn) {
    const QString part = QStringLiteral("part:--requests=0:50 -- ") + file_;
    window_->open(part);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    (void)picture();
    ASSERT_TRUE(wait([this] { return newest(*window_).has_picture(); }));
    EXPECT_EQ(newest(*window_).spec(), part);
    EXPECT_FALSE(find_picture(store_, part).isNull());
    EXPECT_TRUE(find_picture(store_, file_).isNull()) << "the whole was not opened";
}

TEST_F(StartWindowTest, ASessionHasThePictureOfItsFirstPane) {
    open_tiny();
    (void)picture();
    const QString session = folder_.filePath(QStringLiteral("a.hitmap"));
    const auto is_kept = [&] { return !find_picture(store_, session).isNull(); };
    window_->save_session(session);
    ASSERT_TRUE(wait(is_kept));
    const QImage first = find_picture(store_, session);
    ASSERT_TRUE(wait([this] { return newest(*window_).has_picture(); }));
    EXPECT_EQ(newest(*window_).spec(), session);

    // The entry of the file before is none of the file that is written now, also with the same view.
    window_->save_session(session);
    ASSERT_TRUE(wait(is_kept));
    EXPECT_EQ(find_picture(store_, session), first);

    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    (void)picture();
    EXPECT_EQ(find_picture(store_, session), first) << "it has the view that was saved";
    window_->save_session(session);
    ASSERT_TRUE(wait([&] { return is_kept() && find_picture(store_, session) != first; }));
}

TEST_F(StartWindowTest, AnOpenedSessionHasItsPictureAgain) {
    open_tiny();
    (void)picture();
    const QString session = folder_.filePath(QStringLiteral("a.hitmap"));
    window_->save_session(session);
    const auto is_kept = [&] { return !find_picture(store_, session).isNull(); };
    ASSERT_TRUE(wait(is_kept));
    remove_picture(store_, session);
    pane().close();
    window_->open_session(session);
    EXPECT_TRUE(wait(is_kept)) << message();
}

TEST_F(StartWindowTest, OffersANewRecording) {
    bool asked = false;
    when_asked<NewRecordingDialog>([&](NewRecordingDialog& dialog) {
        asked = true;
        dialog.reject();
    });
    QTest::mouseClick(&find<QPushButton>("new_recording_button"), Qt::LeftButton);
    EXPECT_TRUE(asked);
}

} // namespace
} // namespace hitmap
