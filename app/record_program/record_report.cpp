#include "app/record_program/record_report.h"

#include "app/record_program/output_view.h"
#include "widgets/base/format.h"

#include <QtGui/QAccessible>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace hitmap {

namespace {

QLabel* titled(const QString& text, QWidget& buddy) {
    auto* label = new QLabel(text);
    label->setBuddy(&buddy);
    buddy.setAccessibleName(QString(text).remove(QLatin1Char('&')));
    return label;
}

QString spool_text(const SpoolSize& size, const QString& folder) {
    const QString spooled = RecordReport::tr("Spooled so far: %1").arg(bytes_text(size.bytes));
    return size.free ? RecordReport::tr("%1; free in %2: %3").arg(spooled, folder, bytes_text(*size.free))
                     : spooled;
}

} // namespace

RecordReport::RecordReport(QWidget* parent)
    : QWidget(parent),
      output_(new OutputView),
      spool_(new QLabel),
      warning_(new QLabel),
      summary_(new QPlainTextEdit) {
    output_->setObjectName(QStringLiteral("record_printed"));
    spool_->setObjectName(QStringLiteral("record_spool"));
    warning_->setObjectName(QStringLiteral("record_spool_warning"));
    summary_->setObjectName(QStringLiteral("record_summary"));
    for (QLabel* label : {spool_, warning_}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setWordWrap(true);
        label->hide();
    }
    QFont bold = warning_->font();
    bold.setBold(true);
    warning_->setFont(bold);
    warning_->setText(tr("⚠ The spool grows large, and the recording will need room beside it. Stop ends the "
                         "program and keeps what was recorded until then; less is recorded with fewer "
                         "kernels or dispatches."));
    summary_->setReadOnly(true);
    summary_->setTabChangesFocus(true);
    summary_->setFixedHeight(8 * fontMetrics().lineSpacing() + 12);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(titled(tr("Printed te&xt"), *output_));
    rows->addWidget(output_, 1);
    rows->addWidget(spool_);
    rows->addWidget(warning_);
    rows->addWidget(titled(tr("&What was recorded, and what was refused"), *summary_));
    rows->addWidget(summary_);
}

void RecordReport::show_summary(const QString& text) {
    summary_->setPlainText(text);
}

bool RecordReport::show_spool(const SpoolSize& size, const QString& folder) {
    spool_->setText(spool_text(size, folder));
    spool_->show();
    if (!is_large(size) || std::exchange(warns_, true)) return false;
    warning_->show();
    QAccessibleEvent alert(warning_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    return true;
}

void RecordReport::clear_spool() {
    warns_ = false;
    spool_->hide();
    warning_->hide();
}

} // namespace hitmap
