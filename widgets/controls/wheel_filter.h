#pragma once

#include <QtCore/QObject>

class QCoreApplication;
class QWheelEvent;
class QWidget;

namespace hitmap {

/// Prevents accidental changes by the wheel. In a scrolling panel the wheel scrolls the panel unless the
/// widget under the pointer has the focus. Elsewhere, combo boxes, spin boxes and sliders without the focus
/// ignore it. The wheel never moves the focus. In panels, horizontal wheels and those with Ctrl, Shift or Alt
/// are not filtered.
class WheelFilter : public QObject {
    Q_OBJECT
public:
    /// Filters all events of `application` until the filter is destroyed.
    explicit WheelFilter(QCoreApplication& application, QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] static bool belongs_to_panel(const QWidget& widget, const QWheelEvent& event);
};

} // namespace hitmap
