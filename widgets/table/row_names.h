#pragma once

#include <QtWidgets/QHeaderView>

namespace hitmap {

/// The vertical header of a table. Names that do not fit use a second line if the rows have space for two;
/// the last line is cut.
class RowNames final : public QHeaderView {
    Q_OBJECT
public:
    explicit RowNames(QWidget* parent = nullptr);

    /// Returns the lines of a name: one if it fits into `width` or contains no space. The last line may be
    /// too wide.
    [[nodiscard]] static QStringList lines_of(const QString& name, const QFontMetrics& metrics, int width);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace hitmap
