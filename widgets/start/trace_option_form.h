#pragma once

#include "core/raytracer/trace_options.h"

#include <QtWidgets/QWidget>

#include <string>
#include <vector>

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace hitmap {

/// The options of the reference ray tracer as a form, made from trace_option_table(): its widgets are named
/// "trace_" and the option, and "trace_rays_count" and the like hold the number of a choice that has one.
class TraceOptionForm : public QWidget {
    Q_OBJECT
public:
    explicit TraceOptionForm(QWidget* parent = nullptr);

    /// Throws UsageError where a number is out of its range; contradictions are check_trace_options's.
    [[nodiscard]] TraceOptions options() const;
    /// Tells nobody.
    void show_options(const TraceOptions& options);

Q_SIGNALS:
    void changed();

private:
    /// An option with what edits it: a choice and perhaps its number, a number, or two of them.
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
};

} // namespace hitmap
