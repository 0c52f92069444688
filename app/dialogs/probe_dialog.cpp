#include "app/dialogs/probe_dialog.h"

#include "app/cli/base/input_file.h"
#include "app/cli/probe/probe_drawings.h"
#include "app/dialogs/probe_view.h"
#include "core/base/error.h"
#include "core/probe/cache_probe.h"
#include "widgets/base/comfortable_size.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/model/model_box.h"
#include "widgets/plot/save_plot.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/table/data_table.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

// Item data of the list of caches to probe. The other items have the name of a preset.
const QLatin1String own_cache(":cache");
const QLatin1String measured_file(":measured");
const QLatin1String default_preset("turing-rtx2080ti");

QHBoxLayout* field_row_in(QWidget& box) {
    auto* row = new QHBoxLayout(&box);
    row->setContentsMargins(0, 0, 0, 0);
    return row;
}

} // namespace

ProbeDialog::ProbeDialog(QWidget* parent)
    : QDialog(parent),
      presets_(list_gpu_presets(preset_folders())),
      source_(new QComboBox),
      fields_(new QStackedWidget),
      unit_(new QComboBox),
      cache_(new QLineEdit(QStringLiteral("32KiB:128/32:4"))),
      file_(new QLineEdit),
      run_(new QPushButton(tr("&Probe"))),
      table_(new DataTable(QStringLiteral("probe"), probe_columns(), DataTable::Height::fits_rows)),
      latency_(new XyPlot),
      miss_rate_(new XyPlot),
      message_(new QLabel),
      fields_label_(new QLabel) {
    setWindowTitle(tr("Probe caches"));
    setObjectName(QStringLiteral("probe_dialog"));
    message_->setObjectName(QStringLiteral("probe_message"));
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    auto* top = new QHBoxLayout;
    top->addWidget(make_choices(), 2);
    top->addWidget(table_, 3);
    auto* plots = new QHBoxLayout;
    plots->addWidget(make_plot(*latency_, QStringLiteral("probe_latency"), QStringLiteral("-latency")), 1);
    plots->addWidget(make_plot(*miss_rate_, QStringLiteral("probe_miss_rate"), QStringLiteral("-miss-rate")),
                     1);
    auto* bar = new JobBar(work_);
    bar->set_title(tr("Probing"));
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(top);
    rows->addWidget(bar);
    rows->addWidget(message_);
    rows->addLayout(plots, 1);
    run_->setDefault(true); // Works only after the button was added to the dialog.
    connect_choices();
    list_units();
    show_fields();
    forget_results();
    resize_within_screen(*this, {1040, 720});
}

QWidget* ProbeDialog::make_choices() {
    source_->setObjectName(QStringLiteral("probe_source"));
    unit_->setObjectName(QStringLiteral("probe_unit"));
    cache_->setObjectName(QStringLiteral("probe_cache"));
    file_->setObjectName(QStringLiteral("probe_file"));
    run_->setObjectName(QStringLiteral("probe_run"));
    for (QComboBox* box : {source_, unit_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(14);
    }
    for (const ListedPreset& listed : presets_.presets)
        source_->addItem(gpu_text(listed.preset), text_of(listed.preset.name));
    source_->setCurrentIndex(std::max(0, source_->findData(default_preset)));
    source_->insertSeparator(source_->count());
    source_->addItem(tr("Another cache"), own_cache);
    source_->addItem(tr("Measured latencies (CSV)"), measured_file);
    unit_->setAccessibleName(tr("Cache or TLB"));
    cache_->setAccessibleName(tr("Cache"));
    cache_->setToolTip(tr("CAPACITY:LINE[/SECTOR]:WAYS[:POLICY[:INDEX]]; WAYS may be full"));
    file_->setAccessibleName(tr("File of measured latencies"));
    file_->setToolTip(tr("One line for each load, in order: index,latency or run,index,latency"));
    auto* browse = new QPushButton(tr("&Browse …"));
    connect(browse, &QPushButton::clicked, this, &ProbeDialog::browse);
    auto* file_row = new QWidget;
    file_row->setFocusProxy(file_);
    auto* file_line = field_row_in(*file_row);
    file_line->addWidget(file_, 1);
    file_line->addWidget(browse);
    for (QWidget* field : {static_cast<QWidget*>(unit_), static_cast<QWidget*>(cache_), file_row})
        fields_->addWidget(field);
    fields_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* about =
        new QLabel(tr("A pointer chase, after Mei et al. 2014: the latency of each load shows capacity, "
                      "line, sets, ways and replacement."));
    about->setWordWrap(true);
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(about);
    form->addRow(tr("&What"), source_);
    fields_label_->setObjectName(QStringLiteral("probe_fields_label"));
    form->addRow(fields_label_, fields_);
    form->addRow(run_);
    return box;
}

QWidget* ProbeDialog::make_plot(XyPlot& plot, const QString& name, const QString& suffix) {
    plot.setObjectName(name);
    auto* picture = new QPushButton(tr("Save Picture …"));
    auto* table = new QPushButton(tr("Save CSV …"));
    picture->setObjectName(name + QStringLiteral("_picture"));
    table->setObjectName(name + QStringLiteral("_csv"));
    for (QPushButton* button : {picture, table}) {
        button->setAutoDefault(false);
        button->setEnabled(false);
        connect(&plot, &XyPlot::data_changed, button, [button, &plot] { button->setEnabled(!plot.empty()); });
    }
    connect(picture, &QPushButton::clicked, this, [this, &plot, suffix] { save_picture(plot, suffix); });
    connect(table, &QPushButton::clicked, this, [this, &plot, suffix] { save_table(plot, suffix); });
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(picture);
    buttons->addWidget(table);
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(&plot, 1);
    rows->addLayout(buttons);
    return box;
}

void ProbeDialog::connect_choices() {
    connect(source_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] {
        list_units();
        show_fields();
        forget_results();
    });
    connect(unit_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &ProbeDialog::forget_results);
    for (QLineEdit* field : {cache_, file_})
        connect(field, &QLineEdit::textChanged, this, &ProbeDialog::forget_results);
    connect(run_, &QPushButton::clicked, this, &ProbeDialog::run);
    connect(&work_, &JobRunner::failed, this, &ProbeDialog::tell);
    connect(table_, &DataTable::failed, this, &ProbeDialog::tell);
    connect(table_, &DataTable::saved, this, &ProbeDialog::tell);
}

