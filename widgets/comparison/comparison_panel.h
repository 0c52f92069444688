#pragma once

#include "widgets/comparison/comparison_table.h"
#include "widgets/session/state/session.h"

#include <QtWidgets/QWidget>

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;

namespace hitmap {

class ComparisonParts;
class DataTable;
class SentenceList;

/// Compares panes in numbers: the baseline, the compared side and the difference, and further panes with
/// their differences from the baseline. It also selects in which pane the difference is shown. The letters
/// are those of the panes.
class ComparisonPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  must outlive the panel
    explicit ComparisonPanel(Session& session, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    static constexpr std::size_t baseline = 0;
    static constexpr std::size_t compared = 1;

    void lay_out();
    void connect_pane(Pane& pane);
    void show_panes();
    void choose(std::size_t side, int index);
    /// Null if the pane was closed.
    [[nodiscard]] Pane* chosen(std::size_t side) const;
    [[nodiscard]] bool comparable() const;
    void request_comparison();
    /// The comparison of the chosen pair, and of further panes with its baseline.
    struct Compared {
        Comparison pair;
        std::vector<FurtherComparison> further;
    };
    /// What a job compares.
    struct Request {
        std::vector<ComparedFrames> sides; ///< the baseline, the compared pane, further panes
        std::vector<SideLetters> letters;  ///< [sides - 1] of the baseline and the pane
        std::vector<std::shared_ptr<const SceneMatch>> matches; ///< of earlier comparisons
    };
    [[nodiscard]] static Compared compare_all(const Request& request, const JobContext& job);
    /// The panes with a recording that are on neither side, in their order.
    [[nodiscard]] std::vector<Pane*> further_panes() const;
    [[nodiscard]] Request request() const;
    void show_comparison(Compared compared);
    void show_findings(std::vector<Difference> differences);
    /// Outlines the place of the current finding, if it has one.
    void choose_finding();
    /// Goes to what the finding is about: its source line, its place, or the table of its parts.
    void go_to_finding();
    /// If the difference is shown with the opposite sign, swaps the sides to match.
    void follow_sign();
    void show_references();
    /// Says which pane is working, and what has no difference.
    void show_note();
    void show_letters();
    [[nodiscard]] SideLetters letters() const;
    void set_difference(std::size_t shown_on, bool shown);
    /// Outlines a place in both panes. Without a value, removes the outlines that this panel made.
    void outline(const std::optional<Aabb>& bounds);
    void fly_to(const Aabb& bounds);

    Session& session_;
    std::array<QComboBox*, 2> sides_;    ///< [side], like the other arrays
    std::array<const Pane*, 2> panes_{}; ///< chosen panes; they may have been closed since
    QLabel* summary_;                    ///< states in words which side costs less
    SentenceList* findings_;             ///< what costs more or less, and why; hidden if nothing is known
    std::vector<Difference> differences_of_rows_; ///< [rows of findings_]
    QLabel* note_;
    QStringList refusals_; ///< why kinds of elements have no difference
    DataTable* table_;     ///< the table of totals
    ComparisonParts* parts_;
    QLabel* shown_on_;                      ///< the label of the check boxes
    std::array<QCheckBox*, 2> differences_; ///< [side in which the difference is shown]
    /// [side] Regions that this panel outlined; null: none.
    std::array<std::shared_ptr<const OutlinedRegion>, 2> outlined_;
    /// The recordings of match_.
    std::pair<std::shared_ptr<const OpenRecording>, std::shared_ptr<const OpenRecording>> matched_;
    bool stale_ = true; ///< whether a comparison was wanted while this was hidden
    std::shared_ptr<const SceneMatch> match_;
    std::vector<std::shared_ptr<const SceneMatch>> further_matches_;
    JobRunner job_{Supersede::finish, JobLength::lasting};
};

} // namespace hitmap
