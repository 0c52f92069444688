#pragma once

#include "core/analysis/worst_regions.h"
#include "widgets/base/job.h"
#include "widgets/session/pane.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace hitmap {

class DataTable;

/// The regions with the most misses. A row outlines its region in the views of the pane; Enter and double
/// click fly there.
class RegionList : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the list
    explicit RegionList(Pane& pane, QWidget* parent = nullptr);

    /// Works them out for what the pane shows, and lists them then. The region that is outlined stays so
    /// where it is one of them; else a note says that it is not.
    void request(const RegionQuery& query);
    /// Stops, and outlines nothing any more.
    void forget();

private:
    struct SceneSurface {
        std::shared_ptr<const RecordedScene> scene; ///< that the surface is of
        FaceSurface surface;
    };
    /// What a worker hands over.
    struct Found {
        std::shared_ptr<const Simulation> simulation;
        std::shared_ptr<const SceneSurface> surface; ///< kept for the next frames; may be null
        std::vector<WorstRegion> regions;
        LevelSums all;       ///< of all kinds of elements, of the level
        bool missed = false; ///< any element of the kind, in the level
        RegionQuery query;
    };
    void list(Found found);
    /// No rows until there are others; the outline stays.
    void empty_list();
    [[nodiscard]] QString note_text() const;
    void show_note();
    /// The row of the region that is outlined: the same topmost box, or the patch that holds its worst face.
    [[nodiscard]] std::optional<int> row_of_chosen() const;
    void take_outline_back();
    void outline(int row, bool fly);

    Pane& pane_;
    QLabel* note_;
    DataTable* table_;
    RegionQuery query_; ///< what is listed, or will be
    Found found_;
    std::optional<WorstRegion> chosen_;              ///< that is outlined
    bool lost_ = false;                              ///< what was outlined is not listed any more
    std::shared_ptr<const OutlinedRegion> outlined_; ///< by this list
    JobRunner job_{Supersede::finish};
    JobRunner outline_job_{Supersede::stop};
};

} // namespace hitmap
