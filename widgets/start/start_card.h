#pragma once

#include <QtGui/QImage>
#include <QtGui/QPixmap>
#include <QtWidgets/QPushButton>

namespace hitmap {

/// A button with a picture of what it opens, a name and a line about it. Its height follows from its width.
class StartCard : public QPushButton {
    Q_OBJECT
public:
    /// How the line is shown.
    enum class Line { wrapped, elided };

    /// @param spec  what it opens, which the tool tip shows
    StartCard(QString spec, QString name, QString line, Line form, QWidget* parent = nullptr);

    [[nodiscard]] const QString& spec() const { return spec_; }
    /// Null: the sign of the kind of its file stands there.
    void set_picture(const QImage& picture);
    [[nodiscard]] bool has_picture() const { return !picture_.isNull(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect picture_area(int width) const;
    /// The place of the line below the name, of a card of this width.
    [[nodiscard]] QRect line_area(int width) const;
    [[nodiscard]] QFont name_font() const;
    void draw_ground(QPainter& painter) const;
    void draw_picture(QPainter& painter);
    void draw_texts(QPainter& painter) const;

    QString spec_;
    QString name_;
    QString line_;
    Line form_;
    QImage picture_;
    QPixmap scaled_; ///< picture_ in the pixels of the screen; null: not made yet
};

} // namespace hitmap
