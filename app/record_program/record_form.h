#pragma once

#include "app/record_program/record_check.h"
#include "app/record_program/record_fields.h"
#include "app/record_program/record_settings.h"

#include <QtWidgets/QWidget>

#include <map>
#include <vector>

class QFormLayout;
class QGroupBox;
class QLabel;

namespace hitmap {

/// RecordFields in boxes, with a line below each for what is wrong with it, and buttons that browse.
class RecordForm : public QWidget {
    Q_OBJECT
public:
    explicit RecordForm(QWidget* parent = nullptr);

    [[nodiscard]] RecordSettings settings() const;
    void show_settings(const RecordSettings& settings);
    /// Shows what is wrong, below its field. That nothing is typed as the program is shown only if `all`.
    void show_problems(const std::vector<RecordProblem>& problems, bool all);
    /// Says below the output how the recording is named; empty: as the field says.
    void show_output_note(const QString& note);

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QGroupBox* make_program_box();
    [[nodiscard]] QGroupBox* make_part_box();
    [[nodiscard]] QGroupBox* make_way_box();
    /// Adds a row with a line for problems.
    /// @param more  a button beside the field; null: none
    void add_row(QFormLayout& form, const QString& text, QWidget& field, RecordField which,
                 QWidget* more = nullptr);
    [[nodiscard]] QWidget* make_browse_button(const char* name, const QString& what,
                                              void (RecordForm::*browse)());
    void browse_program();
    void browse_folder();
    void browse_output();

    RecordFields fields_;
    QLabel* output_note_;
    struct ProblemRow {
        QWidget* field;
        QLabel* line; ///< says what is wrong with the field
    };
    std::map<RecordField, ProblemRow> problems_;
};

} // namespace hitmap
