#include "widgets/source/editor_command.h"

#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QProcess>
#include <QtCore/QSettings>

namespace hitmap {

namespace {

const QLatin1String command_key("editor/command");

QString with_place(const QString& word, const QString& file, std::uint32_t line) {
    QString result;
    for (int i = 0; i < word.size(); ++i) {
        const QChar next = i + 1 < word.size() ? word[i + 1] : QChar();
        const bool is_mark =
            word[i] == QLatin1Char('%') &&
            (next == QLatin1Char('f') || next == QLatin1Char('l') || next == QLatin1Char('%'));
        if (!is_mark)
            result += word[i];
        else if (next == QLatin1Char('f'))
            result += file;
        else
            result += next == QLatin1Char('l') ? QString::number(line) : QStringLiteral("%");
        if (is_mark) ++i;
    }
    return result;
}

} // namespace

std::vector<EditorPreset> editor_presets() {
    return {{QStringLiteral("Visual Studio Code"), QStringLiteral("code --goto %f:%l")},
            {QStringLiteral("Kate"), QStringLiteral("kate --line %l %f")},
            {QStringLiteral("Emacs"), QStringLiteral("emacsclient --no-wait +%l %f")},
            {QStringLiteral("GVim"), QStringLiteral("gvim +%l %f")},
            {QStringLiteral("Neovim"), QStringLiteral("x-terminal-emulator -e nvim +%l %f")},
            {QStringLiteral("Qt Creator"), QStringLiteral("qtcreator -client %f:%l")},
            {QStringLiteral("Sublime Text"), QStringLiteral("subl %f:%l")}};
}

QStringList editor_words(const QString& command, const QString& file, std::uint32_t line) {
    QStringList words = QProcess::splitCommand(command);
    for (QString& word : words)
        word = with_place(word, file, line);
    return words;
}

QString stored_editor_command() {
    const QString stored = QSettings().value(command_key).toString();
    return stored.isEmpty() ? editor_presets().front().command : stored;
}

void store_editor_command(const QString& command) {
    QSettings().setValue(command_key, command);
}

QString open_in_editor(const QString& file, std::uint32_t line) {
    QStringList words = editor_words(stored_editor_command(), file, line);
    if (words.isEmpty()) return tr("Settings name no editor.");
    const QString program = words.takeFirst();
    if (QProcess::startDetached(program, words)) return {};
    return tr("%1 cannot be started. Settings name the editor.").arg(program);
}

} // namespace hitmap
