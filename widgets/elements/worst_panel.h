#pragma once

#include "core/profile/elements/element_range.h"
#include "widgets/elements/region_list.h"
#include "widgets/session/panes/pane.h"
#include "widgets/table/element_table.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace hitmap {

class DataTable;
class ElidedLabel;

/// The elements or the regions (patches of faces, subtrees of boxes, places of others) with the most misses.
/// Selecting a row pins its element or outlines its region; Enter and double click fly there.
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
    /// The result of the worker.
    struct Worst {
        std::vector<WorstElement> elements;
        ElementKindId kind = 0;
        std::size_t level = 0;
        LevelSums all;                      ///< sums of all kinds in the level, to which shares are relative
        std::vector<ElementRange> ranges{}; ///< of which elements are listed
        std::shared_ptr<const ChosenElements> chosen{}; ///< the elements within them; null: all
    };
    void show_list(Worst worst);
    [[nodiscard]] QString note_text() const;
    [[nodiscard]] QString ranges_text() const;
    void show_pane();
    void show_selection();
    /// The kind whose regions are listed; no value if elements are listed.
    [[nodiscard]] std::optional<ElementKindId> region_kind() const;
    [[nodiscard]] ElementKindId kind() const;
    [[nodiscard]] std::size_t level() const;
    [[nodiscard]] Selection element_of(int row) const;

    Pane& pane_;
    ElidedLabel* pane_label_; ///< names the pane
    QComboBox* kind_;
    QComboBox* level_;
    QLabel* note_;
    DataTable* table_;
    RegionList* regions_;
    Worst worst_;                      ///< the rows of the table
    std::vector<ElementRange> ranges_; ///< those of the last request
    bool stale_ = true;                ///< whether a list was wanted while this was hidden
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
