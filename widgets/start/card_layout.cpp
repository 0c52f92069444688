#include "widgets/start/card_layout.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

constexpr int card_spacing = 14;

int card_height(const QLayoutItem& card, int width) {
    return card.hasHeightForWidth() ? card.heightForWidth(width) : card.sizeHint().height();
}

} // namespace

CardLayout::CardLayout(int narrowest, int widest) : narrowest_(narrowest), widest_(widest) {
    setSpacing(card_spacing);
    setContentsMargins(0, 0, 0, 0);
}

CardLayout::~CardLayout() = default;

int CardLayout::columns(int width) const {
    return std::max(1, (width + spacing()) / (narrowest_ + spacing()));
}

int CardLayout::card_width(int width) const {
    const int in_row = columns(width);
    return std::min(widest_, (width - (in_row - 1) * spacing()) / in_row);
}

void CardLayout::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
    invalidate();
}

QLayoutItem* CardLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* CardLayout::takeAt(int index) {
    if (index < 0 || index >= count()) return nullptr;
    const auto place = items_.begin() + index;
    QLayoutItem* const item = place->release();
    items_.erase(place);
    invalidate();
    return item;
}

std::vector<QLayoutItem*> CardLayout::shown() const {
    std::vector<QLayoutItem*> cards;
    for (const auto& item : items_)
        if (!item->isEmpty()) cards.push_back(item.get());
    return cards;
}

std::vector<int> CardLayout::row_heights(int width) const {
    const std::vector<QLayoutItem*> cards = shown();
    const auto in_row = static_cast<std::size_t>(columns(width));
    std::vector<int> heights((cards.size() + in_row - 1) / in_row);
    for (std::size_t i = 0; i < cards.size(); ++i)
        heights[i / in_row] = std::max(heights[i / in_row], card_height(*cards[i], card_width(width)));
    return heights;
}

int CardLayout::heightForWidth(int width) const {
    const std::vector<int> heights = row_heights(width);
    const int gaps = std::max(0, static_cast<int>(heights.size()) - 1) * spacing();
    return std::accumulate(heights.begin(), heights.end(), gaps);
}

QSize CardLayout::sizeHint() const {
    const int width = 3 * widest_ + 2 * spacing();
    return {width, heightForWidth(width)};
}

QSize CardLayout::minimumSize() const {
    return {narrowest_, 0};
}

void CardLayout::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    const std::vector<QLayoutItem*> cards = shown();
    const std::vector<int> heights = row_heights(area.width());
    const auto in_row = static_cast<std::size_t>(columns(area.width()));
    const int width = card_width(area.width());
    int y = area.y();
    for (std::size_t row = 0; row < heights.size(); ++row) {
        int x = area.x();
        for (std::size_t i = row * in_row; i < std::min(cards.size(), (row + 1) * in_row); ++i) {
            cards[i]->setGeometry({x, y, width, heights[row]});
            x += width + spacing();
        }
        y += heights[row] + spacing();
    }
}

} // namespace hitmap
