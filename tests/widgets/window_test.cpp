#include "tests/widgets/window_fixture.h"
#include "widgets/panes/subtree_banner.h"

#include <QtCore/QDir>
#include <QtCore/QMap>
#include <QtCore/QUrl>
#include <QtGui/QTextDocument>
#include <QtGui/QTextFormat>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAction>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTextBrowser>
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace hitmap {
namespace {

class WindowTest : public WindowFixture {};

TEST_F(WindowTest, StartsWithBuiltInScenesThatKeysReach) {
    for (const char* name : {"builtin:atrium", "builtin:statue", "builtin:teapot", "open_button"}) {
        const auto& button = find<QPushButton>(name);
        EXPECT_TRUE(button.isVisible()) << name;
        EXPECT_NE(button.focusPolicy() & Qt::TabFocus, 0) << name;
    }
    EXPECT_TRUE(window_->message_bar().message().isEmpty());
}

TEST_F(WindowTest, ShowsTheSceneInColour) {
    open_tiny();
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
    const QImage shown = picture();
    int coloured = 0;
    for (int y = 0; y < shown.height(); y += 4) {
        for (int x = 0; x < shown.width(); x += 4)
            coloured += shown.pixelColor(x, y).saturation() > 100 ? 1 : 0;
    }
    EXPECT_GT(coloured, 500);
}

/// Checks for mnemonics that several entries of a menu share, and for entries without one that open a menu.
QStringList doubtful_entries(const QMenu& menu) {
    QStringList doubtful;
    QMap<QString, QString> entry_of;
    for (const QAction* const action : menu.actions()) {
        const QKeySequence letter = QKeySequence::mnemonic(action->text());
        if (letter.isEmpty()) {
            if (action->menu() != nullptr) doubtful << action->text();
            continue;
        }
        QString& entry = entry_of[letter.toString()];
        if (!entry.isEmpty()) doubtful << entry + QStringLiteral(" = ") + action->text();
        entry = action->text();
    }
    return doubtful;
}

TEST_F(WindowTest, EveryMenuIsReachedByALetterOfItsOwn) {
    open_tiny();
    int menus = 0;
    for (const QMenu* const menu : window_->findChildren<QMenu*>()) {
        if (menu->title().isEmpty()) continue;
        ++menus;
        EXPECT_EQ(doubtful_entries(*menu).join(QStringLiteral(", ")).toStdString(), "")
            << menu->title().toStdString();
    }
    EXPECT_GE(menus, 10) << "seven of the menu bar, and what opens from them";
}

/// The letters of Alt that a widget answers, with its text.
QStringList mnemonic_texts(const QWidget& widget) {
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return {button->text()};
    if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) return {box->title()};
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (label != nullptr && label->buddy() != nullptr) return {label->text()};
    QStringList texts;
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        for (int tab = 0; tab < tabs->count(); ++tab)
            texts << tabs->tabText(tab);
    return texts;
}

TEST_F(WindowTest, NoWidgetTakesTheLetterOfAMenu) {
    open_tiny();
    QMap<QString, QString> menus;
    for (const QAction* const action : window_->menuBar()->actions())
        menus[QKeySequence::mnemonic(action->text()).toString()] = action->text();
    ASSERT_EQ(menus.size(), window_->menuBar()->actions().size());
    int letters = 0;
    // Panels in hidden tabs answer their letters, too, and pages can be shown later.
    for (const QWidget* const widget : window_->findChildren<QWidget*>()) {
        if (widget->window() != window_.get()) continue; // a menu
        for (const QString& text : mnemonic_texts(*widget)) {
            const QString letter = QKeySequence::mnemonic(text).toString();
            letters += letter.isEmpty() ? 0 : 1;
            EXPECT_FALSE(menus.contains(letter))
                << text.toStdString() << " = " << menus.value(letter).toStdString();
        }
    }
    EXPECT_GT(letters, 20);
}

TEST_F(WindowTest, AltAndItsLetterOpensEachMenu) {
    open_tiny();
    activate();
    for (const QAction* const action : window_->menuBar()->actions()) {
        const QString letter = QKeySequence::mnemonic(action->text()).toString().right(1);
        QTest::keyClick(window_.get(), letter.front().toLatin1(), Qt::AltModifier);
        EXPECT_TRUE(wait([&] { return action->menu()->isVisible(); })) << action->text().toStdString();
        action->menu()->close();
        window_->menuBar()->setActiveAction(nullptr);
    }
}

/// Where the keys of an action work: in the window, or in these widgets.
QList<const QObject*> places_of(const QAction& action, const QWidget& window) {
    if (action.shortcutContext() == Qt::WindowShortcut || action.shortcutContext() == Qt::ApplicationShortcut)
        return {&window};
    QList<const QObject*> places;
    for (const QWidget* const widget : action.associatedWidgets())
        places << widget;
    return places;
}

TEST_F(WindowTest, NoTwoActionsShareAKey) {
    open_tiny();
    int keys = 0;
    QMap<std::pair<const QObject*, QString>, const QAction*> action_of;
    for (const QAction* const action : window_->findChildren<QAction*>()) {
        for (const QKeySequence& key : action->shortcuts()) {
            // One of the two actions of Escape is always disabled.
            if (key.isEmpty() || key == QKeySequence(Qt::Key_Escape)) continue;
            ++keys;
            for (const QObject* const place : places_of(*action, *window_)) {
                const QAction*& before = action_of[{place, key.toString()}];
                EXPECT_TRUE(before == nullptr || before == action)
                    << key.toString().toStdString() << ": " << action->text().toStdString() << " = "
                    << before->text().toStdString();
                before = action;
            }
        }
    }
    EXPECT_GT(keys, 60);
}

TEST_F(WindowTest, KeysOfAViewWorkAfterAMessageIsDismissed) {
    open_tiny();
    activate();
    for (const char* dismiss : {"dismiss_button", "dismiss_offer"}) {
        window_->message_bar().show_fault(QStringLiteral("An error."));
        window_->message_bar().show_offer(
            QStringLiteral("An offer."), QStringLiteral("Take It"), [] {}, MessageBar::UntilTaken());
        auto& button = find<QPushButton>(dismiss);
        ASSERT_TRUE(wait([&] { return button.height() > 0; })) << "messages are laid out";
        window_->mesh_view().setFocus();
        button.setFocus();
        QTest::mouseClick(&button, Qt::LeftButton);
        EXPECT_FALSE(button.isVisible());
        EXPECT_TRUE(window_->mesh_view().hasFocus()) << dismiss;
    }
    draw_subtree(pane(), SubtreeChoice{0, SubtreeChoice::Drawn::hidden});
    QTest::keyClick(window_->mesh_view().window(), Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().view.subtree, std::nullopt);
}

TEST_F(WindowTest, StopReturnsToWhereOneWas) {
    open_tiny();
    const QImage before = picture();
    window_->open(QStringLiteral("builtin:statue"));
    auto& stop = *window_->panes()
                      .active()
                      .findChild<QFrame*>(QStringLiteral("job_bar"))
                      ->findChild<QPushButton*>(QStringLiteral("stop_button"));
    ASSERT_TRUE(wait([&] { return stop.isVisible(); }));
    QTest::mouseClick(&stop, Qt::LeftButton);
    EXPECT_FALSE(stop.isVisible());
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
    const QImage after = picture();
    EXPECT_EQ(after.size(), before.size());
    EXPECT_EQ(after, before);
}

TEST_F(WindowTest, CachesAreCheckedAsTheyAreTypedAndApplied) {
    open_tiny();
    auto& l1 = find<QLineEdit>("l1_capacity");
    const auto note = [this] { return find<QLabel>("l1_note").text().toStdString(); };
    auto& apply = find<QPushButton>("apply_button");
    EXPECT_FALSE(apply.isEnabled());
    l1.selectAll();
    QTest::keyClicks(&l1, QStringLiteral("32KiB:100:64"));
    EXPECT_THAT(note(), testing::HasSubstr("L1: "));
    EXPECT_FALSE(apply.isEnabled());
    l1.selectAll();
    QTest::keyClicks(&l1, QStringLiteral("1KiB:128:1"));
    EXPECT_THAT(note(), testing::HasSubstr("8 lines in 8 sets of 1"));
    ASSERT_TRUE(apply.isEnabled());
    apply.click();
    EXPECT_TRUE(pane().stale());
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("1KiB:128:1"));
    EXPECT_FALSE(pane().stale());
}

