#pragma once

#include "core/analysis/groups/element_histogram.h"
#include "widgets/base/job.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;

namespace hitmap {

class GroupHistogram;

/// Hits and misses of faces or boxes by a quantity of them in the current frames, such as slant or size in
/// the picture. A range that is chosen in the histogram restricts what the mesh view draws; it is that of the
/// pane's view.
class GroupsPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit GroupsPanel(Pane& pane, QWidget* parent = nullptr);

    /// The histogram that is shown; null: none.
    [[nodiscard]] std::shared_ptr<const ElementHistogram> histogram() const;

Q_SIGNALS:
    /// @param message  one sentence about the error
    void failed(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A histogram and what it is of.
    struct Counted {
        std::shared_ptr<const Simulation> simulation;
        FrameRange frames;
        const ElementQuantity* quantity = nullptr;
        ElementHistogram histogram;
    };
    void lay_out();
    void connect_model();
    [[nodiscard]] const ElementQuantity& quantity() const;
    [[nodiscard]] Level level() const;
    void request();
    void show_counted();
    void show_cursor();
    void show_mark();
    void choose(std::size_t first, std::size_t last);

    Pane& pane_;
    QComboBox* quantity_;
    QComboBox* level_;
    GroupHistogram* plot_;
    QLabel* read_; ///< the bin under the cursor
    QPushButton* clear_;
    QLabel* note_;
    std::shared_ptr<const Counted> counted_; ///< may be null
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
