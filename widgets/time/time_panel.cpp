#include "widgets/time/time_panel.h"

#include "widgets/base/format.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/play_button.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/time/curve_view.h"
#include "widgets/time/frame_box.h"
#include "widgets/time/pinned_legend.h"
#include "widgets/time/pinned_plot.h"

#include <QtCore/QEvent>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int speeds[] = {2, 4, Player::default_speed, 15, 30, 60};

} // namespace

TimePanel::TimePanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      player_(pane),
      curve_(new CurveView(pane)),
      pinned_(new PinnedPlot(pane)),
      legend_(new PinnedLegend(pane, *pinned_)) {
    create_numbers();
    create_play_controls();
    create_axis_control();
    create_labels();
    lay_out();
    connect_model();
    connect_player();
    show_frame();
    show_values();
    show_pinned();
}

void TimePanel::create_numbers() {
    const auto number = [this](const char* name, FramePart part) {
        auto* box = new FrameBox(pane_, part);
        box->setObjectName(QString::fromLatin1(name));
        connect(box, &FrameBox::entered, this, &TimePanel::number_entered);
        return box;
    };
    count_ = number("frame_count", FramePart::total);
    first_ = number("frame_number", FramePart::first);
    shown_ = number("frames_shown", FramePart::count);
    slider_ = new FrameSlider;
    slider_->setObjectName(QStringLiteral("frame_slider"));
    slider_->setAccessibleName(tr("Frame"));
    slider_->setToolTip(tr("Frame f. Left, Right: step; with Shift: ten frames; Page Up, Page Down: a tenth; "
                           "Home, End: ends; Space: play"));
}

void TimePanel::create_play_controls() {
    play_ = new PlayButton;
    play_->setObjectName(QStringLiteral("play_button"));
    play_->setAccessibleName(tr("Play"));
    play_->setToolTip(tr("Play through the frames (Space in the slider and in the picture)"));
    loop_ = new QToolButton;
    loop_->setObjectName(QStringLiteral("loop_button"));
    loop_->setText(tr("Loop"));
    loop_->setCheckable(true);
    loop_->setToolTip(tr("After the last frame play goes on with the first one"));
    speed_ = new QComboBox;
    speed_->setObjectName(QStringLiteral("speed"));
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Frames per second at most: every frame is shown, so that slow ones take longer"));
    for (const int speed : speeds)
        speed_->addItem(tr("%1 frames/s").arg(speed), speed);
}

void TimePanel::create_axis_control() {
    full_rates_ = new QToolButton;
    full_rates_->setObjectName(QStringLiteral("full_rates"));
    full_rates_->setText(tr("0–100 %"));
    full_rates_->setCheckable(true);
    full_rates_->setAccessibleName(tr("Rates from 0 to 100 %"));
    full_rates_->setToolTip(
        tr("Draw hit rates from 0 to 100 %. Otherwise their axis begins at a round number "
           "below the lowest one that is shown, and says so"));
    connect(full_rates_, &QToolButton::toggled, this,
            [this](bool on) { pane_.set_panel(TimeDisplay{on ? RateAxis::full : RateAxis::fitted}); });
    pane_.follow_panel<TimeDisplay>(this, &TimePanel::show_rate_axis);
    show_rate_axis();
}

void TimePanel::show_rate_axis() {
    full_rates_->setChecked(pane_.choices().panel<TimeDisplay>().rates == RateAxis::full);
}

void TimePanel::create_labels() {
    window_ = new ElidedLabel;
    window_->setObjectName(QStringLiteral("window_label"));
    rates_ = new ElidedLabel;
    rates_->setObjectName(QStringLiteral("rates_label"));
    rates_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

QHBoxLayout* TimePanel::numbers_row() {
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto add = [row](const QString& text, FrameBox* box) {
        auto* label = new QLabel(text);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
        row->addSpacing(6);
    };
    add(tr("F&rames"), count_);
    add(tr("Fra&me"), first_);
    add(tr("Sho&wn"), shown_);
    row->addWidget(window_, 1);
    row->addWidget(full_rates_);
    return row;
}

void TimePanel::lay_out() {
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    buttons->addWidget(play_);
    buttons->addWidget(loop_);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(9, 2, 9, 4);
    grid->setVerticalSpacing(3);
    grid->addWidget(curve_, 0, 0, 1, 3);
    grid->addWidget(pinned_, 1, 0, 1, 2);
    grid->addWidget(legend_, 1, 2);
    grid->addLayout(buttons, 2, 0);
    grid->addWidget(slider_, 2, 1);
    grid->addWidget(speed_, 2, 2);
    grid->addLayout(numbers_row(), 3, 0, 1, 3);
    grid->addWidget(rates_, 4, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(0, 1);
    grid->setRowStretch(1, 2);
    slider_->setMinimumWidth(80);
    slider_->installEventFilter(this);
    const std::initializer_list<QWidget*> order{play_,  loop_,  slider_, speed_,
                                                count_, first_, shown_,  full_rates_};
    for (const auto* at = order.begin(); at + 1 != order.end(); ++at)
        setTabOrder(at[0], at[1]);
}

bool TimePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == slider_ && (event->type() == QEvent::Resize || event->type() == QEvent::Move)) {
        const int handle = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, slider_);
        curve_->set_time_axis(slider_->x() - curve_->x() + handle / 2, slider_->width() - handle);
        pinned_->set_time_axis(slider_->x() - pinned_->x() + handle / 2, slider_->width() - handle);
    }
    return QWidget::eventFilter(watched, event);
}

