#pragma once

#include "widgets/session/panes/pane.h"

#include <QtCore/QObject>
#include <QtCore/QTimer>

namespace hitmap {

/// Plays the frames of a pane. The next frame is shown when its time has come and the values of the current
/// one are available, so that playing is never faster than displaying.
class Player : public QObject {
    Q_OBJECT
public:
    static constexpr int default_speed = 8;

    /// @param pane  must outlive the player
    explicit Player(Pane& pane, QObject* parent = nullptr);

    [[nodiscard]] bool playing() const { return playing_; }
    [[nodiscard]] bool loop() const { return loop_; }
    [[nodiscard]] int speed() const { return speed_; }
    /// Does nothing without a recording or with only one frame. At the last frame it starts again at the
    /// first one.
    void set_playing(bool playing);
    /// @param on  whether to continue with the first frame after the last one
    void set_loop(bool on) { loop_ = on; }
    /// @param frames  maximum number per second; at least 1
    void set_speed(int frames);

Q_SIGNALS:
    void playing_changed(bool playing);

private:
    void show_next();
    void end_wait();
    [[nodiscard]] bool at_end() const;

    Pane& pane_;
    QTimer timer_; ///< single shot; runs until the next frame is due
    bool playing_ = false;
    bool waiting_ = false; ///< the next frame is due, but the values of the current one are not available
    bool loop_ = true;
    int speed_ = default_speed;
};

} // namespace hitmap
