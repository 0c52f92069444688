#pragma once

#include "widgets/session/session_file.h"

#include <QtCore/QDir>
#include <QtCore/QLockFile>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <memory>

namespace hitmap {

/// Keeps a copy of one window's session on disk while it is open, so that it can be had back after a crash. A
/// lock beside the copy tells copies of windows that are open from those that were left behind.
class Recovery {
public:
    /// @param folder  made where it does not exist; where that fails nothing is kept
    explicit Recovery(const QString& folder = standard_folder());
    /// Removes the copy: the window was closed as it should be.
    ~Recovery();
    Recovery(const Recovery&) = delete;
    Recovery& operator=(const Recovery&) = delete;
    Recovery(Recovery&&) = delete;
    Recovery& operator=(Recovery&&) = delete;

    /// Silent where it fails: it is a precaution that nobody asked for. False then.
    bool keep(const SessionDocument& document) const;
    /// Names of the copies that were left behind, newest first.
    [[nodiscard]] QStringList left_behind() const;
    /// Throws FileError where it cannot be read.
    /// @param copy  of left_behind()
    [[nodiscard]] ReadSession read(const QString& copy) const;
    /// Removes it.
    void forget(const QString& copy) const;

    [[nodiscard]] static QString standard_folder();

private:
    QDir folder_;
    QString name_;
    std::unique_ptr<QLockFile> lock_;
};

} // namespace hitmap
