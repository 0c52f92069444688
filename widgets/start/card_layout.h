#pragma once

#include <QtWidgets/QLayout>

#include <memory>
#include <vector>

namespace hitmap {

/// Cards in as many columns of one width as there is room for, from left to right and row by row. The columns
/// share the width, and are at most as wide as the widest card. All cards of a row have the height of the
/// highest.
class CardLayout : public QLayout {
public:
    /// @param narrowest, widest  widths of a card, in logical pixels
    CardLayout(int narrowest, int widest);
    ~CardLayout() override;

    /// Returns the number of columns in this width, at least one.
    [[nodiscard]] int columns(int width) const;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    [[nodiscard]] QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    [[nodiscard]] int card_width(int width) const;
    /// The cards that are not hidden.
    [[nodiscard]] std::vector<QLayoutItem*> shown() const;
    /// Returns the height of each row.
    [[nodiscard]] std::vector<int> row_heights(int width) const;

    int narrowest_;
    int widest_;
    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

} // namespace hitmap
