#include "app/dialogs/image_dialog.h"

#include "app/dialogs/size_fields.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtGui/QStandardItemModel>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

ImageDialog::ImageDialog(const OpenRecording& recording, FrameSize on_screen, FramebufferCells cells,
                         const ViewState& shown, QWidget* parent)
    : QDialog(parent),
      cells_(cells),
      subject_(new QComboBox),
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
    connect(subject_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &ImageDialog::show_subject);
    lay_out(on_screen);
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

void ImageDialog::lay_out(FrameSize on_screen) {
    auto* form = new QFormLayout;
    form->addRow(tr("&What"), subject_);
    size_ = new SizeFields(on_screen, *form, this);
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

void ImageDialog::show_subject() {
    histogram_->setEnabled(choices().subject == ImageSubject::mesh);
}

ImageChoices ImageDialog::choices() const {
    return {static_cast<ImageSubject>(subject_->currentIndex()), size_->size(), transparent_->isChecked(),
            histogram_->isChecked(), cells_};
}

} // namespace hitmap
