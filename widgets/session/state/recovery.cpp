#include "widgets/session/state/recovery.h"

#include <QtCore/QFile>
#include <QtCore/QStandardPaths>
#include <QtCore/QUuid>

#include <exception>

namespace hitmap {

namespace {

const QLatin1String session_suffix(".hitmap");

std::filesystem::path native(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

/// This run of the program. The number of its process would not do, since containers give each run the same.
QString this_run() {
    static const QString run = QUuid::createUuid().toString(QUuid::Id128);
    return run;
}

/// The run of the program that kept a copy.
QString run_of(const QString& copy) {
    return copy.section(QLatin1Char('-'), 0, 0);
}

/// The lock is free: the owner has ended or crashed.
bool is_abandoned(const QString& lock_file) {
    QLockFile lock(lock_file);
    lock.setStaleLockTime(0);
    return lock.tryLock();
}

} // namespace

QString Recovery::standard_folder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/recovery");
}

Recovery::Recovery(const QString& folder)
    : folder_(folder),
      name_(QStringLiteral("%1-%2").arg(this_run(), QUuid::createUuid().toString(QUuid::Id128))) {
    folder_.mkpath(QStringLiteral("."));
    lock_ = std::make_unique<QLockFile>(folder_.filePath(name_ + QStringLiteral(".lock")));
    lock_->setStaleLockTime(0);
    lock_->tryLock();
}

Recovery::~Recovery() {
    folder_.remove(name_ + session_suffix);
}

bool Recovery::keep(const SessionDocument& document) const {
    try {
        write_session(document, native(folder_.filePath(name_ + session_suffix)));
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

QStringList Recovery::left_behind() const {
    QStringList last;
    for (const QString& copy : abandoned())
        if (last.isEmpty() || run_of(copy) == run_of(last.front())) last.append(copy);
    return last;
}

void Recovery::forget_earlier() const {
    const QStringList last = left_behind();
    for (const QString& copy : abandoned())
        if (!last.contains(copy)) forget(copy);
}

QStringList Recovery::abandoned() const {
    QStringList found;
    for (const QString& file : folder_.entryList({QStringLiteral("*.hitmap")}, QDir::Files, QDir::Time)) {
        const QString name = file.chopped(session_suffix.size());
        if (name != name_ && is_abandoned(folder_.filePath(name + QStringLiteral(".lock"))))
            found.append(file);
    }
    return found;
}

ReadSession Recovery::read(const QString& copy) const {
    return read_session(native(folder_.filePath(copy)));
}

void Recovery::forget(const QString& copy) const {
    QFile::remove(folder_.filePath(copy));
}

} // namespace hitmap
