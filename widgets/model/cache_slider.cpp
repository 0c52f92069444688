#include "widgets/model/cache_slider.h"

#include <QtCore/QSignalBlocker>
#include <QtCore/QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace hitmap {

namespace {

/// Keys and turns of the wheel with shorter pauses are one move.
constexpr std::chrono::milliseconds rest_pause{500};

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
        else if (const int stop = stop_near(place); stop != place)
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

void CacheSlider::set_numbers(std::vector<std::uint64_t> numbers, const std::vector<std::uint64_t>& stops) {
    const bool changes = numbers != numbers_;
    numbers_ = std::move(numbers);
    stops_.clear();
    for (const std::uint64_t stop : stops)
        stops_.push_back(place_of(stop));
    if (!changes) return;
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
    if (number == number_) return; // the handle stays at a stop
    number_ = number;
    Q_EMIT moved();
}

int CacheSlider::stop_near(int place) const {
    const auto after = std::ranges::lower_bound(stops_, place);
    if (after == stops_.begin()) return stops_.front();
    if (after == stops_.end() || place - *(after - 1) < *after - place) return *(after - 1);
    return *after;
}

} // namespace hitmap
