#include "widgets/time_panel.h"

#include "widgets/format.h"
#include "widgets/play_button.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <chrono>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds play_interval{125};
constexpr int big_step = 10;

QString level_text(const QString& level, const LevelSums& sums) {
    if (sums.lookups == 0) return QStringLiteral("%1 %2").arg(level, undefined_text());
    return QStringLiteral("%1 %2 (%3)").arg(level, rate_text(sums), hits_of_lookups_text(sums));
}

} // namespace

FrameSlider::FrameSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setSingleStep(1);
}

void FrameSlider::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const int step = shift ? big_step : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        setValue(value() - step);
        return;
    case Qt::Key_Right:
        setValue(value() + step);
        return;
    default:
        QSlider::keyPressEvent(event);
    }
}

TimePanel::TimePanel(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    create_controls();
    lay_out();
    connect_model();
    show_frame();
    show_values();
}

void TimePanel::create_controls() {
    count_ = new QSpinBox;
    count_->setObjectName(QStringLiteral("frame_count"));
    count_->setRange(1, static_cast<int>(FrameRange::most_frames));
    count_->setKeyboardTracking(false);
    count_->setAccelerated(true);
    count_->setAccessibleName(tr("Number of frames"));
    count_->setToolTip(
        tr("Number of frames q that the recording's element accesses are divided into, in order"));
    slider_ = new FrameSlider;
    slider_->setObjectName(QStringLiteral("frame_slider"));
    slider_->setAccessibleName(tr("Frame"));
    slider_->setToolTip(tr("Frame f. Left, Right: step; Shift: ten frames; Home, End: ends; Space: play"));
    frame_ = new QSpinBox;
    frame_->setObjectName(QStringLiteral("frame_number"));
    frame_->setAccelerated(true);
    frame_->setAccessibleName(tr("Frame number"));
    play_ = new PlayButton;
    play_->setObjectName(QStringLiteral("play_button"));
    play_->setAccessibleName(tr("Play"));
    play_->setToolTip(
        tr("Play through the frames, again and again (Space in the slider and in the picture)"));
    of_frames_ = new QLabel;
    window_ = new QLabel;
    window_->setObjectName(QStringLiteral("window_label"));
    rates_ = new QLabel;
    rates_->setObjectName(QStringLiteral("rates_label"));
    rates_->setToolTip(
        tr("Hits of look-ups of boxes and faces together, counted per lane as the stack distance "
           "model does; not comparable with a hardware profiler's rates"));
    play_timer_.setInterval(play_interval);
}

void TimePanel::lay_out() {
    auto* count_label = new QLabel(tr("F&rames"));
    count_label->setBuddy(count_);
    auto* frame_label = new QLabel(tr("Fra&me"));
    frame_label->setBuddy(frame_);
    auto* controls = new QHBoxLayout;
    controls->addWidget(count_label);
    controls->addWidget(count_);
    controls->addSpacing(12);
    controls->addWidget(play_);
    controls->addWidget(slider_, 1);
    controls->addSpacing(12);
    controls->addWidget(frame_label);
    controls->addWidget(frame_);
    controls->addWidget(of_frames_);
    auto* facts = new QHBoxLayout;
    facts->addWidget(window_);
    facts->addStretch();
    facts->addWidget(rates_);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(9, 4, 9, 6);
    rows->addLayout(controls);
    rows->addLayout(facts);
    for (QLabel* label : {window_, rates_})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void TimePanel::connect_model() {
    const auto set_f = [this](int f) {
        pane_.set_frames(with_first_frame(pane_.choices().frames, static_cast<std::uint64_t>(f)));
    };
    connect(slider_, &QSlider::valueChanged, this, set_f);
    connect(frame_, QOverload<int>::of(&QSpinBox::valueChanged), this, set_f);
    connect(count_, QOverload<int>::of(&QSpinBox::valueChanged), this, [this](int q) {
        pane_.set_frames(with_frame_count(pane_.choices().frames, static_cast<std::uint64_t>(q)));
    });
    connect(play_, &QToolButton::toggled, this, &TimePanel::set_playing);
    connect(&play_timer_, &QTimer::timeout, this, &TimePanel::play_next);
    connect(&pane_, &Pane::frames_changed, this, &TimePanel::show_frame);
    connect(&pane_, &Pane::values_changed, this, &TimePanel::show_values);
    connect(&pane_, &Pane::recording_changed, this, [this] {
        set_playing(false);
        show_frame();
        show_values();
    });
}

void TimePanel::show_frame() {
    const FrameRange frame = pane_.choices().frames;
    const QSignalBlocker count_blocker(count_);
    const QSignalBlocker slider_blocker(slider_);
    const QSignalBlocker frame_blocker(frame_);
    const int last = static_cast<int>(frame.q) - 1;
    count_->setValue(static_cast<int>(frame.q));
    slider_->setRange(0, last);
    slider_->setPageStep(std::max(1, last / 10));
    slider_->setValue(static_cast<int>(frame.f));
    frame_->setRange(0, last);
    frame_->setValue(static_cast<int>(frame.f));
    of_frames_->setText(last > 0 ? tr("of 0–%1").arg(last) : QString());
    setEnabled(pane_.recording() != nullptr);
    for (QWidget* needs_frames :
         {static_cast<QWidget*>(slider_), static_cast<QWidget*>(frame_), static_cast<QWidget*>(play_)}) {
        needs_frames->setEnabled(last > 0);
    }
    if (last == 0) set_playing(false);
}

void TimePanel::show_values() {
    const auto& values = pane_.values();
    if (values == nullptr) {
        window_->clear();
        rates_->clear();
        return;
    }
    const TimeWindow& window = values->window;
    window_->setText(window.count() == 0 ? tr("No element accesses in this frame")
                                         : tr("Element accesses %1–%2 of %3")
                                               .arg(count_text(window.first), count_text(window.last - 1),
                                                    count_text(values->positions)));
    rates_->setText(level_text(QStringLiteral("L1"), values->l1()) + QStringLiteral("   ") +
                    level_text(QStringLiteral("L2"), values->l2()));
}

void TimePanel::set_playing(bool playing) {
    const bool can_play = pane_.recording() != nullptr && pane_.choices().frames.q > 1;
    const bool wanted = playing && can_play;
    if (wanted != play_timer_.isActive()) {
        if (wanted) {
            play_timer_.start();
        } else {
            play_timer_.stop();
        }
        Q_EMIT playing_changed(wanted);
    }
    const QSignalBlocker blocker(play_);
    play_->setChecked(wanted);
}

void TimePanel::step(int frames) {
    const FrameRange frame = pane_.choices().frames;
    const std::int64_t wanted = static_cast<std::int64_t>(frame.f) + frames;
    pane_.set_frames(with_first_frame(frame, static_cast<std::uint64_t>(std::max<std::int64_t>(wanted, 0))));
}

void TimePanel::play_next() {
    const FrameRange frame = pane_.choices().frames;
    pane_.set_frames(with_first_frame(frame, frame.f + frame.n < frame.q ? frame.f + 1 : 0));
}

} // namespace hitmap
