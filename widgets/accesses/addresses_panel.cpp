#include "widgets/accesses/addresses_panel.h"

#include "core/trace/elements/element_address.h"
#include "core/trace/model/allocation_label.h"
#include "render/picture/panels.h"
#include "widgets/base/format.h"
#include "widgets/messages/job_bar.h"
#include "widgets/plot/save_plot.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace hitmap {

namespace {

constexpr int all_addresses = -1;
constexpr int some_addresses = -2;

} // namespace

AddressesPanel::AddressesPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      quantity_(new QComboBox),
      allocation_(new QComboBox),
      everything_(new QPushButton(tr("Ever&ything"))),
      plot_(new AddressPlot),
      reading_(new QLabel),
      note_(new QLabel) {
    lay_out();
    connect_model();
    connect_plot();
    list_allocations();
    follow_display();
}

void AddressesPanel::lay_out() {
    quantity_->setObjectName(QStringLiteral("addresses_quantity"));
    quantity_->setAccessibleName(tr("What the colours show"));
    for (const AddressQuantity& each : address_quantities())
        quantity_->addItem(text_of(each.title));
    quantity_->setToolTip(tr("What the colours show. The causes of misses take a longer simulation"));
    allocation_->setObjectName(QStringLiteral("addresses_allocation"));
    allocation_->setAccessibleName(tr("Which addresses are shown"));
    allocation_->setToolTip(tr("Shows the addresses of one allocation alone"));
    for (QComboBox* box : {quantity_, allocation_})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    everything_->setObjectName(QStringLiteral("addresses_everything"));
    everything_->setToolTip(tr("Shows all addresses of the whole recording (Home in the plot)"));
    everything_->setAutoDefault(false);
    plot_->setObjectName(QStringLiteral("addresses_plot"));
    reading_->setObjectName(QStringLiteral("addresses_reading"));
    note_->setObjectName(QStringLiteral("addresses_note"));
    for (QLabel* label : {reading_, note_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* choices = new QHBoxLayout;
    choices->addWidget(quantity_, 1);
    choices->addWidget(allocation_, 1);
    choices->addWidget(everything_);
    auto* bar = new JobBar(job_);
    bar->setObjectName(QStringLiteral("addresses_job"));
    bar->set_title(tr("Counting by address"));
    bar->make_narrow();
    bar->show_only_long_jobs();
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(choices);
    rows->addWidget(plot_, 1);
    rows->addWidget(reading_);
    rows->addWidget(bar);
    rows->addWidget(note_);
    setFocusProxy(plot_);
}

void AddressesPanel::connect_model() {
    connect(&pane_, &Pane::recording_changed, this, [this] {
        counts_ = nullptr;
        list_allocations();
        follow_display();
    });
    connect(&pane_, &Pane::profile_changed, this, &AddressesPanel::request);
    pane_.follow_panel<AddressDisplay>(this, &AddressesPanel::follow_display);
    connect(&pane_, &Pane::look_changed, this, &AddressesPanel::show_counts);
    connect(&pane_, &Pane::frames_changed, this, &AddressesPanel::show_marks);
    connect(&pane_, &Pane::selection_changed, this, &AddressesPanel::show_marks);
    // Choosing the same again is also handled, since the job may have been stopped.
    connect(quantity_, QOverload<int>::of(&QComboBox::activated), this, [this](int row) {
        change([row](AddressDisplay& shown) {
            shown.quantity = &address_quantities()[static_cast<std::size_t>(row)];
        });
        request();
    });
    connect(allocation_, QOverload<int>::of(&QComboBox::activated), this, &AddressesPanel::choose_allocation);
    connect(everything_, &QPushButton::clicked, this, &AddressesPanel::show_everything);
    connect(&job_, &JobRunner::stopped, this, [this] {
        if (!running_) return;
        running_.reset();
        problem_ = tr("Stopped. Choose a quantity to count again.");
        show_note();
    });
    connect(&job_, &JobRunner::failed, this, [this](const QString& message) {
        running_.reset();
        problem_ = message;
        show_note();
    });
}

void AddressesPanel::connect_plot() {
    connect(plot_, &AddressPlot::cell_changed, this, [this] {
        const auto& cell = plot_->cell();
        const auto& counts = plot_->counts();
        reading_->setText(counts == nullptr ? QString()
                          : cell            ? reading_of(*counts, *cell)
                                 : tr("Point at a cell, or use the arrow keys, to read it; Enter or a double "
                                      "click lists its accesses."));
    });
    connect(plot_, &AddressPlot::chosen, this, [this] {
        if (const auto cell = plot_->cell()) list_accesses(*cell);
    });
    connect(plot_, &AddressPlot::zoom_wanted, this, &AddressesPanel::zoom);
    connect(plot_, &AddressPlot::part_wanted, this, &AddressesPanel::show_part);
    connect(plot_, &AddressPlot::move_wanted, this, &AddressesPanel::move_by);
    connect(plot_, &AddressPlot::everything_wanted, this, &AddressesPanel::show_everything);
    connect(plot_, &AddressPlot::menu_wanted, this, &AddressesPanel::show_menu);
}

void AddressesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request();
}

void AddressesPanel::list_allocations() {
    const QSignalBlocker quiet(allocation_);
    allocation_->clear();
    scale_.reset();
    allocation_->addItem(tr("All addresses"), all_addresses);
    const auto recording = pane_.recording();
    if (recording == nullptr) return;
    const RecordingInfo& info = recording->info();
    scale_.emplace(info);
    const auto labels = allocation_labels(info);
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (info.allocations[i].space == Space::global && info.allocations[i].bytes != 0)
            allocation_->addItem(text_of(labels[i]), static_cast<int>(i));
}

void AddressesPanel::follow_display() {
    const QSignalBlocker quiet_quantity(quantity_);
    const QSignalBlocker quiet_allocation(allocation_);
    quantity_->setCurrentIndex(static_cast<int>(display().quantity - address_quantities().data()));
    if (const int some = allocation_->findData(some_addresses); some >= 0) allocation_->removeItem(some);
    int shown = display().addresses.is_everything() ? 0 : -1;
    const auto recording = pane_.recording();
    for (int i = 1; shown < 0 && recording != nullptr && i < allocation_->count(); ++i) {
        const auto index = static_cast<std::size_t>(allocation_->itemData(i).toInt());
        if (extent_of(recording->info().allocations[index]) == display().addresses) shown = i;
    }
    if (shown < 0) {
        shown = allocation_->count();
        allocation_->addItem(tr("0x%1 to 0x%2")
                                 .arg(QString::number(display().addresses.first, 16),
                                      QString::number(display().addresses.last - 1, 16)),
                             some_addresses);
    }
    allocation_->setCurrentIndex(shown);
    everything_->setEnabled(is_part());
    request();
}

void AddressesPanel::request() {
    const auto simulation = pane_.simulation();
    if (!isVisible()) return release_unless_of(simulation);
    if (simulation == nullptr || !why_no_addresses(*simulation).isEmpty()) {
        running_.reset();
        job_.stop();
        counts_ = nullptr;
        return show_counts();
    }
    const WantedAddresses wanted = address_request(simulation, display());
    const bool is_counted = counts_ != nullptr && counts_->request.answers(wanted);
    if (is_counted || (running_ && running_->answers(wanted))) {
        if (is_counted && std::exchange(running_, std::nullopt)) job_.stop();
        return show_counts();
    }
    problem_.clear();
    running_ = wanted;
    show_counts();
    job_.start(
        [wanted, &pool = pane_.pool()](const JobContext& job) { return count_addresses(wanted, pool, job); },
        [this](std::shared_ptr<const AddressCounts> counts) {
            running_.reset();
            counts_ = std::move(counts);
            request(); // the simulation may be another one by now
        });
}

void AddressesPanel::release_unless_of(const std::shared_ptr<const Simulation>& simulation) {
    if (running_ && running_->simulation != simulation) {
        running_.reset();
        job_.stop();
    }
    const auto is_of_another = [&](const std::shared_ptr<const AddressCounts>& counts) {
        return counts != nullptr && counts->request.simulation != simulation;
    };
    if (is_of_another(counts_)) counts_ = nullptr;
    if (is_of_another(plot_->counts())) plot_->show(nullptr, {}); // which may be an estimate
}

void AddressesPanel::show_counts() {
    if (!isVisible()) return;
    const auto simulation = pane_.simulation();
    std::shared_ptr<const AddressCounts> counts;
    if (simulation != nullptr && why_no_addresses(*simulation).isEmpty()) {
        const WantedAddresses wanted = address_request(simulation, display());
        counts = counts_;
        if (counts == nullptr || !counts->request.answers(wanted)) {
            // Causes that were not explained would be shown as 0.
            const bool is_known = counts_ != nullptr && (counts_->request.explained || !wanted.explained);
            counts =
                is_known
                    ? estimated_addresses(wanted, *counts_)
                    : std::make_shared<AddressCounts>(AddressCounts{wanted, empty_address_map(wanted), true});
        }
    }
    const bool is_shown = counts != nullptr;
    for (QWidget* part :
         std::initializer_list<QWidget*>{plot_, reading_, quantity_, allocation_, everything_})
        part->setVisible(is_shown);
    AddressPanel panel;
    if (is_shown)
        panel = address_panel_of(counts->map, simulation->recording->info(), *display().quantity,
                                 view_of_addresses(pane_.choices().view));
    plot_->show(std::move(counts), std::move(panel));
    show_marks();
    show_note();
}

void AddressesPanel::show_marks() {
    const auto& counts = plot_->counts();
    if (!isVisible() || counts == nullptr) return;
    const RecordingInfo& info = counts->request.simulation->recording->info();
    plot_->mark(frame_range_window(info.positions(), pane_.choices().frames));
    const auto& selection = pane_.choices().selection;
    plot_->mark_row(selection ? row_of_element(counts->map, info, selection->kind, selection->element)
                              : std::nullopt);
    show_note();
}

void AddressesPanel::show_note() {
    const auto simulation = pane_.simulation();
    QStringList notes;
    if (simulation != nullptr) {
        const QString missing = why_no_addresses(*simulation);
        const auto& counts = plot_->counts();
        if (!missing.isEmpty()) notes.append(missing);
        if (!problem_.isEmpty() && missing.isEmpty()) notes.append(problem_);
        if (missing.isEmpty() && counts != nullptr) {
            notes.append(text_of(cell_size_text(counts->map, simulation->recording->info())));
            notes.append(tr("Hatched: %1. The caches are simulated for the whole recording, and everything "
                            "counts.")
                             .arg(text_of(display().quantity->lacks)));
            if (counts->map.sectors_outside != 0)
                notes.append(tr("%1 sectors are in no allocation and have no row.")
                                 .arg(count_text(counts->map.sectors_outside)));
            if (selected_address() && !plot_->marked_row())
                notes.append(tr("The selected %1 is at an address that is not shown.")
                                 .arg(text_of(element_kinds()[pane_.choices().selection->kind].name)));
        }
    }
    note_->setText(notes.join(QLatin1Char(' ')));
    note_->setVisible(!notes.isEmpty());
}

std::optional<std::uint64_t> AddressesPanel::selected_address() const {
    const auto recording = pane_.recording();
    const auto& selection = pane_.choices().selection;
    if (recording == nullptr || !selection) return std::nullopt;
    return element_address(recording->info(), selection->kind, selection->element);
}

void AddressesPanel::save_picture() {
    const auto counts = plot_->counts();
    if (counts == nullptr || counts->is_estimate) return;
    const AddressPanel panel = captioned_addresses(*counts, display(), pane_.choices().view);
    constexpr FrameSize size{1280, 720};
    const OpenRecording& recording = *counts->request.simulation->recording;
    const auto message =
        save_drawing(this, file_stem_of(recording) + QStringLiteral("-addresses"),
                     {[&] { return panel_svg(panel, size); }, [&] { return panel_image(panel, size); }},
                     provenance_of_parts({&recording}));
    if (!message) return;
    if (message->saved)
        Q_EMIT saved(message->text);
    else
        Q_EMIT failed(message->text, this);
}

void AddressesPanel::save_table() {
    const auto counts = plot_->counts();
    if (counts == nullptr || counts->is_estimate) return;
    const OpenRecording& recording = *counts->request.simulation->recording;
    const QString file = ask_for_plot_table(this, file_stem_of(recording) + QStringLiteral("-addresses"));
    if (file.isEmpty()) return;
    const SaveMessage message = save_and_tell(file, address_csv(*counts), provenance_of_parts({&recording}));
    if (message.saved)
        Q_EMIT saved(message.text);
    else
        Q_EMIT failed(message.text, this);
}

} // namespace hitmap
