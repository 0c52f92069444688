#pragma once

#include "widgets/session/pane.h"

#include <QtCore/QObject>
#include <QtCore/QTimer>

namespace hitmap {

/// Plays through the frames of a pane. A frame comes when its time has come and the values of the last one
/// have arrived, so that playing never outruns what can be shown.
class Player : public QObject {
    Q_OBJECT
public:
    static constexpr int default_speed = 8;

    /// @param pane  must outlive the player
    explicit Player(Pane& pane, QObject* parent = nullptr);

    [[nodiscard]] bool playing() const { return playing_; }
    [[nodiscard]] bool loop() const { return loop_; }
    [[nodiscard]] int speed() const { return speed_; }
    /// Without a recording, and with nothing but one frame, there is nothing to play. From the last frame it
    /// starts again at the first one.
    void set_playing(bool playing);
    /// @param on  after the last frame comes the first one; else playing ends there
    void set_loop(bool on) { loop_ = on; }
    /// @param frames  a second at most; at least 1
    void set_speed(int frames);

Q_SIGNALS:
    void playing_changed(bool playing);

private:
    void show_next();
    void end_wait();
    [[nodiscard]] bool at_end() const;

    Pane& pane_;
    QTimer timer_; ///< single shot: until the next frame's time has come
    bool playing_ = false;
    bool waiting_ = false; ///< its time has come, but the last one's values are not there
    bool loop_ = true;
    int speed_ = default_speed;
};

} // namespace hitmap
