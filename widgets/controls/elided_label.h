#pragma once

#include <QtWidgets/QLabel>

namespace hitmap {

/// A line that ends in an ellipsis where there is no room for all of it; the tooltip has all of it.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// Also what accessibility tools read.
    void set_text(const QString& text);
    /// What the tooltip says besides the text.
    void set_explanation(const QString& explanation);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update_tool_tip();

    QString explanation_;
};

} // namespace hitmap
