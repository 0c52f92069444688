#pragma once

#include "core/analysis/groups/element_histogram.h"
#include "core/analysis/groups/element_scatter.h"
#include "widgets/base/job.h"
#include "widgets/elements/group_scatter.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;

namespace hitmap {

class GroupHistogram;
class NamedFilters;

/// Hits and misses of faces or boxes by a quantity of them in the current frames, such as slant or size in
/// the picture; or their number by two quantities. Ranges that are chosen in the plots restrict what the
/// views of the pane show; they are those of the pane's view.
class GroupsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit GroupsPanel(Pane& pane, QWidget* parent = nullptr);

    /// The histogram that is shown; null: none.
    [[nodiscard]] std::shared_ptr<const ElementHistogram> histogram() const;
    /// The counts by two quantities that are shown; null: none.
    [[nodiscard]] std::shared_ptr<const ElementScatter> scatter() const;

Q_SIGNALS:
    /// @param message  one sentence about the error
    /// @param cause    as that of JobRunner::failed()
    void failed(const QString& message, QObject* cause);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// What is shown.
    struct Request {
        std::shared_ptr<const Simulation> simulation;
        FrameRange frames;
        const ElementQuantity* quantity = nullptr;
        const ElementQuantity* against = nullptr; ///< null: hits and misses
        [[nodiscard]] bool is_of_same(const Request& other) const {
            return simulation == other.simulation && quantity == other.quantity && against == other.against;
        }
        friend bool operator==(const Request&, const Request&) = default;
    };
    /// A histogram or, against another quantity, the counts by both.
    struct Counted {
        Request request;
        std::optional<ElementHistogram> histogram;
        std::optional<ElementScatter> scatter;
    };
    [[nodiscard]] static Counted count(const Request& request, const JobContext& job);
    void lay_out();
    void describe();
    void list_against();
    void connect_model();
    [[nodiscard]] Request wanted() const;
    [[nodiscard]] const ElementQuantity& quantity() const;
    [[nodiscard]] const ElementQuantity* against() const; ///< null: hits and misses
    [[nodiscard]] std::optional<std::pair<float, float>> chosen_range(const ElementQuantity* of) const;
    [[nodiscard]] QString text_of_bin(const ElementBin& bin) const;
    [[nodiscard]] QString text_of_cells(const GroupScatter::Cells& cells) const;
    /// Names the chosen ranges and what the plot counts of them; empty: none is chosen. Other caches and
    /// frames have other bins, while the ranges stay: then both are named.
    /// @param is_dragged  whether ranges are just being chosen, which are those covered
    /// @param covered     the ranges of the marked bins; empty: none is marked
    /// @param counted     what those have
    [[nodiscard]] QString chosen_text(bool is_dragged, const std::vector<ElementRange>& covered,
                                      const QString& counted) const;
    [[nodiscard]] QStringList lines_of_histogram() const;
    [[nodiscard]] QStringList lines_of_scatter() const;
    [[nodiscard]] QStringList notes() const;
    [[nodiscard]] Level level() const;
    void request();
    void show_counted();
    void show_cursor();
    void keep_room(); ///< so that the plot does not move while bins are read
    void show_mark();
    void show_notes();
    void choose(std::size_t first, std::size_t last);
    void choose_cells(const GroupScatter::Cells& cells);
    void clear();

    Pane& pane_;
    QComboBox* quantity_;
    QComboBox* against_;
    QComboBox* level_;
    GroupHistogram* plot_;
    GroupScatter* scatter_;
    NamedFilters* filters_;
    QLabel* read_; ///< the bins or cells that are chosen, and the one under the cursor
    QPushButton* clear_;
    QLabel* note_;
    std::shared_ptr<const Counted> counted_; ///< may be null
    JobRunner job_{Supersede::finish, JobLength::lasting};
};

} // namespace hitmap
