#pragma once

#include "app/record_program/record_settings.h"

#include <functional>

class QCheckBox;
class QLineEdit;
class QObject;
class QPlainTextEdit;
class QSpinBox;

namespace hitmap {

/// The fields of RecordSettings: each has a name, a help text and its part of the settings. Who lays them out
/// owns them.
struct RecordFields {
    /// The fields show default settings (RecordSettings()).
    RecordFields();

    [[nodiscard]] RecordSettings settings() const;
    void show(const RecordSettings& settings);
    /// Calls `told` whenever a field changes, as long as there is a receiver.
    void follow(const QObject& receiver, const std::function<void()>& told) const;

    QLineEdit* program;
    QLineEdit* arguments;
    QLineEdit* folder;
    QPlainTextEdit* environment;
    QLineEdit* output;
    QLineEdit* kernels;
    QLineEdit* dispatches;
    QSpinBox* every;
    QLineEdit* groups;
    QCheckBox* contents;
    QLineEdit* log;
    QSpinBox* sms;
    QCheckBox* lossless;
    QCheckBox* blocks;
    QCheckBox* time_stamps;
    QCheckBox* count_only;

private:
    void name_fields();
};

} // namespace hitmap
