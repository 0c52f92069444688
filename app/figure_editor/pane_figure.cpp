#include "app/figure_editor/pane_figure.h"

#include "app/picture_matrix/picture_matrix.h"
#include "core/profile/models/scene_match.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/mesh_offset.h"
#include "widgets/base/tr.h"
#include "widgets/session/panes/recent_configs.h"

#include <QtCore/QFileInfo>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace hitmap {

namespace {

std::string absolute_of(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

FigureRecording described(const OpenRecording& recording) {
    FigureRecording described;
    described.name = figure_word(file_stem_of(recording).toStdString());
    described.part = recording.spec.part;
    for (const std::string& relayout : recording.spec.relayouts)
        described.relayouts.push_back(parse_relayout(relayout));
    described.dealt_sms = recording.spec.dealt_sms;
    if (!recording.traced) {
        described.file = absolute_of(whole_text(recording.spec));
        if (!recording.spec.layout.empty()) described.layout = absolute_of(recording.spec.layout);
        return described;
    }
    const TraceRequest request = trace_of(recording.spec);
    described.scene.name = described.name;
    described.scene.spec = request.scene;
    if (request.camera)
        described.scene.camera = camera_in_file(*request.camera, mesh_offset(recording.info()));
    described.scene.up = request.up;
    described.options = request.options;
    return described;
}

OpenedSource source_of(const std::shared_ptr<const Simulation>& simulation) {
    const ModelChoice& config = simulation->config;
    const std::string name =
        config == ModelChoice() ? "default"
        : !config.preset.empty()
            ? figure_word(QFileInfo(QString::fromStdString(config.preset)).completeBaseName().toStdString())
            : figure_word(config_text(config).toStdString());
    return {described(*simulation->recording), {name, {config, simulation->model}}, simulation};
}

/// Returns the view of a pane as others draw it: without what explains the window.
ViewState paper_view(const Pane& pane) {
    ViewState state = pane.choices();
    state.view = with_range_resolved(state.view, pane.range_subject(), pane.range().min, pane.range().max);
    // Automatic colours would be decided for the size of another picture.
    const bool has_colours = !info_of(state.metric.quantity).term && colours_faces(state.view);
    if (pane.values() != nullptr && has_colours) state.view.colour_by = pane.values()->colours.by;
    state.view.show_axes = false;
    state.view.show_frustum = false;
    state.shown = Shown::mesh;
    state.image.area = {};
    return state;
}

std::string paper_view_json(const ViewState& state) {
    FigurePanel panel;
    change_view(panel, [&](ViewState& changed) { changed = state; });
    return panel.view;
}

/// Adds recording and cache to a figure.
FigureSource added_source(Figure& figure, const OpenedSource& source) {
    const std::size_t recording = add_recording(figure, source.recording);
    return {recording, add_cache(figure, source.cache)};
}

bool has_mesh_of(const Pane& pane, const Pane& other) {
    if (pane.recording() == other.recording()) return true;
    if (pane.recording()->scene == nullptr || other.recording()->scene == nullptr) return false;
    return SceneMatch(pane.recording()->scene, other.recording()->scene).matches(face_kind);
}

void set_kind(FigurePanel& panel, const Pane& pane, AddedView what) {
    using Kind = FigurePanelKind;
    switch (what) {
    case AddedView::shown:
        panel.kind = pane.shows_image() ? Kind::image : Kind::mesh;
        return;
    case AddedView::framebuffer:
        panel.kind = Kind::framebuffer;
        return;
    case AddedView::hit_rates:
    case AddedView::accesses:
    case AddedView::l1_capacity:
    case AddedView::l2_capacity:
        panel.kind = Kind::plot;
        panel.plot = static_cast<FigurePlot>(static_cast<int>(what) - static_cast<int>(AddedView::hit_rates));
        return;
    case AddedView::elements:
    case AddedView::allocations:
        panel.kind = Kind::table;
        panel.table = what == AddedView::elements ? FigureTable::elements : FigureTable::allocations;
    }
}

/// Returns the metric of the other level; no value if it has none.
std::optional<Metric> other_level(Metric metric) {
    if (!metric.level) return std::nullopt;
    metric.level = *metric.level == Level::l1 ? Level::l2 : Level::l1;
    return metric;
}

/// Returns whether a view counts elements, which can be restricted to some rays. Other views count
/// everything.
bool counts_elements(AddedView what) {
    return what != AddedView::l1_capacity && what != AddedView::l2_capacity && what != AddedView::allocations;
}

/// Says what a panel counts alone; empty if it counts everything.
/// @param b  the other side of a difference, or the same
std::string alone_caption(const Restriction& a, const Restriction& b) {
    if (a.empty() && b.empty()) return {};
    if (a == b) return "Of " + counted_title(a);
    return fmt::format("A of {}, B of {}", counted_title(a), counted_title(b));
}

double rounded_aspect(double aspect) {
    return std::clamp(std::round(aspect * 100.0) / 100.0, 0.1, 10.0);
}

/// Names the panes by what differs between them.
std::string configuration_name(const Session& session, const Pane& pane) {
    bool others_recording = false;
    bool others_config = false;
    for (std::size_t i = 0; i < session.pane_count(); ++i) {
        if (session.pane(i).recording() == nullptr) continue;
        others_recording |= session.pane(i).recording() != pane.recording();
        others_config |= session.pane(i).config() != pane.config();
    }
    const std::string& recording = pane.recording()->name;
    std::string config = config_text(pane.config()).toStdString();
    if (!pane.config().only.empty()) config += ", of " + counted_title(pane.config().only);
    if (others_recording && others_config) return recording + ", " + config;
    return others_config ? config : recording;
}

std::vector<const Pane*> panes_with_meshes(const Session& session) {
    std::vector<const Pane*> panes;
    for (std::size_t i = 0; i < session.pane_count(); ++i) {
        const Pane& pane = session.pane(i);
        const bool fits = why_no_figure(pane).isEmpty() && pane.recording()->has_mesh();
        const bool is_known =
            fits && std::ranges::any_of(panes, [&](const Pane* other) {
                return other->recording() == pane.recording() && other->config() == pane.config();
            });
        if (fits && !is_known) panes.push_back(&pane);
    }
    return panes;
}

} // namespace

QString why_no_figure(const Pane& pane) {
    const auto recording = pane.recording();
    if (recording == nullptr || pane.values() == nullptr) return tr("Nothing is open in this pane.");
    const QString name = QString::fromStdString(recording->name);
    if (pane.reference() != nullptr && pane.values()->difference) {
        if (pane.shows_image()) return tr("Figures show images, but no differences of two images.");
        const DifferenceSides& sides = pane.values()->sides;
        if (sides.other == nullptr || !sides.refusal.empty())
            return tr("%1: the pane has no difference to show.").arg(name);
        if (sides.other_frames != pane.values()->frames)
            return tr("A figure compares the same frames of both sides; these panes show different ones.");
    }
    return {};
}

AddedPanel panel_of(const Pane& pane, AddedView what, double aspect) {
    AddedPanel added;
    added.sources.push_back(source_of(pane.simulation()));
    FigurePanel& panel = added.panel;
    set_kind(panel, pane, what);
    panel.view = paper_view_json(paper_view(pane));
    const Restriction& only = pane.simulation()->config.only;
    if (counts_elements(what)) panel.caption = alone_caption(only, only);
    if (panel.kind != FigurePanelKind::mesh) return added;
    panel.aspect = rounded_aspect(aspect);
    if (!pane.values()->difference || pane.reference() == nullptr) return added;
    const DifferenceSides& sides = pane.values()->sides;
    // A panel shows B - A on the mesh of A, which is its own source.
    added.sources.push_back(source_of(sides.other));
    if (sides.own == Side::compared) std::swap(added.sources[0], added.sources[1]);
    panel.compare = FigureSource{1, 1};
    const Restriction& other = sides.other->config.only;
    panel.caption = sides.own == Side::baseline ? alone_caption(only, other) : alone_caption(other, only);
    return added;
}

FigurePlace add_to(Figure& figure, const AddedPanel& added) {
    std::vector<FigureSource> sources;
    for (const OpenedSource& source : added.sources)
        sources.push_back(added_source(figure, source));
    FigurePanel panel = added.panel;
    panel.source = sources.at(panel.source.recording);
    if (panel.compare) panel.compare = sources.at(panel.compare->recording);
    return add_panel(figure, std::move(panel));
}

QStringList left_out_of_figure(const Session& session) {
    QStringList reasons;
    for (std::size_t i = 0; i < session.pane_count(); ++i) {
        const Pane& pane = session.pane(i);
        if (pane.recording() == nullptr) continue; // an empty pane is not missed
        QString reason = why_no_figure(pane);
        if (reason.isEmpty() && !pane.recording()->has_mesh())
            reason = tr("%1 has no mesh.").arg(QString::fromStdString(pane.recording()->name));
        if (!reason.isEmpty())
            reasons.append(tr("Pane %1 is left out: %2").arg(QLatin1Char(pane.letter())).arg(reason));
    }
    return reasons;
}

std::optional<PaneMatrix> figure_of_panes(const Session& session, double aspect) {
    const std::vector<const Pane*> panes = panes_with_meshes(session);
    if (panes.empty()) return std::nullopt;
    PaneMatrix result{empty_figure(), {}};
    FigureMatrix matrix;
    for (const Pane* pane : panes) {
        result.sources.push_back(source_of(pane->simulation()));
        FigureConfiguration configuration;
        configuration.name = configuration_name(session, *pane);
        configuration.source = added_source(result.figure, result.sources.back());
        configuration.comparable = has_mesh_of(*pane, *panes.front());
        configuration.aspect = rounded_aspect(aspect);
        ViewState state = paper_view(*pane);
        if (configuration.comparable && session.active().recording() != nullptr &&
            has_mesh_of(session.active(), *panes.front())) {
            const View& active = session.active().choices().view;
            state.view.camera = active.camera;
            state.view.projection = active.projection;
            state.view.focus_distance = active.focus_distance;
        }
        configuration.view = paper_view_json(state);
        matrix.configurations.push_back(std::move(configuration));
        if (std::ranges::find(matrix.metrics, state.metric) == matrix.metrics.end())
            matrix.metrics.push_back(state.metric);
    }
    if (const auto other = other_level(matrix.metrics.front()); matrix.metrics.size() == 1 && other)
        matrix.metrics.push_back(*other);
    constexpr double widest_mm = 178.0; // two columns of text
    matrix.beside = panes.size() == 2;
    result.figure.width = matrix.beside ? widest_mm : std::min(widest_mm, matrix_width(panes.size()));
    set_matrix(result.figure, matrix);
    return result;
}

} // namespace hitmap
