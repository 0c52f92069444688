#pragma once

#include "app/window/group_bar.h"
#include "app/window/panel_list.h"
#include "widgets/panels/dock_page.h"
#include "widgets/panels/panel_stack.h"

#include <QtCore/QByteArray>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QToolBar>

#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

class QMainWindow;

namespace hitmap {

class MessageBar;
class PaneBar;

/// Makes a dock for each entry of panel_list(), the tool bar, and the bar of the groups, and arranges them
/// around the panes. The panels of one group are seen as tabs; those that the user has placed elsewhere stay
/// there. While nothing is drawn, not even an early picture, all of them are hidden; later they have the same
/// layout again.
class Docks : public QObject {
    Q_OBJECT
public:
    /// All arguments outlive this.
    /// @param window    contains the docks and the tool bar
    /// @param messages  shows messages of the panels
    Docks(QMainWindow& window, Session& session, MessageBar& messages);
    /// Destroys the docks and the tool bar.
    ~Docks() override;

    /// Shows or hides everything. Hidden at first.
    void set_shown(bool shown);
    /// Returns the layout for set_layout(): the visible one or, while everything is hidden, the next one.
    [[nodiscard]] QByteArray layout() const;
    /// Takes effect when the docks are shown. Invalid bytes and those of another version give the default
    /// layout.
    void set_layout(const QByteArray& layout);
    /// Shows all docks and the tool bar in their default places.
    void restore_default_layout();

    /// Returns the actions that bring the docks to the front and give them the keyboard or, if they are in
    /// front, hide them; in the order of panel_list().
    /// @param group  of which docks; no value: those without a group
    [[nodiscard]] QList<QAction*> switches(std::optional<PanelGroup> group) const;
    /// Shows the panels of a group in the place of those of another, with the one in front that was the last
    /// time. If the group is seen already, its next panel comes to the front. The panel gets the keyboard.
    void choose_group(PanelGroup group);
    /// Brings the dock with this name (PanelDescriptor::name) to the front, and gives its panel the keyboard.
    /// Nothing if there is none.
    void show(const QString& name);
    /// Returns the contents of the docks.
    [[nodiscard]] QList<QWidget*> contents() const;
    /// Returns the action that shows and hides the tool bar.
    [[nodiscard]] QAction* tool_bar_switch() const { return tool_bar_->toggleViewAction(); }
    /// Returns the contents of the tool bar: a PaneBar for each pane.
    [[nodiscard]] PanelStack& pane_bars() const { return *pane_bars_; }
    /// Shows the tool bar and returns the PaneBar of the active pane.
    [[nodiscard]] PaneBar& shown_pane_bar() const;

    /// Returns the dock with panels of a class.
    template <class Panel>
    [[nodiscard]] QDockWidget& dock_of() const {
        return *find<Panel>().first->widget;
    }
    /// Brings the dock with panels of a class to the front, with the others of its group, and returns the
    /// panel for the active pane.
    template <class Panel>
    Panel& show_panel() {
        bring_to_front(*find<Panel>().first);
        return panel<Panel>();
    }
    /// Returns the panel of a class for the active pane.
    template <class Panel>
    [[nodiscard]] Panel& panel() const {
        return *find<Panel>().second;
    }
    /// Returns the panels of a class, one for each pane.
    template <class Panel>
    [[nodiscard]] PanelStack& stack_of() const {
        return *qobject_cast<PanelStack*>(find<Panel>().first->page->panel());
    }

Q_SIGNALS:
    /// Another panel may be visible now.
    void front_changed();

protected:
    /// Tabs of docks show their whole names. Buttons scroll to those that do not fit.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Dock {
        QDockWidget* widget;
        DockPage* page;
        PanelPlace place;
        std::optional<PanelGroup> group;
    };
    [[nodiscard]] static bool is_in_front(const Dock& dock);
    /// Whether it is one of the tabs that groups share.
    [[nodiscard]] bool is_in_stack(const Dock& dock) const;
    /// The dock among these tabs that is in front; null if none is.
    [[nodiscard]] const Dock* front_of_stack() const;
    void bring_to_front(const Dock& dock);
    /// Shows the docks of a group, and hides those of others among the tabs.
    void show_group(PanelGroup group, const Dock* front);
    /// As choose_group(), without the keyboard.
    /// @return the dock that is in front now; null while all are hidden
    const Dock* show_next_of(PanelGroup group);
    void follow_front();
    void toggle(const Dock& dock);
    static void focus(const Dock& dock);

    template <class Panel>
    [[nodiscard]] std::pair<const Dock*, Panel*> find() const {
        for (const Dock& dock : docks_) {
            const auto* stack = qobject_cast<PanelStack*>(dock.page->panel());
            QWidget* shown = stack != nullptr ? stack->currentWidget() : dock.page->panel();
            auto* panel = qobject_cast<Panel*>(shown);
            if (panel == nullptr) panel = shown->findChild<Panel*>();
            if (panel != nullptr) return {&dock, panel};
        }
        throw std::logic_error("no dock has this panel");
    }
    void add_dock(const PanelDescriptor& panel, Session& session, MessageBar& messages);
    void add_tool_bar(Session& session);
    void hide_all();
    void arrange_by_default();
    /// Calls `change`, which arranges the docks, and keeps panels hidden meanwhile, so that none begins its
    /// work before it is known whether it is in front.
    void arrange(const std::function<void()>& change);
    [[nodiscard]] QList<QDockWidget*> docks_at(PanelPlace place) const;

    QMainWindow& window_;
    std::vector<Dock> docks_; ///< in the order of panel_list()
    QToolBar* tool_bar_ = nullptr;
    GroupBar* group_bar_ = nullptr;
    std::map<PanelGroup, QDockWidget*> last_front_; ///< of each group
    PanelStack* pane_bars_ = nullptr;
    bool shown_ = false;
    QByteArray layout_; ///< layout of the docks while they are hidden
};

} // namespace hitmap
