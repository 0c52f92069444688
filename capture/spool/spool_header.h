#pragma once

#include <array>
#include <cstdint>

namespace hitmap::capture {

struct SpoolHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t byte_order; ///< 1 in the order of the host
};
inline constexpr SpoolHeader spool_header{{'h', 'm', 't', 's', 'p', 'o', 'o', 'l'}, 5, 1};

/// Before each event.
struct SpoolFrame {
    std::uint32_t type;
    std::uint32_t zero;
    std::uint64_t bytes;
};

} // namespace hitmap::capture
