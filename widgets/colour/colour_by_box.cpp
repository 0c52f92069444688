#include "widgets/colour/colour_by_box.h"

#include "widgets/base/format.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>

namespace hitmap {

ColourByBox::ColourByBox(Pane& pane, QWidget* parent) : QComboBox(parent), pane_(pane) {
    setObjectName(QStringLiteral("colour_by"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(10);
    for (const ColourByInfo& info : colour_by_table) {
        addItem(text_of(info.title), static_cast<int>(info.by));
        setItemData(count() - 1, capitalised(info.help), Qt::ToolTipRole);
    }
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &ColourByBox::choose);
    for (const auto told :
         {&Pane::look_changed, &Pane::values_changed, &Pane::recording_changed, &Pane::shown_changed})
        connect(&pane_, told, this, &ColourByBox::show_choice);
    show_choice();
}

void ColourByBox::choose() {
    View view = pane_.choices().view;
    view.colour_by = static_cast<ColourBy>(currentData().toInt());
    pane_.set_view(view);
}

void ColourByBox::show_choice() {
    const QSignalBlocker blocker(this);
    const auto recording = pane_.recording();
    const bool has_faces = recording == nullptr || recording->regions != nullptr;
    setEnabled(has_faces && !pane_.shows_image());
    setToolTip(pane_.shows_image() ? tr("Of the mesh; the image is shown")
               : has_faces ? tr("What has one colour: the hits, look-ups and accesses of all faces of a "
                                "region are added up first, and divided last")
                           : tr("The recording has no mesh"));
    for (const ColourByInfo& info : colour_by_table)
        qobject_cast<QStandardItemModel*>(model())
            ->item(findData(static_cast<int>(info.by)))
            ->setEnabled(recording == nullptr ||
                         (recording->regions != nullptr && recording->regions->has(info.by)));
    const ColourBy chosen = pane_.choices().view.colour_by;
    const auto& values = pane_.values();
    for (const ColourByInfo& info : colour_by_table) {
        QString title = text_of(info.title);
        // Automatic, or of another recording that has boxes.
        if (info.by == chosen && values != nullptr && values->colours.by != chosen &&
            colours_faces(pane_.choices().view))
            title += QStringLiteral(" (%1)").arg(text_of(info_of(values->colours.by).plural));
        setItemText(findData(static_cast<int>(info.by)), title);
    }
    setCurrentIndex(findData(static_cast<int>(chosen)));
}

} // namespace hitmap
