#pragma once

#include <QtWidgets/QHeaderView>

namespace hitmap {

class TableModel;

/// Headings of a table in which columns may be below one another. The sort indicator is at the line of the
/// sorted column.
class StackedHeader : public QHeaderView {
    Q_OBJECT
public:
    /// @param model  must outlive the header; its columns are the sections
    explicit StackedHeader(const TableModel& model, QWidget* parent = nullptr);

    /// The size for all lines of a heading with an indicator at the longest one.
    [[nodiscard]] int width_for(int section) const;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// The line of a heading that has the indicator; -1: the table is not sorted by any of its columns.
    [[nodiscard]] int sorted_line(int section) const;
    [[nodiscard]] int arrow_width() const;

    const TableModel& model_;
    int pressed_ = -1; ///< pressed section
};

} // namespace hitmap
