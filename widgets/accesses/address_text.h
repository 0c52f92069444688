#pragma once

#include "render/picture/address_panel.h"
#include "render/view/view.h"
#include "widgets/accesses/address_counts.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace hitmap {

/// A cell of an AddressMap.
struct AddressCell {
    std::size_t row = 0;
    std::uint64_t interval = 0;
    friend bool operator==(const AddressCell&, const AddressCell&) = default;
};

/// Returns the addresses of a row: "0x7f00 to 0x7f80", or that it is all of an allocation of local memory.
[[nodiscard]] QString addresses_text(const AddressRow& row, const RecordingInfo& info);
/// Returns the allocation, the addresses and the positions of a cell, and how many of its sectors hit and why
/// others missed.
[[nodiscard]] QString reading_of(const AddressCounts& counts, const AddressCell& cell);
/// Returns the positions of a cell.
[[nodiscard]] TimeWindow window_of(const AddressMap& map, const AddressCell& cell);
/// Returns the row that an element begins in; no value if it is not shown.
[[nodiscard]] std::optional<std::size_t> row_of_element(const AddressMap& map, const RecordingInfo& info,
                                                        ElementKindId kind, std::uint64_t element);

/// Returns the view of a pane with a range for addresses: a range that the user typed is of another quantity.
[[nodiscard]] View view_of_addresses(View view);
/// Returns the picture as `hitmap render --panel addresses` draws it, with a caption.
/// @param display  what `counts` were made for
[[nodiscard]] AddressPanel captioned_addresses(const AddressCounts& counts, const AddressDisplay& display,
                                               const View& view);
/// Returns the table of `hitmap export --addresses`.
[[nodiscard]] QByteArray address_csv(const AddressCounts& counts);

} // namespace hitmap
