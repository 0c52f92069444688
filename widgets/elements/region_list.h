#pragma once

#include "core/analysis/groups/worst_regions.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace hitmap {

class DataTable;

/// The regions with the most misses. Selecting a row outlines its region in the views of the pane; Enter and
/// double click fly there.
class RegionList : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the list
    explicit RegionList(Pane& pane, QWidget* parent = nullptr);

    /// Computes the regions for what the pane shows, then lists them. The outlined region stays outlined if
    /// it is one of them; otherwise a note says that it is not.
    void request(const RegionQuery& query);
    /// Stops the computation and removes the outline.
    void forget();

private:
    struct SceneSurface {
        std::shared_ptr<const RecordedScene> scene; ///< the scene of the surface
        FaceSurface surface;
    };
    /// The result of the worker.
    struct Found {
        std::shared_ptr<const Simulation> simulation;
        std::shared_ptr<const SceneSurface> surface; ///< reused for the next frames; may be null
        std::vector<WorstRegion> regions;
        LevelSums all;       ///< sums of all kinds of elements in the level
        bool missed = false; ///< whether any element of the kind misses in the level
        RegionQuery query;
        bool restricted = false; ///< whether only elements within ranges are counted
    };
    void list(Found found);
    /// Removes all rows and keeps the outline.
    void empty_list();
    [[nodiscard]] QString note_text() const;
    void show_note();
    /// Returns the row of the outlined region: the one with the same topmost box, or the patch that contains
    /// its worst face.
    [[nodiscard]] std::optional<int> row_of_chosen() const;
    void take_outline_back();
    void outline(int row, bool fly);

    Pane& pane_;
    QLabel* note_;
    DataTable* table_;
    RegionQuery query_; ///< the query of the current or future rows
    Found found_;
    std::optional<WorstRegion> chosen_;              ///< the outlined region
    bool lost_ = false;                              ///< whether the outlined region is no longer listed
    std::shared_ptr<const OutlinedRegion> outlined_; ///< the outline made by this list
    JobRunner job_{Supersede::finish, JobLength::lasting};
    JobRunner outline_job_{Supersede::stop};
};

} // namespace hitmap
