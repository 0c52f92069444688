#include "app/dialogs/part_dialog.h"

#include "core/base/error.h"
#include "core/layout/apply/open_laid_out.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/session/recording/opening_memory.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

namespace {

QString counts_text(const RecordingInfo& info) {
    const QString text = PartDialog::tr("Launches: %1, requests: %2")
                             .arg(count_text(info.launches.size()), count_text(info.requests));
    if (info.axis_is_requests()) return text;
    return PartDialog::tr("%1, %2: %3").arg(text, text_of(name_of_axis(info)), count_text(info.positions()));
}

QString memory_text(std::uint64_t bytes) {
    const std::uint64_t there_are = machine_memory();
    const QString text = bytes > there_are
                             ? PartDialog::tr("Takes about %1 of memory, more than this machine has: %2")
                             : PartDialog::tr("Takes about %1 of memory; this machine has %2");
    return text.arg(bytes_text(bytes), bytes_text(there_are));
}

QString facts_text(const HmtFile& file, bool hierarchy) {
    return counts_text(file.info()) + QLatin1Char('\n') + memory_text(opening_memory(file, hierarchy));
}

struct ReadFile {
    std::shared_ptr<const HmtFile> file;
    bool is_imported = false; ///< of another program, without a layout
};

/// The range that was typed; everything if nothing was. Throws UsageError.
PartRange typed_range(const QLineEdit& edit, const char* name) {
    const std::string text = edit.text().trimmed().toStdString();
    return text.empty() ? PartRange() : parse_part_range(text, name);
}

} // namespace

PartDialog::PartDialog(RecordingSpec recording, bool hierarchy, QWidget* parent)
    : QDialog(parent),
      recording_(std::move(recording)),
      hierarchy_(hierarchy),
      whole_(new QLabel(tr("Reading …"))),
      chosen_(new QLabel),
      launches_(add_range("part_launches", tr("Launches A to B, counted from 0, without B: 2:5, 2: or :5"))),
      requests_(add_range("part_requests", tr("Requests A to B, counted from 0, without B"))),
      positions_(add_range("part_positions",
                           tr("Positions A to B, without B. Positions count element accesses or, if there "
                              "are none, requests, as the frames do"))) {
    setObjectName(QStringLiteral("part_dialog"));
    const QFileInfo file(QString::fromStdString(whole_text(recording_)));
    setWindowTitle(tr("Open a Part of %1").arg(file.fileName()));
    lay_out();
    for (const QLineEdit* edit : {launches_, requests_, positions_})
        connect(edit, &QLineEdit::textChanged, this, &PartDialog::show_part);
    connect(&reading_, &JobRunner::failed, this, [this](const QString& reason) {
        tell(*whole_, reason);
        refuse(tr("There is nothing to open."));
    });
    connect(&reading_, &JobRunner::progressed, this, [this](const Progress::Snapshot& progress) {
        if (const auto fraction = fraction_of(progress))
            tell(*whole_, tr("Reading: %1").arg(percentage(*fraction)));
    });
    connect(&cutting_, &JobRunner::failed, this, &PartDialog::refuse);
    read_file();
    show_part();
}

QLineEdit* PartDialog::add_range(const char* name, const QString& help) {
    auto* edit = new QLineEdit;
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(tr("all, or A:B, A: or :B"));
    edit->setToolTip(help);
    edit->setClearButtonEnabled(true);
    return edit;
}

void PartDialog::lay_out() {
    whole_->setObjectName(QStringLiteral("part_of_whole"));
    chosen_->setObjectName(QStringLiteral("part_chosen"));
    for (QLabel* label : {whole_, chosen_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMinimumSize(420, 2 * label->fontMetrics().lineSpacing());
    }
    auto* form = new QFormLayout;
    form->addRow(tr("Recording"), whole_);
    form->addRow(tr("&Launches"), launches_);
    form->addRow(tr("&Requests"), requests_);
    form->addRow(tr("&Positions"), positions_);
    form->addRow(tr("The part"), chosen_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    open_ = buttons->button(QDialogButtonBox::Open);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(form);
    rows->addWidget(buttons);
}

RecordingPart PartDialog::part() const {
    return {typed_range(*launches_, "launches"), typed_range(*requests_, "requests"),
            typed_range(*positions_, "positions")};
}

RecordingSpec PartDialog::chosen() const {
    RecordingSpec spec = recording_;
    spec.part = part();
    return spec;
}

void PartDialog::read_file() {
    reading_.start(
        [file = whole_text(recording_), layout = recording_.layout](const JobContext& job) {
            LaidOutRecording opened = open_laid_out(file, layout, job, {}, machine_memory());
            if (opened.bytes == nullptr)
                throw FileError(file, "", "expected a recording, found another file");
            return ReadFile{std::make_shared<const HmtFile>(std::move(opened.bytes), job),
                            opened.layout.empty() && !is_hmt_file(file)};
        },
        [this](const ReadFile& read) {
            file_ = read.file;
            if (read.is_imported) imported_ = read.file;
            tell(*whole_, facts_text(*file_, hierarchy_));
            show_part();
        });
}

void PartDialog::tell(QLabel& label, const QString& text) {
    label.setText(text);
    adjustSize(); // for texts of more lines
}

void PartDialog::refuse(const QString& reason) {
    tell(*chosen_, reason);
    open_->setEnabled(false);
}

void PartDialog::show_part() {
    cutting_.stop();
    RecordingPart chosen;
    try {
        chosen = part();
    } catch (const UsageError& error) {
        refuse(QString::fromStdString(error.what()));
        return;
    }
    open_->setEnabled(true);
    if (file_ == nullptr || chosen.is_whole()) {
        tell(*chosen_, chosen.is_whole() ? tr("All of the recording") : QString());
        return;
    }
    cutting_.start([file = file_, chosen, hierarchy = hierarchy_](
                       const JobContext& job) { return facts_text(file->part(chosen, job), hierarchy); },
                   [this](const QString& facts) { tell(*chosen_, facts); });
}

} // namespace hitmap
