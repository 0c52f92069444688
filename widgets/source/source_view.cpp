#include "widgets/source/source_view.h"

#include "widgets/base/format.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtGui/QFontDatabase>
#include <QtGui/QHelpEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtGui/QTextBlock>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <array>
#include <string_view>

namespace hitmap {

namespace {

constexpr int cell_gap = 10; ///< pixels between columns
constexpr double hot_share = 0.01;

constexpr const char* share_key = "share_of_l1_misses";
/// The columns in the order in which they are shown if there is space.
constexpr std::array by_importance{
    share_key,  "l1_hit_rate", "l1_misses", "l2_hit_rate", "requests", "sectors", "active_lanes_per_request",
    "l2_misses"};

std::size_t gutter_column(std::string_view key) {
    const auto& columns = gutter_columns();
    return static_cast<std::size_t>(std::find_if(columns.begin(), columns.end(),
                                                 [&](const auto& column) { return column.info.key == key; }) -
                                    columns.begin());
}

/// The share of L1 misses, of L2 misses if nothing is looked up in L1.
double share_of_misses_in(const SourceRow& row) {
    const bool in_l1 = row.all.l1.lookups != 0;
    const double all = in_l1 ? row.all.l1.miss_count() : row.all.l2.miss_count();
    if (all == 0.0 || !row.sums) return 0.0;
    return (in_l1 ? row.sums->l1.miss_count() : row.sums->l2.miss_count()) / all;
}

} // namespace

SourceView::SourceView(QWidget* parent)
    : QPlainTextEdit(parent), gutter_(new QWidget(this)), head_(new QWidget(this)) {
    setObjectName(QStringLiteral("source_text"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setAccessibleName(tr("Source text"));
    gutter_->setObjectName(QStringLiteral("source_gutter"));
    gutter_->setCursor(Qt::PointingHandCursor);
    for (QWidget* widget : {gutter_, head_})
        widget->installEventFilter(this);
    connect(this, &QPlainTextEdit::updateRequest, gutter_, [this](const QRect&, int) { gutter_->update(); });
    connect(this, &QPlainTextEdit::cursorPositionChanged, gutter_, qOverload<>(&QWidget::update));
    measure();
}

SourceView::Row SourceView::row_of(const SourceRow& row) const {
    Row made;
    for (const ReportColumn<SourceRow>& column : gutter_columns())
        made.cells.append(cell_text(table_cell(column.info, column.value(row))));
    made.share = share_of_misses_in(row);
    return made;
}

namespace {

/// The name of a line or a function, and its sums by level.
QString sums_text(const std::string& name, const TrafficSums& sums) {
    const AllocationSums of = allocation_sums(sums);
    return QCoreApplication::translate("SourceView", "%1\n%2 requests, %3 sectors\n%4\n%5")
        .arg(text_of(name), count_text(of.requests), count_text(of.sectors),
             level_text(QStringLiteral("L1"), of.l1), level_text(QStringLiteral("L2"), of.l2));
}

/// The same for a line, with its buffers.
QString line_text(const LineTraffic& line, const std::vector<std::string>& allocations) {
    QString text = sums_text(line.name, line.sums);
    for (const LineAllocation& of : line.allocations) {
        const QString name = of.allocation == MatrixCell::outside
                                 ? QCoreApplication::translate("SourceView", "no allocation")
                                 : text_of(allocations[of.allocation]);
        text += QStringLiteral("\n%1: %2, %3")
                    .arg(name, level_text(QStringLiteral("L1"), of.sums.l1),
                         level_text(QStringLiteral("L2"), of.sums.l2));
    }
    return text;
}

} // namespace

void SourceView::show_file(const ShownFile& file, const TrafficSums& total,
                           const std::vector<std::string>& allocations) {
    rows_.clear();
    hot_.clear();
    most_ = 0.0;
    std::uint32_t hottest = 1;
    for (const LineTraffic& line : file.traffic.lines) {
        Row& row = rows_[line.line] = row_of(row_of_line(line, total));
        row.help = line_text(line, allocations);
        if (row.share > most_) hottest = line.line;
        most_ = std::max(most_, row.share);
        if (row.share >= hot_share) hot_.push_back(line.line);
    }
    for (const auto& [line, function] : file.functions) {
        const auto [at, is_new] = rows_.try_emplace(line);
        if (!is_new) continue; // the line has numbers of its own
        at->second = row_of(source_row(function.name, function.sums, total));
        at->second.is_function = true;
        at->second.help = sums_text(function.name, function.sums);
    }
    QStringList lines;
    for (const QString& line : file.lines)
        lines.append(line);
    const QString text = lines.join(QLatin1Char('\n'));
    const bool is_new = file_ != file.traffic.file || text != toPlainText();
    if (is_new) setPlainText(text);
    file_ = file.traffic.file;
    measure();
    if (is_new) go_to(hottest);
    gutter_->update();
}

void SourceView::mark_line(std::optional<std::uint32_t> line) {
    marked_ = line;
    QList<QTextEdit::ExtraSelection> marks;
    const QTextBlock block = line ? document()->findBlockByNumber(static_cast<int>(*line) - 1) : QTextBlock();
    if (block.isValid()) {
        QTextEdit::ExtraSelection mark;
        QColor colour = palette().color(QPalette::Highlight);
        colour.setAlphaF(0.25);
        mark.format.setBackground(colour);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        marks.append(mark);
    }
    setExtraSelections(marks);
    gutter_->update();
}

void SourceView::go_to(std::uint32_t line) {
    const QTextBlock block = document()->findBlockByNumber(static_cast<int>(line) - 1);
    if (!block.isValid()) return;
    setTextCursor(QTextCursor(block));
    centerCursor();
}

std::uint32_t SourceView::current_line() const {
    return static_cast<std::uint32_t>(textCursor().blockNumber()) + 1;
}

void SourceView::go_to_hot_line(int direction) {
    if (hot_.empty()) return;
    const std::uint32_t line = current_line();
    if (direction > 0) {
        const auto next = std::upper_bound(hot_.begin(), hot_.end(), line);
        return go_to(next == hot_.end() ? hot_.front() : *next);
    }
    const auto next = std::lower_bound(hot_.begin(), hot_.end(), line);
    go_to(next == hot_.begin() ? hot_.back() : *std::prev(next));
}

bool SourceView::find_text(const QString& text, bool backwards) {
    if (text.isEmpty()) return true;
    const QTextDocument::FindFlags flags =
        backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (find(text, flags)) return true;
    const QTextCursor before = textCursor();
    moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
    if (find(text, flags)) return true;
    setTextCursor(before);
    return false;
}

QStringList SourceView::numbers_of(std::uint32_t line) const {
    const auto row = rows_.find(line);
    return row == rows_.end() ? QStringList() : row->second.cells;
}

QString SourceView::help_of(std::uint32_t line) const {
    const auto row = rows_.find(line);
    return row == rows_.end() ? QString() : row->second.help;
}

/// Chooses the widths of the columns by their titles and cells.
void SourceView::measure() {
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    widths_.clear();
    for (std::size_t i = 0; i < gutter_columns().size(); ++i) {
        int widest = metrics.horizontalAdvance(text_of(gutter_columns()[i].info.title));
        for (const auto& [line, row] : rows_)
            widest = std::max(widest, metrics.horizontalAdvance(row.cells[static_cast<int>(i)]));
        widths_.push_back(widest);
    }
    number_width_ = metrics.horizontalAdvance(QString::number(blockCount()));
    place_gutter();
}

void SourceView::place_gutter() {
    const QRect inside = contentsRect();
    int width = number_width_ + 2 * cell_gap;
    shown_.clear();
    for (const char* const key : by_importance) {
        const std::size_t column = gutter_column(key);
        const int wider = width + widths_[column] + cell_gap;
        if (!shown_.empty() && wider > inside.width() / 2) break;
        width = wider;
        shown_.push_back(column);
    }
    std::sort(shown_.begin(), shown_.end());
    const int height = fontMetrics().height() + 6;
    setViewportMargins(width, height, 0, 0);
    head_->setGeometry(inside.left(), inside.top(), width, height);
    gutter_->setGeometry(inside.left(), inside.top() + height, width, inside.height() - height);
}

template <class Visit>
void SourceView::for_each_cell(const QRect& row, const Visit& visit) const {
    int left = cell_gap;
    for (const std::size_t column : shown_) {
        visit(column, QRect(left, row.top(), widths_[column], row.height()));
        left += widths_[column] + cell_gap;
    }
}

void SourceView::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    place_gutter();
}

void SourceView::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        measure();
        mark_line(marked_);
    }
}

