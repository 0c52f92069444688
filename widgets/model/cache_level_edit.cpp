#include "widgets/model/cache_level_edit.h"

#include "core/base/error.h"
#include "core/cache/sdcm/sdcm_config.h"
#include "core/profile/models/model_texts.h"
#include "widgets/base/format.h"
#include "widgets/controls/steady_label.h"
#include "widgets/model/cache_slider.h"

#include <QtGui/QResizeEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLayout>
#include <QtWidgets/QLineEdit>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace hitmap {

namespace {

std::string compact_size(std::uint64_t bytes) {
    std::string text = format_size(bytes);
    std::erase(text, ' ');
    return text;
}

QString sets_text(const CacheGeometry& cache) {
    if (const std::string broken = broken_sets_note(cache); !broken.empty()) return text_of(broken);
    const QString lines = count_text(cache.lines());
    if (cache.ways == cache.lines()) return CacheLevelEdit::tr("%1 lines in one set").arg(lines);
    return CacheLevelEdit::tr("%1 lines in %2 sets of %3")
        .arg(lines, count_text(cache.lines() / cache.ways), count_text(cache.ways));
}

bool has_sectors(const CacheGeometry& cache) {
    return cache.sector != cache.line;
}

void show_text(QLineEdit& field, const QString& text) {
    if (field.text() != text) field.setText(text); // otherwise the cursor stays
}

} // namespace

QString cache_text(const CacheGeometry& geometry, const CacheGeometry& standard) {
    std::string text = to_string(geometry);
    if (parse_cache_geometry(text, standard) != geometry) {
        const std::string ways =
            geometry.ways == geometry.lines() ? std::string("full") : std::to_string(geometry.ways);
        text = fmt::format("{}:{}/{}:{}:{}:{}", compact_size(geometry.capacity), geometry.line,
                           geometry.sector, ways, geometry.policy, geometry.index);
    }
    return QString::fromStdString(text);
}

void CacheLevelEdit::set_model(const std::string& preset, const CacheGeometry& standard,
                               PossibleCache possible) {
    possible_ = std::move(possible);
    if (preset == preset_ && standard == standard_) return;
    preset_ = preset;
    standard_ = standard;
    numbers_of_.reset();
    if (cache_.line == 0) return; // there is no cache yet
    show_other_parts();
    show_sliders();
}

void CacheLevelEdit::set_geometry(const CacheGeometry& geometry) {
    if (geometry != cache_) take(geometry);
    show_cache();
}

void CacheLevelEdit::take(const CacheGeometry& geometry) {
    cache_ = geometry;
    chosen_ways_ = geometry.ways;
    full_ = geometry.ways == geometry.lines();
}

bool CacheLevelEdit::has_whole_text() const {
    return capacity_.field->text().contains(QLatin1Char(':'));
}

QString CacheLevelEdit::entered() const {
    QString capacity = capacity_.field->text().trimmed();
    if (has_whole_text()) return capacity;
    const std::uint32_t line = line_->currentData().toUInt();
    const std::uint32_t sector = sector_->currentData().toUInt();
    QString text = capacity.remove(QLatin1Char(' ')) + QStringLiteral(":%1").arg(line);
    if (sector != 0 || has_sectors(standard_)) text += QStringLiteral("/%1").arg(sector != 0 ? sector : line);
    text += QLatin1Char(':') + ways_.field->text().trimmed();
    const QString policy = policy_->currentText();
    const QString index = index_->currentText();
    const bool other_index = index.toStdString() != standard_.index;
    if (other_index || policy.toStdString() != standard_.policy) text += QLatin1Char(':') + policy;
    if (other_index) text += QLatin1Char(':') + index;
    return text;
}

CacheGeometry CacheLevelEdit::value() const {
    return ChoicePlace{level_.toStdString()}.refusing(
        [&] { return parse_cache_geometry(entered().toStdString(), standard_); });
}

QString CacheLevelEdit::text() const {
    try {
        return cache_text(value(), standard_);
    } catch (const UsageError&) {
        return entered();
    }
}

