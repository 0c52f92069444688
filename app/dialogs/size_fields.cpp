#include "app/dialogs/size_fields.h"

#include <QtCore/QSignalBlocker>
#include <QtCore/QSize>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>

namespace hitmap {

namespace {

constexpr int smallest_side = 200;
constexpr int largest_side = 32'767;

} // namespace

SizeFields::SizeFields(FrameSize on_screen, QFormLayout& form, QObject* parent)
    : QObject(parent), preset_(new QComboBox), width_(new QSpinBox), height_(new QSpinBox) {
    preset_->addItem(tr("As on screen"), QSize(on_screen.width, on_screen.height));
    for (const QSize& size : {QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160), QSize(2000, 2000)})
        preset_->addItem(QStringLiteral("%1 × %2").arg(size.width()).arg(size.height()), size);
    preset_->addItem(tr("Other"));
    for (QSpinBox* side : {width_, height_}) {
        side->setRange(smallest_side, largest_side);
        side->setSuffix(tr(" px"));
        connect(side, QOverload<int>::of(&QSpinBox::valueChanged), this,
                [this] { preset_->setCurrentIndex(preset_->count() - 1); });
    }
    width_->setObjectName(QStringLiteral("image_width"));
    height_->setObjectName(QStringLiteral("image_height"));
    height_->setAccessibleName(tr("Height"));
    connect(preset_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &SizeFields::show_preset);
    auto* sides = new QHBoxLayout;
    sides->addWidget(width_);
    sides->addWidget(new QLabel(QStringLiteral("×")));
    sides->addWidget(height_);
    form.addRow(tr("&Size"), preset_);
    form.addRow(tr("Si&des"), sides);
    static_cast<QLabel*>(form.labelForField(sides))->setBuddy(width_);
    show_preset();
}

void SizeFields::show_preset() {
    const QSize size = preset_->currentData().toSize();
    if (size.isEmpty()) return;
    const QSignalBlocker blockers[] = {QSignalBlocker(width_), QSignalBlocker(height_)};
    width_->setValue(size.width());
    height_->setValue(size.height());
}

FrameSize SizeFields::size() const {
    return {width_->value(), height_->value()};
}

} // namespace hitmap
