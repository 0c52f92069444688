#include "app/record_program/record_outcome.h"

#include "app/record_program/record_settings.h"
#include "core/base/text/printable.h"
#include "widgets/base/path_text.h"
#include "widgets/base/tr.h"

#include <QtCore/QRegularExpression>

#include <utility>

namespace hitmap {

namespace {

constexpr int most_remarks = 100;

QString printed(const QString& text) {
    return QString::fromStdString(printable(path_bytes(text)));
}

/// Matches the names that `hitmap record` gives to recordings of several processes: mine.2.hmt, and a number
/// in the place of %p.
QRegularExpression names_of(const QString& output) {
    const int dot = output.lastIndexOf(QLatin1Char('.'));
    QString stem = QRegularExpression::escape(output.left(dot));
    stem.replace(QRegularExpression::escape(QStringLiteral("%p")), QStringLiteral("\\d+"));
    return QRegularExpression(
        QStringLiteral("^(%1(\\.\\d+)?%2): (.*)$").arg(stem, QRegularExpression::escape(output.mid(dot))));
}

bool is_summary(const QString& text) {
    static const QRegularExpression summary(QStringLiteral("^\\d+ launch(es)?, "));
    return summary.match(text).hasMatch();
}

/// How it ended, if not as it should.
QString end_text(const RecordOutcome& outcome) {
    if (!outcome.problem.isEmpty()) return outcome.problem;
    if (outcome.was_stopped)
        return outcome.recordings.empty() ? tr("It was stopped, and nothing was recorded.")
                                          : tr("It was stopped. What was recorded until then is kept.");
    if (!outcome.ended_itself) return tr("hitmap record was ended by a signal.");
    if (outcome.recordings.empty()) return tr("Nothing was recorded.");
    if (outcome.status != 0) return tr("hitmap record ended with exit status %1.").arg(outcome.status);
    return {};
}

} // namespace

QString outcome_text(const RecordOutcome& outcome) {
    QStringList lines;
    for (const RecordedFile& file : outcome.recordings)
        lines.append(tr("Recorded %1: %2.").arg(file.path, file.summary));
    if (const QString end = end_text(outcome); !end.isEmpty()) lines.append(end);
    for (const QString& remark : outcome.remarks)
        lines.append(QStringLiteral("• ") + remark);
    if (outcome.left_out != 0)
        lines.append(tr("%1 more remarks are in the printed text.").arg(outcome.left_out));
    return lines.join(QLatin1Char('\n'));
}

RecordReader::RecordReader(QString folder, QString output, QString program)
    : folder_(std::move(folder)), output_(std::move(output)), program_(std::move(program)) {}

QString RecordReader::recording_in(const QString& line, QString& rest) const {
    const QString own = printed(output_) + QStringLiteral(": ");
    if (line.startsWith(own)) {
        rest = line.mid(own.size());
        return path_in(folder_, output_);
    }
    const auto match = names_of(printed(output_)).match(line);
    if (!match.hasMatch()) return {};
    rest = match.captured(3);
    return path_in(folder_, match.captured(1));
}

void RecordReader::take(const QString& line) {
    QString rest;
    if (const QString path = recording_in(line, rest); !path.isEmpty()) {
        if (is_summary(rest))
            outcome_.recordings.push_back({path, rest});
        else
            remark(rest);
        return;
    }
    static const QRegularExpression speaker(QStringLiteral("^hitmap( capture)?: "));
    // Of the layer, of the command, of a process, of the end of the program, and of a spool that was kept.
    static const QRegularExpression own(
        QStringLiteral("^(hitmap capture: |hitmap: |process \\d+: |.*\\.spool: kept; )"));
    if (own.match(line).hasMatch() || line.startsWith(printed(program_) + QStringLiteral(": ended ")))
        remark(QString(line).remove(speaker));
}

void RecordReader::remark(const QString& text) {
    // What the user did needs no remark.
    if (text == QLatin1String("interrupted") || outcome_.remarks.contains(text)) return;
    if (outcome_.remarks.size() == most_remarks)
        ++outcome_.left_out;
    else
        outcome_.remarks.append(text);
}

} // namespace hitmap
