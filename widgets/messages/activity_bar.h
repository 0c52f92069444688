#pragma once

#include <QtCore/QBasicTimer>
#include <QtWidgets/QProgressBar>

namespace hitmap {

/// A progress bar that moves slowly while its range is empty, when it only shows activity. The one of Qt then
/// draws 60 times a second. In a window with OpenGL, each time composes the whole window, which takes most of
/// a core where a program draws instead of a GPU.
class ActivityBar : public QProgressBar {
    Q_OBJECT
public:
    using QProgressBar::QProgressBar;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    static constexpr int step_ms = 250;
    static constexpr int place_count = 8; ///< of the moving part, which goes back and forth
    [[nodiscard]] bool shows_activity() const { return minimum() == 0 && maximum() == 0; }

    QBasicTimer timer_;
    int step_ = 0; ///< place of the moving part
};

} // namespace hitmap
