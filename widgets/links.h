#pragma once

namespace hitmap {

/// What panes have in common; a change in one is a change in all.
struct Links {
    bool camera = true;
    bool time = true;
    bool metric = true;
    bool selection = true;
    bool range = true; ///< one colour map and range, which holds the values of all
    friend bool operator==(const Links&, const Links&) = default;
};

} // namespace hitmap
