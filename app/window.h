#pragma once

#include "widgets/session.h"

#include <QtCore/QStringList>
#include <QtWidgets/QMainWindow>

class QAction;
class QActionGroup;
class QDockWidget;
class QMenu;
class QStackedWidget;

namespace hitmap {

class ColourBar;
class JobBar;
class MeshView;
class MessageBar;
class StartPage;
class TimePanel;

/// The main window: start page or mesh view in the middle, docks around it, all of one Session.
class Window : public QMainWindow {
    Q_OBJECT
public:
    explicit Window(QWidget* parent = nullptr);
    ~Window() override;

    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] MeshView& mesh_view() { return *mesh_view_; }
    [[nodiscard]] MessageBar& message_bar() { return *message_bar_; }

    /// A recording, a mesh file or "builtin:NAME".
    void open(const QString& spec);
    /// Writes the picture of the mesh view with colour bar and caption as PNG; a job with progress.
    void save_image(const QString& file);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void create_central();
    void create_docks();
    void create_file_actions();
    void create_view_actions();
    void create_time_actions();
    void create_help_actions();
    void connect_model();
    void restore_settings();
    void restore_default_layout();

    QAction* add_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys);
    /// An action whose keys work only while `widget` has the focus.
    QAction* add_local_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys,
                              const QList<QWidget*>& widgets);
    QDockWidget* add_dock(const QString& title, const QString& name, QWidget* content,
                          Qt::DockWidgetArea area);

    void ask_for_file();
    void ask_for_image_file();
    void show_recording();
    void show_docks(bool shown);
    void show_scale();
    void show_recents();
    void remember(const QString& spec);
    void show_keys();
    void show_about();

    Session session_;
    JobRunner image_job_{Supersede::stop};

    QStackedWidget* pages_ = nullptr;
    StartPage* start_page_ = nullptr;
    QWidget* pane_page_ = nullptr;
    MeshView* mesh_view_ = nullptr;
    ColourBar* colour_bar_ = nullptr;
    MessageBar* message_bar_ = nullptr;
    JobBar* job_bar_ = nullptr;
    TimePanel* time_panel_ = nullptr;
    QDockWidget* inspector_dock_ = nullptr;
    QDockWidget* framebuffer_dock_ = nullptr;
    QDockWidget* time_dock_ = nullptr;
    QMenu* recent_menu_ = nullptr;
    bool docks_shown_ = false;
    QByteArray layout_; ///< of the docks while they are not shown
    QList<QAction*> needs_recording_;
};

} // namespace hitmap