void CacheLevelEdit::take_text(const QString& text) {
    capacity_.field->setText(text.simplified());
    complete_text();
}

void CacheLevelEdit::complete_text() {
    try {
        set_geometry(value());
    } catch (const UsageError&) { // show_error() says so
    }
}

void CacheLevelEdit::take_entered() {
    if (showing_) return;
    try {
        const CacheGeometry geometry = value();
        if (geometry != cache_) take(geometry);
        if (has_whole_text()) show_other_parts();
        show_sliders();
    } catch (const UsageError&) { // show_error() says so
    }
    Q_EMIT changed();
}

void CacheLevelEdit::take_part() {
    if (showing_) return;
    if (has_whole_text()) { // from which the part is to differ now
        showing_ = true;
        capacity_.field->setText(QString::fromStdString(format_size(cache_.capacity)));
        showing_ = false;
    }
    take_entered();
}

void CacheLevelEdit::take_capacity() {
    cache_ = with_lines(cache_, capacity_.slider->number(), curve_ways());
    show_cache();
    Q_EMIT moved();
}

void CacheLevelEdit::take_ways() {
    cache_.ways = chosen_ways_ = ways_.slider->number();
    full_ = cache_.ways == cache_.lines();
    show_cache();
    Q_EMIT moved();
}

void CacheLevelEdit::show_cache() {
    showing_ = true;
    show_text(*capacity_.field, QString::fromStdString(format_size(cache_.capacity)));
    showing_ = false;
    show_other_parts();
    show_sliders();
}

void CacheLevelEdit::show_other_parts() {
    showing_ = true;
    show_text(*ways_.field,
              cache_.ways == cache_.lines() ? QStringLiteral("full") : QString::number(cache_.ways));
    line_->setCurrentIndex(line_->findData(cache_.line));
    sector_->setCurrentIndex(sector_->findData(has_sectors(cache_) ? cache_.sector : 0U));
    policy_->setCurrentText(QString::fromStdString(cache_.policy));
    index_->setCurrentText(QString::fromStdString(cache_.index));
    showing_ = false;
    // The stack distance model refuses other values, which a text can have. They can be chosen away.
    const CacheGeometry plain;
    const bool any = !preset_.empty();
    sector_->setEnabled(any || has_sectors(cache_));
    policy_->setEnabled(any || cache_.policy != plain.policy);
    index_->setEnabled(any || cache_.index != plain.index);
}

void CacheLevelEdit::show_sliders() {
    const std::pair now(cache_, curve_ways());
    if (numbers_of_ == now) return;
    numbers_of_ = now;
    const std::uint64_t last = std::max(cache_.lines(), largest_ / cache_.line);
    const std::uint64_t own = standard_.line != 0 ? standard_.lines() : 0;
    const auto lines = line_numbers(cache_, curve_ways(), last, possible_);
    capacity_.slider->set_numbers(lines, line_stops(lines, curve_ways(), own));
    capacity_.slider->set_number(cache_.lines());
    const auto ways = way_numbers(cache_, possible_);
    ways_.slider->set_numbers(ways, ways);
    ways_.slider->set_number(cache_.ways);
}

void CacheLevelEdit::show_error(const QString& error) {
    note_->setText(error.isEmpty() ? sets_text(cache_) : error);
    for (QLineEdit* field : {capacity_.field, ways_.field})
        field->setAccessibleDescription(note_->text());
    hold_height();
}

/// Layouts around this one would otherwise press its rows together while the line below grows.
void CacheLevelEdit::hold_height() {
    layout()->invalidate();
    setMinimumHeight(layout()->heightForWidth(width()));
}

void CacheLevelEdit::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) hold_height();
}

bool CacheLevelEdit::moves() const {
    return capacity_.slider->moves() || ways_.slider->moves();
}

QWidget& CacheLevelEdit::capacity_slider() const {
    return *capacity_.slider;
}

} // namespace hitmap
