#pragma once

#include "app/dialogs/image_dialog.h"
#include "widgets/controls/wheel_filter.h"
#include "widgets/session/recovery.h"
#include "widgets/session/session.h"
#include "widgets/session/session_file.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>
#include <QtCore/QTimer>
#include <QtWidgets/QMainWindow>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QActionGroup;
class QDockWidget;
class QMenu;
class QStackedWidget;
class QToolBar;

namespace hitmap {

class FramebufferView;
class MeshView;
class MessageBar;
class OutputFiles;
class PaneBar;
class PaneFrame;
class PaneGrid;
class PanelStack;
class StartPage;
class TimePanel;

/// The main window: start page or panes in the middle, docks about the active pane around them, all of one
/// Session.
class Window : public QMainWindow {
    Q_OBJECT
public:
    explicit Window(QWidget* parent = nullptr);
    ~Window() override;
    /// Those of the program, which outlive the window; null where nothing abandons what it writes.
    void set_outputs(OutputFiles* outputs) { outputs_ = outputs; }

    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] PaneGrid& panes() { return *grid_; }
    /// Of the active pane.
    [[nodiscard]] MeshView& mesh_view();
    [[nodiscard]] MessageBar& message_bar() { return *message_bar_; }

    /// Opens a recording, a mesh file or "builtin:NAME" in the active pane.
    void open(const QString& spec);
    /// Opens each in a pane of its own: the first in the active one where nothing is open there. What finds
    /// no pane goes to a further window.
    void open_all(const QStringList& specs);
    /// Opens a session file; a message says what is wrong with it, and then what is open stays.
    void open_session(const QString& file);
    void save_session(const QString& file);
    /// Writes the active pane's recording, where it was traced here, to a file, by which it is known from
    /// then on; a job with progress.
    void save_recording(const QString& file);
    /// Writes a picture of the active pane, by the file's name as PNG or SVG; a job with progress.
    void save_image(const QString& file, const ImageChoices& choices = {});

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // Rises when docks or tool bars come or go, so that an older state is not forced on them.
    static constexpr int state_version = 5;

    void create_central();
    void create_docks();
    void create_tool_bar();
    void create_tool_bar_actions(QMenu& menu);
    void create_file_actions();
    void create_edit_actions();
    void create_view_actions();
    void create_camera_actions(QMenu& menu);
    void create_trail_actions(QMenu& menu);
    void create_bookmark_actions(QMenu& menu);
    void create_pane_actions();
    void create_time_actions();
    void add_frame(PaneFrame& frame);
    void add_time_panel(QWidget* panel);
    /// What its tables tell goes to the message bar, and its boxes stay within bounds; returns the panel.
    QWidget* heard(QWidget* panel);
    [[nodiscard]] QList<QDockWidget*> docks() const;
    [[nodiscard]] TimePanel& time_panel();
    /// Of the active pane; shows the tool bar.
    [[nodiscard]] PaneBar& pane_bar();
    void show_caches();
    void show_playing();
    [[nodiscard]] FramebufferView& framebuffer_view();
    void create_tool_actions();
    void create_help_actions();
    void connect_model();
    void restore_settings();
    void restore_default_layout();

