#pragma once

#include "widgets/comparison/comparison_table.h"
#include "widgets/session/session.h"

#include <QtWidgets/QWidget>

#include <array>
#include <memory>
#include <optional>
#include <utility>

class QCheckBox;
class QComboBox;
class QLabel;

namespace hitmap {

class ComparisonParts;
class DataTable;

/// Two panes side by side in numbers: the baseline, what is compared with it, and the difference; and on
/// whose geometry the difference is shown. Letters are those of the panes.
class ComparisonPanel : public QWidget {
    Q_OBJECT
public:
    /// @param session  outlives the panel
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
    /// Null where it has gone.
    [[nodiscard]] Pane* chosen(std::size_t side) const;
    [[nodiscard]] bool comparable() const;
    void request_comparison();
    void show_comparison(Comparison comparison);
    /// A difference that is shown with the other sign decides which pane is which side.
    void follow_sign();
    void show_references();
    void show_letters();
    [[nodiscard]] SideLetters letters() const;
    void set_difference(std::size_t shown_on, bool shown);
    /// Outlines a place in both panes; nothing: takes back what was outlined from here.
    void outline(const std::optional<Aabb>& bounds);
    void fly_to(const Aabb& bounds);

    Session& session_;
    std::array<QComboBox*, 2> sides_;    ///< [side], as in what follows
    std::array<const Pane*, 2> panes_{}; ///< chosen ones; may have gone since
    QLabel* summary_;                    ///< which side takes less, in words
    QLabel* note_;
    DataTable* table_; ///< of everything
    ComparisonParts* parts_;
    QLabel* shown_on_;                      ///< before the boxes
    std::array<QCheckBox*, 2> differences_; ///< [side that shows it]
    /// By this panel, in the pane of each side; null: none.
    std::array<std::shared_ptr<const OutlinedRegion>, 2> outlined_;
    /// Recordings that match_ is about.
    std::pair<std::shared_ptr<const OpenRecording>, std::shared_ptr<const OpenRecording>> matched_;
    std::shared_ptr<const SceneMatch> match_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
