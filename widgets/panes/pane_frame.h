#pragma once

#include "widgets/mesh/camera_trail.h"
#include "widgets/session/pane.h"
#include "widgets/session/shared_geometry.h"

#include <QtWidgets/QFrame>

class QToolButton;

namespace hitmap {

class ColourBar;
class ElidedLabel;
class JobBar;
class MeshView;

/// One pane on screen: a line that says what it shows, the mesh view with the progress of its work over it,
/// and the colour bar.
class PaneFrame : public QFrame {
    Q_OBJECT
public:
    /// @param pane, geometries  outlive the frame
    PaneFrame(Pane& pane, SharedGeometries& geometries, QWidget* parent = nullptr);

    [[nodiscard]] Pane& pane() { return pane_; }
    [[nodiscard]] MeshView& mesh_view() { return *mesh_view_; }
    /// Where the camera has been.
    [[nodiscard]] CameraTrail& trail() { return trail_; }
    [[nodiscard]] ColourBar& colour_bar() { return *colour_bar_; }
    /// @param letter  "A" to "D"; empty where the pane stands alone: then it has no line of its own
    void set_place(const QString& letter, bool active);
    /// The bars of both would look the same.
    [[nodiscard]] bool has_scale_of(const PaneFrame& other) const;

Q_SIGNALS:
    void chosen(); ///< clicked, or the keyboard came here
    void close_requested();
    void scale_changed(); ///< what the colour bar shows
    void failed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void show_title();
    void place_job_bar();

    Pane& pane_;
    CameraTrail trail_{pane_};
    QWidget* line_;
    ElidedLabel* title_;
    QToolButton* close_;
    MeshView* mesh_view_;
    ColourBar* colour_bar_;
    JobBar* job_bar_;
    QString letter_;
    bool active_ = false;
};

} // namespace hitmap
