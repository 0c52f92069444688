#include "core/analysis/groups/element_scatter.h"

#include "core/jobs/check_often.h"

#include <cmath>

namespace hitmap {

ElementScatter element_scatter(const SceneInTime& scene, const ElementQuantity& x, const ElementQuantity& y,
                               std::size_t columns, std::size_t rows, const JobContext& job) {
    const std::vector<float> of_x = element_quantity_values(scene, x, job);
    const std::vector<float> of_y = element_quantity_values(scene, y, job);
    ElementScatter scatter{ValueBins(of_x, x, columns), ValueBins(of_y, y, rows), {}};
    scatter.cells.resize(scatter.x.size() * scatter.y.size());
    for (std::size_t e = 0; e < of_x.size(); ++e) {
        check_often(e, job);
        const bool has_x = std::isfinite(of_x[e]);
        const bool has_y = std::isfinite(of_y[e]);
        if (has_x && has_y)
            ++scatter.cells[scatter.y.bin_of(of_y[e]) * scatter.x.size() + scatter.x.bin_of(of_x[e])];
        else if (has_x || has_y)
            ++scatter.undefined;
    }
    return scatter;
}

} // namespace hitmap
