#pragma once

namespace hitmap {

/// What panes have in common; a change in one is a change in all.
struct Links {
    bool camera = true;
    bool time = true;
    bool metric = true;
    bool selection = true;
    bool range = true;  ///< one colour map and range, which holds the values of all
    bool layers = true; ///< what is drawn: faces, boxes, axes and so on, and which elements are faded
    bool box_levels = true;
    friend bool operator==(const Links&, const Links&) = default;
};

} // namespace hitmap
