#include "app/record_program/record_program_dialog.h"

#include "app/record_program/output_view.h"
#include "app/record_program/record_check.h"
#include "app/record_program/record_form.h"
#include "app/record_program/record_report.h"
#include "core/base/error.h"
#include "widgets/base/comfortable_size.h"

#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

namespace {

const QLatin1String stored_key("record_program/settings");

} // namespace

RecordProgramDialog::RecordProgramDialog(Recorder recorder, QWidget* parent)
    : QDialog(parent),
      recorder_(std::move(recorder)),
      run_(recorder_.executable),
      form_(new RecordForm),
      refusal_(new QLabel(recorder_.refusal)),
      command_(new QPlainTextEdit),
      report_(new RecordReport),
      copy_(new QPushButton(tr("Cop&y"))),
      record_(new QPushButton(tr("&Record"))),
      stop_(new QPushButton(tr("&Stop"))),
      open_(new QPushButton(tr("&Open"))),
      close_(new QPushButton(tr("&Close"))) {
    setObjectName(QStringLiteral("record_program_dialog"));
    setWindowTitle(tr("Record a Program"));
    name_parts();
    auto* halves = new QSplitter;
    halves->addWidget(make_left());
    halves->addWidget(make_right());
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    halves->setSizes({480, 640});
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(record_, QDialogButtonBox::ActionRole);
    buttons->addButton(stop_, QDialogButtonBox::ActionRole);
    buttons->addButton(open_, QDialogButtonBox::ActionRole);
    buttons->addButton(close_, QDialogButtonBox::RejectRole);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(refusal_);
    rows->addWidget(halves, 1);
    rows->addWidget(buttons);
    form_->show_settings(stored_settings());
    connect_parts();
    check();
    show_state();
    form_->setFocus();
    resize_within_screen(*this, {1120, 780});
}

RecordProgramDialog::~RecordProgramDialog() = default;

void RecordProgramDialog::name_parts() {
    for (const auto& [widget, name] : {std::pair<QWidget*, const char*>{refusal_, "record_refusal"},
                                       {command_, "record_command"},
                                       {copy_, "record_copy"},
                                       {record_, "record_start"},
                                       {stop_, "record_stop"},
                                       {open_, "record_open"},
                                       {close_, "record_close"}})
        widget->setObjectName(QLatin1String(name));
    refusal_->setWordWrap(true);
    refusal_->setTextFormat(Qt::PlainText);
    refusal_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    refusal_->setVisible(!recorder_.refusal.isEmpty());
    command_->setReadOnly(true);
    command_->setTabChangesFocus(true);
    command_->setAccessibleName(tr("The same on the command line"));
    copy_->setToolTip(tr("Copies the command"));
    for (QPushButton* button : {copy_, stop_}) // Enter in a field would press them
        button->setAutoDefault(false);
    stop_->setToolTip(tr("Ends the program as Ctrl-C does; what was recorded until then is kept"));
    open_->setToolTip(tr("Opens what was recorded in the window"));
}

QWidget* RecordProgramDialog::make_left() {
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(form_);
    scroll->setMinimumWidth(form_->minimumSizeHint().width() +
                            style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    return scroll;
}

QWidget* RecordProgramDialog::make_right() {
    auto* title = new QLabel(tr("The same on the command &line"));
    title->setBuddy(command_);
    auto* top = new QHBoxLayout;
    top->addWidget(title, 1);
    top->addWidget(copy_);
    command_->setFixedHeight(4 * fontMetrics().lineSpacing() + 12);
    auto* right = new QWidget;
    auto* rows = new QVBoxLayout(right);
    rows->addLayout(top);
    rows->addWidget(command_);
    rows->addWidget(report_, 1);
    return right;
}

void RecordProgramDialog::connect_parts() {
    connect(form_, &RecordForm::changed, this, [this] {
        check();
        if (!run_.running()) record_->setDefault(true);
    });
    connect(copy_, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(command_->toPlainText()); });
    connect(record_, &QPushButton::clicked, this, [this] {
        opens_itself_ = false;
        start();
    });
    after_stop_.setSingleShot(true);
    connect(stop_, &QPushButton::clicked, this, [this] {
        // The second click of a double click is not meant for Stop Now.
        if (run_.stopping() && after_stop_.isActive()) return;
        after_stop_.start(QApplication::doubleClickInterval());
        run_.stop();
        show_state();
    });
    connect(open_, &QPushButton::clicked, this, &RecordProgramDialog::tell_recorded);
    connect(close_, &QPushButton::clicked, this, &RecordProgramDialog::reject);
    connect(&run_, &RecordRun::printed, &report_->output(), &OutputView::add_lines);
    connect(&run_, &RecordRun::line_begun, &report_->output(), &OutputView::show_begun);
    connect(&run_, &RecordRun::ended, this, &RecordProgramDialog::finish);
    connect(&meter_, &SpoolMeter::measured, this, &RecordProgramDialog::show_spool);
}

