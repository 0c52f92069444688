#include "app/record_program/output_view.h"

#include <QtGui/QFontDatabase>
#include <QtGui/QTextCursor>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int most_lines = 5000;

} // namespace

OutputView::OutputView(QWidget* parent) : QPlainTextEdit(parent) {
    setReadOnly(true);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(most_lines);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void OutputView::clear_lines() {
    clear();
    has_begun_ = false;
}

void OutputView::add_lines(const QStringList& lines) {
    remove_begun();
    const int first = std::max(0, lines.size() - most_lines); // earlier ones would go at once
    appendPlainText(lines.mid(first).join(QLatin1Char('\n')));
}

void OutputView::show_begun(const QString& line) {
    remove_begun();
    if (line.isEmpty()) return;
    appendPlainText(line);
    has_begun_ = true;
}

void OutputView::remove_begun() {
    if (!has_begun_) return;
    has_begun_ = false;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    cursor.deletePreviousChar(); // the break before it, if it was not the first
}

} // namespace hitmap
