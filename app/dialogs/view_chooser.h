#pragma once

#include "widgets/base/job.h"
#include "widgets/start/viewfinder_mesh.h"

#include <QtCore/QTimer>
#include <QtWidgets/QGroupBox>

#include <memory>
#include <optional>
#include <string>

class QComboBox;
class QLabel;

namespace hitmap {

class Pane;
class Viewfinder;

/// The up axis and the camera of a scene to trace, with a preview in which the camera can be moved. A worker
/// reads the scene for the preview.
class ViewChooser : public QGroupBox {
    Q_OBJECT
public:
    /// @param pane        supplies a camera
    /// @param pane_scene  the scene of its recording; empty if it is not known
    ViewChooser(const Pane& pane, std::string pane_scene, QWidget* parent = nullptr);

    /// Sets the scene in the form of load_scene; empty: none. For another scene (regardless of its size) up
    /// axis and camera are reset to its own, unless the camera is that of the active pane.
    void set_scene(const std::string& spec);
    void set_resolution(int width, int height);

    [[nodiscard]] UpChoice up() const;
    /// No value: the scene's own camera.
    [[nodiscard]] std::optional<Camera> camera() const;
    void choose(UpChoice up, const std::optional<Camera>& camera);
    /// Resets the up axis to the guessed one and the camera to the scene's own.
    void reset();
    /// Uses the camera of the active pane if it has one.
    void take_pane_camera();
    [[nodiscard]] bool takes_pane_camera() const;

    /// Scene::offset of the chosen scene and axis; 0 as long as the scene was not read.
    [[nodiscard]] glm::dvec3 offset() const;
    /// Returns the size of the scene if it was read already; otherwise null.
    [[nodiscard]] const SceneSize* size() const;
    [[nodiscard]] bool reading() const { return wait_.isActive() || job_.running(); }

Q_SIGNALS:
    void changed(); ///< up(), camera() or size() changed

private:
    enum CameraItem { own_camera, pane_camera, viewfinder_camera };
    void lay_out();
    void load();
    void show_mesh(const std::shared_ptr<const ViewfinderMesh>& mesh);
    void show_camera(); ///< in the preview
    void show_note();
    void take_up();
    void take_camera();
    /// Returns the camera of the pane, converted to the scene with the chosen up axis.
    [[nodiscard]] Camera camera_of_pane() const;
    [[nodiscard]] CameraItem camera_item() const;
    void choose_camera_item(CameraItem item);

    std::string spec_;
    std::string last_spec_; ///< the last one that was not empty
    std::string pane_scene_;
    std::optional<Camera> pane_camera_;
    UpAxis pane_up_ = UpAxis::y; ///< of the recording in the pane
    std::optional<Camera> viewfinder_camera_;
    std::shared_ptr<const ViewfinderMesh> mesh_; ///< mesh of spec_, or null
    QString failure_;                            ///< why spec_ could not be read
    QTimer wait_;                                ///< delays reading while the user is typing
    QComboBox* up_;
    QComboBox* camera_;
    QLabel* note_;
    Viewfinder* viewfinder_;
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
