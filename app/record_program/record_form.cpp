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

} // namespace

RecordForm::RecordForm(QWidget* parent)
    : QWidget(parent), output_note_(small_line(QStringLiteral("record_output_note"))) {
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(make_program_box());
    rows->addWidget(make_part_box());
    rows->addWidget(make_way_box());
    rows->addStretch();
    fields_.follow(*this, [this] { Q_EMIT changed(); });
    setObjectName(QStringLiteral("record_form"));
    setFocusProxy(fields_.program);
}

QGroupBox* RecordForm::make_program_box() {
    auto* box = new QGroupBox(tr("Program"));
    auto* form = new QFormLayout(box);
    add_row(*form, tr("&Program"), *fields_.program, RecordField::program,
            make_browse_button("record_browse_program", tr("Browse for the program"),
                               &RecordForm::browse_program));
    add_row(*form, tr("&Arguments"), *fields_.arguments, RecordField::arguments);
    add_row(
        *form, tr("&Folder"), *fields_.folder, RecordField::folder,
        make_browse_button("record_browse_folder", tr("Browse for the folder"), &RecordForm::browse_folder));
    add_row(*form, tr("&Environment"), *fields_.environment, RecordField::environment);
    add_row(*form, tr("File of t&he recording"), *fields_.output, RecordField::output,
            make_browse_button("record_browse_output", tr("Browse for the recording"),
                               &RecordForm::browse_output));
    form->addRow(QString(), output_note_);
    return box;
}

QGroupBox* RecordForm::make_part_box() {
    auto* box = new QGroupBox(tr("What is recorded"));
    auto* form = new QFormLayout(box);
    add_row(*form, tr("&Kernels"), *fields_.kernels, RecordField::kernels);
    add_row(*form, tr("&Dispatches"), *fields_.dispatches, RecordField::dispatches);
    form->addRow(tr("One in e&very"), fields_.every);
    add_row(*form, tr("Work &groups"), *fields_.groups, RecordField::groups);
    form->addRow(QString(), fields_.contents);
    form->addRow(QString(), fields_.blocks);
    return box;
}

QGroupBox* RecordForm::make_way_box() {
    auto* box = new QGroupBox(tr("How it is recorded"));
    auto* form = new QFormLayout(box);
    add_row(*form, tr("Log si&ze"), *fields_.log, RecordField::log);
    form->addRow(tr("S&Ms"), fields_.sms);
    for (QCheckBox* field : {fields_.lossless, fields_.time_stamps, fields_.count_only})
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
        QFileDialog::getOpenFileName(this, tr("Program to record"), path_in(fields_.folder->text(), {}));
    if (file.isEmpty()) return;
    fields_.program->setText(file);
    if (fields_.folder->text().isEmpty()) fields_.folder->setText(QFileInfo(file).path());
}

void RecordForm::browse_folder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder in which the program runs"),
                                                             path_in(fields_.folder->text(), {}));
    if (!folder.isEmpty()) fields_.folder->setText(folder);
}

void RecordForm::browse_output() {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Where the recording goes"), path_in(fields_.folder->text(), fields_.output->text()),
        tr("Recordings (*.hmt)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty())
        fields_.output->setText(file.endsWith(QLatin1String(".hmt")) ? file : file + QStringLiteral(".hmt"));
}

RecordSettings RecordForm::settings() const {
    return fields_.settings();
}

void RecordForm::show_settings(const RecordSettings& settings) {
    fields_.show(settings);
}

void RecordForm::show_problems(const std::vector<RecordProblem>& problems, bool all) {
    std::map<RecordField, QString> texts;
    for (const RecordProblem& problem : problems)
        texts[problem.field] = problem.text;
    // A form that was just opened is not wrong.
    if (!all && fields_.program->text().trimmed().isEmpty()) texts.erase(RecordField::program);
    for (const auto& [which, row] : problems_) {
        show_line(*row.line, texts[which]);
        row.field->setAccessibleDescription(texts[which]);
    }
}

void RecordForm::show_output_note(const QString& note) {
    show_line(*output_note_, note);
}

} // namespace hitmap
