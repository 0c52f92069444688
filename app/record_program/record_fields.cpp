#include "app/record_program/record_fields.h"

#include "widgets/base/tr.h"

#include <QtCore/QObject>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QSpinBox>

#include <limits>

namespace hitmap {

namespace {

/// Replaces a text only if it differs, so that the cursor stays where it is.
void show_in(QLineEdit& field, const QString& text) {
    if (field.text() != text) field.setText(text);
}

} // namespace

RecordFields::RecordFields()
    : program(new QLineEdit),
      arguments(new QLineEdit),
      folder(new QLineEdit),
      environment(new QPlainTextEdit),
      output(new QLineEdit),
      kernels(new QLineEdit),
      dispatches(new QLineEdit),
      every(new QSpinBox),
      groups(new QLineEdit),
      contents(new QCheckBox(tr("Contents of &buffers"))),
      log(new QLineEdit),
      sms(new QSpinBox),
      lossless(new QCheckBox(tr("Lose &nothing"))),
      blocks(new QCheckBox(tr("Bas&ic blocks"))),
      time_stamps(new QCheckBox(tr("&Time stamps"))),
      count_only(new QCheckBox(tr("Co&unt only"))) {
    every->setRange(1, std::numeric_limits<int>::max());
    sms->setRange(0, 1 << 16);
    sms->setSpecialValueText(tr("those of the device"));
    environment->setTabChangesFocus(true);
    environment->setLineWrapMode(QPlainTextEdit::NoWrap);
    environment->setFixedHeight(3 * environment->fontMetrics().lineSpacing() + 12);
    for (QLineEdit* part : {kernels, dispatches, groups})
        part->setPlaceholderText(tr("all"));
    name_fields();
    show({});
}

void RecordFields::name_fields() {
    const auto name = [](QWidget* field, const char* id, const QString& help) {
        field->setObjectName(QLatin1String(id));
        field->setToolTip(help);
    };
    name(program, "record_program",
         tr("A path, also one from the folder, such as ./renderer, or a name that is found in PATH"));
    name(arguments, "record_arguments",
         tr("The words behind the program. Quotes keep blanks, as in a shell; no shell reads the line"));
    name(folder, "record_folder", tr("The program runs here; other paths begin here"));
    name(environment, "record_environment",
         tr("One variable a line: NAME=VALUE, such as "
            "VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"));
    name(output, "record_output",
         tr("Where the recording goes. %p stands for the number of the process. A number is added to the "
            "name of a recording that exists"));
    name(kernels, "record_kernels",
         tr("Only these kernels: names, or numbers in the order in which the program makes them, from 0, "
            "with commas between them"));
    name(dispatches, "record_dispatches",
         tr("A:B is dispatches A to B - 1 of the kernels, in the order of their submission, from 0; A or B "
            "may be missing"));
    name(every, "record_every", tr("Only one in this many of these dispatches"));
    name(groups, "record_groups", tr("A:B is work groups A to B - 1 of each dispatch, in linear order"));
    name(contents, "record_contents",
         tr("Also records what each buffer holds before the first dispatch that uses it: the mesh and the "
            "tree are "
            "found there"));
    name(log, "record_log",
         tr("Memory from which records are taken after each submission. What does not fit is counted and "
            "lost"));
    name(sms, "record_sms",
         tr("Work groups go to as many SMs in turn, where shaders cannot read on which one they run"));
    name(lossless, "record_lossless",
         tr("Each dispatch runs in parts, between which the log is emptied; on GPUs, shaders wait while the "
            "log is "
            "full"));
    name(blocks, "record_blocks",
         tr("Also records which basic blocks each warp executes, with its active lanes"));
    name(time_stamps, "record_time_stamps",
         tr("Orders the requests by the clock of the shaders, if the device has one"));
    name(count_only, "record_count_only", tr("Counts the records, and keeps none of them"));
}

void RecordFields::follow(const QObject& receiver, const std::function<void()>& told) const {
    for (const QLineEdit* field : {program, arguments, folder, output, kernels, dispatches, groups, log})
        QObject::connect(field, &QLineEdit::textChanged, &receiver, [told] { told(); });
    QObject::connect(environment, &QPlainTextEdit::textChanged, &receiver, [told] { told(); });
    for (const QSpinBox* field : {every, sms})
        QObject::connect(field, QOverload<int>::of(&QSpinBox::valueChanged), &receiver, [told] { told(); });
    for (const QCheckBox* field : {contents, lossless, blocks, time_stamps, count_only})
        QObject::connect(field, &QCheckBox::toggled, &receiver, [told] { told(); });
}

RecordSettings RecordFields::settings() const {
    RecordSettings settings;
    settings.program = program->text();
    settings.arguments = arguments->text();
    settings.folder = folder->text().trimmed();
    settings.environment = environment->toPlainText();
    settings.output = output->text().trimmed();
    settings.kernels = kernels->text();
    settings.dispatches = dispatches->text();
    settings.every = every->value();
    settings.groups = groups->text();
    settings.log = log->text();
    settings.sms = sms->value();
    settings.contents = contents->isChecked();
    settings.lossless = lossless->isChecked();
    settings.blocks = blocks->isChecked();
    settings.time_stamps = time_stamps->isChecked();
    settings.count_only = count_only->isChecked();
    return settings;
}

void RecordFields::show(const RecordSettings& settings) {
    show_in(*program, settings.program);
    show_in(*arguments, settings.arguments);
    show_in(*folder, settings.folder);
    if (environment->toPlainText() != settings.environment) environment->setPlainText(settings.environment);
    show_in(*output, settings.output);
    show_in(*kernels, settings.kernels);
    show_in(*dispatches, settings.dispatches);
    every->setValue(settings.every);
    show_in(*groups, settings.groups);
    show_in(*log, settings.log);
    sms->setValue(settings.sms);
    contents->setChecked(settings.contents);
    lossless->setChecked(settings.lossless);
    blocks->setChecked(settings.blocks);
    time_stamps->setChecked(settings.time_stamps);
    count_only->setChecked(settings.count_only);
}

} // namespace hitmap
