#pragma once

#include "widgets/base/job.h"
#include "widgets/start/preview_mesh.h"

#include <QtCore/QTimer>
#include <QtWidgets/QGroupBox>

#include <memory>
#include <optional>
#include <string>

class QComboBox;
class QLabel;

namespace hitmap {

class Pane;
class ScenePreview;

/// How a scene that is yet to be traced stands and from where it is looked at, with a preview in which the
/// camera can be moved. Reads the scene on a worker for that.
class ViewChoice : public QGroupBox {
    Q_OBJECT
public:
    /// @param pane        whose view is offered
    /// @param pane_scene  what its recording was traced from; empty where that is not known
    ViewChoice(const Pane& pane, std::string pane_scene, QWidget* parent = nullptr);

    /// As load_scene takes it; empty: none. Another one than before, of any size, has its own up axis and
    /// camera again, unless the camera is that of the active pane.
    void set_scene(const std::string& spec);
    void set_resolution(int width, int height);

    [[nodiscard]] UpChoice up() const;
    /// Nothing: the scene's own.
    [[nodiscard]] std::optional<Camera> camera() const;
    void choose(UpChoice up, const std::optional<Camera>& camera);
    /// Found out, and the scene's own.
    void reset();
    /// The camera of the active pane, where it has one.
    void take_pane_camera();
    [[nodiscard]] bool takes_pane_camera() const;

    /// Of the scene, where it was read already; null otherwise.
    [[nodiscard]] const SceneSize* size() const;
    [[nodiscard]] bool reading() const { return wait_.isActive() || job_.running(); }

Q_SIGNALS:
    void changed(); ///< up(), camera(), size()

private:
    enum CameraItem { own_camera, pane_camera, preview_camera };
    void lay_out();
    void load();
    void show_mesh(const std::shared_ptr<const PreviewMesh>& mesh);
    void show_camera(); ///< in the preview
    void show_note();
    void take_up();
    void take_preview();
    /// The view of the pane, before the scene with the chosen up axis.
    [[nodiscard]] Camera camera_of_pane() const;
    [[nodiscard]] CameraItem camera_item() const;
    void choose_camera_item(CameraItem item);

    std::string spec_;
    std::string pane_scene_;
    std::optional<Camera> pane_camera_;
    UpAxis pane_up_ = UpAxis::y; ///< of the pane's recording
    std::optional<Camera> preview_camera_;
    std::shared_ptr<const PreviewMesh> mesh_; ///< of spec_, or null
    QString failure_;                         ///< why spec_ could not be read
    QTimer wait_;                             ///< runs while what is typed may go on
    QComboBox* up_;
    QComboBox* camera_;
    QLabel* note_;
    ScenePreview* preview_;
    JobRunner job_{Supersede::stop};
};

} // namespace hitmap
