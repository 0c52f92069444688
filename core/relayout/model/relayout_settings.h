#pragma once

#include "core/relayout/model/relayout_options.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// One option of a relayout as text, for the command line and for specs of recordings.
struct RelayoutSetting {
    std::string name; ///< "node-order"; the command line adds two dashes
    std::string help;
    std::string form; ///< of a value: "aos|soa", "ALLOCATION=BYTES"
    bool repeats = false;
    /// Sets the option from text; one that repeats is added. Throws UsageError that names --name.
    std::function<void(RelayoutOptions&, const std::string& text)> set;
    /// The values that are set; one at most, unless the option repeats.
    std::function<std::vector<std::string>(const RelayoutOptions&)> get;
};

/// All options, in the order in which users see them.
[[nodiscard]] const std::vector<RelayoutSetting>& relayout_settings();

/// "node-order=veb stride=boxes=32": the options that are set, separated by spaces; in values, a space is %20
/// and % is %25. Empty if they change nothing.
[[nodiscard]] std::string to_string(const RelayoutOptions& options);
/// Reads the text of to_string(). Throws UsageError.
[[nodiscard]] RelayoutOptions parse_relayout(std::string_view text);

/// For users: "node-order veb, stride boxes=32"; "as recorded" if they change nothing.
[[nodiscard]] std::string title_of(const RelayoutOptions& options);
/// For the command line, quoted for a POSIX shell: "--node-order veb --stride boxes=32".
[[nodiscard]] std::string command_options(const RelayoutOptions& options);

} // namespace hitmap