TEST_F(WindowTest, DrawsTheSameInANewContext) {
    open_tiny();
    const QImage before = picture();
    MeshView& view = window_->mesh_view();
    const auto rows = view.parentWidget()->findChildren<QHBoxLayout*>();
    const auto holds_view = [&view](const QHBoxLayout* layout) { return layout->indexOf(&view) >= 0; };
    const auto found = std::ranges::find_if(rows, holds_view);
    ASSERT_NE(found, rows.end());
    QHBoxLayout* row = *found;
    // A separate window has a separate context.
    view.setParent(nullptr);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view, patience_ms));
    row->insertWidget(0, &view, 1);
    EXPECT_EQ(picture(), before);
}

TEST_F(WindowTest, ClosesWhileItWorks) {
    open_tiny();
    window_->open(QStringLiteral("builtin:statue"));
    QTest::qWait(50);
    EXPECT_TRUE(window_->close());
    window_.reset();
}

TEST_F(WindowTest, PanesComeAndGoByKeys) {
    open_tiny();
    activate();
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    ASSERT_EQ(window_->session().pane_count(), 3U);
    EXPECT_EQ(window_->session().active_index(), 2U);
    QTest::mouseClick(&window_->panes().frame(1).mesh_view(), Qt::MiddleButton);
    EXPECT_EQ(window_->session().active_index(), 1U);
    const Camera before = pane().choices().view.camera;
    window_->mesh_view().setFocus();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    EXPECT_NE(pane().choices().view.camera, before);
    EXPECT_EQ(window_->session().pane(2).choices().view.camera, pane().choices().view.camera);
    EXPECT_EQ(picture().isNull(), false);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_EQ(window_->session().pane_count(), 1U);
    EXPECT_EQ(window_->windowTitle(), QStringLiteral("tiny.hmt"));
}

