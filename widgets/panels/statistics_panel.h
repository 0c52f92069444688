#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace hitmap {

class DataTable;

/// Totals of the current frame or of the whole recording: how many elements were accessed, hit rates with
/// hits and look-ups, and a table by kind and by allocation.
class StatisticsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit StatisticsPanel(Pane& pane, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        QLabel* name;
        QLabel* first;
        QLabel* second;
    };
    void create_summary(QGridLayout& grid);
    Row add_row(QGridLayout& grid, const QString& name);
    void add_heading(QGridLayout& grid, const QString& first, const QString& second);
    [[nodiscard]] bool whole() const;
    /// Returns the headline of the selected window.
    [[nodiscard]] Headline headline() const;
    /// [element_kinds()] of the selected window
    [[nodiscard]] std::vector<KindSums> totals() const;
    /// Returns why numbers of elements are not known; empty if they are.
    [[nodiscard]] QString no_elements() const;
    void show_sums();
    void show_summary();
    void request_allocations(TimeWindow window);
    void show_table();
    void show_served(TimeWindow asked);

    const Pane& pane_;
    QComboBox* over_;
    std::vector<Row> accessed_; ///< [element_kinds()]
    std::vector<Row> l1_;       ///< the headline, followed by [kinds with look-ups]
    std::vector<Row> l2_;
    DataTable* table_;
    QLabel* served_; ///< the accesses over which allocations are summed
    /// The newest result.
    std::shared_ptr<const Profile> allocations_of_;
    AllocationWindow allocations_;
    JobRunner allocations_job_{Supersede::finish};
};

} // namespace hitmap
