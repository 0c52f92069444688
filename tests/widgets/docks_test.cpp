#include "app/window/docks.h"
#include "app/window/panel_list.h"
#include "tests/widgets/common.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/controls/message_bar.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/panels/dock_page.h"
#include "widgets/time/time_panel.h"

#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

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
        EXPECT_EQ(!window_->tabifiedDockWidgets(&dock).isEmpty(), panel.place == PanelPlace::tab) << name;
    }
    EXPECT_TRUE(wait([this] {
        return !find<QDockWidget>("inspector_dock").widget()->visibleRegion().isEmpty();
    })) << "the first tab is in front";
}

TEST_F(DocksTest, OnlyPanelsInFrontAreVisible) {
    open_tiny();
    std::map<QDockWidget*, QWidget*> panels;
    for (auto* page : window_->findChildren<DockPage*>())
        panels[qobject_cast<QDockWidget*>(page->parentWidget())] = page->panel();
    ASSERT_EQ(panels.size(), panel_list().size());
    auto& inspector = find<QDockWidget>("inspector_dock");
    const int width = inspector.width();
    for (const PanelDescriptor& panel : panel_list()) {
        auto& dock = find<QDockWidget>(panel.name.toLatin1());
        const std::string name = plain_text(panel.name);
        dock.raise();
        EXPECT_TRUE(wait([&] { return panels[&dock]->isVisible(); })) << name;
        for (QDockWidget* covered : window_->tabifiedDockWidgets(&dock))
            EXPECT_FALSE(panels[covered]->isVisible())
                << covered->objectName().toStdString() << " behind " << name;
        if (panel.place == PanelPlace::tab) {
            EXPECT_EQ(dock.width(), width) << name;
        }
    }
    inspector.raise();
    EXPECT_TRUE(wait([&] { return panels[&inspector]->isVisible(); }));
    inspector.close();
    EXPECT_FALSE(panels[&inspector]->isVisible());
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

TEST_F(DocksTest, TheViewMenuListsEveryPanel) {
    QStringList titles;
    for (const PanelDescriptor& panel : panel_list())
        titles.append(panel.title);
    QStringList listed;
    for (const QAction* action : window_->menuBar()->actions().at(2)->menu()->actions()) {
        if (titles.contains(action->text())) listed.append(action->text());
    }
    EXPECT_EQ(listed, titles);
}

TEST_F(DocksTest, ChoosingAPanelBringsItToTheFrontBeforeItCloses) {
    open_tiny();
    auto& dock = find<QDockWidget>("contents_dock");
    const QAction* const listed = dock.toggleViewAction();
    ASSERT_TRUE(window_->menuBar()->actions().at(2)->menu()->actions().contains(dock.toggleViewAction()));
    const auto is_in_front = [&] { return !dock.isHidden() && !dock.visibleRegion().isEmpty(); };
    ASSERT_FALSE(is_in_front());
    ASSERT_TRUE(listed->isChecked());
    dock.toggleViewAction()->trigger();
    EXPECT_TRUE(wait(is_in_front));
    EXPECT_TRUE(listed->isChecked());
    dock.toggleViewAction()->trigger();
    EXPECT_TRUE(dock.isHidden());
    EXPECT_FALSE(listed->isChecked());
    dock.toggleViewAction()->trigger();
    EXPECT_TRUE(wait(is_in_front));
    EXPECT_TRUE(listed->isChecked());
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
    EXPECT_EQ(hidden(), "");
    docks.dock_of<TimePanel>().hide();
    const QByteArray without_time = docks.layout();
    docks.set_shown(false);
    EXPECT_EQ(hidden(), all);
    EXPECT_EQ(docks.layout(), without_time) << "what comes back";
    docks.set_shown(true);
    EXPECT_EQ(hidden(), "Time");
    docks.restore_default_layout();
    EXPECT_EQ(hidden(), "");
    docks.set_layout(without_time);
    EXPECT_EQ(hidden(), "Time");
    docks.set_shown(false);
    docks.set_layout("no layout");
    docks.set_shown(true);
    EXPECT_EQ(hidden(), "") << "the default";
}

} // namespace
} // namespace hitmap
