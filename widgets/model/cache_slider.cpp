#include "widgets/model/cache_slider.h"

#include <QtCore/QSignalBlocker>
#include <QtCore/QTimer>
#include <QtWidgets/QStyle>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace hitmap {

namespace {

/// Keys and turns of the wheel with shorter pauses are one move.
constexpr std::chrono::milliseconds rest_pause{500};

constexpr int most_snapped_pixels = 5;

} // namespace

CacheSlider::CacheSlider(const QString& name, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), rest_(new QTimer(this)) {
    setAccessibleName(name);
    setRange(0, 0);
    setFocusPolicy(Qt::StrongFocus);
    rest_->setSingleShot(true);
    rest_->setInterval(rest_pause);
    connect(rest_, &QTimer::timeout, this, &CacheSlider::rested);
    connect(this, &QSlider::actionTriggered, this, &CacheSlider::turn_page);
    connect(this, &QSlider::valueChanged, this, [this](int place) {
        if (!isSliderDown())
            rest_->start();
        else if (const int stop = snapped(place); stop != place)
            return setValue(stop); // comes here again
        take_place(place);
    });
    connect(this, &QSlider::sliderReleased, this, [this] {
        rest_->stop();
        Q_EMIT rested();
    });
}

bool CacheSlider::moves() const {
    return isSliderDown() || rest_->isActive();
}

void CacheSlider::set_numbers(std::vector<std::uint64_t> numbers) {
    if (numbers == numbers_) return;
    numbers_ = std::move(numbers);
    const QSignalBlocker quiet(this);
    setRange(0, static_cast<int>(numbers_.size()) - 1);
    set_number(number_);
}

void CacheSlider::set_number(std::uint64_t number) {
    number_ = number;
    const QSignalBlocker quiet(this);
    setValue(place_of(number));
}

int CacheSlider::place_of(std::uint64_t number) const {
    const auto after = std::ranges::lower_bound(numbers_, number);
    const auto place = static_cast<int>(after - numbers_.begin());
    const bool is_last = after == numbers_.end();
    if (is_last || (after != numbers_.begin() && number - *(after - 1) < *after - number)) return place - 1;
    return place;
}

/// Qt's pages have as many steps everywhere. The action has set the position, but not the value yet.
void CacheSlider::turn_page(int action) {
    if (action == SliderPageStepAdd)
        setSliderPosition(std::max(place_of(2 * number_), value() + 1));
    else if (action == SliderPageStepSub)
        setSliderPosition(std::min(place_of(number_ / 2), value() - 1));
}

void CacheSlider::take_place(int place) {
    const std::uint64_t number = numbers_[static_cast<std::size_t>(place)];
    if (number == number_) return; // the handle stays at a power of two
    number_ = number;
    Q_EMIT moved();
}

int CacheSlider::pixel_of(int place) const {
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
    return QStyle::sliderPositionFromValue(minimum(), maximum(), place, std::max(width() - handle, 1));
}

int CacheSlider::snapped(int place) const {
    const std::uint64_t power = std::bit_floor(numbers_[static_cast<std::size_t>(place)]);
    // Half of the numbers between two powers of two stay within reach of the mouse.
    const int between = pixel_of(place_of(2 * power)) - pixel_of(place_of(power));
    const int reach = std::min(most_snapped_pixels, between / 4);
    for (const std::uint64_t near : {power, 2 * power}) {
        const int stop = place_of(near);
        const bool is_power = numbers_[static_cast<std::size_t>(stop)] == near;
        if (is_power && std::abs(pixel_of(stop) - pixel_of(place)) <= reach) return stop;
    }
    return place;
}

} // namespace hitmap
