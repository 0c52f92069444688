#include "app/record_program/record_form.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <initializer_list>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

QLabel* small_line(const QString& name) {
    auto* line = new QLabel;
    line->setObjectName(name);
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText);
    line->setTextInteractionFlags(Qt::TextSelectableByMouse);
    line->hide();
    return line;
}

void show_line(QLabel& line, const QString& text) {
    line.setText(text);
    line.setVisible(!text.isEmpty());
}

/// Replaces a text only if it differs, so that the cursor stays where it is.
void show_in(QLineEdit& field, const QString& text) {
    if (field.text() != text) field.setText(text);
}

} // namespace

RecordForm::RecordForm(QWidget* parent)
    : QWidget(parent),
      program_(new QLineEdit),
      arguments_(new QLineEdit),
      folder_(new QLineEdit),
      environment_(new QPlainTextEdit),
      output_(new QLineEdit),
      kernels_(new QLineEdit),
      dispatches_(new QLineEdit),
      every_(new QSpinBox),
      groups_(new QLineEdit),
      contents_(new QCheckBox(tr("Contents of &buffers"))),
      log_(new QLineEdit),
      sms_(new QSpinBox),
      lossless_(new QCheckBox(tr("Lose &nothing"))),
      blocks_(new QCheckBox(tr("Bas&ic blocks"))),
      time_stamps_(new QCheckBox(tr("&Time stamps"))),
      count_only_(new QCheckBox(tr("Co&unt only"))),
      output_note_(small_line(QStringLiteral("record_output_note"))) {
    every_->setRange(1, std::numeric_limits<int>::max());
    sms_->setRange(0, 1 << 16);
    sms_->setSpecialValueText(tr("those of the device"));
    environment_->setTabChangesFocus(true);
    environment_->setLineWrapMode(QPlainTextEdit::NoWrap);
    environment_->setFixedHeight(3 * fontMetrics().lineSpacing() + 12);
    name_fields();
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(make_program_box());
    rows->addWidget(make_part_box());
    rows->addWidget(make_way_box());
    rows->addStretch();
    show_settings({});
    connect_fields();
    setObjectName(QStringLiteral("record_form"));
    setFocusProxy(program_);
}

void RecordForm::name_fields() {
    const auto name = [](QWidget* field, const char* id, const QString& help) {
        field->setObjectName(QLatin1String(id));
        field->setToolTip(help);
    };
    name(program_, "record_program",
         tr("A path, also one from the folder, such as ./renderer, or a name that is found in PATH"));
    name(arguments_, "record_arguments",
         tr("The words behind the program. Quotes keep blanks, as in a shell; no shell reads the line"));
    name(folder_, "record_folder", tr("The program runs here; other paths begin here"));
    name(environment_, "record_environment",
         tr("One variable a line: NAME=VALUE, such as "
            "VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"));
    name(output_, "record_output",
         tr("Where the recording goes. %p stands for the number of the process. A number is added to the "
            "name of a recording that exists"));
    name(kernels_, "record_kernels",
         tr("Only these kernels: names, or numbers in the order in which the program makes them, from 0, "
            "with commas between them"));
    name(dispatches_, "record_dispatches",
         tr("A:B is dispatches A to B - 1 of the kernels, in the order of their submission, from 0; A or B "
            "may be missing"));
    name(every_, "record_every", tr("Only one in this many of these dispatches"));
    name(groups_, "record_groups", tr("A:B is work groups A to B - 1 of each dispatch, in linear order"));
    name(contents_, "record_contents",
         tr("Also records what each buffer holds before the first dispatch that uses it: the mesh and the "
            "tree are "
            "found there"));
    name(log_, "record_log",
         tr("Memory from which records are taken after each submission. What does not fit is counted and "
            "lost"));
    name(sms_, "record_sms",
         tr("Work groups go to as many SMs in turn, where shaders cannot read on which one they run"));
    name(lossless_, "record_lossless",
         tr("Each dispatch runs in parts, between which the log is emptied; on GPUs, shaders wait while the "
            "log is "
            "full"));
    name(blocks_, "record_blocks",
         tr("Also records which basic blocks each warp executes, with its active lanes"));
    name(time_stamps_, "record_time_stamps",
         tr("Orders the requests by the clock of the shaders, if the device has one"));
    name(count_only_, "record_count_only", tr("Counts the records, and keeps none of them"));
}

void RecordForm::connect_fields() {
    for (QLineEdit* field : {program_, arguments_, folder_, output_, kernels_, dispatches_, groups_, log_})
        connect(field, &QLineEdit::textChanged, this, &RecordForm::changed);
    connect(environment_, &QPlainTextEdit::textChanged, this, &RecordForm::changed);
    for (QSpinBox* field : {every_, sms_})
        connect(field, QOverload<int>::of(&QSpinBox::valueChanged), this, &RecordForm::changed);
    for (QCheckBox* field : {contents_, lossless_, blocks_, time_stamps_, count_only_})
        connect(field, &QCheckBox::toggled, this, &RecordForm::changed);
}

