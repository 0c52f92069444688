#include "widgets/table/row_names.h"

#include <QtGui/QPainter>
#include <QtWidgets/QStyleOptionHeader>

namespace hitmap {

namespace {

constexpr int name_margin = 4; // to the left and right of a name

} // namespace

RowNames::RowNames(QWidget* parent) : QHeaderView(Qt::Vertical, parent) {
    setSectionsClickable(true);
    setHighlightSections(false);
}

QStringList RowNames::lines_of(const QString& name, const QFontMetrics& metrics, int width) {
    if (metrics.horizontalAdvance(name) <= width) return {name};
    for (int space = name.lastIndexOf(QLatin1Char(' ')); space > 0;
         space = name.lastIndexOf(QLatin1Char(' '), space - 1))
        if (metrics.horizontalAdvance(name.left(space)) <= width)
            return {name.left(space), name.mid(space + 1)};
    return {name};
}

void RowNames::paintSection(QPainter* painter, const QRect& rect, int section) const {
    QStyleOptionHeader option;
    initStyleOption(&option);
    option.rect = rect;
    option.section = section;
    option.state |= QStyle::State_Raised;
    style()->drawControl(QStyle::CE_HeaderSection, &option, painter, this);

    const QString name = model()->headerData(section, Qt::Vertical, Qt::DisplayRole).toString();
    const int width = rect.width() - 2 * name_margin;
    const int height = fontMetrics().height();
    QStringList lines{name};
    if (2 * height <= rect.height()) lines = lines_of(name, fontMetrics(), width);
    QRect line(rect.left() + name_margin, rect.center().y() + 1 - height * lines.size() / 2, width, height);
    for (const QString& text : lines) {
        style()->drawItemText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(),
                              fontMetrics().elidedText(text, Qt::ElideRight, width), QPalette::ButtonText);
        line.translate(0, height);
    }
}

} // namespace hitmap
