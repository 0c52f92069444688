#pragma once

#include "core/cache/array/cache_geometry.h"
#include "widgets/base/job.h"

#include <QtWidgets/QWidget>

#include <array>
#include <cstddef>
#include <cstdint>

class QGridLayout;
class QLabel;

namespace hitmap {

class CacheSlider;
class Pane;
class XyPlot;

/// Sliders of capacity and ways of both levels, the hit rate over the capacity of the level that was moved
/// last, and what happens while a slider moves.
class LiveCaches : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit LiveCaches(Pane& pane, QWidget* parent = nullptr);

    /// Shows the caches of the form. Emits no signal.
    void set_caches(const CacheGeometry& l1, const CacheGeometry& l2);
    /// Returns the cache of a level with what its sliders say.
    [[nodiscard]] CacheGeometry cache(std::size_t level) const;
    /// Says what would happen; an error of the form replaces it.
    void show_state();

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
    void request_curve();
    void show_mark();

    Pane& pane_;
    std::array<Level, 2> levels_;
    std::size_t plotted_ = 0; ///< level of the curve
    XyPlot* plot_;
    QLabel* state_;
    JobRunner curve_job_{Supersede::finish};
};

} // namespace hitmap
