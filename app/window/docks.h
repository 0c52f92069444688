#pragma once

#include "app/window/panel_list.h"
#include "widgets/panels/dock_page.h"
#include "widgets/panels/panel_stack.h"

#include <QtCore/QByteArray>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QToolBar>

#include <functional>
#include <stdexcept>
#include <utility>

class QMainWindow;

namespace hitmap {

class MessageBar;
class PaneBar;

/// Makes a dock for each entry of panel_list(), and the tool bar, and arranges them around the panes. While
/// nothing is drawn, not even an early picture, all of them are hidden; later they have the same layout
/// again.
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

    /// Returns the actions that bring the docks to the front or, if they are there, hide them; in the order
    /// of panel_list().
    [[nodiscard]] QList<QAction*> switches() const;
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
    };

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
    PanelStack* pane_bars_ = nullptr;
    bool shown_ = false;
    QByteArray layout_; ///< layout of the docks while they are hidden
};

} // namespace hitmap