TEST_F(WindowTest, TheFocusIsInThePaneThatIsAdded) {
    open_tiny();
    activate();
    const auto added = [this](std::size_t panes) {
        return window_->session().pane_count() == panes && window_->session().active_index() == panes - 1;
    };
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    ASSERT_TRUE(added(2));
    EXPECT_TRUE(window_->panes().frame(1).mesh_view().hasFocus());
    // Closing a menu returns the focus to the pane that had it.
    QTest::keyClick(window_.get(), Qt::Key_F, Qt::AltModifier);
    ASSERT_TRUE(wait([] { return QApplication::activePopupWidget() != nullptr; }));
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
    EXPECT_EQ(window_->session().active_index(), 1U) << "what is opened replaces this one";
    window_->open_all({file_});
    ASSERT_TRUE(added(3));
    ASSERT_TRUE(settle());
    EXPECT_TRUE(window_->panes().frame(2).mesh_view().hasFocus());
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_TRUE(window_->mesh_view().hasFocus());
}

TEST_F(WindowTest, RangeAndFramesShownAreReachedByLetters) {
    open_tiny();
    activate();
    raise("inspector_dock");
    auto& lock = find<QCheckBox>("range_locked");
    ASSERT_TRUE(wait([&] { return lock.isVisible(); }));
    QTest::keyClick(window_.get(), Qt::Key_K, Qt::AltModifier);
    EXPECT_TRUE(wait([&] { return lock.isChecked(); })) << "buttons are animated";
    EXPECT_TRUE(pane().choices().view.range_locked);
    pane().set_frames({4, 0, 1});
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::AltModifier);
    EXPECT_TRUE(find<QSpinBox>("frames_shown").hasFocus());
}

TEST_F(WindowTest, HelpIsThereByKeys) {
    open_tiny();
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_F1);
    auto* manual = window_->findChild<QTextBrowser*>(QStringLiteral("manual_text"));
    ASSERT_NE(manual, nullptr);
    EXPECT_TRUE(manual->toPlainText().contains(QStringLiteral("Looking at a scene")));
    const QStringList pages = QDir(QStringLiteral(":/manual")).entryList({QStringLiteral("*.md")});
    EXPECT_GT(pages.size(), 7);
    for (const QString& file : pages) {
        const std::string page = file.toStdString();
        manual->setSource(QUrl(QStringLiteral("qrc:/manual/") + file));
        EXPECT_GT(manual->toPlainText().size(), 300) << page;
        for (const QTextFormat& format : manual->document()->allFormats()) {
            if (!format.isImageFormat()) continue;
            const QString name = format.toImageFormat().name();
            EXPECT_FALSE(manual->loadResource(QTextDocument::ImageResource, QUrl(name)).isNull())
                << page << ": " << name.toStdString();
        }
    }
    manual->window()->close();
    activate();
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Question);
    auto* search = window_->findChild<QLineEdit*>(QStringLiteral("key_search"));
    ASSERT_NE(search, nullptr);
    int listed = 0;
    for (const QLabel* label : search->window()->findChildren<QLabel*>())
        listed += label->text() == QStringLiteral("Ctrl+T") ? 1 : 0;
    EXPECT_EQ(listed, 1);
}

TEST_F(WindowTest, CloseGoesBackToTheStartPage) {
    open_tiny();
    window_->session().active().close();
    EXPECT_TRUE(find<QPushButton>("builtin:teapot").isVisible());
    EXPECT_TRUE(window_->windowTitle().isEmpty());
}

} // namespace
} // namespace hitmap
