#include "core/trace/model/element_kind.h"
#include "widgets/mesh/element_text.h"
#include "widgets/mesh/mesh_view.h"

#include <QtGui/QClipboard>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolTip>
#include <glm/geometric.hpp>

namespace hitmap {

namespace {

// An element that is flown to is seen with so much around it: shares of its own and of the scene's size.
constexpr float own_share = 1.5F;
constexpr float least_share = 0.005F;
/// Part of the scene that is flown to fills the view with this much around it.
constexpr float region_share = 1.2F;

std::optional<Highlight> highlight_of(const std::optional<Selection>& selection) {
    if (!selection || selection->kind == pixel_kind) return std::nullopt;
    return Highlight{selection->kind, static_cast<std::uint32_t>(selection->element)};
}

} // namespace

std::optional<Selection> MeshView::element_under(const QPointF& position) {
    if (renderer_ == nullptr) return std::nullopt;
    const double ratio = devicePixelRatioF();
    const int x = static_cast<int>(position.x() * ratio);
    const int y = static_cast<int>(position.y() * ratio);
    makeCurrent();
    // Edges lie over faces and are thin: who points at one means it.
    const auto box = pane_.choices().view.show_boxes ? renderer_->pick_box(x, y) : std::nullopt;
    const auto face = box ? std::nullopt : renderer_->pick(x, y);
    doneCurrent();
    if (box) return Selection{box_kind, box->box};
    if (face) return Selection{face_kind, face->face_slot};
    return std::nullopt;
}

void MeshView::hover() {
    const QPoint position = mapFromGlobal(QCursor::pos());
    const bool pointing = underMouse() && QGuiApplication::mouseButtons() == Qt::NoButton;
    show_hovered(pointing && pane_.recording() != nullptr ? element_under(position) : std::nullopt);
    if (hovered_) {
        QToolTip::showText(mapToGlobal(position), element_text(pane_, *hovered_), this);
    } else {
        QToolTip::hideText();
    }
}

void MeshView::show_hovered(const std::optional<Selection>& hovered) {
    if (hovered == hovered_) return;
    hovered_ = hovered;
    update();
}

Highlights MeshView::highlights() const {
    Highlights highlights;
    highlights.hovered = highlight_of(hovered_);
    highlights.selected = highlight_of(pane_.choices().selection);
    if (pane_.highlighted() != nullptr) highlights.touched = pane_.highlighted()->elements;
    if (pane_.region() != nullptr) highlights.region = pane_.region()->outline;
    return highlights;
}

void MeshView::click(const QPointF& position) {
    if (pane_.recording() != nullptr) pane_.set_selection(element_under(position));
}

void MeshView::fly_to(const Selection& element) {
    if (pane_.recording() == nullptr) return;
    Aabb bounds = element_bounds(*pane_.recording()->scene, element);
    // A pixel is where the faces are that its rays touched.
    if (element.kind == pixel_kind && pane_.highlighted() != nullptr) {
        for (const Highlight& touched : pane_.highlighted()->elements) {
            if (touched.kind == face_kind)
                bounds.include(element_bounds(*pane_.recording()->scene, {touched.kind, touched.element}));
        }
    }
    if (bounds.empty()) return;
    const float whole = glm::length(pane_.recording()->prepared->bounds.extent());
    const float radius = std::max(own_share * glm::length(bounds.extent()), least_share * whole);
    Navigation end = navigation_;
    end.focus(bounds.center(), radius);
    fly(end);
}

void MeshView::fly_to_bounds(const Aabb& bounds) {
    if (pane_.recording() == nullptr || bounds.empty()) return;
    const float least = least_share * glm::length(pane_.recording()->prepared->bounds.extent());
    const glm::vec3 half = glm::max(0.5F * region_share * bounds.extent(), glm::vec3(least));
    fly_to_see({bounds.center() - half, bounds.center() + half});
}

void MeshView::frame_all() {
    if (pane_.recording() != nullptr) fly_to_see(pane_.recording()->prepared->bounds);
}

void MeshView::fly_to_see(const Aabb& bounds) {
    const auto side = static_cast<float>(shorter_side());
    Navigation end = navigation_;
    end.frame(bounds, {static_cast<float>(width()) / side, static_cast<float>(height()) / side});
    fly(end);
}

void MeshView::fly(const Navigation& end) {
    flight_.stop();
    flight_end_ = end;
    flight_way_ = end.camera().position - navigation_.camera().position;
    flight_.start();
}

void MeshView::continue_flight(const QVariant& progress) {
    navigation_ = flight_end_;
    navigation_.place(flight_end_.camera().position - flight_way_ * (1.0F - progress.toFloat()));
    show_camera();
}

void MeshView::contextMenuEvent(QContextMenuEvent* event) {
    // With the pointer it comes when the button is released, as a right drag moves the scene.
    if (event->reason() != QContextMenuEvent::Mouse) show_menu(event->pos());
}

void MeshView::show_menu(const QPoint& position) {
    if (pane_.recording() == nullptr) return;
    const auto element = element_under(position);
    QMenu menu;
    if (element) {
        const QString text = element_text(pane_, *element);
        menu.addSection(text.section(QLatin1Char('\n'), 0, 0));
        menu.addAction(tr("&Pin It"), this, [this, element] { pane_.set_selection(element); });
        menu.addAction(tr("&Fly There"), this, [this, element] { fly_to(*element); });
        menu.addAction(tr("&Copy Its Numbers"), this,
                       [text] { QGuiApplication::clipboard()->setText(text); });
        menu.addSeparator();
    }
    if (pane_.choices().selection || pane_.region() != nullptr)
        menu.addAction(tr("&Unpin"), this, [this] { pane_.set_selection(std::nullopt); });
    menu.addAction(tr("Frame &All"), this, &MeshView::frame_all);
    menu.addAction(tr("&Reset to the Recorded Camera"), this, &MeshView::reset_camera);
    menu.exec(mapToGlobal(position));
}

void MeshView::leaveEvent(QEvent* event) {
    hover_timer_.stop();
    show_hovered(std::nullopt);
    QOpenGLWidget::leaveEvent(event);
}

} // namespace hitmap