void ProbeDialog::list_units() {
    const QString name = source_->currentData().toString();
    for (const ListedPreset& listed : presets_.presets) {
        if (name != text_of(listed.preset.name)) continue;
        units_ = probe_units(listed.preset);
        unit_->clear();
        for (const ProbeUnit& unit : units_)
            unit_->addItem(text_of(unit.title));
    }
}

void ProbeDialog::show_fields() {
    const QString source = source_->currentData().toString();
    const int page = source == own_cache ? 1 : source == measured_file ? 2 : 0;
    fields_->setCurrentIndex(page);
    fields_label_->setText(page == 1 ? tr("&Cache") : page == 2 ? tr("&File") : tr("&Unit"));
    fields_label_->setBuddy(fields_->currentWidget());
}

void ProbeDialog::browse() {
    const QString folder = QSettings().value(QStringLiteral("last_folder"), QDir::homePath()).toString();
    const QString file = QFileDialog::getOpenFileName(this, tr("Measured latencies"), folder,
                                                      tr("CSV tables (*.csv);;All files (*)"));
    if (!file.isEmpty()) file_->setText(file);
}

void ProbeDialog::run() {
    message_->hide();
    try {
        switch (fields_->currentIndex()) {
        case 0: {
            const auto row = static_cast<std::size_t>(std::max(0, unit_->currentIndex()));
            if (row >= units_.size()) return tell(tr("This preset has no cache or TLB to probe."));
            const ProbeUnit& unit = units_[row];
            const QString preset = source_->currentData().toString();
            return start(unit, QStringLiteral("%1, %2").arg(source_->currentText(), text_of(unit.title)),
                         QStringLiteral("%1-%2").arg(preset, text_of(unit.name)));
        }
        case 1: {
            ProbeUnit unit = probe_units(find_gpu_preset(QString(default_preset).toStdString())).front();
            unit.geometry = parse_cache_geometry(cache_->text().trimmed().toStdString());
            unit.title = to_string(std::get<CacheGeometry>(unit.geometry));
            return start(unit, text_of(unit.title), QStringLiteral("cache"));
        }
        default:
            return start_measured(file_->text());
        }
    } catch (const Error& error) {
        tell(QString::fromStdString(error.what()));
    }
}

void ProbeDialog::start(const ProbeUnit& unit, const QString& subject, const QString& stem) {
    work_.start(
        [unit, subject, stem](const JobContext& job) {
            job.begin("chasing pointers through " + unit.title);
            Probed probed{unit, {}, {}, subject, stem};
            SimulatedSource source = unit.source();
            probed.result = probe_cache(source, job);
            job.begin("drawing curves of " + unit.title);
            probed.plots = probe_plots(unit, probed.result, job);
            return probed;
        },
        [this](const Probed& probed) { show_probed(probed); });
}

void ProbeDialog::start_measured(const QString& file) {
    work_.start(
        [file](const JobContext& job) {
            const std::string path = QFile::encodeName(file).toStdString();
            job.begin("reading " + path);
            RecordedSource source(parse_chase_csv(read_text_file(path), path));
            Probed probed{{}, {}, {}, QFileInfo(file).fileName(), QFileInfo(file).completeBaseName()};
            probed.result = probe_cache(source, job);
            probed.plots = probe_plots(source.recorded(), probed.result);
            return probed;
        },
        [this](const Probed& probed) { show_probed(probed); });
}

void ProbeDialog::show_probed(const Probed& probed) {
    stem_ = probed.stem;
    table_->set_file_stem(stem_ + QStringLiteral("-probe"));
    table_->set_rows(probe_rows(probed.unit ? &*probed.unit : nullptr, probed.result));
    const std::string subject = probed.subject.toStdString();
    latency_->set_data(latency_plot(probed.plots, subject));
    miss_rate_->set_data(miss_rate_plot(probed.plots, probed.result, subject));
    if (probed.unit && !probed.unit->latency_known)
        tell(tr("The preset has no latencies for this unit: assumed ones are used."));
}

void ProbeDialog::forget_results() {
    work_.stop();
    message_->hide();
    table_->set_rows({});
    for (XyPlot* plot : {latency_, miss_rate_}) {
        PlotData nothing;
        nothing.empty_text = tr("Probe shows it here.").toStdString();
        plot->set_data(nothing);
    }
}

void ProbeDialog::save_picture(const XyPlot& plot, const QString& suffix) {
    if (const auto message = save_plot_picture(this, plot, stem_ + suffix)) tell(message->text);
}

void ProbeDialog::save_table(const XyPlot& plot, const QString& suffix) {
    const QString file = ask_for_plot_table(this, stem_ + suffix);
    if (!file.isEmpty()) tell(save_and_tell(file, plot.csv().toUtf8()).text);
}

void ProbeDialog::tell(const QString& message) {
    message_->setText(message);
    message_->show();
}

} // namespace hitmap
