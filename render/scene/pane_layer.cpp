#include "render/scene/pane_layer.h"

#include <limits>
#include <utility>
#include <vector>

namespace hitmap {

void PaneLayer::set_values(PaneValues::Numbers values) {
    values_.values = std::move(values);
    values_.changed = true;
}

void PaneLayer::set_access_counts(PaneValues::Numbers counts) {
    values_.counts = std::move(counts);
    values_.faded = 0;
}

std::optional<CellPick> PaneLayer::surface_at(const EdgePickPlace& /*place*/) const {
    return std::nullopt;
}

std::optional<CellPick> PaneLayer::edge_at(const EdgePickPlace& /*place*/, NearestEdge& /*nearest*/) const {
    return std::nullopt;
}

void PaneEdgeLayer::set_values(PaneValues::Numbers values) {
    of_all_ = std::move(values);
    choose_values();
}

void PaneEdgeLayer::set_part(const std::shared_ptr<const ScenePart>& part) {
    part_ = part;
    choose_values();
}

void PaneEdgeLayer::choose_values() {
    if (part_ == nullptr || of_all_ == nullptr) return PaneLayer::set_values(of_all_);
    auto of_part = std::make_shared<std::vector<float>>(*of_all_);
    for (std::size_t element = 0; element < of_part->size(); ++element)
        if (!part_->draws(kind(), element)) (*of_part)[element] = std::numeric_limits<float>::quiet_NaN();
    PaneLayer::set_values(std::move(of_part));
}

} // namespace hitmap