RecordSettings RecordProgramDialog::stored_settings() {
    return record_settings(QSettings().value(stored_key).toString());
}

bool RecordProgramDialog::has_stored_settings() {
    return !stored_settings().program.isEmpty();
}

bool RecordProgramDialog::can_start() const {
    return recorder_.refusal.isEmpty() && !run_.running() && problems_of(form_->settings()).empty();
}

void RecordProgramDialog::check() {
    RecordSettings settings = form_->settings();
    form_->show_problems(problems_of(settings), was_tried_);
    const QString free = free_output(settings);
    form_->show_output_note(
        free == settings.output
            ? QString()
            : tr("There is a recording of this name: the next one becomes %1.").arg(free));
    settings.output = free;
    QString command;
    try {
        if (!settings.program.trimmed().isEmpty()) command = record_command(settings);
    } catch (const UsageError&) { // the form shows it
    }
    if (command_->toPlainText() != command) command_->setPlainText(command);
    record_->setEnabled(can_start());
}

bool RecordProgramDialog::start() {
    was_tried_ = true;
    check();
    if (!can_start()) return false;
    chosen_ = form_->settings();
    QSettings().setValue(stored_key, to_text(chosen_));
    outcome_ = {};
    report_->output().clear_lines();
    report_->show_summary(tr("The program runs. Stop ends it, and keeps what was recorded until then."));
    report_->clear_spool();
    RecordSettings next = chosen_;
    next.output = free_output(chosen_);
    meter_.start(path_in(next.folder, next.output));
    run_.start(next);
    show_state();
    report_->output().setFocus(); // the form is disabled meanwhile
    Q_EMIT started();
    return true;
}

void RecordProgramDialog::record_again() {
    show();
    raise();
    activateWindow();
    if (run_.running()) return;
    form_->show_settings(stored_settings());
    opens_itself_ = true;
    start();
}

void RecordProgramDialog::finish(const RecordOutcome& outcome) {
    outcome_ = outcome;
    meter_.stop();
    report_->clear_spool();
    report_->show_summary(outcome_text(outcome));
    check(); // the name of the next recording is another one
    show_state();
    if (outcome.recordings.empty()) return;
    if (opens_itself_) {
        tell_recorded();
    } else {
        open_->setDefault(true);
        open_->setFocus();
    }
}

void RecordProgramDialog::show_spool(const SpoolSize& size) {
    const QString folder = QFileInfo(path_in(chosen_.folder, chosen_.output)).path();
    // The user may look at another window.
    if (report_->show_spool(size, folder)) QApplication::alert(this);
}

void RecordProgramDialog::tell_recorded() {
    hide();
    Q_EMIT recorded(chosen_, outcome_);
}

void RecordProgramDialog::show_state() {
    const bool runs = run_.running();
    form_->setEnabled(!runs);
    record_->setEnabled(can_start());
    if (runs) record_->setDefault(true);
    stop_->setEnabled(runs);
    stop_->setText(run_.stopping() ? tr("&Stop Now") : tr("&Stop"));
    if (run_.stopping())
        report_->show_summary(
            tr("The program is being ended, and what was recorded until then is written. Stop "
               "Now kills it, and all that it has started; then there is no recording."));
    open_->setEnabled(!runs && !outcome_.recordings.empty());
    close_->setEnabled(!runs);
}

void RecordProgramDialog::reject() {
    if (!run_.running()) QDialog::reject();
}

} // namespace hitmap
