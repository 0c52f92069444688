#include "app/dialogs/sequence_dialog.h"

#include "app/dialogs/size_fields.h"
#include "app/sequence/sequence_states.h"
#include "widgets/base/format.h"

#include <QtGui/QStandardItemModel>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

namespace {

void set_entry_enabled(const QComboBox& box, int row, bool enabled) {
    qobject_cast<QStandardItemModel*>(box.model())->item(row)->setEnabled(enabled);
}

bool entry_enabled(const QComboBox& box, int row) {
    return qobject_cast<QStandardItemModel*>(box.model())->item(row)->isEnabled();
}

} // namespace

SequenceDialog::SequenceDialog(const ViewState& shown, SequenceRanges ranges, FrameSize on_screen,
                               bool has_video, QWidget* parent)
    : QDialog(parent),
      frames_(shown.frames.total),
      of_mesh_(shown.shown == Shown::mesh),
      ranges_(std::move(ranges)),
      subject_(new QComboBox),
      pictures_(new QSpinBox),
      format_(new QComboBox),
      per_second_(new QSpinBox),
      transparent_(new QCheckBox(tr("&Transparent background"))),
      histogram_(new QCheckBox(tr("&Histogram behind the colour bar"))),
      range_(new QLabel),
      refusal_(new QLabel) {
    setWindowTitle(tr("Save a sequence"));
    pictures_->setObjectName(QStringLiteral("sequence_pictures"));
    pictures_->setRange(2, static_cast<int>(most_sequence_pictures));
    pictures_->setValue(static_cast<int>(usual_turn_pictures));
    pictures_->setGroupSeparatorShown(true);
    per_second_->setObjectName(QStringLiteral("sequence_per_second"));
    per_second_->setRange(1, static_cast<int>(most_pictures_a_second));
    per_second_->setValue(static_cast<int>(usual_pictures_a_second));
    range_->setObjectName(QStringLiteral("sequence_range"));
    range_->setToolTip(
        tr("What the ends of the colour bar are, the same in all pictures. Range in the tool bar "
           "chooses it"));
    refusal_->setObjectName(QStringLiteral("sequence_refusal"));
    refusal_->setWordWrap(true);
    add_subjects(shown);
    add_formats(has_video);
    lay_out(on_screen);
    show_choices();
}

void SequenceDialog::add_subjects(const ViewState& shown) {
    subject_->setObjectName(QStringLiteral("sequence_subject"));
    subject_->addItem(frames_ > 1
                          ? tr("A picture of each of the %1 frames").arg(count_text(shown.frames.total))
                          : tr("A picture of each frame: the time is not divided into frames"));
    subject_->addItem(of_mesh_ ? tr("A turn about the scene")
                               : tr("A turn about the scene: only while the mesh is shown"));
    set_entry_enabled(*subject_, static_cast<int>(SequenceSubject::frames), frames_ > 1);
    set_entry_enabled(*subject_, static_cast<int>(SequenceSubject::turntable), of_mesh_);
    if (frames_ == 1) subject_->setCurrentIndex(static_cast<int>(SequenceSubject::turntable));
    connect(subject_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &SequenceDialog::show_choices);
}

void SequenceDialog::add_formats(bool has_video) {
    format_->setObjectName(QStringLiteral("sequence_format"));
    format_->addItem(tr("Numbered images (PNG)"));
    format_->addItem(tr("Animated image (APNG)"));
    for (const QString& video : {tr("Video (MP4, H.264)"), tr("Video (WebM, VP9)")}) {
        format_->addItem(has_video ? video : tr("%1: the program ffmpeg is missing").arg(video));
        set_entry_enabled(*format_, format_->count() - 1, has_video);
    }
    connect(format_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &SequenceDialog::show_choices);
}

void SequenceDialog::lay_out(FrameSize on_screen) {
    auto* form = new QFormLayout;
    form->addRow(tr("&What"), subject_);
    form->addRow(tr("&Number of pictures"), pictures_);
    form->addRow(tr("Colour range"), range_);
    size_ = new SizeFields(on_screen, *form, this);
    form->addRow(tr("&Format"), format_);
    form->addRow(tr("&Pictures a second"), per_second_);
    form->addRow(transparent_);
    form->addRow(histogram_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    save_ = buttons->button(QDialogButtonBox::Save);
    save_->setText(tr("Save &As …"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(refusal_);
    rows->addWidget(buttons);
}

void SequenceDialog::show_choices() {
    const SequenceChoices chosen = choices();
    const bool turns = chosen.subject == SequenceSubject::turntable;
    pictures_->setEnabled(turns);
    per_second_->setEnabled(chosen.format != SequenceFormat::png);
    transparent_->setEnabled(!is_video(chosen.format));
    histogram_->setEnabled(of_mesh_);
    range_->setText(turns ? ranges_.of_turn : ranges_.of_frames);
    const bool can_save = entry_enabled(*subject_, subject_->currentIndex());
    refusal_->setText(can_save ? QString()
                               : tr("An image has no camera that could turn. Divide the time into frames "
                                    "in the Time panel to save a picture of each."));
    refusal_->setVisible(!can_save);
    save_->setEnabled(can_save);
}

SequenceChoices SequenceDialog::choices() const {
    SequenceChoices chosen;
    chosen.subject = static_cast<SequenceSubject>(subject_->currentIndex());
    chosen.format = static_cast<SequenceFormat>(format_->currentIndex());
    chosen.pictures = static_cast<std::uint32_t>(
        chosen.subject == SequenceSubject::frames ? frames_ : static_cast<std::uint64_t>(pictures_->value()));
    chosen.per_second = static_cast<std::uint16_t>(per_second_->value());
    chosen.size = size_->size();
    chosen.transparent = transparent_->isChecked() && !is_video(chosen.format);
    chosen.histogram = histogram_->isChecked() && of_mesh_;
    return chosen;
}

} // namespace hitmap
