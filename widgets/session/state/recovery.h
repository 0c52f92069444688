#pragma once

#include "widgets/session/state/session_file.h"

#include <QtCore/QDir>
#include <QtCore/QLockFile>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <memory>

namespace hitmap {

/// Keeps a copy of a window's session on disk, so that it can be restored after a crash. A lock file
/// distinguishes copies of open windows from those that were left behind.
class Recovery {
public:
    /// @param folder  is created if necessary; if that fails, no copies are kept
    explicit Recovery(const QString& folder = standard_folder());
    /// Removes the copy, after the window was closed normally.
    ~Recovery();
    Recovery(const Recovery&) = delete;
    Recovery& operator=(const Recovery&) = delete;
    Recovery(Recovery&&) = delete;
    Recovery& operator=(Recovery&&) = delete;

    /// Returns false on failure. There is no message, since the user did not request the copy.
    bool keep(const SessionDocument& document) const;
    /// Returns the names of copies that the last run of the program left behind, one for each of its windows,
    /// newest first.
    [[nodiscard]] QStringList left_behind() const;
    /// Removes copies of earlier runs.
    void forget_earlier() const;
    /// Throws FileError if the copy cannot be read.
    /// @param copy  of left_behind()
    [[nodiscard]] ReadSession read(const QString& copy) const;
    /// Removes the copy.
    void forget(const QString& copy) const;

    [[nodiscard]] static QString standard_folder();

private:
    /// Copies of all runs, newest first.
    [[nodiscard]] QStringList abandoned() const;

    QDir folder_;
    QString name_;
    std::unique_ptr<QLockFile> lock_;
};

} // namespace hitmap
