#pragma once

#include <QtWidgets/QHeaderView>

namespace hitmap {

class TableModel;

/// Headings of a table whose columns may lie under one another: the indicator stands at the line of the
/// column by which the table is sorted.
class StackedHeader : public QHeaderView {
    Q_OBJECT
public:
    /// @param model  outlives the header; its columns are the sections
    explicit StackedHeader(const TableModel& model, QWidget* parent = nullptr);

    /// For all that is written in a heading, and an indicator at its longest line.
    [[nodiscard]] int width_for(int section) const;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// Of a heading, at which the indicator stands; -1: the table is not sorted by anything in it.
    [[nodiscard]] int sorted_line(int section) const;
    [[nodiscard]] int arrow_width() const;

    const TableModel& model_;
    int pressed_ = -1; ///< section
};

} // namespace hitmap
