#pragma once

#include "core/layout/model/recording_layout.h"
#include "core/layout/survey/sample_counts.h"

#include <QtWidgets/QTableWidget>

#include <vector>

namespace hitmap {

/// The buffers of a layout as an editable table, one in each row.
class LayoutTable : public QTableWidget {
    Q_OBJECT
public:
    explicit LayoutTable(QWidget* parent = nullptr);

    void set_buffers(const std::vector<BufferLayout>& buffers);
    /// Throws UsageError that names row and column if a cell is not valid.
    [[nodiscard]] std::vector<BufferLayout> buffers() const;
    /// Whether the user changed a row, here or in the file of the layout.
    [[nodiscard]] bool has_given_rows() const;
    /// Shows how often the buffers are accessed.
    void show_counts(const std::vector<SampleCount>& counts);

Q_SIGNALS:
    void edited(); ///< by the user

private:
    void set_row(int row, const BufferLayout& buffer);
    void set_cell(int row, int column, const QString& text, bool editable = true);
    void set_choice(int row, int column, const QStringList& names, int current);
    /// The user changed a row: its values are no longer derived.
    void take_edit(int row);
    [[nodiscard]] BufferLayout buffer(int row) const;
    [[nodiscard]] std::uint64_t number(int row, int column, std::uint64_t most) const;
    [[nodiscard]] int choice(int row, int column) const;

    std::vector<BufferLayout> given_; ///< what set_buffers() got; spaces and origins
};

} // namespace hitmap
