#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hitmap {

/// What a user chooses for `hitmap record`, as the fields of a form have it. A plain value.
struct RecordSettings {
    QString program;     ///< a path, relative to `folder`, or a name that is found in PATH
    QString arguments;   ///< one line, see argument_words()
    QString folder;      ///< in which the program runs; empty: that of this process
    QString environment; ///< lines NAME=VALUE; lines without text do not count
    QString output = QStringLiteral("recording.hmt"); ///< relative to `folder`
    QString kernels;                                  ///< names or numbers with commas; empty: all
    QString dispatches;                               ///< A:B; empty: all
    int every = 1;
    QString groups; ///< A:B; empty: all
    QString log = QStringLiteral("256MiB");
    int sms = 0; ///< 0: those of the device
    /// The mesh of a recording comes from them, so that the window asks for them although the command does
    /// not.
    bool contents = true;
    bool lossless = false;
    bool blocks = false;
    bool time_stamps = false;
    bool count_only = false;
    friend bool operator==(const RecordSettings&, const RecordSettings&) = default;
};

/// The variables of the environment, NAME=VALUE each.
[[nodiscard]] QStringList environment_of(const RecordSettings& settings);
/// The arguments of this program that record: "record", "-o", ... Options with their usual values are left
/// out. Throws UsageError if the arguments of the program cannot be split.
[[nodiscard]] QStringList record_arguments(const RecordSettings& settings);
/// The same as a command of a POSIX shell, with the folder and the environment. Throws as record_arguments().
[[nodiscard]] QString record_command(const RecordSettings& settings);

/// The absolute path of a file that is named relative to the folder.
[[nodiscard]] QString path_in(const QString& folder, const QString& name);
/// Whether two paths are the same name in the same folder, also if links lead to it.
[[nodiscard]] bool is_same_path(const QString& a, const QString& b);
/// The output, or if a recording or a layout has its name, the first of mine-2.hmt, mine-3.hmt, ... that none
/// has, so that no recording is replaced. A name with %p is not changed.
[[nodiscard]] QString free_output(const RecordSettings& settings);
/// Whether a file has the name of a recording that these settings make, with or without a number of
/// free_output(), also if links lead to its folder. @return the number, 1 without one; 0: it has not
[[nodiscard]] int number_of_output(const RecordSettings& settings, const QString& path);

/// For the stored settings of the program.
[[nodiscard]] QString to_text(const RecordSettings& settings);
/// The opposite. What the text does not have, or has in another form, gets its usual value.
[[nodiscard]] RecordSettings record_settings(const QString& text);

} // namespace hitmap
