#pragma once

#include <QtWidgets/QLabel>

namespace hitmap {

/// A one-line text that ends in an ellipsis if it does not fit; the tool tip has the complete text.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// Accessibility tools read it as well.
    void set_text(const QString& text);
    /// Sets a text that the tool tip shows in addition.
    void set_explanation(const QString& explanation);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update_tool_tip();

    QString explanation_;
};

} // namespace hitmap
