#include "app/record_program/output_lines.h"

#include "core/base/text/printable.h"

#include <QtCore/QRegularExpression>

#include <utility>

namespace hitmap {

namespace {

constexpr int longest_line = 65'536;

QString shown_line(const QByteArray& bytes) {
    // ECMA-48, 5.4: control sequences, such as those of colours. Then ESC with one more character.
    static const QRegularExpression sequences(QStringLiteral("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\\\-_]"));
    QByteArray text = bytes;
    text.replace('\t', "    ");
    const QString plain = QString::fromUtf8(
        QByteArray::fromStdString(printable(QString::fromUtf8(text).remove(sequences).toStdString())));
    return plain;
}

} // namespace

QStringList OutputLines::take(const QByteArray& bytes) {
    QStringList lines;
    for (const char each : bytes) {
        if (each == '\n' || line_.size() >= longest_line) {
            lines.append(shown_line(std::exchange(line_, {})));
            returned_ = false;
            if (each == '\n') continue;
        }
        if (each == '\r') {
            returned_ = true;
            continue;
        }
        if (std::exchange(returned_, false)) line_.clear();
        line_ += each;
    }
    return lines;
}

QString OutputLines::rest() const {
    return shown_line(line_);
}

QString OutputLines::take_rest() {
    returned_ = false;
    return shown_line(std::exchange(line_, {}));
}

} // namespace hitmap
