#pragma once

#include "widgets/session/pane.h"

#include <QtWidgets/QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace hitmap {

class DataTable;

/// What the present frame, or the whole recording, adds up to: elements accessed a of b, hit rates with hits
/// and look-ups, and a table of everything by kind and by allocation.
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
    /// Of what is chosen.
    [[nodiscard]] Headline headline() const;
    /// [element_kinds()] of what is chosen
    [[nodiscard]] std::vector<KindSums> totals() const;
    void show_sums();
    void show_summary();
    void request_allocations(TimeWindow window);
    void show_table();
    void show_served(TimeWindow asked);

    const Pane& pane_;
    QComboBox* over_;
    std::vector<Row> accessed_; ///< [element_kinds()]
    std::vector<Row> l1_;       ///< the headline, then [kinds with look-ups]
    std::vector<Row> l2_;
    DataTable* table_;
    QLabel* served_; ///< which accesses the allocations are summed over
    /// The newest that was worked out.
    std::shared_ptr<const Profile> allocations_of_;
    AllocationWindow allocations_;
    JobRunner allocations_job_{Supersede::finish};
};

} // namespace hitmap
