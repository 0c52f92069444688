#pragma once

#include "widgets/element_table.h"
#include "widgets/pane.h"
#include "widgets/region_list.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace hitmap {

class DataTable;

/// The elements with the most misses, or the regions: patches of faces, subtrees of boxes. A row pins its
/// element or outlines its region; Enter and double click fly there.
class WorstPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit WorstPanel(Pane& pane, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void lay_out();
    void connect_model();
    void choose();
    void list_ranks();
    void request_list();
    void show_list(std::vector<WorstElement> worst, ElementKindId kind, std::size_t level);
    void show_selection();
    /// Nothing where elements are listed.
    [[nodiscard]] std::optional<RegionKind> region_kind() const;
    [[nodiscard]] ElementKindId kind() const;
    [[nodiscard]] std::size_t level() const;
    [[nodiscard]] Selection element_of(int row) const;

    Pane& pane_;
    QComboBox* kind_;
    QComboBox* level_;
    QLabel* note_;
    DataTable* table_;
    RegionList* regions_;
    std::vector<WorstElement> worst_; ///< the rows of the table
    ElementKindId worst_kind_ = 0;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
