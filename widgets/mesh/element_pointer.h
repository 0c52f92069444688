#pragma once

#include "render/elements/highlights.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QPointF>
#include <QtCore/QTimer>

#include <functional>
#include <optional>

class QWidget;

namespace hitmap {

class ViewCamera;

/// Faces and boxes under the pointer: the tool tip with their numbers, selection by a click, their context
/// menu, and the highlighted elements of the picture.
class ElementPointer : public QObject {
    Q_OBJECT
public:
    /// Returns the element that is drawn at a position in the view; no value if there is none.
    using Pick = std::function<std::optional<Selection>(const QPointF& position)>;

    /// All arguments outlive this.
    /// @param camera  flies to elements
    /// @param view    is the parent of tool tips, and positions refer to it
    ElementPointer(Pane& pane, ViewCamera& camera, QWidget& view, Pick pick);

    /// The pointer moved without a pressed button. When it rests, the tool tip appears.
    void follow() { hover_timer_.start(); }
    /// The pointer has left the view, or a button is pressed: no element is under it.
    void leave();
    /// The pane has another scene, so that the last element is not valid. Does not emit changed().
    void forget() { hovered_.reset(); }
    void select_at(const QPointF& position);
    void show_menu(const QPoint& position);
    [[nodiscard]] Highlights highlights() const;

Q_SIGNALS:
    void changed(); ///< highlights() changed because of the pointer

private:
    void hover();
    void set_hovered(const std::optional<Selection>& hovered);

    Pane& pane_;
    ViewCamera& camera_;
    QWidget& view_;
    Pick pick_;
    QTimer hover_timer_; ///< runs while the pointer moves
    std::optional<Selection> hovered_;
};

} // namespace hitmap
