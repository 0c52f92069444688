#include "app/record_program/argument_words.h"

#include "core/base/error.h"
#include "widgets/base/tr.h"

#include <utility>

namespace hitmap {

namespace {

/// Splits one line.
class WordSplitter {
public:
    explicit WordSplitter(const QString& line) : line_(line) {}

    QStringList words() {
        while (at_ < line_.size())
            take(line_[at_++]);
        end_word();
        return std::move(words_);
    }

private:
    void take(QChar next) {
        if (next == QLatin1Char(' ') || next == QLatin1Char('\t') || next == QLatin1Char('\n'))
            return end_word();
        const bool begins = !is_word_;
        is_word_ = true;
        if (next == QLatin1Char('\''))
            take_single_quotes();
        else if (next == QLatin1Char('"'))
            take_double_quotes();
        else if (next == QLatin1Char('\\'))
            take_escaped();
        else if (QStringLiteral("|&;<>()$`").contains(next) || (begins && next == QLatin1Char('~')))
            refuse(next);
        else
            word_ += next;
    }
    void take_single_quotes() {
        const int end = line_.indexOf(QLatin1Char('\''), at_);
        if (end < 0) refuse_open(QStringLiteral("'"));
        word_ += line_.mid(at_, end - at_);
        at_ = end + 1;
    }
    void take_double_quotes() {
        for (; at_ < line_.size(); ++at_) {
            const QChar each = line_[at_];
            if (each == QLatin1Char('"')) {
                ++at_;
                return;
            }
            if (each == QLatin1Char('$') || each == QLatin1Char('`')) refuse(each);
            // A backslash quotes these only; it stays before others.
            const bool quotes = each == QLatin1Char('\\') && at_ + 1 < line_.size() &&
                                QStringLiteral("$`\"\\").contains(line_[at_ + 1]);
            if (quotes) ++at_;
            word_ += line_[at_];
        }
        refuse_open(QStringLiteral("\""));
    }
    void take_escaped() {
        if (at_ == line_.size())
            throw UsageError(tr("expected a character behind the last \\").toStdString());
        word_ += line_[at_++];
    }
    void end_word() {
        if (is_word_) words_.append(std::exchange(word_, {}));
        is_word_ = false;
    }
    [[noreturn]] static void refuse(QChar found) {
        throw UsageError(tr("expected words, found %1, which only a shell understands; no shell reads them, "
                            "so that it has to stand between single quotes")
                             .arg(found)
                             .toStdString());
    }
    [[noreturn]] static void refuse_open(const QString& quote) {
        throw UsageError(
            tr("expected another %1 that ends what the last one begins").arg(quote).toStdString());
    }

    const QString& line_;
    int at_ = 0;
    QString word_;
    bool is_word_ = false; ///< a word may be empty: ''
    QStringList words_;
};

} // namespace

QStringList argument_words(const QString& line) {
    return WordSplitter(line).words();
}

} // namespace hitmap
