#pragma once

#include "core/profile/models/model_choice.h"
#include "widgets/base/job.h"
#include "widgets/model/slider_numbers.h"

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

class QGridLayout;
class QLabel;

namespace hitmap {

class CacheSlider;
class LiveSums;
class ModelBox;
class Pane;
class XyPlot;

/// Sliders of capacity and ways of both levels, the hit rate over the capacity of the level that was moved
/// last, and what happens while a slider moves. With the model of a GPU the sliders stop only at caches that
/// it can simulate, and there is no curve.
class LiveCaches : public QWidget {
    Q_OBJECT
public:
    /// @param pane   must outlive the widget
    /// @param model  the model of the form; must outlive the widget
    LiveCaches(Pane& pane, const ModelBox& model, QWidget* parent = nullptr);

    /// Shows the caches of the form. Emits no signal.
    void set_choice(const ModelChoice& choice);
    /// Says why the form is invalid; empty: it is valid.
    void set_error(const QString& error);
    /// Returns the cache of a level with what its sliders say.
    [[nodiscard]] CacheGeometry cache(std::size_t level) const;

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    void moved(std::size_t level); ///< cache(level), by the user
    void rested();                 ///< the user let go of the slider

private:
    struct Level {
        CacheGeometry cache;
        std::uint64_t chosen_ways = 1; ///< more than there are lines after the capacity was lowered
        bool full = false;             ///< as many ways as lines, whatever the capacity
        CacheSlider* capacity = nullptr;
        CacheSlider* ways = nullptr;
        QLabel* capacity_text = nullptr;
        QLabel* ways_text = nullptr;
    };
    CacheSlider* add_slider(QGridLayout& grid, const QString& title, const QString& name, const QString& tip,
                            QLabel*& value);
    void add_level(QGridLayout& grid, std::size_t level);
    void take_capacity(std::size_t level);
    void take_ways(std::size_t level);
    void tell_moved(std::size_t level);
    void show_level(std::size_t level);
    [[nodiscard]] ModelChoice choice() const; ///< that of the form, with what the sliders say
    [[nodiscard]] PossibleCache possible(std::size_t level) const;
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
    [[nodiscard]] bool moves() const; ///< whether the user moves a slider

    /// What a curve depends on.
    struct CurveOf {
        std::shared_ptr<const LiveSums> distances;
        std::size_t level = 0;
        std::uint64_t ways = 0;
        std::uint64_t last = 0; ///< capacity
        friend bool operator==(const CurveOf&, const CurveOf&) = default;
    };

    Pane& pane_;
    const ModelBox& model_;
    std::string preset_; ///< of the form, as the following one
    Restriction only_;
    QString error_;
    std::array<Level, 2> levels_;
    std::size_t plotted_ = 0; ///< level of the curve
    XyPlot* plot_;
    QLabel* state_;
    bool reveals_ = false;            ///< a slider was moved, and the curve was not in view since
    std::optional<CurveOf> curve_of_; ///< what the curve is, or will be when it is computed; no value: hidden
    JobRunner curve_job_{Supersede::finish};
};

} // namespace hitmap
