#include "app/record_program/record_settings.h"

#include "app/record_program/argument_words.h"
#include "core/base/text/shell_word.h"
#include "widgets/base/path_text.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

namespace hitmap {

namespace {

/// Calls `visit` with the name of each member in stored settings, and the member. For reading and writing.
template <class Settings, class Visit>
void for_each_setting(Settings& settings, Visit visit) {
    visit("program", settings.program);
    visit("arguments", settings.arguments);
    visit("folder", settings.folder);
    visit("environment", settings.environment);
    visit("output", settings.output);
    visit("kernels", settings.kernels);
    visit("dispatches", settings.dispatches);
    visit("every", settings.every);
    visit("groups", settings.groups);
    visit("log", settings.log);
    visit("sms", settings.sms);
    visit("contents", settings.contents);
    visit("lossless", settings.lossless);
    visit("blocks", settings.blocks);
    visit("time_stamps", settings.time_stamps);
    visit("count_only", settings.count_only);
}

void read_setting(const QJsonValue& stored, QString& value) {
    value = stored.toString(value);
}
void read_setting(const QJsonValue& stored, int& value) {
    value = stored.toInt(value);
}
void read_setting(const QJsonValue& stored, bool& value) {
    value = stored.toBool(value);
}

/// Names of kernels without the blanks between them.
QString trimmed_list(const QString& list) {
    QStringList names;
    for (const QString& name : list.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty()) names.append(name.trimmed());
    return names.join(QLatin1Char(','));
}

/// Collects the options that differ from their usual values.
class OptionList {
public:
    void add(const char* name, const QString& value, const QString& usual = {}) {
        if (value.isEmpty() || value == usual) return;
        // Otherwise the value would be taken for an option.
        if (value.startsWith(QLatin1Char('-')))
            list_.append(QLatin1String(name) + QLatin1Char('=') + value);
        else
            list_ << QLatin1String(name) << value;
    }
    void add_flag(const char* name, bool wanted) {
        if (wanted) list_.append(QLatin1String(name));
    }
    [[nodiscard]] const QStringList& list() const { return list_; }

private:
    QStringList list_;
};

QString shell_text(const QString& text) {
    return path_text(shell_word(path_bytes(text)));
}

/// VALUE of NAME=VALUE is quoted alone, so that the name is read at once.
QString shell_variable(const QString& variable) {
    const int equals = variable.indexOf(QLatin1Char('='));
    const QString value = variable.mid(equals + 1);
    return variable.left(equals + 1) + (value.isEmpty() ? QString() : shell_text(value));
}

/// Where the suffix of a path begins.
int suffix_of(const QString& path) {
    const int dot = path.lastIndexOf(QLatin1Char('.'));
    return dot > path.lastIndexOf(QLatin1Char('/')) + 1 ? dot : path.size();
}

QString numbered_output(const QString& path, int number) {
    const int end = suffix_of(path);
    return path.left(end) + QLatin1Char('-') + QString::number(number) + path.mid(end);
}

/// The path with the real path of its folder, if there is that folder.
QString real_path(const QString& path) {
    if (path.isEmpty()) return path;
    const QFileInfo file(path);
    const QString folder = file.dir().canonicalPath();
    return folder.isEmpty() ? QDir::cleanPath(path) : QDir(folder).filePath(file.fileName());
}

bool is_taken(const QString& folder, const QString& name) {
    return QFileInfo::exists(path_in(folder, name)) ||
           QFileInfo::exists(path_in(folder, name + QStringLiteral(".layout.json")));
}

} // namespace

QStringList environment_of(const RecordSettings& settings) {
    QStringList variables;
    for (const QString& line : settings.environment.split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty()) variables.append(line.trimmed());
    return variables;
}

QStringList record_arguments(const RecordSettings& settings) {
    const RecordSettings usual;
    OptionList options;
    options.add(settings.output.startsWith(QLatin1Char('-')) ? "--output" : "-o", settings.output);
    options.add("--kernels", trimmed_list(settings.kernels));
    options.add("--dispatches", settings.dispatches.trimmed());
    options.add("--every", QString::number(settings.every), QString::number(usual.every));
    options.add("--groups", settings.groups.trimmed());
    options.add("--log", settings.log.trimmed(), usual.log);
    options.add_flag("--lossless", settings.lossless);
    options.add_flag("--blocks", settings.blocks);
    options.add("--contents", settings.contents ? QStringLiteral("on") : QString());
    options.add_flag("--time-stamps", settings.time_stamps);
    options.add("--sms", QString::number(settings.sms), QString::number(usual.sms));
    options.add_flag("--count-only", settings.count_only);
    return QStringList(QStringLiteral("record")) + options.list() + QStringList(QStringLiteral("--")) +
           QStringList(settings.program.trimmed()) + argument_words(settings.arguments);
}

QString record_command(const RecordSettings& settings) {
    QString command;
    if (!settings.folder.isEmpty())
        command = QStringLiteral("cd %1 && ").arg(shell_text(path_in(settings.folder, {})));
    const QStringList variables = environment_of(settings);
    if (!variables.isEmpty()) command += QStringLiteral("env ");
    for (const QString& variable : variables)
        command += shell_variable(variable) + QLatin1Char(' ');
    command += QStringLiteral("hitmap");
    for (const QString& argument : record_arguments(settings))
        command += QLatin1Char(' ') + shell_text(argument);
    return command;
}

QString path_in(const QString& folder, const QString& name) {
    const QString top = QFileInfo(folder.isEmpty() ? QStringLiteral(".") : folder).absoluteFilePath();
    return QDir::cleanPath(QDir(top).absoluteFilePath(name));
}

bool is_same_path(const QString& a, const QString& b) {
    return real_path(a) == real_path(b);
}

QString free_output(const RecordSettings& settings) {
    const QString name = settings.output.trimmed();
    if (name.isEmpty() || name.contains(QLatin1String("%p"))) return name;
    QString free = name;
    for (int number = 2; is_taken(settings.folder, free); ++number)
        free = numbered_output(name, number);
    return free;
}

int number_of_output(const RecordSettings& settings, const QString& file) {
    const QString own = real_path(path_in(settings.folder, settings.output.trimmed()));
    const QString path = real_path(file);
    if (path == own) return 1;
    const int end = suffix_of(own);
    const QString number = path.mid(end + 1, path.size() - own.size() - 1);
    const int value = number.toInt(); // 0 if it is no number
    return value > 1 && path == numbered_output(own, value) ? value : 0;
}

QString to_text(const RecordSettings& settings) {
    QJsonObject stored;
    for_each_setting(settings,
                     [&](const char* name, const auto& value) { stored[QLatin1String(name)] = value; });
    return QString::fromUtf8(QJsonDocument(stored).toJson(QJsonDocument::Compact));
}

RecordSettings record_settings(const QString& text) {
    const QJsonObject stored = QJsonDocument::fromJson(text.toUtf8()).object();
    RecordSettings settings;
    for_each_setting(settings, [&](const char* name, auto& value) {
        read_setting(stored.value(QLatin1String(name)), value);
    });
    return settings;
}

} // namespace hitmap
