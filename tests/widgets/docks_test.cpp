#include "app/window/docks.h"
#include "app/window/panel_list.h"
#include "tests/widgets/common.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panels/dock_page.h"
#include "widgets/time/time_panel.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QTabBar>

#include <map>

namespace hitmap {
namespace {

using DocksTest = WindowFixture;

TEST_F(DocksTest, EveryPanelIsInItsPlace) {
    open_tiny();
    for (const PanelDescriptor& panel : panel_list()) {
        auto& dock = find<QDockWidget>(panel.name.toLatin1());
        const std::string name = plain_text(panel.name);
        EXPECT_EQ(dock.windowTitle(), panel.title) << name;
        EXPECT_EQ(window_->dockWidgetArea(&dock),
                  panel.place == PanelPlace::bottom ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea)
            << name;
        EXPECT_EQ(dock.isHidden(), panel.group && panel.group != first_group) << name;
        if (panel.place == PanelPlace::group && !dock.isHidden()) {
            EXPECT_FALSE(window_->tabifiedDockWidgets(&dock).isEmpty()) << name;
        }
    }
    for (const char* front : {"findings_dock", "inspector_dock", "time_dock"})
        EXPECT_TRUE(wait([&] { return !find<QDockWidget>(front).widget()->visibleRegion().isEmpty(); }))
            << front;
}

TEST_F(DocksTest, OnlyPanelsInFrontAreVisible) {
    open_tiny();
    std::map<QDockWidget*, QWidget*> panels;
    for (auto* page : window_->findChildren<DockPage*>())
        panels[qobject_cast<QDockWidget*>(page->parentWidget())] = page->panel();
    ASSERT_EQ(panels.size(), panel_list().size());
    auto& findings = find<QDockWidget>("findings_dock");
    const int width = findings.width();
    for (const PanelDescriptor& panel : panel_list()) {
        auto& dock = find<QDockWidget>(panel.name.toLatin1());
        const std::string name = plain_text(panel.name);
        raise(panel.name.toLatin1());
        EXPECT_TRUE(wait([&] { return panels[&dock]->isVisible(); })) << name;
        for (QDockWidget* covered : window_->tabifiedDockWidgets(&dock))
            EXPECT_FALSE(panels[covered]->isVisible())
                << covered->objectName().toStdString() << " behind " << name;
        if (panel.place == PanelPlace::group) {
            EXPECT_EQ(dock.width(), width) << name;
        }
    }
    raise("findings_dock");
    EXPECT_TRUE(wait([&] { return panels[&findings]->isVisible(); }));
    findings.close();
    EXPECT_FALSE(panels[&findings]->isVisible());
}

TEST_F(DocksTest, NamesInSavedLayoutsStayValid) {
    QStringList names;
    for (const PanelDescriptor& panel : panel_list())
        names.append(panel.name);
    for (const char* saved :
         {"inspector_dock", "caches_dock", "worst_dock", "traffic_dock", "comparison_dock",
          "framebuffer_dock", "time_dock", "simt_dock", "accesses_dock", "sms_dock", "tree_dock",
          "addresses_dock", "contents_dock", "what_if_dock", "groups_dock", "source_dock", "findings_dock"})
        EXPECT_TRUE(names.contains(QLatin1String(saved))) << saved;
}

TEST_F(DocksTest, ThePanelsMenuListsEveryPanelInItsGroup) {
    const QMenu& menu = *window_->menuBar()->actions().at(3)->menu();
    QStringList listed;
    for (const QAction* action : menu.actions()) {
        const auto* group = action->menu();
        if (group == nullptr) {
            listed.append(action->text());
            continue;
        }
        for (const QAction* panel : group->actions())
            listed.append(panel->text());
    }
    for (const PanelDescriptor& panel : panel_list())
        EXPECT_EQ(listed.count(panel.title), 1) << panel.title.toStdString();
    EXPECT_LE(menu.actions().size(), 14) << "it can be read at a glance";
}

TEST_F(DocksTest, ChoosingAPanelBringsItToTheFrontWithItsGroupBeforeItCloses) {
    open_tiny();
    auto& dock = find<QDockWidget>("contents_dock");
    QAction* const listed = dock.toggleViewAction();
    const auto is_in_front = [&] { return !dock.isHidden() && !dock.visibleRegion().isEmpty(); };
    ASSERT_TRUE(dock.isHidden());
    activate();
    listed->trigger();
    EXPECT_TRUE(wait(is_in_front));
    EXPECT_TRUE(listed->isChecked());
    EXPECT_FALSE(find<QDockWidget>("addresses_dock").isHidden()) << "of the same group";
    EXPECT_TRUE(find<QDockWidget>("traffic_dock").isHidden()) << "of another";
    EXPECT_TRUE(wait([&] { return dock.isAncestorOf(QApplication::focusWidget()); }))
        << "it has the keyboard";
    listed->trigger();
    EXPECT_TRUE(dock.isHidden());
    EXPECT_FALSE(listed->isChecked());
    listed->trigger();
    EXPECT_TRUE(wait(is_in_front));
    EXPECT_TRUE(listed->isChecked());
}

TEST_F(DocksTest, APaneBringsAPanelToTheFrontThatItAsksFor) {
    open_tiny();
    auto& dock = find<QDockWidget>("sms_dock");
    ASSERT_TRUE(dock.isHidden());
    activate();
    pane().guide().show_panel("nothing"); // as of a later version
    pane().guide().show_panel("sms");
    EXPECT_TRUE(wait([&] { return !dock.isHidden() && !dock.visibleRegion().isEmpty(); }));
    EXPECT_TRUE(wait([&] { return dock.isAncestorOf(QApplication::focusWidget()); }))
        << "it has the keyboard";
}

TEST_F(DocksTest, AGroupHasAKeyWhichAlsoGoesThroughItsPanels) {
    open_tiny();
    const auto front = [this] {
        for (const PanelDescriptor& panel : panel_list())
            if (panel.group && !find<QDockWidget>(panel.name.toLatin1()).visibleRegion().isEmpty())
                return panel.title.toStdString();
        return std::string();
    };
    const auto& tabs = find<QTabBar>("group_tabs");
    ASSERT_TRUE(wait([&] { return front() == "Findings"; }));
    EXPECT_EQ(tabs.tabText(tabs.currentIndex()), QStringLiteral("Why"));
    const auto press = [this](Qt::Key key) {
        activate();
        QTest::keyClick(window_.get(), key, Qt::AltModifier);
    };
    press(Qt::Key_4);
    EXPECT_TRUE(wait([&] { return front() == "SMs"; })) << front();
    EXPECT_EQ(tabs.tabText(tabs.currentIndex()), QStringLiteral("Machine"));
    EXPECT_TRUE(
        wait([&] { return find<QDockWidget>("sms_dock").isAncestorOf(QApplication::focusWidget()); }));
    press(Qt::Key_4);
    EXPECT_TRUE(wait([&] { return front() == "SIMT"; })) << front();
    press(Qt::Key_5);
    EXPECT_TRUE(wait([&] { return front() == "Caches"; })) << front();
    press(Qt::Key_4);
    EXPECT_TRUE(wait([&] { return front() == "SIMT"; })) << "the last one of the group comes back";
}

TEST_F(DocksTest, ArrowKeysGoThroughTheTabsOfGroups) {
    open_tiny();
    activate();
    QTabBar& tabs = find<QTabBar>("group_tabs");
    const auto in_front = [this](const char* dock) {
        return wait([&] { return !find<QDockWidget>(dock).visibleRegion().isEmpty(); });
    };
    ASSERT_TRUE(in_front("findings_dock"));
    tabs.setFocus();
    for (const char* const dock : {"addresses_dock", "sms_dock"}) {
        ASSERT_TRUE(tabs.hasFocus()) << dock;
        QTest::keyClick(&tabs, Qt::Key_Right);
        EXPECT_TRUE(in_front(dock)) << dock;
        await_keyboard();
    }
    EXPECT_TRUE(tabs.hasFocus());
}

TEST_F(DocksTest, ALayoutWithAllPanelsInOneRowOfTabsStays) {
    open_tiny();
    for (const PanelDescriptor& panel : panel_list())
        find<QDockWidget>(panel.name.toLatin1()).show();
    find<QDockWidget>("tree_dock").raise();
    QTabBar& tabs = find<QTabBar>("group_tabs");
    EXPECT_TRUE(wait([&] { return tabs.tabText(tabs.currentIndex()) == QStringLiteral("Where"); }));
    for (const PanelDescriptor& panel : panel_list())
        EXPECT_FALSE(find<QDockWidget>(panel.name.toLatin1()).isHidden()) << panel.title.toStdString();
}

TEST_F(DocksTest, PanelsAreFoundByTheirClassAndFollowTheActivePane) {
    Session session;
    QMainWindow window;
    MessageBar messages;
    const Docks docks(window, session, messages);
    EXPECT_EQ(docks.dock_of<FramebufferView>().objectName(), QStringLiteral("framebuffer_dock"));
    const TimePanel* first = &docks.panel<TimePanel>();
    session.add_pane();
    EXPECT_EQ(docks.stack_of<TimePanel>().count(), 2);
    EXPECT_NE(&docks.panel<TimePanel>(), first);
    session.set_active(0);
    EXPECT_EQ(&docks.panel<TimePanel>(), first);
}

TEST_F(DocksTest, LayoutsComeBack) {
    Session session;
    QMainWindow window;
    MessageBar messages;
    Docks docks(window, session, messages);
    const auto hidden = [&window] {
        QStringList names;
        for (const PanelDescriptor& panel : panel_list()) {
            if (window.findChild<QDockWidget*>(panel.name)->isHidden()) names.append(panel.title);
        }
        return plain_text(names.join(QLatin1Char(' ')));
    };
    const std::string all = hidden();
    QStringList titles;
    for (const PanelDescriptor& panel : panel_list())
        titles.append(panel.title);
    EXPECT_EQ(all, plain_text(titles.join(QLatin1Char(' ')))) << "nothing is open";
    docks.set_shown(true);
    const std::string other_groups = hidden();
    EXPECT_EQ(other_groups, "Worst Tree Groups Addresses Cache Contents SMs SIMT Caches What If Comparison");
    docks.dock_of<TimePanel>().hide();
    const QByteArray without_time = docks.layout();
    docks.set_shown(false);
    EXPECT_EQ(hidden(), all);
    EXPECT_EQ(docks.layout(), without_time) << "what comes back";
    docks.set_shown(true);
    EXPECT_EQ(hidden(), other_groups + " Time");
    docks.restore_default_layout();
    EXPECT_EQ(hidden(), other_groups);
    docks.set_layout(without_time);
    EXPECT_EQ(hidden(), other_groups + " Time");
    docks.set_shown(false);
    docks.set_layout("no layout");
    docks.set_shown(true);
    EXPECT_EQ(hidden(), other_groups) << "the default";
}

} // namespace
} // namespace hitmap
