#include "widgets/mesh/camera_trail.h"

#include <chrono>

namespace hitmap {

namespace {

// A camera that has not moved for this long is stored as a place to return to.
constexpr std::chrono::milliseconds trail_pause{400};

} // namespace

CameraTrail::CameraTrail(Pane& pane, QObject* parent) : QObject(parent), pane_(pane), places_(here()) {
    pause_.setSingleShot(true);
    pause_.setInterval(trail_pause);
    connect(&pause_, &QTimer::timeout, this, &CameraTrail::note_rest);
    connect(&pane, &Pane::recording_changed, this, &CameraTrail::begin);
    connect(&pane, &Pane::camera_changed, this, [this] {
        // The trail starts again with another recording; another simulation does not move the camera.
        if (pane_.showing()) return;
        pause_.start();
        Q_EMIT changed();
    });
}

CameraTrail::Place CameraTrail::here() const {
    const View& view = pane_.choices().view;
    return {view.camera, view.focus_distance, view.projection};
}

void CameraTrail::begin() {
    pause_.stop();
    // The same camera under another name, or another view of the scene.
    if (here() == places_.present()) return;
    places_ = History<Place>(here());
    Q_EMIT changed();
}

void CameraTrail::note_rest() {
    pause_.stop();
    if (here() == places_.present()) return;
    places_.push(here());
    Q_EMIT changed();
}

bool CameraTrail::can_move() const {
    return pane_.recording() != nullptr && pane_.recording()->has_mesh();
}

bool CameraTrail::can_go_back() const {
    return can_move() && (places_.can_undo() || here() != places_.present());
}

bool CameraTrail::can_go_forward() const {
    return can_move() && places_.can_redo() && here() == places_.present();
}

void CameraTrail::go_back() {
    note_rest();
    if (can_go_back()) go_to(places_.undo());
}

void CameraTrail::go_forward() {
    if (can_go_forward()) go_to(places_.redo());
}

void CameraTrail::go_to(const Place& place) {
    View view = pane_.choices().view;
    view.camera = place.camera;
    view.focus_distance = place.focus_distance;
    view.projection = place.projection;
    pane_.set_view(view);
    pause_.stop();
    Q_EMIT changed();
}

} // namespace hitmap
