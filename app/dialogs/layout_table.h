#pragma once

#include "core/layout/derive/sample_counts.h"
#include "core/layout/model/recording_layout.h"

#include <QtWidgets/QTableWidget>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QAction;

namespace hitmap {

/// The buffers of a layout as an editable table, one in each row. Its actions add, split and remove rows.
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
    /// A row cannot be added, split or removed.
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void create_actions();
    /// Some actions need a current row.
    void enable_actions();
    /// Adds an action that gets all buffers and the current row, and changes the buffers. It returns the row
    /// that is the current one afterwards. It may throw Error.
    QAction* add_action(const char* name, const QString& text, const QString& help, const QKeySequence& key,
                        std::function<int(std::vector<BufferLayout>&, int)> change);
    /// Asks for the address. No value: the user cancelled.
    [[nodiscard]] std::optional<std::uint64_t> ask_where_to_split(const BufferLayout& buffer);
    void set_row(int row, const BufferLayout& buffer);
    void set_cell(int row, int column, const QString& text, bool editable = true);
    void set_choice(int row, int column, const QStringList& names, int current);
    /// The user changed a row: its values are no longer derived.
    void take_edit(int row);
    [[nodiscard]] BufferLayout buffer(int row) const;
    [[nodiscard]] std::uint64_t number(int row, int column, std::uint64_t most) const;
    [[nodiscard]] int choice(int row, int column) const;

    std::vector<QAction*> row_actions_; ///< those that need a current row
    std::vector<BufferLayout> given_;   ///< what set_buffers() got; spaces and origins
};

} // namespace hitmap
