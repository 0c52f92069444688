#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QLabel>

namespace hitmap {

/// A word-wrapped label with the height of the highest of its possible texts, so that widgets below do not
/// move when the text changes.
class SteadyLabel : public QLabel {
    Q_OBJECT
public:
    /// @param texts  the possible plain texts; a higher text enlarges the label
    explicit SteadyLabel(QStringList texts, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QStringList texts_;
    QLabel* measured_; ///< never shown; it wraps a text as this label does
};

} // namespace hitmap
