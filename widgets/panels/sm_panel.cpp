#include "widgets/panels/sm_panel.h"

#include "core/profile/models/headline.h"
#include "core/report/rows/sm_columns.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/pin_offer.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace hitmap {

namespace {

/// The number of frames for a click on the map while there is only one.
constexpr std::uint64_t frames_to_divide_into = 16;

QString sm_text(const char* text) {
    return QCoreApplication::translate("SmPanel", text);
}

const ColumnPlaces& sm_places() {
    static const ColumnPlaces places{
        {"sm"},          {"requests", "share_of_mean"}, {"share_of_mean"}, {"l1_hit_rate", "l2_hit_rate"},
        {"l2_hit_rate"}, {"l1_misses", "l2_misses"},    {"l2_misses"},     {"l1_lookups", "l2_lookups"},
        {"l2_lookups"},
    };
    return places;
}

ReportColumns<SmRow> shown_columns() {
    return window_columns(sm_columns(), sm_places());
}

} // namespace

SmPanel::SmPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      quantity_(new QComboBox),
      map_(new SmMap),
      reading_(new QLabel),
      table_(new DataTable(QStringLiteral("sms"), table_columns(shown_columns(), sm_places(), sm_text),
                           DataTable::Height::scrolls)),
      note_(new QLabel) {
    lay_out();
    connect_model();
}

void SmPanel::lay_out() {
    quantity_->setObjectName(QStringLiteral("sms_quantity"));
    quantity_->setAccessibleName(tr("What the colours show"));
    for (const SmQuantity& each : sm_quantities())
        quantity_->addItem(each.title);
    quantity_->setToolTip(
        tr("Imbalance: requests divided by the mean of the SMs in the interval; traffic: look-ups"));
    map_->setObjectName(QStringLiteral("sms_map"));
    reading_->setObjectName(QStringLiteral("sms_reading"));
    note_->setObjectName(QStringLiteral("sms_note"));
    for (QLabel* label : {reading_, note_}) {
        label->setWordWrap(true);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* above = new QWidget;
    auto* map_rows = new QVBoxLayout(above);
    map_rows->setContentsMargins(0, 0, 0, 0);
    map_rows->addWidget(quantity_);
    map_rows->addWidget(map_, 1);
    map_rows->addWidget(reading_);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->addWidget(above);
    parts->addWidget(table_);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(parts, 1);
    rows->addWidget(note_);
}

void SmPanel::connect_model() {
    connect(&pane_, &Pane::profile_changed, this, &SmPanel::show_profile);
    connect(&pane_, &Pane::frames_changed, this, &SmPanel::show_frames);
    connect(&pane_, &Pane::look_changed, this, &SmPanel::show_profile);
    connect(&live_job_, &JobRunner::failed, &pane_, &Pane::failed);
    connect(quantity_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &SmPanel::show_profile);
    connect(map_, &SmMap::cell_changed, this, &SmPanel::show_reading);
    connect(map_, &SmMap::chosen, this, &SmPanel::choose_cell);
    connect(map_, &SmMap::menu_wanted, this, &SmPanel::show_map_menu);
    connect(table_, &DataTable::row_chosen, this,
            [this](int row) { map_->mark_sm(static_cast<std::size_t>(row)); });
    offer_pin(*table_, pane_, [](int row) -> std::optional<CurveSubject> {
        return CurveSm{static_cast<std::uint32_t>(row)};
    });
}

void SmPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    show_profile();
}

const SmQuantity& SmPanel::quantity() const {
    return sm_quantities().at(static_cast<std::size_t>(std::max(0, quantity_->currentIndex())));
}

void SmPanel::show_profile() {
    const auto profile = pane_.profile();
    if (!isVisible() && profile != nullptr) {
        live_job_.stop();
        return;
    }
    if (pane_.live().shown()) {
        live_job_.start([profile](const JobContext& job) { return profile->sm_table(job); },
                        [this](const std::shared_ptr<const SmTable>& sums) {
                            sums_ = sums;
                            show_sums();
                        });
        return;
    }
    live_job_.stop();
    sums_ = profile != nullptr ? profile->sm_table() : nullptr;
    show_sums();
}

void SmPanel::show_sums() {
    map_->show(sums_, quantity(), colour_map_named(pane_.choices().view.colour_map));
    show_frames();
}

