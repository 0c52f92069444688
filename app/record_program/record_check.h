#pragma once

#include "app/record_program/record_settings.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// The fields of RecordSettings that can be wrong.
enum class RecordField { program, arguments, folder, environment, output, kernels, dispatches, groups, log };

/// What is wrong with a field.
struct RecordProblem {
    RecordField field;
    QString text; ///< one sentence: what was expected, and what was found
};

/// What is wrong with the settings, at most one sentence for each field, in the order of the fields. Empty:
/// the program can be started. Looks for the program and the folders.
[[nodiscard]] std::vector<RecordProblem> problems_of(const RecordSettings& settings);

} // namespace hitmap
