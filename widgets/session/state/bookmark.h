#pragma once

#include "render/view/view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// A view that the user stored to return to it.
struct Bookmark {
    static constexpr int most = 9;                       ///< they have the numbers 1 to 9
    static constexpr std::size_t most_note_bytes = 4096; ///< of UTF-8

    View view;
    std::string note;                 ///< the user's words; may be empty
    std::optional<std::uint32_t> box; ///< the box that was selected: a node of the tree
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

} // namespace hitmap
