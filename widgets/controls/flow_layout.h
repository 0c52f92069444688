#pragma once

#include <QtWidgets/QLayout>

#include <memory>
#include <vector>

namespace hitmap {

/// Places widgets one after the other, as words of a text: what does not fit into a line begins the next one.
/// No widget gets less than the width that it asks for, so that none is cut. Narrower than the widest, the
/// layout does not become.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    /// Without margins.
    explicit FlowLayout(QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(items_.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    [[nodiscard]] QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// Returns the height that the items take in this place. Moves them there if `moves`.
    int arrange(const QRect& place, bool moves) const;

    std::vector<std::unique_ptr<QLayoutItem>> items_;
};

} // namespace hitmap