void SourceView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT line_chosen(current_line());
    else
        QPlainTextEdit::keyPressEvent(event);
}

bool SourceView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == head_ && event->type() == QEvent::Paint) {
        QPainter painter(head_);
        paint_titles(painter);
        return true;
    }
    if (watched == head_ && event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for_each_cell(head_->rect(), [&](std::size_t column, const QRect& place) {
            if (place.contains(help->pos()))
                QToolTip::showText(help->globalPos(), tr(gutter_columns()[column].info.help.c_str()), head_);
        });
        return true;
    }
    if (watched == gutter_ && gutter_event(*event)) return true;
    return QPlainTextEdit::eventFilter(watched, event);
}

bool SourceView::gutter_event(QEvent& event) {
    switch (event.type()) {
    case QEvent::Paint:
        paint_gutter(static_cast<QPaintEvent&>(event));
        return true;
    case QEvent::Wheel:
        QCoreApplication::sendEvent(viewport(), &event);
        return true;
    case QEvent::ToolTip: {
        const auto& help = static_cast<QHelpEvent&>(event);
        const QString text = help_of(line_at(help.y()));
        if (text.isEmpty()) return false; // what a click does
        QToolTip::showText(help.globalPos(),
                           gutter_->toolTip().isEmpty() ? text
                                                        : text + QStringLiteral("\n\n") + gutter_->toolTip(),
                           gutter_);
        return true;
    }
    case QEvent::MouseButtonPress: {
        const auto& press = static_cast<QMouseEvent&>(event);
        const std::uint32_t line = line_at(press.y());
        if (press.button() != Qt::LeftButton || line == 0) return false;
        setTextCursor(QTextCursor(document()->findBlockByNumber(static_cast<int>(line) - 1)));
        setFocus(Qt::MouseFocusReason);
        Q_EMIT line_chosen(line);
        return true;
    }
    default:
        return false;
    }
}

