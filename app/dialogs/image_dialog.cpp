#include "app/dialogs/image_dialog.h"

#include "widgets/base/format.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

constexpr int smallest_side = 200;
constexpr int largest_side = 32'767;

} // namespace

ImageDialog::ImageDialog(const OpenRecording& recording, FrameSize on_screen, FramebufferCells cells,
                         const ViewState& shown, QWidget* parent)
    : QDialog(parent),
      cells_(cells),
      subject_(new QComboBox),
      preset_(new QComboBox),
      width_(new QSpinBox),
      height_(new QSpinBox),
      transparent_(new QCheckBox(tr("&Transparent background"))),
      histogram_(new QCheckBox(tr("&Histogram behind the colour bar"))) {
    setWindowTitle(tr("Save an image"));
    subject_->setObjectName(QStringLiteral("image_subject"));
    subject_->addItem(tr("Mesh view with colour bar and caption (PNG)"));
    subject_->addItem(cells.quantity != nullptr
                          ? tr("Framebuffer: %1 (PNG, SVG or CSV)").arg(text_of(cells.quantity->title))
                          : tr("Framebuffer: access order (PNG, SVG or CSV)"));
    subject_->addItem(tr("Curves over the frames (PNG or SVG)"));
    subject_->addItem(tr("Image of the pane: %1 (PNG, SVG, CSV, OpenEXR or NumPy)")
                          .arg(text_of(shown.image.quantity->title)));
    if (shown.shown == Shown::image) subject_->setCurrentIndex(static_cast<int>(ImageSubject::image));
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
    connect(preset_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &ImageDialog::show_preset);
    connect(subject_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &ImageDialog::show_subject);
    lay_out();
    show_preset();
    if (framebuffer_size(recording).isEmpty())
        refuse(ImageSubject::framebuffer, tr("The recording has no framebuffer of a known size."));
    if (const QString reason = why_no_image(recording); !reason.isEmpty())
        refuse(ImageSubject::image, reason);
    if (!recording.has_mesh()) refuse(ImageSubject::mesh, why_no_mesh(recording));
    show_subject();
}

void ImageDialog::refuse(ImageSubject subject, const QString& reason) {
    const int row = static_cast<int>(subject);
    auto* item = qobject_cast<QStandardItemModel*>(subject_->model())->item(row);
    item->setEnabled(false);
    item->setToolTip(reason);
    if (subject_->currentIndex() == row) subject_->setCurrentIndex(static_cast<int>(ImageSubject::curves));
}

void ImageDialog::lay_out() {
    auto* sides = new QHBoxLayout;
    sides->addWidget(width_);
    sides->addWidget(new QLabel(QStringLiteral("×")));
    sides->addWidget(height_);
    auto* form = new QFormLayout;
    form->addRow(tr("&What"), subject_);
    form->addRow(tr("&Size"), preset_);
    form->addRow(tr("Si&des"), sides);
    static_cast<QLabel*>(form->labelForField(sides))->setBuddy(width_);
    form->addRow(transparent_);
    form->addRow(histogram_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Save &As …"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(buttons);
}

void ImageDialog::show_preset() {
    const QSize size = preset_->currentData().toSize();
    if (size.isEmpty()) return;
    const QSignalBlocker blockers[] = {QSignalBlocker(width_), QSignalBlocker(height_)};
    width_->setValue(size.width());
    height_->setValue(size.height());
}

void ImageDialog::show_subject() {
    histogram_->setEnabled(choices().subject == ImageSubject::mesh);
}

ImageChoices ImageDialog::choices() const {
    return {static_cast<ImageSubject>(subject_->currentIndex()),
            {width_->value(), height_->value()},
            transparent_->isChecked(),
            histogram_->isChecked(),
            cells_};
}

} // namespace hitmap
