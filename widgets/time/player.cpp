#include "widgets/time/player.h"

#include <algorithm>

namespace hitmap {

Player::Player(Pane& pane, QObject* parent) : QObject(parent), pane_(pane) {
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Player::show_next);
    connect(&pane_, &Pane::values_changed, this, &Player::end_wait);
    connect(&pane_, &Pane::image_changed, this, &Player::end_wait);
    connect(&pane_, &Pane::recording_changed, this, [this] { set_playing(false); });
    connect(&pane_, &Pane::failed, this, [this] { set_playing(false); });
    connect(&pane_, &Pane::frames_changed, this, [this] {
        if (pane_.choices().frames.count == pane_.choices().frames.total) set_playing(false);
    });
}

bool Player::at_end() const {
    const FrameRange& frames = pane_.choices().frames;
    return frames.first + frames.count >= frames.total;
}

void Player::set_playing(bool playing) {
    const FrameRange& frames = pane_.choices().frames;
    const bool wanted = playing && pane_.recording() != nullptr && frames.count < frames.total;
    if (wanted == playing_) return;
    playing_ = wanted;
    waiting_ = false;
    timer_.stop();
    if (playing_ && at_end()) pane_.set_frames(with_first_frame(frames, 0));
    if (playing_) timer_.start(1000 / speed_);
    Q_EMIT playing_changed(playing_);
}

void Player::set_speed(int frames) {
    speed_ = std::clamp(frames, 1, 1000);
}

void Player::show_next() {
    waiting_ = pane_.values() == nullptr || pane_.values()->frames != pane_.choices().frames ||
               (pane_.shows_image() && pane_.image().job().running());
    if (waiting_) return;
    if (at_end() && !loop_) {
        set_playing(false);
        return;
    }
    const FrameRange& frames = pane_.choices().frames;
    pane_.set_frames(with_first_frame(frames, at_end() ? 0 : frames.first + 1));
    if (playing_) timer_.start(1000 / speed_);
}

void Player::end_wait() {
    // Queued in the event loop, so that the new values are painted first.
    if (playing_ && waiting_) timer_.start(0);
    waiting_ = false;
}

} // namespace hitmap