void TimePanel::connect_model() {
    connect(slider_, &QSlider::valueChanged, this, [this](int f) {
        pane_.set_frames(with_first_frame(pane_.choices().frames, static_cast<std::uint64_t>(f)));
    });
    connect(&pane_, &Pane::frames_changed, this, &TimePanel::show_frame);
    connect(&pane_, &Pane::values_changed, this, &TimePanel::show_values);
    pane_.follow_panel<PinnedCurves>(this, &TimePanel::show_pinned);
    connect(&pane_, &Pane::recording_changed, this, &TimePanel::show_frame);
    connect(&pane_, &Pane::recording_changed, this, &TimePanel::show_values);
}

void TimePanel::connect_player() {
    loop_->setChecked(player_.loop());
    speed_->setCurrentIndex(speed_->findData(player_.speed()));
    connect(play_, &QToolButton::toggled, &player_, &Player::set_playing);
    connect(loop_, &QToolButton::toggled, &player_, &Player::set_loop);
    connect(speed_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            [this] { player_.set_speed(speed_->currentData().toInt()); });
    connect(&player_, &Player::playing_changed, play_, &QToolButton::setChecked);
    connect(&player_, &Player::playing_changed, this, &TimePanel::playing_changed);
}

void TimePanel::show_frame() {
    const FrameRange frames = pane_.choices().frames;
    const QSignalBlocker blocker(slider_);
    const int last = static_cast<int>(frames.total - frames.count);
    slider_->set_last(last);
    slider_->setValue(static_cast<int>(frames.first));
    setEnabled(pane_.recording() != nullptr);
    slider_->setEnabled(last > 0);
    play_->setEnabled(last > 0);
}

void TimePanel::show_values() {
    const auto& values = pane_.values();
    if (values == nullptr) {
        window_->set_text({});
        rates_->set_text({});
        return;
    }
    const TimeWindow& window = values->window;
    const OpenRecording& recording = *values->simulation->recording;
    const QString counted = positions_name(recording);
    window_->set_text(window.count() == 0 ? tr("No %1 in this frame").arg(counted)
                                          : tr("%1 %2 of %3")
                                                .arg(capitalised(counted.toStdString()),
                                                     accesses_text(window), count_text(values->positions)));
    window_->set_explanation(why_no_elements(recording));
    const Headline& headline = values->headline;
    rates_->set_explanation(text_of(explanation_of(values->counting)));
    QString text = level_text(QStringLiteral("L1"), headline.l1) + QStringLiteral("   ") +
                   level_text(QStringLiteral("L2"), headline.l2) + QStringLiteral("   ") +
                   text_of(counted_text(headline, window, position_word(recording)));
    const Restriction& only = values->simulation->config.only;
    if (!only.empty()) text += tr(", of %1 alone").arg(text_of(title_of(only)));
    rates_->set_text(text);
}

void TimePanel::show_pinned() {
    const bool any = !pane_.choices().panel<PinnedCurves>().list.empty();
    pinned_->setVisible(any);
    legend_->setVisible(any);
}

void TimePanel::choose_shown() {
    shown_->setFocus(Qt::ShortcutFocusReason);
    shown_->selectAll();
}

void TimePanel::step(int frames) {
    const FrameRange frame = pane_.choices().frames;
    const std::int64_t wanted = static_cast<std::int64_t>(frame.first) + frames;
    pane_.set_frames(with_first_frame(frame, static_cast<std::uint64_t>(std::max<std::int64_t>(wanted, 0))));
}

} // namespace hitmap
