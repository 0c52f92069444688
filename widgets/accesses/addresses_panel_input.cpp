#include "widgets/accesses/addresses_panel.h"
#include "widgets/session/panes/frames_over.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QMenu>

#include <algorithm>
#include <cmath>

namespace hitmap {

void AddressesPanel::change(const std::function<void(AddressDisplay&)>& by) {
    AddressDisplay next = display();
    by(next);
    pane_.set_panel(next);
}

void AddressesPanel::choose_allocation() {
    const auto recording = pane_.recording();
    const int chosen = allocation_->currentData().toInt();
    if (recording == nullptr) return;
    if (chosen < 0) {
        if (allocation_->currentIndex() == 0) change([](AddressDisplay& shown) { shown.addresses = {}; });
    } else {
        const AddressRange range = extent_of(recording->info().allocations[static_cast<std::size_t>(chosen)]);
        change([&](AddressDisplay& shown) { shown.addresses = range; });
    }
    request(); // the job may have been stopped
}

std::optional<ShownPart> AddressesPanel::bytes_of_rows(std::size_t first, std::size_t last) const {
    const auto& counts = plot_->counts();
    if (counts == nullptr || !scale_) return std::nullopt;
    const auto rows = counts->map.axis().rows();
    const RecordingInfo& info = counts->request.simulation->recording->info();
    std::optional<ShownPart> part;
    for (std::size_t row = first; row <= last; ++row) {
        if (info.allocations[rows[row].allocation].space != Space::global) continue;
        const ShownPart bytes = scale_->part_of({rows[row].first, rows[row].last});
        part = part ? ShownPart{std::min(part->first, bytes.first), std::max(part->last, bytes.last)} : bytes;
    }
    return part;
}

void AddressesPanel::zoom(const AddressCell& at, double factor, const ZoomAxes& axes) {
    const auto counts = plot_->counts();
    if (counts == nullptr) return;
    const WantedAddresses& shown = counts->request;
    const RecordingInfo& info = shown.simulation->recording->info();
    change([&](AddressDisplay& next) {
        const auto row = bytes_of_rows(at.row, at.row);
        if (axes.addresses && row) {
            const ShownPart now = scale_->part_of(shown.addresses);
            const std::uint64_t anchor = std::clamp(row->first + row->count() / 2, now.first, now.last);
            const std::uint32_t line = l1_of(shown.simulation->model).line;
            const ShownPart part = zoomed(now, scale_->bytes(), factor, anchor, line);
            next.addresses = lines_around(scale_->range_of(part), scale_->address_at(anchor), line);
        }
        if (!axes.time) return;
        const TimeWindow cell = window_of(counts->map, at);
        const std::uint64_t positions = std::max<std::uint64_t>(1, info.positions());
        const ShownPart time =
            zoomed({shown.time.first, shown.time.last}, positions, factor, cell.first + cell.count() / 2, 1);
        next.time.reset();
        if (time.count() < positions) next.time = TimeWindow{time.first, time.last};
    });
}

void AddressesPanel::show_part(const AddressCell& from, const AddressCell& to) {
    const auto counts = plot_->counts();
    if (counts == nullptr) return;
    change([&](AddressDisplay& next) {
        const bool is_all_rows = from.row == 0 && to.row + 1 == counts->map.axis().rows().size();
        const auto bytes = bytes_of_rows(from.row, to.row);
        if (!is_all_rows && bytes) next.addresses = scale_->range_of(*bytes);
        next.time = TimeWindow{counts->map.first_of(from.interval), counts->map.first_of(to.interval + 1)};
    });
}

void AddressesPanel::move_by(const QPointF& by) {
    const auto counts = plot_->counts();
    if (counts == nullptr || !scale_) return;
    const WantedAddresses& shown = counts->request;
    change([&](AddressDisplay& next) {
        if (!next.addresses.is_everything())
            next.addresses =
                scale_->range_of(moved(scale_->part_of(shown.addresses), scale_->bytes(), by.y()));
        if (!next.time) return;
        const ShownPart time = moved({shown.time.first, shown.time.last},
                                     shown.simulation->recording->info().positions(), by.x());
        next.time = TimeWindow{time.first, time.last};
    });
}

void AddressesPanel::show_everything() {
    change([](AddressDisplay& shown) {
        shown.addresses = {};
        shown.time.reset();
    });
    request(); // the job may have been stopped
}

void AddressesPanel::show_selected() {
    constexpr std::uint64_t lines_around = 16;
    const auto address = selected_address();
    const auto simulation = pane_.simulation();
    if (!address || simulation == nullptr || !scale_) return;
    const std::uint64_t around = lines_around * l1_of(simulation->model).line;
    const std::uint64_t offset = scale_->offset_of(*address);
    change([&](AddressDisplay& shown) {
        shown.addresses =
            scale_->range_of({offset - std::min(offset, around), std::min(offset + around, scale_->bytes())});
    });
}

void AddressesPanel::list_accesses(const AddressCell& cell) {
    const auto counts = plot_->counts();
    if (counts == nullptr || counts->request.simulation->recording != pane_.recording()) return;
    const RecordingInfo& info = counts->request.simulation->recording->info();
    const AddressRow& row = counts->map.axis().rows()[cell.row];
    const TimeWindow window = window_of(counts->map, cell);
    if (info.positions() != 0) pane_.set_frames(frames_over(window, info.positions()));
    AccessSubject subject;
    // A session stores at most this number of bytes; the rows of such buffers are most of an allocation.
    const bool has_addresses =
        info.allocations[row.allocation].space == Space::global && row.last - row.first <= UINT32_MAX;
    if (has_addresses)
        subject.bytes = ByteRange{row.first, row.last - row.first};
    else
        subject.allocation = row.allocation;
    pane_.show_accesses(subject);
}

void AddressesPanel::add_to_menu(QMenu& menu, const AddressCell& cell) {
    const auto counts = plot_->counts();
    const RecordingInfo& info = counts->request.simulation->recording->info();
    const AddressRow row = counts->map.axis().rows()[cell.row];
    const Allocation& allocation = info.allocations[row.allocation];
    menu.addSection(addresses_text(row, info));
    menu.addAction(tr("&List the Accesses of This Cell"), this, [this, cell, counts] {
        if (counts == plot_->counts()) list_accesses(cell);
    });
    menu.addAction(tr("Show the &Frames of This Cell"), this,
                   [this, window = window_of(counts->map, cell), positions = info.positions()] {
                       if (positions != 0) pane_.set_frames(frames_over(window, positions));
                   });
    QAction* const whole =
        menu.addAction(tr("Show This &Allocation Alone"), this, [this, range = extent_of(allocation)] {
            change([&](AddressDisplay& shown) { shown.addresses = range; });
        });
    whole->setEnabled(allocation.space == Space::global);
}

void AddressesPanel::show_menu(const QPoint& global) {
    const auto counts = plot_->counts();
    if (counts == nullptr) return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("addresses_menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (plot_->cell()) add_to_menu(*menu, *plot_->cell());
    menu->addSeparator();
    menu->addAction(tr("Show the Lines of the &Selected Element"), this, &AddressesPanel::show_selected)
        ->setEnabled(selected_address().has_value());
    menu->addAction(tr("Show the &Current Frames Alone"), this, [this] {
        const auto recording = pane_.recording();
        if (recording == nullptr || recording->info().positions() == 0) return;
        const TimeWindow frames = frame_range_window(recording->info().positions(), pane_.choices().frames);
        if (frames.count() != 0) change([&](AddressDisplay& shown) { shown.time = frames; });
    });
    menu->addAction(tr("Show &Everything"), this, &AddressesPanel::show_everything)->setEnabled(is_part());
    menu->addSeparator();
    for (const auto& [text, save] :
         {std::pair{tr("Save Picture (PNG or SVG) …"), &AddressesPanel::save_picture},
          std::pair{tr("Save Values as CSV …"), &AddressesPanel::save_table}})
        menu->addAction(text, this, save)->setEnabled(!counts->is_estimate);
    menu->popup(global);
}

} // namespace hitmap
