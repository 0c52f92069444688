#pragma once

#include <QtWidgets/QHeaderView>

namespace hitmap {

/// The header of rows at the left of a table: names that are longer than it is wide go on in a second line,
/// where the rows have room for two, and are cut at the end of the last.
class RowNames final : public QHeaderView {
    Q_OBJECT
public:
    explicit RowNames(QWidget* parent = nullptr);

    /// The lines of a name: one where it fits into `width` or has no space to be broken at. The last one may
    /// be wider.
    [[nodiscard]] static QStringList lines_of(const QString& name, const QFontMetrics& metrics, int width);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace hitmap
