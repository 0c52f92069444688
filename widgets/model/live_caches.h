#pragma once

#include "core/profile/models/model_choice.h"
#include "widgets/base/job.h"

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

class QLabel;

namespace hitmap {

class CacheLevelEdit;
class LiveSums;
class Pane;
class XyPlot;

/// The hit rate over the capacity of the level whose slider was moved last, and what happens while a slider
/// moves. With the model of a GPU there is no curve.
class LiveCaches : public QWidget {
    Q_OBJECT
public:
    /// @param pane, levels  must outlive the widget
    LiveCaches(Pane& pane, const std::array<const CacheLevelEdit*, 2>& levels, QWidget* parent = nullptr);

    /// Shows the caches of the form.
    void set_choice(const ModelChoice& choice);
    /// Says why the form is invalid; empty: it is valid.
    void set_error(const QString& error);
    /// Shows the curve of a level, whose slider the user moves.
    void follow(std::size_t level);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void request_curve();
    void hide_curve();
    /// Scrolls the panel so that the curve is in view if the user moved a slider since it was. Where the
    /// panel is too low for the sliders and the curve, only the upper part of the curve is.
    void reveal_curve();
    void show_mark();
    /// Says what would happen, or what is shown.
    void show_state();
    [[nodiscard]] QString state_text() const;
    [[nodiscard]] QString missing_sums(bool has_sms) const;
    void hold_height();
    [[nodiscard]] bool moves() const;                   ///< whether the user moves a slider
    [[nodiscard]] const CacheGeometry& plotted() const; ///< the cache of the curve's level

    /// What a curve depends on.
    struct CurveOf {
        std::shared_ptr<const LiveSums> distances;
        std::size_t level = 0;
        std::uint64_t ways = 0;
        std::uint64_t last = 0; ///< capacity
        friend bool operator==(const CurveOf&, const CurveOf&) = default;
    };

    Pane& pane_;
    std::array<const CacheLevelEdit*, 2> levels_;
    ModelChoice choice_; ///< of the form
    QString error_;
    std::size_t plotted_ = 0; ///< level of the curve
    XyPlot* plot_;
    QLabel* state_;
    bool reveals_ = false;            ///< a slider was moved, and the curve was not in view since
    std::optional<CurveOf> curve_of_; ///< what the curve is, or will be when it is computed; no value: hidden
    JobRunner curve_job_{Supersede::finish};
};

} // namespace hitmap
