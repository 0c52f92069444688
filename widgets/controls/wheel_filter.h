#pragma once

#include <QtCore/QObject>

class QCoreApplication;
class QWheelEvent;
class QWidget;

namespace hitmap {

/// Keeps the wheel from what lies under the pointer by chance: within a panel that scrolls, it scrolls the
/// panel, unless the widget under the pointer has the focus; combo boxes, spin boxes and sliders without the
/// focus never turn by it, wherever they are. The wheel gives nothing the focus. A sideways wheel, or one
/// with Ctrl, Shift or Alt, is left alone within panels.
class WheelFilter : public QObject {
    Q_OBJECT
public:
    /// Filters all events of `application`, until the filter dies.
    explicit WheelFilter(QCoreApplication& application, QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] static bool belongs_to_panel(const QWidget& widget, const QWheelEvent& event);
};

} // namespace hitmap
