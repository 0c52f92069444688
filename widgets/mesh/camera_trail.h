#pragma once

#include "widgets/base/history.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QObject>
#include <QtCore/QTimer>

namespace hitmap {

/// The places at which the camera of a pane rested since the recording was opened, for going back and forward
/// like in a browser.
class CameraTrail : public QObject {
    Q_OBJECT
public:
    /// @param pane  must outlive the trail
    explicit CameraTrail(Pane& pane, QObject* parent = nullptr);

    [[nodiscard]] bool can_go_back() const;
    [[nodiscard]] bool can_go_forward() const;
    void go_back();
    void go_forward();
    /// Notes the present camera as a place to return to, as is done when it has rested for a moment.
    void note_rest();

Q_SIGNALS:
    void changed(); ///< can_go_back(), can_go_forward()

private:
    struct Place {
        Camera camera;
        float focus_distance = 0.0F;
        Projection projection = Projection::perspective;
        friend bool operator==(const Place&, const Place&) = default;
    };

    [[nodiscard]] bool can_move() const; ///< there is something to look at
    [[nodiscard]] Place here() const;
    void begin();
    void go_to(const Place& place);

    Pane& pane_;
    QTimer pause_; ///< restarted while the camera moves
    History<Place> places_;
};

} // namespace hitmap
