#include "widgets/mesh/element_pointer.h"

#include "core/trace/model/element_kind.h"
#include "widgets/mesh/element_text.h"
#include "widgets/mesh/view_camera.h"

#include <QtGui/QClipboard>
#include <QtGui/QCursor>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QWidget>

#include <chrono>
#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds hover_time{60};

std::optional<Highlight> highlight_of(const std::optional<Selection>& selection) {
    if (!selection || !element_kinds()[selection->kind].geometry) return std::nullopt;
    return Highlight{selection->kind, static_cast<std::uint32_t>(selection->element)};
}

} // namespace

ElementPointer::ElementPointer(Pane& pane, ViewCamera& camera, QWidget& view, Pick pick)
    : pane_(pane), camera_(camera), view_(view), pick_(std::move(pick)) {
    hover_timer_.setSingleShot(true);
    hover_timer_.setInterval(hover_time);
    connect(&hover_timer_, &QTimer::timeout, this, &ElementPointer::hover);
}

void ElementPointer::hover() {
    const QPoint position = view_.mapFromGlobal(QCursor::pos());
    const bool pointing = view_.underMouse() && QGuiApplication::mouseButtons() == Qt::NoButton;
    set_hovered(pointing && pane_.recording() != nullptr ? pick_(position) : std::nullopt);
    if (hovered_) {
        QToolTip::showText(view_.mapToGlobal(position), element_text(pane_, *hovered_), &view_);
    } else {
        QToolTip::hideText();
    }
}

void ElementPointer::leave() {
    hover_timer_.stop();
    set_hovered(std::nullopt);
}

void ElementPointer::set_hovered(const std::optional<Selection>& hovered) {
    if (hovered == hovered_) return;
    hovered_ = hovered;
    Q_EMIT changed();
}

Highlights ElementPointer::highlights() const {
    Highlights highlights;
    highlights.hovered = highlight_of(hovered_);
    highlights.selected = highlight_of(pane_.choices().selection);
    const auto& trail = pane_.trail();
    if (trail != nullptr && pane_.choices().rays.visited)
        highlights.touched = trail->visited;
    else if (pane_.highlighted() != nullptr)
        highlights.touched = pane_.highlighted()->elements;
    if (const auto& drawn = pane_.rays(); drawn != nullptr && !drawn->lines->empty()) {
        highlights.rays = drawn->lines;
        if (trail != nullptr)
            if (const RaySegment* const ray =
                    ray_at(drawn->rays, trail->request, trail->launch, trail->warp, trail->lane))
                highlights.current_ray = static_cast<std::size_t>(ray - drawn->rays.rays.data());
    }
    if (pane_.region() != nullptr) highlights.region = pane_.region()->outline;
    return highlights;
}

void ElementPointer::select_at(const QPointF& position) {
    if (pane_.recording() != nullptr) pane_.set_selection(pick_(position));
}

void ElementPointer::show_menu(const QPoint& position) {
    if (pane_.recording() == nullptr) return;
    const auto element = pick_(position);
    QMenu menu;
    if (element) {
        const QString text = element_text(pane_, *element);
        menu.addSection(text.section(QLatin1Char('\n'), 0, 0));
        menu.addAction(tr("&Pin It"), this, [this, element] { pane_.set_selection(element); });
        menu.addAction(tr("Pin in &Time"), this, [this, element] {
            pane_.pin_curve(CurveElement{element->kind, element->element});
        });
        menu.addAction(tr("&Fly There"), this, [this, element] { camera_.fly_to(*element); });
        menu.addAction(tr("Show &Accesses"), this,
                       [this, element] { pane_.show_accesses({.element = element}); });
        menu.addAction(tr("&Copy Its Numbers"), this,
                       [text] { QGuiApplication::clipboard()->setText(text); });
        menu.addSeparator();
    }
    if (pane_.choices().selection || pane_.region() != nullptr)
        menu.addAction(tr("&Unpin"), this, [this] { pane_.set_selection(std::nullopt); });
    menu.addAction(tr("Frame &All"), &camera_, &ViewCamera::frame_all);
    menu.addAction(tr("&Reset to the Recorded Camera"), &camera_, &ViewCamera::reset);
    menu.exec(view_.mapToGlobal(position));
}

} // namespace hitmap
