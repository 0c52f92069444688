#pragma once

#include "core/trace/model/element_kind.h"

namespace hitmap {

/// Whether the stack distance cache model looks up elements of buffers with the role: those of a kind with
/// look-ups, or those that such elements name.
[[nodiscard]] inline bool is_looked_up(Role role) {
    for (const ElementKindId kind : kinds_with_look_ups()) {
        const ElementKind& row = element_kinds()[kind];
        if (row.role == role || (row.look_up.names != 0 && row.look_up.named_role == role)) return true;
    }
    return false;
}

} // namespace hitmap
