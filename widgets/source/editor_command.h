#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// A command that opens a file in an editor: a program and its arguments, in which %f stands for the file, %l
/// for the line and %% for a percent sign.
struct EditorPreset {
    QString title;
    QString command;
};
[[nodiscard]] std::vector<EditorPreset> editor_presets();

/// Splits a template into program and arguments (at spaces outside double quotes) and puts in file and line
/// afterwards, so that they are never split or interpreted. Empty if the template has no program.
[[nodiscard]] QStringList editor_words(const QString& command, const QString& file, std::uint32_t line);

[[nodiscard]] QString stored_editor_command(); ///< that of the first preset until another one is stored
void store_editor_command(const QString& command);

/// Starts the stored command, without a shell. Returns why that failed; empty if it did not.
[[nodiscard]] QString open_in_editor(const QString& file, std::uint32_t line);

} // namespace hitmap
