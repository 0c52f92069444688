#include "widgets/mesh/mesh_view.h"

namespace hitmap {

namespace {

/// "Left drag, arrow keys": drags come first and start the sentence.
QString inputs(QStringList drags, const QString& keys) {
    drags.append(keys);
    QString text = drags.join(QStringLiteral(", "));
    text[0] = text.at(0).toUpper();
    return text;
}

} // namespace

std::vector<MeshView::Help> MeshView::help(NavigationPreset preset) {
    return {
        {inputs(drags_of(preset, CameraMotion::turn), tr("arrow keys")), tr("Turn about the pivot")},
        {inputs(drags_of(preset, CameraMotion::move_sideways), tr("Shift+arrow keys")), tr("Move sideways")},
        {inputs(drags_of(preset, CameraMotion::zoom), tr("wheel, + and −, Page Up and Page Down")),
         tr("Zoom; the wheel zooms to the pointer")},
        {tr("Double click"), tr("Make the point under the pointer the pivot")},
        {tr("Pointing, and a click"), tr("Show the numbers of a face or box, and pin it")},
        {tr("W A S D, Q E in fly mode"),
         tr("Fly; Shift is faster, Ctrl slower; left drags and arrows look around")},
    };
}

} // namespace hitmap
