#include "widgets/controls/sentence_list.h"

#include "widgets/base/format.h"

#include <QtGui/QCursor>
#include <QtGui/QTextLayout>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// The height of a text that is wrapped as the style paints it.
double wrapped_height(const QString& text, const QFont& font, double width) {
    QTextLayout layout(text, font);
    layout.beginLayout();
    double height = 0.0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        height += line.height();
    }
    layout.endLayout();
    return height;
}

/// Items as high as their whole texts. The height that Qt computes ignores the spacing between items, which
/// takes some of their width, and the heights of lines as they are painted, so that the last line may be
/// missing.
class WholeTexts final : public QStyledItemDelegate {
public:
    explicit WholeTexts(QListWidget& list) : QStyledItemDelegate(&list), list_(list) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int margin = list_.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, &list_) + 1;
        const int width = list_.viewport()->width() - 2 * (list_.spacing() + margin);
        const double height = wrapped_height(index.data().toString(), option.font, width);
        return QStyledItemDelegate::sizeHint(option, index)
            .expandedTo(QSize(0, static_cast<int>(std::ceil(height)) + 2 * margin));
    }

private:
    const QListWidget& list_;
};

} // namespace

SentenceList::SentenceList(QWidget* parent) : QListWidget(parent) {
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSpacing(3);
    setItemDelegate(new WholeTexts(*this));
}

void SentenceList::set_sentences(const QStringList& texts) {
    const int row = currentRow();
    // Items stay, since clear() would scroll to the top.
    while (count() > texts.size())
        delete takeItem(count() - 1);
    for (int i = 0; i < texts.size(); ++i) {
        const QString text = QStringLiteral("%1. %2").arg(i + 1).arg(unbroken(texts[i]));
        if (i == count())
            addItem(text);
        else if (item(i)->text() != text)
            item(i)->setText(text);
    }
    if (!texts.isEmpty()) setCurrentRow(std::clamp(row, 0, count() - 1));
}

int SentenceList::looked_at() const {
    const QRect seen = viewport()->rect();
    const auto row_at = [&](const QPoint& place) { return row(itemAt(place)); };
    const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
    if (viewport()->underMouse() && row_at(pointer) >= 0) return row_at(pointer);
    if (currentItem() != nullptr && visualItemRect(currentItem()).intersects(seen)) return currentRow();
    for (int i = 0; i < count(); ++i)
        if (visualItemRect(item(i)).intersects(seen)) return i;
    return -1;
}

void SentenceList::put_at(int row, int top) {
    QScrollBar& bar = *verticalScrollBar();
    bar.setValue(bar.value() + top_of(row) - top);
}

} // namespace hitmap
