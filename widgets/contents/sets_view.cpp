#include "widgets/contents/sets_view.h"

#include "core/report/contents/held_line_columns.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/report_table.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <utility>
#include <vector>

namespace hitmap {

namespace {

QString sets_text(const char* text) {
    return QCoreApplication::translate("SetsView", text);
}

const ColumnPlaces& held_line_places() {
    static const ColumnPlaces places{
        {"allocation"},
        {"kind"},
        {"first_element"},
        {"last_element"},
        {"box_level"},
        {"last_use"},
        {"next_use"},
        {"next_finds"},
        {"put_in"},
        {.key = "address", .shown = false},
        {.key = "set", .shown = false},
        {.key = "array", .shown = false},
        {.key = "position", .shown = false},
        {.key = "level", .shown = false},
    };
    return places;
}

ReportColumns<HeldLineRow> held_lines_shown() {
    return window_columns(held_line_columns(), held_line_places());
}

/// The lines of a set at a moment.
class HeldLineSource final : public RowSource {
public:
    HeldLineSource(std::shared_ptr<const OpenRecording> recording, std::shared_ptr<const HeldLines> held,
                   std::vector<const HeldLine*> lines, std::size_t moment)
        : recording_(std::move(recording)),
          held_(std::move(held)),
          lines_(std::move(lines)),
          moment_(moment),
          rows_(recording_->info()) {}

    [[nodiscard]] std::size_t size() const override { return lines_.size(); }
    [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const override {
        return table_cell(columns_[column].info,
                          columns_[column].value(rows_.row_of(*held_, moment_, *lines_[row])));
    }

private:
    std::shared_ptr<const OpenRecording> recording_;
    std::shared_ptr<const HeldLines> held_;
    std::vector<const HeldLine*> lines_;
    std::size_t moment_;
    HeldLineRows rows_;
    ReportColumns<HeldLineRow> columns_ = held_lines_shown();
};

} // namespace

SetsView::SetsView(QWidget* parent)
    : QWidget(parent),
      colour_(new QComboBox),
      picture_(new SetPicture),
      reading_(new QLabel),
      table_(new DataTable(QStringLiteral("contents_lines"),
                           table_columns(held_lines_shown(), held_line_places(), sets_text),
                           DataTable::Height::scrolls)) {
    colour_->setObjectName(QStringLiteral("contents_colour"));
    colour_->setAccessibleName(tr("What the colours of lines show"));
    for (const auto& [colour, title] : {std::pair{SetColour::allocation, tr("Colours: allocation")},
                                        std::pair{SetColour::box_level, tr("Colours: level of the tree")},
                                        std::pair{SetColour::age, tr("Colours: age")}})
        colour_->addItem(title, static_cast<int>(colour));
    picture_->setObjectName(QStringLiteral("contents_sets"));
    reading_->setObjectName(QStringLiteral("contents_reading"));
    reading_->setWordWrap(true);
    reading_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    reading_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* lower = new QWidget;
    auto* lines = new QVBoxLayout(lower);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->addWidget(reading_);
    lines->addWidget(table_, 1);
    auto* halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(picture_);
    halves->addWidget(lower);
    halves->setSizes({360, 240});
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(colour_);
    rows->addWidget(halves, 1);
    connect(colour_, QOverload<int>::of(&QComboBox::activated), this,
            [this] { Q_EMIT colour_chosen(static_cast<SetColour>(colour_->currentData().toInt())); });
    connect(picture_, &SetPicture::cell_changed, this, &SetsView::show_cell);
}

void SetsView::show(std::shared_ptr<const OpenRecording> recording, std::shared_ptr<const HeldLines> held,
                    SetColour colour, const ColourMap& map, AllocationLooks looks) {
    const QSignalBlocker quiet(colour_);
    colour_->setCurrentIndex(colour_->findData(static_cast<int>(colour)));
    recording_ = std::move(recording);
    const bool is_same = held != nullptr && held == held_ && picture_->cells() != nullptr;
    held_ = std::move(held);
    if (held_ == nullptr) return picture_->show(nullptr, {}, map);
    SetPicture::Words words{{}, positions_name(*recording_), std::move(looks)};
    for (const std::string& label : allocation_labels(recording_->info()))
        words.allocations.push_back(text_of(label));
    const QByteArray provenance = provenance_of_parts({recording_.get()});
    table_->set_file_stem(file_stem_of(*recording_) + QStringLiteral("-held-lines"), provenance);
    auto cells = is_same && picture_->cells()->colour() == colour
                     ? picture_->cells()
                     : std::make_shared<const SetCells>(held_, colour);
    picture_->show(std::move(cells), std::move(words), map);
}

void SetsView::show_cell() {
    const auto& cell = picture_->cell();
    if (!cell) {
        reading_->clear();
        return table_->set_rows({});
    }
    reading_->setText(picture_->reading_of(*cell));
    table_->set_source(std::make_shared<const HeldLineSource>(
        recording_, held_, picture_->cells()->lines_of_set(cell->moment, cell->row), cell->moment));
}

} // namespace hitmap
