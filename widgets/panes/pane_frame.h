#pragma once

#include "widgets/mesh/camera_trail.h"
#include "widgets/mesh/shared_geometry.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QFrame>

class QToolButton;

namespace hitmap {

class ColourBar;
class ElidedLabel;
class FocusHolder;
class ImageView;
class JobBar;
class OverlayColumn;
class MeshView;
class NoMeshPage;

/// One pane on the screen: a line that says what it shows, the mesh view or the image with progress bars and
/// the note on an early picture over it, and the colour bar. A page replaces the mesh view and the colour bar
/// while the recording has no mesh.
class PaneFrame : public QFrame {
    Q_OBJECT
public:
    /// @param pane, geometries  must outlive the frame
    PaneFrame(Pane& pane, SharedGeometries& geometries, QWidget* parent = nullptr);

    [[nodiscard]] Pane& pane() { return pane_; }
    [[nodiscard]] MeshView& mesh_view() { return *mesh_view_; }
    [[nodiscard]] NoMeshPage& no_mesh_page() { return *no_mesh_page_; }
    [[nodiscard]] ImageView& image_view() { return *image_view_; }
    /// Returns whether the mesh view or an image is shown, and not a page: there is something to colour.
    [[nodiscard]] bool has_colours() const;
    /// Gives the keyboard to what is shown: the mesh view, the image or the page.
    void focus_view();
    /// The earlier places of the camera.
    [[nodiscard]] CameraTrail& trail() { return trail_; }
    [[nodiscard]] ColourBar& colour_bar() { return *colour_bar_; }
    /// @param letter  "A" to "D"; empty for a single pane, which needs no line of its own
    void set_place(const QString& letter, bool active);
    /// The colour bars of both panes would look the same.
    [[nodiscard]] bool has_scale_of(const PaneFrame& other) const;

Q_SIGNALS:
    void chosen(); ///< Emitted on a click and when the frame gets the focus.
    void close_requested();
    void scale_changed(); ///< Emitted if the contents of the colour bar changed.
    void failed(const QString& message, QObject* cause); ///< MeshView::failed()

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void show_recording();
    void show_title();
    /// Takes caches_ from the pane, which reads the preset of its GPU.
    void find_caches();
    [[nodiscard]] QString title_text() const;
    [[nodiscard]] QWidget& shown() const;

    Pane& pane_;
    CameraTrail trail_{pane_};
    QWidget* line_;
    ElidedLabel* title_;
    QToolButton* close_;
    FocusHolder* view_; ///< contains the mesh view, the image and the page, of which one is visible
    MeshView* mesh_view_;
    ImageView* image_view_;
    NoMeshPage* no_mesh_page_;
    ColourBar* colour_bar_;
    /// What comes and goes is over the view, since pictures are drawn anew if their size changes.
    OverlayColumn* over_view_;
    JobBar* job_bar_;
    JobBar* image_bar_; ///< of the job that counts the requests of pixels
    QString caches_;    ///< caches_text(), found when the profile changes and not with each frame of a drag
    QString letter_;
    bool active_ = false;
};

} // namespace hitmap
