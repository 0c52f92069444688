#include "widgets/controls/flow_layout.h"

#include <algorithm>
#include <cstddef>

namespace hitmap {

namespace {

constexpr int space_between_items = 6; ///< between two items of a line
constexpr int space_between_lines = 2; ///< between two lines

} // namespace

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (itemAt(index) == nullptr) return nullptr;
    QLayoutItem* const item = items_[static_cast<std::size_t>(index)].release();
    items_.erase(items_.begin() + index);
    invalidate();
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const {
    int width = 0;
    for (const auto& item : items_)
        if (!item->isEmpty()) width += item->sizeHint().width() + (width == 0 ? 0 : space_between_items);
    return {width, heightForWidth(width)};
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const auto& item : items_)
        if (!item->isEmpty()) size = size.expandedTo(item->sizeHint());
    return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& place, bool moves) const {
    int x = place.x();
    int y = place.y();
    int height = 0; // of the line
    for (const auto& item : items_) {
        if (item->isEmpty()) continue; // hidden
        const QSize size = item->sizeHint();
        if (x > place.x() && x + size.width() > place.x() + place.width()) {
            x = place.x();
            y += height + space_between_lines;
            height = 0;
        }
        if (moves) item->setGeometry({QPoint(x, y), size});
        x += size.width() + space_between_items;
        height = std::max(height, size.height());
    }
    return y + height - place.y();
}

} // namespace hitmap
