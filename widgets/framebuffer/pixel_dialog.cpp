#include "widgets/framebuffer/pixel_dialog.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QSpinBox>

namespace hitmap {

PixelDialog::PixelDialog(const QSize& framebuffer, const QPoint& pixel, QWidget* parent)
    : QDialog(parent), x_(new QSpinBox), y_(new QSpinBox) {
    setWindowTitle(tr("Go to Pixel"));
    setObjectName(QStringLiteral("pixel_dialog"));
    x_->setObjectName(QStringLiteral("pixel_x"));
    y_->setObjectName(QStringLiteral("pixel_y"));
    x_->setRange(0, framebuffer.width() - 1);
    y_->setRange(0, framebuffer.height() - 1);
    x_->setValue(pixel.x());
    y_->setValue(pixel.y());
    auto* form = new QFormLayout(this);
    form->addRow(tr("&Column, 0 to %1 from the left").arg(x_->maximum()), x_);
    form->addRow(tr("&Row, 0 to %1 from the top").arg(y_->maximum()), y_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
    x_->selectAll();
}

QPoint PixelDialog::pixel() const {
    return {x_->value(), y_->value()};
}

} // namespace hitmap
