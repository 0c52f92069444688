#pragma once

#include "widgets/session/panes/pane.h"

#include <QtCore/QPoint>
#include <QtCore/QSize>

#include <optional>

namespace hitmap {

/// Returns width and height of the framebuffer; empty if not known.
[[nodiscard]] QSize framebuffer_size(const OpenRecording& recording);
/// The same for the recording of a pane; empty if nothing is open.
[[nodiscard]] QSize framebuffer_size(const Pane& pane);
/// Returns the pixel that is the selection of a pane.
[[nodiscard]] std::optional<QPoint> selected_pixel(const Pane& pane);
/// Makes a pixel the selection of a pane, whose recording must have a framebuffer.
void select_pixel(Pane& pane, const QPoint& pixel);
/// Asks for a pixel and selects it. Does nothing if there is no framebuffer.
/// @param parent  of the dialog; shows the pane
void ask_for_pixel(Pane& pane, QWidget* parent);

} // namespace hitmap
