#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QLabel>

namespace hitmap {

/// A wrapped text among controls that is as high as the highest of the texts that it can have: what lies
/// below does not move when another one is shown.
class SteadyLabel : public QLabel {
    Q_OBJECT
public:
    /// @param texts  plain texts that it can have; a higher one makes it grow
    explicit SteadyLabel(QStringList texts, QWidget* parent = nullptr);

    [[nodiscard]] int heightForWidth(int width) const override;

private:
    QStringList texts_;
};

} // namespace hitmap
