#pragma once

namespace hitmap {

/// The properties that panes share; a change in one pane changes all.
struct Links {
    bool camera = true;
    bool image = true; ///< the visible part of images
    bool time = true;
    bool metric = true; ///< of the mesh, and the quantity of the image
    bool selection = true;
    bool range = true;  ///< one colour map and range, which includes the values of all panes
    bool layers = true; ///< drawing options: faces, boxes, axes and so on, and which elements are faded
    bool box_levels = true;
    friend bool operator==(const Links&, const Links&) = default;
};

} // namespace hitmap
