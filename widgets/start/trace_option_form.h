#pragma once

#include "core/raytracer/options/trace_options.h"

#include <QtWidgets/QWidget>

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace hitmap {

/// A form for the options of the reference ray tracer, generated from trace_option_table(). Its widgets are
/// named "trace_" plus the option; "trace_rays_count" and similar ones have the number of a choice, and
/// "trace_blocks" is TraceOptions::records_blocks.
class TraceOptionForm : public QWidget {
    Q_OBJECT
public:
    explicit TraceOptionForm(QWidget* parent = nullptr);

    /// Throws UsageError if a number is out of range. Contradictions are reported by check_trace_options().
    [[nodiscard]] TraceOptions options() const;
    /// Emits no signal.
    void show_options(const TraceOptions& options);

Q_SIGNALS:
    void changed();

private:
    /// An option and its editors: a choice with an optional number, a number, or two numbers.
    struct Row {
        const TraceOption* option;
        QComboBox* choice = nullptr;
        QSpinBox* first = nullptr;
        QSpinBox* second = nullptr;
    };
    void add(QFormLayout& form, const TraceOption& option);
    [[nodiscard]] QSpinBox* make_number(const QString& name, const TraceOption& option);
    [[nodiscard]] std::string text(const Row& row) const;
    void show_text(const Row& row, const std::string& text);

    std::vector<Row> rows_;
    QCheckBox* blocks_;
};

} // namespace hitmap
