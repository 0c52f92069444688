#include "widgets/model/cache_slider.h"

#include <QtCore/QSignalBlocker>
#include <QtCore/QTimer>

#include <algorithm>
#include <chrono>

namespace hitmap {

namespace {

/// Keys and turns of the wheel with shorter pauses are one move.
constexpr std::chrono::milliseconds rest_pause{500};

} // namespace

CacheSlider::CacheSlider(const QString& name, QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setAccessibleName(name);
    setRange(0, 0);
    setFocusPolicy(Qt::StrongFocus);
    auto* rest = new QTimer(this);
    rest->setSingleShot(true);
    rest->setInterval(rest_pause);
    connect(rest, &QTimer::timeout, this, &CacheSlider::rested);
    connect(this, &QSlider::valueChanged, this, [this, rest](int place) {
        take_place(place);
        if (!isSliderDown()) rest->start();
    });
    connect(this, &QSlider::sliderReleased, this, [this, rest] {
        rest->stop();
        Q_EMIT rested();
    });
}

void CacheSlider::set_last(std::uint64_t last, std::uint64_t steps) {
    std::vector<std::uint64_t> numbers;
    std::uint64_t step = 1;
    for (std::uint64_t number = 1; number < last; number += step) {
        if (number >= 2 * steps * step) step *= 2;
        numbers.push_back(number);
    }
    numbers.push_back(last);
    if (numbers == numbers_) return;
    numbers_ = std::move(numbers);
    const QSignalBlocker quiet(this);
    setRange(0, static_cast<int>(numbers_.size()) - 1);
    setPageStep(static_cast<int>(steps));
    set_number(number_);
}

void CacheSlider::set_number(std::uint64_t number) {
    number_ = number;
    const auto after = std::ranges::lower_bound(numbers_, number);
    auto place = static_cast<int>(after - numbers_.begin());
    const bool is_last = after == numbers_.end();
    if (is_last || (after != numbers_.begin() && number - *(after - 1) < *after - number)) --place;
    const QSignalBlocker quiet(this);
    setValue(place);
}

void CacheSlider::take_place(int place) {
    number_ = numbers_[static_cast<std::size_t>(place)];
    Q_EMIT moved();
}

} // namespace hitmap