    QAction* add_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys);
    /// An action whose keys work only in widgets that are given the list.
    QAction* add_local_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys,
                              QList<QAction*>& actions);
    QDockWidget* add_dock(const QString& title, const QString& name, QWidget* content,
                          Qt::DockWidgetArea area);

    /// Empty where the person thought better of it.
    [[nodiscard]] QString ask_for_file();
    void ask_for_image_file();
    void ask_for_session_file();
    /// True where a file was named.
    bool ask_for_recording_file();
    void ask_for_new_recording();
    /// Says how a mesh that was opened stands, where that was assumed, and offers to change it.
    void tell_assumptions(const QString& spec, Pane* pane);
    /// For the names of files about it: without what file systems refuse.
    [[nodiscard]] static QString file_stem(const OpenRecording& recording);
    void save_session_again(); ///< to the file that it came from
    [[nodiscard]] SessionDocument document() const;
    void restore(const ReadSession& read);
    /// Each copy in a window of its own, the newest in this one. What cannot be read is named in a message.
    void restore_left_behind();
    [[nodiscard]] static Window& show_further_window();
    void copy_view();
    void paste_view();
    void store_bookmark(int number);
    void recall_bookmark(int number);
    void show_recording();
    void show_saving(); ///< what can be saved now
    void show_docks(bool shown);
    void hide_panels(); ///< docks and tool bar
    void show_trail();
    /// What is applied to open windows, too.
    /// @param model  the default one was changed: what is opened from now on has it
    void follow_settings(bool model);
    void close_pane();
    void close_pane_at(std::size_t closed);
    /// Of panes with recordings that were traced here and not saved: one for each recording.
    [[nodiscard]] std::vector<std::size_t> unsaved_panes() const;
    [[nodiscard]] QStringList unsaved_names() const;
    using AfterSaving = std::function<void(const std::shared_ptr<const OpenRecording>& saved)>;
    /// Asks for a file of the pane's recording; `next` is done when it is written, and not without. Where
    /// another is being written already, nothing is asked and `next` is done after that.
    void save_unsaved_then(std::size_t pane, AfterSaving next);
    /// Of all windows: asks once about what is unsaved in any.
    void quit();
    /// The focus goes along: from a menu or a dialog it would return to the pane before, which would be the
    /// active one again.
    void add_pane();
    [[nodiscard]] bool anything_open() const;
    [[nodiscard]] bool anything_wanted() const; ///< open, or being opened
    void show_recents();
    void remember(const QString& spec);
    void show_manual();
    void show_keys();
    void show_about();

    OutputFiles* outputs_ = nullptr;
    WheelFilter wheel_filter_{*QCoreApplication::instance()};
    Session session_;
    JobRunner image_job_{Supersede::stop};
    JobRunner recording_job_{Supersede::stop};
    Recovery recovery_;
    QTimer keep_timer_; ///< runs from a change until recovery_ has it
    std::map<int, View> bookmarks_;
    AfterSaving after_saving_;       ///< recording_job_
    std::unique_ptr<QObject> offer_; ///< lives as long as what message_bar_ offers last
    bool may_lose_ = false;          ///< what is unsaved: it was asked
    QString session_file_;           ///< empty: what is open was never saved

    QStackedWidget* pages_ = nullptr;
    StartPage* start_page_ = nullptr;
    PaneGrid* grid_ = nullptr;
    MessageBar* message_bar_ = nullptr;
    PanelStack* time_panels_ = nullptr;
    PanelStack* framebuffer_panels_ = nullptr;
    PanelStack* pane_bars_ = nullptr;
    QToolBar* tool_bar_ = nullptr;
    QDockWidget* inspector_dock_ = nullptr;
    QDockWidget* caches_dock_ = nullptr;
    QDockWidget* worst_dock_ = nullptr;
    QDockWidget* traffic_dock_ = nullptr;
    QDockWidget* comparison_dock_ = nullptr;
    QDockWidget* framebuffer_dock_ = nullptr;
    QDockWidget* time_dock_ = nullptr;
    QMenu* recent_menu_ = nullptr;
    bool docks_shown_ = false;
    QByteArray layout_; ///< of the docks while they are not shown
    QList<QAction*> needs_recording_;
    QList<QAction*> mesh_view_actions_; ///< of every mesh view
    QList<QAction*> slider_actions_;    ///< of every frame slider and every mesh view
    QAction* save_image_action_ = nullptr;
    QAction* save_recording_action_ = nullptr;
    QAction* play_action_ = nullptr;
    QAction* back_action_ = nullptr;
    QAction* forward_action_ = nullptr;
};

} // namespace hitmap
