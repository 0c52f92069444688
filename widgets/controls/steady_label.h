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

private:
    QStringList texts_;
};

} // namespace hitmap