void SmPanel::show_frames() {
    if (!isVisible() && sums_ != nullptr) return;
    std::vector<TableRow> rows;
    const auto recording = pane_.recording();
    if (sums_ != nullptr && recording != nullptr) {
        const TimeWindow window = frame_range_window(pane_.profile()->positions(), pane_.choices().frames);
        map_->mark(window);
        std::vector<SmSums> of_sm;
        SmSums all;
        for (std::size_t sm = 0; sm < sums_->sms(); ++sm) {
            of_sm.push_back(sums_->sum(sm, window));
            all += of_sm.back();
        }
        const auto columns = shown_columns();
        for (std::size_t sm = 0; sm < of_sm.size(); ++sm)
            rows.push_back(table_row(columns, SmRow{sm, of_sm[sm], all, of_sm.size()}));
        std::uint64_t most = 0;
        for (const SmSums& sums : of_sm)
            most = std::max(most, sums.requests);
        const double mean = static_cast<double>(all.requests) / static_cast<double>(of_sm.size());
        note_->setText(
            mean == 0.0 ? QString()
                        : tr("The busiest SM has %1 times the mean number of requests. Sums are of "
                             "the intervals of the map that these frames overlap. %2")
                              .arg(fixed_number(static_cast<double>(most) / mean, 2),
                                   tr("Look-ups are counted as %1.")
                                       .arg(text_of(
                                           info_of(counting_of(pane_.simulation()->model).headline).title))));
        table_->set_file_stem(file_stem_of(*recording) + QStringLiteral("-sms"),
                              provenance_of_parts({recording.get()}));
    } else {
        note_->setText(why_no_sums());
    }
    note_->setVisible(!note_->text().isEmpty());
    table_->set_rows(std::move(rows));
    show_reading();
}

QString SmPanel::why_no_sums() const {
    if (pane_.recording() == nullptr || live_job_.running()) return {};
    if (pane_.live().shown())
        return tr("These sums follow when the slider is let go: there is too little memory to keep the SM of "
                  "each access.");
    return tr("A recording of sums does not say which SM made which access.");
}

void SmPanel::show_reading() {
    const auto& cell = map_->cell();
    if (sums_ == nullptr || !cell) {
        reading_->setText(sums_ == nullptr ? QString()
                                           : tr("Point at the map, or use the arrow keys, to read a value; a "
                                                "click or Enter goes to that frame."));
        return;
    }
    const SmSums& sums = sums_->of(cell->sm)[cell->interval];
    const double mean = mean_requests(*sums_)[cell->interval];
    const double ratio = mean == 0.0 ? 0.0 : static_cast<double>(sums.requests) / mean;
    reading_->setText(tr("SM %1, %2 %3: %4 requests (%7 times the mean), %5, %6")
                          .arg(QString::number(cell->sm), text_of(position_word(*pane_.recording())),
                               accesses_text(sums_->window(cell->interval)), count_text(sums.requests),
                               level_text(QStringLiteral("L1"), sums.l1()),
                               level_text(QStringLiteral("L2"), sums.l2()), fixed_number(ratio, 2)));
}

void SmPanel::choose_cell() {
    // A menu stays open while another recording is opened.
    const auto cell = map_->cell();
    if (!cell || sums_ == nullptr) return;
    const std::size_t sm = cell->sm;
    choose_frame();
    table_->select_row(static_cast<int>(sm));
    map_->mark_sm(sm);
}

void SmPanel::show_map_menu(const QPoint& global) {
    if (!map_->cell()) return;
    const SmMap::Cell cell = *map_->cell();
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("sms_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("SM %1").arg(cell.sm));
    menu->addAction(tr("&Pin in Time"), this,
                    [this, cell] { pane_.pin_curve(CurveSm{static_cast<std::uint32_t>(cell.sm)}); });
    menu->addAction(tr("&Go to the Frame"), this, &SmPanel::choose_cell);
    menu->popup(global);
}

/// Shows the frame that contains the middle of the cell; with one frame for everything, divides time first.
void SmPanel::choose_frame() {
    const TimeWindow window = sums_->window(map_->cell()->interval);
    const std::uint64_t positions = pane_.profile()->positions();
    FrameRange frames = pane_.choices().frames;
    frames.count = 1;
    if (frames.total <= 1) frames.total = frames_to_divide_into;
    frames.first = frame_of(positions, frames.total, window.first + window.count() / 2);
    pane_.set_frames(frames);
}

} // namespace hitmap
