#include "app/record_program/record_check.h"

#include "app/record_program/argument_words.h"
#include "core/base/error.h"
#include "core/cache/array/cache_geometry.h"
#include "widgets/base/path_text.h"
#include "widgets/base/tr.h"

#include <QtCore/QFileInfo>
#include <QtCore/QRegularExpression>
#include <QtCore/QStandardPaths>

#include <limits>
#include <optional>

namespace hitmap {

namespace {

/// The folders in which a program is looked for.
QStringList program_folders(const RecordSettings& settings) {
    QString path = path_text(qgetenv("PATH").toStdString());
    for (const QString& variable : environment_of(settings))
        if (variable.startsWith(QLatin1String("PATH="))) path = variable.mid(5);
    QStringList folders;
    for (const QString& folder : path.split(QLatin1Char(':')))
        folders.append(path_in(settings.folder, folder)); // an empty one is the working folder
    return folders;
}

QString program_problem(const RecordSettings& settings) {
    const QString program = settings.program.trimmed();
    if (program.isEmpty()) return tr("Expected a program.");
    if (!program.contains(QLatin1Char('/'))) {
        if (!QStandardPaths::findExecutable(program, program_folders(settings)).isEmpty()) return {};
        const bool is_here = QFileInfo(path_in(settings.folder, program)).isFile();
        return is_here
                   ? tr("Expected a program in PATH, found none of this name; for that in the folder, write "
                        "./%1.")
                         .arg(program)
                   : tr("Expected a program in PATH, found none named %1.").arg(program);
    }
    const QFileInfo file(path_in(settings.folder, program));
    if (!file.exists()) return tr("Expected a program, found no file %1.").arg(file.filePath());
    if (file.isDir()) return tr("Expected a program, found a folder: %1.").arg(file.filePath());
    if (!file.isExecutable())
        return tr("Expected a program, found a file that may not be executed: %1.").arg(file.filePath());
    return {};
}

QString arguments_problem(const RecordSettings& settings) {
    try {
        (void)argument_words(settings.arguments);
        return {};
    } catch (const UsageError& error) {
        QString text = QString::fromUtf8(error.what());
        text[0] = text[0].toUpper();
        return text + QLatin1Char('.');
    }
}

/// @param path  absolute
QString folder_problem(const QString& path) {
    const QFileInfo folder(path);
    if (!folder.exists()) return tr("Expected a folder, found none: %1.").arg(path);
    return folder.isDir() ? QString() : tr("Expected a folder, found a file: %1.").arg(path);
}

QString environment_problem(const RecordSettings& settings) {
    for (const QString& variable : environment_of(settings))
        if (variable.indexOf(QLatin1Char('=')) < 1) return tr("Expected NAME=VALUE, found %1.").arg(variable);
    return {};
}

QString output_problem(const RecordSettings& settings) {
    const QString name = settings.output.trimmed();
    if (!name.endsWith(QLatin1String(".hmt")) || name.size() == 4 || name.endsWith(QLatin1String("/.hmt")))
        return tr("Expected the name of a recording, which ends with .hmt, found '%1'.").arg(name);
    const QString path = path_in(settings.folder, name);
    const QString folder = QFileInfo(path).path();
    if (QString problem = folder_problem(folder); !problem.isEmpty()) return problem;
    return QFileInfo(folder).isWritable()
               ? QString()
               : tr("Expected a folder that can be written, found %1.").arg(folder);
}

QString kernels_problem(const QString& kernels) {
    const bool has_empty_name =
        QRegularExpression(QStringLiteral("^\\s*,|,\\s*,|,\\s*$")).match(kernels).hasMatch();
    return has_empty_name
               ? tr("Expected names or numbers of kernels with commas between them, found '%1'.").arg(kernels)
               : QString();
}

/// As `hitmap record` reads A:B, of which each may be missing.
QString range_problem(const QString& text) {
    const QString range = text.trimmed();
    if (range.isEmpty()) return {};
    const auto match = QRegularExpression(QStringLiteral("^(\\d*):(\\d*)$")).match(range);
    const auto number = [](const QString& digits, std::uint32_t missing) -> std::optional<std::uint32_t> {
        bool valid = true;
        const std::uint32_t value = digits.isEmpty() ? missing : digits.toUInt(&valid);
        return valid ? std::optional(value) : std::nullopt;
    };
    const auto first = number(match.captured(1), 0);
    const auto last = number(match.captured(2), std::numeric_limits<std::uint32_t>::max());
    if (match.hasMatch() && first && last && *first <= *last) return {};
    return tr("Expected A:B with A at most B, found '%1'.").arg(range);
}

QString log_problem(const QString& size) {
    try {
        (void)parse_size(size.trimmed().toStdString());
        return {};
    } catch (const UsageError& error) {
        return tr("Expected a size such as 256MiB: %1.").arg(QString::fromUtf8(error.what()));
    }
}

} // namespace

std::vector<RecordProblem> problems_of(const RecordSettings& settings) {
    std::vector<RecordProblem> problems;
    const auto add = [&](RecordField field, const QString& text) {
        if (!text.isEmpty()) problems.push_back({field, text});
    };
    const QString folder = folder_problem(path_in(settings.folder, {}));
    const QString variables = environment_problem(settings);
    // Without the folder, neither the program nor the place of the recording can be found.
    if (folder.isEmpty()) add(RecordField::program, program_problem(settings));
    add(RecordField::arguments, arguments_problem(settings));
    add(RecordField::folder, folder);
    add(RecordField::environment, variables);
    if (folder.isEmpty()) add(RecordField::output, output_problem(settings));
    add(RecordField::kernels, kernels_problem(settings.kernels));
    add(RecordField::dispatches, range_problem(settings.dispatches));
    add(RecordField::groups, range_problem(settings.groups));
    add(RecordField::log, log_problem(settings.log));
    return problems;
}

} // namespace hitmap
