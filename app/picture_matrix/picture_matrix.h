#pragma once

#include "app/figure/figure.h"
#include "core/profile/query/metric.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A configuration of a matrix of pictures.
struct FigureConfiguration {
    std::string name; ///< above its column
    FigureSource source;
    std::string view = "{}"; ///< JSON of docs/view-files.md, in which rows replace the metric
    std::optional<double> aspect = {};
    bool comparable = true; ///< whether it has the mesh of the first one
};
/// What a matrix of pictures shows of each configuration.
struct FigureMatrix {
    std::vector<FigureConfiguration> configurations; ///< columns, at least one; the first one is the base
    std::vector<Metric> metrics;                     ///< rows
    /// Whether a row for each metric shows the differences to the base, of those that have its mesh and whose
    /// models count the same: difference_refusal().
    bool differences = true;
    /// Whether the difference of two configurations is behind them in their row, with a colour bar of its
    /// own, instead of in a row of its own with an empty place.
    bool beside = false;
    bool rates = true; ///< whether a row of texts has the hit rates
};
/// Returns the usual width of such a figure in mm.
[[nodiscard]] double matrix_width(std::size_t configurations);
/// Replaces the panels of a figure by a matrix of configurations and metrics, as in von Buelow et al. 2022,
/// figure 6, with a colour bar at the right of each row. Places of models without a metric stay
/// empty. `figure` has the recordings and caches.
void set_matrix(Figure& figure, const FigureMatrix& matrix);

} // namespace hitmap
