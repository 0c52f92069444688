#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace hitmap {

/// The layouts in which a command reads a recording.
struct LayoutChoice {
    /// File that says what its buffers hold; empty: the layout beside the recording, if there is one.
    std::string file;
    /// Memory layouts that it gets by moving its addresses, one after the other; each is the text of
    /// RelayoutOptions.
    std::vector<std::string> relayouts;

    /// Returns the name of an option that is given, without its suffix: "--relayout"; empty if none is.
    [[nodiscard]] std::string given() const;
    /// For users: "node-order veb, stride boxes=32; then layout soa"; empty if it gets no memory layout.
    [[nodiscard]] std::string title() const;
    /// Returns these options where they are given, and elsewhere the others.
    [[nodiscard]] LayoutChoice over(const LayoutChoice& others) const;
    friend bool operator==(const LayoutChoice&, const LayoutChoice&) = default;
};

/// Adds --layout and --relayout, which all commands have that read a recording.
void add_layout_options(CLI::App& command, LayoutChoice& options);
/// Adds the same for one of several recordings.
/// @param suffix  end of the names: "-b" gives --layout-b
/// @param of      the recording in the help texts: "B"
void add_layout_options(CLI::App& command, LayoutChoice& options, const std::string& suffix,
                        const std::string& of);

} // namespace hitmap
