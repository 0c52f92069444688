#pragma once

#include "core/trace/model/request.h"

#include <cstdint>
#include <limits>

namespace hitmap {

/// The addresses of local or shared memory that are accessed. A trace has them where the GPU maps this
/// memory; a recording has offsets.
struct AddressWindow {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t end = 0; ///< behind the last byte; not above 2^64 - 1

    void add(std::uint64_t address, std::uint32_t bytes);
    /// Adds the addresses of the active lanes.
    void add(const Request& request, std::uint32_t bytes);
    void add(const AddressWindow& other);
    /// The number of bytes that offsets reach: at most window_bytes.
    [[nodiscard]] std::uint32_t bytes() const;
    /// Whether the addresses are farther from one another than any GPU allows.
    [[nodiscard]] bool is_too_wide() const;
    /// The offset of an address. If the window is too wide, different addresses can have the same.
    [[nodiscard]] std::uint64_t offset(std::uint64_t address) const;
    /// Replaces the addresses of a request by their offsets.
    void move(Request& request) const;

    /// GPUs map local and shared memory to windows of this size.
    static constexpr std::uint64_t window_bytes = std::uint64_t{1} << 24;

private:
    [[nodiscard]] std::uint64_t base() const; ///< aligned, so that wide accesses stay aligned
};

/// For messages: the windows that AddressWindow::is_too_wide().
inline constexpr const char* wide_windows =
    "launches whose local or shared addresses are more than 16 MiB apart";

} // namespace hitmap