QGroupBox* RecordForm::make_program_box() {
    auto* box = new QGroupBox(tr("Program"));
    auto* form = new QFormLayout(box);
    add_row(*form, tr("&Program"), *program_, RecordField::program,
            make_browse_button("record_browse_program", tr("Browse for the program"),
                               &RecordForm::browse_program));
    add_row(*form, tr("&Arguments"), *arguments_, RecordField::arguments);
    add_row(
        *form, tr("&Folder"), *folder_, RecordField::folder,
        make_browse_button("record_browse_folder", tr("Browse for the folder"), &RecordForm::browse_folder));
    add_row(*form, tr("&Environment"), *environment_, RecordField::environment);
    add_row(*form, tr("File of t&he recording"), *output_, RecordField::output,
            make_browse_button("record_browse_output", tr("Browse for the recording"),
                               &RecordForm::browse_output));
    form->addRow(QString(), output_note_);
    return box;
}

QGroupBox* RecordForm::make_part_box() {
    auto* box = new QGroupBox(tr("What is recorded"));
    auto* form = new QFormLayout(box);
    kernels_->setPlaceholderText(tr("all"));
    dispatches_->setPlaceholderText(tr("all"));
    groups_->setPlaceholderText(tr("all"));
    add_row(*form, tr("&Kernels"), *kernels_, RecordField::kernels);
    add_row(*form, tr("&Dispatches"), *dispatches_, RecordField::dispatches);
    form->addRow(tr("One in e&very"), every_);
    add_row(*form, tr("Work &groups"), *groups_, RecordField::groups);
    form->addRow(QString(), contents_);
    form->addRow(QString(), blocks_);
    return box;
}

QGroupBox* RecordForm::make_way_box() {
    auto* box = new QGroupBox(tr("How it is recorded"));
    auto* form = new QFormLayout(box);
    add_row(*form, tr("Log si&ze"), *log_, RecordField::log);
    form->addRow(tr("S&Ms"), sms_);
    for (QCheckBox* field : {lossless_, time_stamps_, count_only_})
        form->addRow(QString(), field);
    return box;
}

void RecordForm::add_row(QFormLayout& form, const QString& text, QWidget& field, RecordField which,
                         QWidget* more) {
    auto* label = new QLabel(text);
    label->setBuddy(&field);
    field.setAccessibleName(QString(text).remove(QLatin1Char('&')));
    auto* line = new QHBoxLayout;
    line->addWidget(&field, 1);
    if (more != nullptr) line->addWidget(more);
    auto* problem = small_line(field.objectName() + QStringLiteral("_problem"));
    problems_[which] = {&field, problem};
    auto* rows = new QVBoxLayout;
    rows->addLayout(line);
    rows->addWidget(problem);
    form.addRow(label, rows);
}

QWidget* RecordForm::make_browse_button(const char* name, const QString& what, void (RecordForm::*browse)()) {
    auto* button = new QPushButton(tr("Browse …"));
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(what);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, browse);
    return button;
}

void RecordForm::browse_program() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Program to record"), path_in(folder_->text(), {}));
    if (file.isEmpty()) return;
    program_->setText(file);
    if (folder_->text().isEmpty()) folder_->setText(QFileInfo(file).path());
}

void RecordForm::browse_folder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder in which the program runs"),
                                                             path_in(folder_->text(), {}));
    if (!folder.isEmpty()) folder_->setText(folder);
}

void RecordForm::browse_output() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Where the recording goes"), path_in(folder_->text(), output_->text()),
        tr("Recordings (*.hmt)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty())
        output_->setText(file.endsWith(QLatin1String(".hmt")) ? file : file + QStringLiteral(".hmt"));
}

RecordSettings RecordForm::settings() const {
    RecordSettings settings;
    settings.program = program_->text();
    settings.arguments = arguments_->text();
    settings.folder = folder_->text().trimmed();
    settings.environment = environment_->toPlainText();
    settings.output = output_->text().trimmed();
    settings.kernels = kernels_->text();
    settings.dispatches = dispatches_->text();
    settings.every = every_->value();
    settings.groups = groups_->text();
    settings.log = log_->text();
    settings.sms = sms_->value();
    settings.contents = contents_->isChecked();
    settings.lossless = lossless_->isChecked();
    settings.blocks = blocks_->isChecked();
    settings.time_stamps = time_stamps_->isChecked();
    settings.count_only = count_only_->isChecked();
    return settings;
}

void RecordForm::show_settings(const RecordSettings& settings) {
    show_in(*program_, settings.program);
    show_in(*arguments_, settings.arguments);
    show_in(*folder_, settings.folder);
    if (environment_->toPlainText() != settings.environment) environment_->setPlainText(settings.environment);
    show_in(*output_, settings.output);
    show_in(*kernels_, settings.kernels);
    show_in(*dispatches_, settings.dispatches);
    every_->setValue(settings.every);
    show_in(*groups_, settings.groups);
    show_in(*log_, settings.log);
    sms_->setValue(settings.sms);
    contents_->setChecked(settings.contents);
    lossless_->setChecked(settings.lossless);
    blocks_->setChecked(settings.blocks);
    time_stamps_->setChecked(settings.time_stamps);
    count_only_->setChecked(settings.count_only);
}

void RecordForm::show_problems(const std::vector<RecordProblem>& problems, bool all) {
    std::map<RecordField, QString> texts;
    for (const RecordProblem& problem : problems)
        texts[problem.field] = problem.text;
    // A form that was just opened is not wrong.
    if (!all && program_->text().trimmed().isEmpty()) texts.erase(RecordField::program);
    for (const auto& [which, row] : problems_) {
        show_line(*row.line, texts[which]);
        row.field->setAccessibleDescription(texts[which]);
    }
}

void RecordForm::show_output_note(const QString& note) {
    show_line(*output_note_, note);
}

} // namespace hitmap
