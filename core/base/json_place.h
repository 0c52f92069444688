#pragma once

#include "core/base/error.h"

#include <string_view>

namespace hitmap {

/// Returns the error with its place below `place`, which is that of a part of a JSON file: "/panes/2" and
/// "view/metric" or "/view/metric" become "/panes/2/view/metric". The place of an error is thus the JSON
/// pointer of what is wrong, however deep it lies.
[[nodiscard]] FileError below_json_place(const FileError& error, std::string_view place);

/// Returns read(), which reads the part of a JSON file at `place` as if it were a file of its own. Its
/// FileErrors get their places in the whole file.
template <class Read>
auto at_json_place(std::string_view place, const Read& read) {
    try {
        return read();
    } catch (const FileError& error) {
        throw below_json_place(error, place);
    }
}

} // namespace hitmap
