#pragma once

#include "app/dialogs/image_dialog.h"
#include "app/window/actions.h"
#include "widgets/controls/wheel_filter.h"
#include "widgets/session/state/session.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QPointer>
#include <QtCore/QStringList>
#include <QtWidgets/QMainWindow>

#include <memory>

class QMenu;
class QStackedWidget;

namespace hitmap {

class Docks;
class FigureAdder;
class ImageSaver;
class MeshView;
class MessageBar;
class NoMeshPage;
class OutputFiles;
class PaneGrid;
class ProgramRecorder;
class RecentFiles;
class RecentPictures;
class RecordingSaver;
class SequenceSaver;
class SessionFiles;
class StartPage;
class StoredViews;
class UnsavedRecordings;
class VisionFilter;

/// The main window of a Session: the start page or the panes, and docks around them. It makes its parts and
/// connects them, opens files, and fills the File and Edit menus.
class Window : public QMainWindow {
    Q_OBJECT
public:
    explicit Window(QWidget* parent = nullptr);
    ~Window() override;
    /// Sets the output files of the program, so that a signal that ends it removes incomplete recordings
    /// and sequences. They outlive the window. Null: incomplete files stay.
    void set_outputs(OutputFiles* outputs);

    [[nodiscard]] Session& session() { return session_; }
    [[nodiscard]] PaneGrid& panes() { return *grid_; }
    /// Returns the mesh view of the active pane.
    [[nodiscard]] MeshView& mesh_view();
    [[nodiscard]] MessageBar& message_bar() { return *message_bar_; }
    /// The figure that is composed from the panes.
    [[nodiscard]] FigureAdder& figure() { return *figure_; }
    /// Records programs.
    [[nodiscard]] ProgramRecorder& program_recorder() { return *program_recorder_; }

    /// Opens a recording, a mesh file, a session file or "builtin:NAME" in the active pane.
    void open(const QString& spec);
    /// Opens each in a separate pane. The first one uses the active pane if nothing is open there. If there
    /// are more than panes, the others are not opened: a message offers to open them in a further window.
    void open_all(const QStringList& specs);
    /// Opens a session file. If it is invalid, a message is shown and nothing changes.
    void open_session(const QString& file);
    void save_session(const QString& file);
    /// Starts a job that saves the recording of the active pane if it was traced here. The pane then has the
    /// file as its recording.
    void save_recording(const QString& file);
    /// Starts a job that saves a picture of the active pane. The suffix of the file chooses PNG, SVG or CSV.
    void save_image(const QString& file, const ImageChoices& choices = {});

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void create_central();
    void create_parts();
    void create_menus();
    void fill_file_menu(QMenu& menu);
    void add_record_actions(QMenu& menu);
    void add_save_actions(QMenu& menu);
    void fill_edit_menu(QMenu& menu);
    void add_history_actions(QMenu& menu);
    void connect_parts();
    void connect_panes();
    /// Adds the buttons that lead to panels.
    void add_offers(NoMeshPage& page);
    void restore_settings();

    void show_recording();
    void connect_start_page();
    void show_recents();
    /// Asks for a file and opens it in the active pane, or as open_all() does.
    void ask_to_open(bool in_new_pane);
    /// Asks for a file and a part of it, and opens the part in the active pane.
    void ask_for_part();
    /// Asks for a part of this file.
    void ask_for_part_of(const RecordingSpec& spec);
    /// Asks what to do about a recording that takes more memory than there is.
    void ask_about_memory_of(const RecordingSpec& spec, const MemoryNeeded& needed,
                             const QPointer<Pane>& asked);
    void ask_for_image();
    void ask_for_sequence();
    /// Shows and changes what the buffers of the recording in the active pane hold.
    void ask_for_layout();
    void ask_for_layout(const RecordingSpec& spec);
    /// If the layout beside a recording is why it was not opened, offers to change it.
    void offer_layout(const QString& message);
    /// Offers to open what open_all() did not.
    void offer_rest();
    void ask_for_new_recording();
    void restore_left_behind();
    /// If the up axis of a mesh that was opened is a guess, shows a message that offers to change it.
    void tell_assumptions(const RecordingSpec& spec, Pane* pane);
    void open_spec(const RecordingSpec& spec);
    void change_settings();
    /// Applies changed settings.
    /// @param model  the default model was changed: recordings that are opened next are simulated with it
    void follow_settings(bool model);
    /// Closes all windows, after one question about all unsaved recordings.
    void quit();
    [[nodiscard]] static Window& show_further_window();

    WheelFilter wheel_filter_{*QCoreApplication::instance()};
    Session session_;
    Actions actions_;
    // Owned by the central widget.
    QStackedWidget* pages_ = nullptr;
    StartPage* start_page_ = nullptr;
    PaneGrid* grid_ = nullptr;
    MessageBar* message_bar_ = nullptr;
    QStringList rest_;               ///< files that were to be opened and are offered
    MessageBar* rest_bar_ = nullptr; ///< the offer of offer_rest() alone, so that no other replaces it
    VisionFilter* vision_ = nullptr; ///< made after the docks
    QMenu* recent_menu_ = nullptr;
    // Each part uses only those above it.
    std::unique_ptr<RecentFiles> recents_;
    std::unique_ptr<RecentPictures> recent_pictures_;
    std::unique_ptr<ImageSaver> image_saver_;
    std::unique_ptr<SequenceSaver> sequence_saver_;
    std::unique_ptr<RecordingSaver> recording_saver_;
    std::unique_ptr<Docks> docks_;
    std::unique_ptr<StoredViews> views_;
    std::unique_ptr<SessionFiles> session_files_;
    std::unique_ptr<UnsavedRecordings> unsaved_;
    std::unique_ptr<FigureAdder> figure_;
    std::unique_ptr<ProgramRecorder> program_recorder_;
    std::unique_ptr<QObject> offer_; ///< receives signals while the last offer of tell_assumptions() is valid
};

} // namespace hitmap
