#pragma once

#include "widgets/pane.h"

#include <QtWidgets/QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace hitmap {

/// What the present frame adds up to: elements accessed a of b, and hit rates with hits and look-ups, by kind
/// and overall.
class StatisticsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit StatisticsPanel(Pane& pane, QWidget* parent = nullptr);

private:
    struct Row {
        QLabel* name;
        QLabel* first;
        QLabel* second;
    };
    Row add_row(QGridLayout& grid, const QString& name);
    void add_heading(QGridLayout& grid, const QString& first, const QString& second);
    void show_values();

    const Pane& pane_;
    std::vector<Row> accessed_; ///< [element_kinds()]
    std::vector<Row> l1_;       ///< [kinds with look-ups], then overall
    std::vector<Row> l2_;
};

} // namespace hitmap
