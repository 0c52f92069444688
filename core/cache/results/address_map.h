#pragma once

#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// Addresses [first, last).
struct AddressRange {
    std::uint64_t first = 0;
    std::uint64_t last = ~std::uint64_t{0};

    [[nodiscard]] bool is_everything() const { return first == 0 && last == ~std::uint64_t{0}; }
    friend bool operator==(const AddressRange&, const AddressRange&) = default;
};

/// The addresses of one row of a map: consecutive lines of one allocation, or a whole allocation of local
/// memory, whose lines have no addresses in the recording.
struct AddressRow {
    std::uint32_t allocation = 0; ///< index in info.allocations
    std::uint64_t first = 0;      ///< [first, last) addresses, or offsets in the local memory of a lane
    std::uint64_t last = 0;
    friend bool operator==(const AddressRow&, const AddressRow&) = default;
};

/// Divides the addresses of all allocations into rows with equally many lines, by space and rising address.
/// What lies between allocations has no rows, and shared memory has none, because it has no sectors.
class AddressAxis {
public:
    /// @param range       addresses that have rows, rounded outwards to lines. Local memory has rows only if
    ///                    the range is everything.
    /// @param most_rows   rows have the least power of two of lines with which there are at most as many
    /// rows,
    ///                    or at most two for each allocation
    /// @param line_bytes  a power of two, 32..256
    AddressAxis(const RecordingInfo& info, AddressRange range, std::size_t most_rows,
                std::uint32_t line_bytes);

    [[nodiscard]] std::span<const AddressRow> rows() const { return rows_; }
    [[nodiscard]] std::uint64_t row_bytes() const { return std::uint64_t{1} << row_bits_; }
    /// Returns the row of a line that a request for an allocation asks for; none if it is not in the range. A
    /// line behind the end of the allocation, which an access that begins within it reaches, is in its last
    /// row.
    /// @param allocation  index in info.allocations
    /// @param address     the first byte of a line of global memory; any number for local memory
    [[nodiscard]] std::optional<std::size_t> find(std::uint32_t allocation, std::uint64_t address) const;

private:
    struct Place {
        std::size_t first_row = 0;
        std::size_t rows = 0;          ///< 0: the allocation has none
        std::uint64_t first_block = 0; ///< address of the first row / row_bytes()
        bool is_local = false;
    };
    void add_rows(const RecordingInfo& info, std::span<const std::uint32_t> order);

    AddressRange range_; ///< in whole lines
    std::uint64_t line_bytes_;
    unsigned row_bits_;
    std::vector<AddressRow> rows_;
    std::vector<Place> places_; ///< [info.allocations]
};

/// What happened to the sectors of a cell. A sector counts once for each request and allocation whose lanes
/// ask for it. Dirty sectors that L1 writes back are not counted.
struct AddressSums {
    std::uint64_t sectors = 0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l1_hits = 0;
    std::uint64_t l2_lookups = 0;
    std::uint64_t l2_hits = 0;
    MissClasses l1_misses{}; ///< 0 unless the model explains misses
    MissClasses l2_misses{};
    friend bool operator==(const AddressSums&, const AddressSums&) = default;
};
AddressSums& operator+=(AddressSums& sums, const AddressSums& more);

/// Sums by address and time: the rows of an AddressAxis by equal intervals of a window of positions.
class AddressMap {
public:
    static constexpr std::uint64_t most_intervals = 512;
    /// Upper bound of the number of cells, which keeps the map below 24 MiB.
    static constexpr std::uint64_t most_cells = std::uint64_t{1} << 18;

    /// The window [first, last) of positions must not be empty. There are `most_intervals` intervals, or
    /// fewer if the window has fewer positions or if there are many rows.
    /// @param positions  of the recording. If the window ends with them, it also contains the requests behind
    ///                   the last element access, whose position is this number.
    AddressMap(AddressAxis axis, std::uint64_t first, std::uint64_t last, std::uint64_t positions);

    [[nodiscard]] const AddressAxis& axis() const { return axis_; }
    [[nodiscard]] std::uint64_t intervals() const { return intervals_; }
    /// Returns the first position of an interval, and for intervals() the end of the window.
    [[nodiscard]] std::uint64_t first_of(std::uint64_t interval) const;
    /// Returns the interval of a position, which must be in the window.
    [[nodiscard]] std::uint64_t interval_of(std::uint64_t position) const;
    [[nodiscard]] bool contains(std::uint64_t position) const {
        return first_ <= position && (position < last_ || has_end_);
    }
    [[nodiscard]] AddressSums& cell(std::size_t row, std::uint64_t interval) {
        return cells_[row * intervals_ + interval];
    }
    [[nodiscard]] const AddressSums& cell(std::size_t row, std::uint64_t interval) const {
        return cells_[row * intervals_ + interval];
    }

    /// Sectors of the window that are in no allocation.
    std::uint64_t sectors_outside = 0;

private:
    AddressAxis axis_;
    std::uint64_t first_;
    std::uint64_t last_;
    std::uint64_t intervals_;
    bool has_end_;
    std::vector<AddressSums> cells_; ///< [rows][intervals]
};

} // namespace hitmap