QRect SourceView::place_of(std::uint32_t line) const {
    const QTextBlock block = document()->findBlockByNumber(static_cast<int>(line) - 1);
    if (!block.isValid()) return {};
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    return {0, static_cast<int>(place.top()), gutter_->width(), static_cast<int>(place.height())};
}

std::uint32_t SourceView::line_at(int y) const {
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const auto line = static_cast<std::uint32_t>(block.blockNumber()) + 1;
        const QRect place = place_of(line);
        if (place.top() > y) break;
        if (y < place.top() + place.height()) return line;
    }
    return 0;
}

void SourceView::paint_titles(QPainter& painter) {
    painter.fillRect(head_->rect(), palette().color(QPalette::Window));
    painter.setPen(palette().color(QPalette::WindowText));
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    for_each_cell(head_->rect(), [&](std::size_t column, const QRect& place) {
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         text_of(gutter_columns()[column].info.title));
    });
}

void SourceView::paint_gutter(QPaintEvent& event) {
    QPainter painter(gutter_);
    painter.fillRect(event.rect(), palette().color(QPalette::AlternateBase));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const auto line = static_cast<std::uint32_t>(block.blockNumber()) + 1;
        const QRect place = place_of(line);
        if (place.top() > event.rect().bottom()) break;
        paint_row(painter, place, line);
    }
}

void SourceView::paint_row(QPainter& painter, const QRect& place, std::uint32_t line) {
    if (marked_ == line || current_line() == line) {
        QColor colour = palette().color(QPalette::Highlight);
        colour.setAlphaF(marked_ == line ? 0.25 : 0.12);
        painter.fillRect(place, colour);
    }
    QFont plain = font();
    painter.setFont(plain);
    painter.setPen(palette().color(QPalette::Disabled, QPalette::Text));
    painter.drawText(place.adjusted(0, 0, -cell_gap / 2, 0), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(line));
    const auto row = rows_.find(line);
    if (row == rows_.end()) return;
    plain.setBold(row->second.is_function);
    painter.setFont(plain);
    painter.setPen(palette().color(QPalette::Text));
    for_each_cell(place, [&](std::size_t column, const QRect& cell) {
        if (column == gutter_column(share_key) && !row->second.is_function && most_ > 0.0) {
            QColor bar = palette().color(QPalette::Highlight);
            bar.setAlphaF(0.45);
            const int length = static_cast<int>(row->second.share / most_ * cell.width());
            painter.fillRect(QRect(cell.right() + 1 - length, cell.top() + 1, length, cell.height() - 2),
                             bar);
        }
        painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter,
                         row->second.cells[static_cast<int>(column)]);
    });
}

} // namespace hitmap
