#include "app/figure/figure_inputs.h"

#include "app/figure/figure_json.h"
#include "core/base/error.h"
#include "core/profile/models/pixel_tables.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/model/element_kind.h"
#include "render/view/recorded_camera.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

/// Whether a panel shows causes of misses or reuse distances, which the model computes on request.
bool needs_causes(const FigurePanel& panel) {
    if (panel.kind == FigurePanelKind::plot)
        return panel.plot == FigurePlot::l1_capacity || panel.plot == FigurePlot::l2_capacity;
    if (panel.kind != FigurePanelKind::mesh && panel.kind != FigurePanelKind::image) return false;
    const ViewState state = figure_view(panel);
    return panel.kind == FigurePanelKind::mesh ? info_of(state.metric.quantity).is_class_of_misses()
                                               : state.image.quantity->needs == PixelPart::causes;
}

bool uses(const FigurePanel& panel, const FigureSource& source) {
    return panel.source == source || panel.compare == source ||
           std::ranges::any_of(panel.insets,
                               [&](const FigureInset& inset) { return inset.source == source; });
}

} // namespace

FigureInputs::FigureInputs(const Figure& figure, FigureStore& store, const JobContext& job)
    : figure_(figure), store_(store), job_(job) {}

FigureMaterial& FigureInputs::opened(std::size_t recording) {
    return store_.material(figure_.recordings[recording], job_);
}

const std::string& FigureInputs::name(std::size_t recording) const {
    const FigureRecording& wanted = figure_.recordings[recording];
    return wanted.file.empty() ? wanted.name : wanted.file;
}

const RecordingInfo& FigureInputs::info(std::size_t recording) {
    return opened(recording).file->info();
}

std::shared_ptr<const RecordedScene> FigureInputs::scene(std::size_t recording) {
    if (opened(recording).scene == nullptr)
        throw FileError(name(recording), "scene", "expected a scene to draw, found none");
    return opened(recording).scene;
}

std::shared_ptr<const PreparedScene> FigureInputs::prepared(std::size_t recording) {
    const auto shown = scene(recording);
    FigureMaterial& entry = opened(recording);
    if (entry.prepared != nullptr) return entry.prepared;
    const auto has_any = [&](ElementKindId kind) { return element_count(*shown, kind) != 0; };
    if (const auto kinds = in_drawing_order(drawn_kinds()); std::ranges::none_of(kinds, has_any))
        throw FileError(name(recording), "scene",
                        fmt::format("expected {} to draw, found {}", list_of(kinds, KindName::plural),
                                    kinds.size() == 2 ? "neither" : "none of them"));
    if (!knows_vertex_positions(entry.file->info()))
        throw FileError(name(recording), "scene",
                        "expected faces with positions, found that the vertices of the faces are assumed");
    entry.prepared = prepare_scene(shown, job_);
    return entry.prepared;
}

bool FigureInputs::explains(const FigureSource& source) const {
    const ExperimentCache& cache = figure_.caches[source.cache];
    if (std::holds_alternative<SdcmConfig>(cache.model.config)) return false;
    return cache.model.choice.explain_misses ||
           std::ranges::any_of(figure_.panels, [&](const FigurePanel& panel) {
               return needs_causes(panel) && uses(panel, source);
           });
}

ModelConfig FigureInputs::config(const FigureSource& source) const {
    return figure_model(figure_.caches[source.cache], explains(source));
}

const Restriction& FigureInputs::only(const FigureSource& source) const {
    return figure_.caches[source.cache].model.choice.only;
}

const Profile& FigureInputs::profile(const FigureSource& source) {
    auto& entry = profiles_[{source.recording, source.cache}];
    if (entry == nullptr)
        entry = store_.profile(figure_.recordings[source.recording], figure_.caches[source.cache],
                               explains(source), job_);
    return *entry;
}

std::shared_ptr<const ElementRays> FigureInputs::rays(std::size_t recording,
                                                      const std::vector<ElementRange>& ranges) {
    FigureMaterial& entry = opened(recording);
    if (entry.rays == nullptr) entry.rays = rays_for(ranges, *entry.source, job_);
    return entry.rays;
}

const SceneRegions& FigureInputs::regions(std::size_t recording) {
    const auto shown = scene(recording);
    FigureMaterial& entry = opened(recording);
    if (entry.regions == nullptr)
        entry.regions = std::make_shared<const SceneRegions>(shown, recorded_camera(*shown));
    return *entry.regions;
}

PixelTable FigureInputs::pixels(const FigureSource& source, TimeWindow window) {
    return make_pixel_table(*opened(source.recording).source, config(source), only(source), window,
                            store_.pool(), job_);
}

} // namespace hitmap
