#include "app/figure_editor/track_form.h"

#include "app/figure_editor/form_field.h"

#include <QtWidgets/QGroupBox>

namespace hitmap {

namespace {

FigureTrack& track_of(Figure& figure, FigureAxis axis, FigurePlace place) {
    return axis == FigureAxis::row ? figure.rows[place.row] : figure.columns[place.column];
}

} // namespace

TrackForm::TrackForm(FigureDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      row_(make_fields(FigureAxis::row)),
      column_(make_fields(FigureAxis::column)) {
    auto* groups = new QVBoxLayout(this);
    const auto add = [groups](const QString& title, const Fields& fields, const QString& size,
                              const char* name, const char* size_name) {
        auto* group = new QGroupBox(title);
        auto* form = new QFormLayout(group);
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        add_field(*form, TrackForm::tr("Name"), fields.name, name);
        add_field(*form, size, fields.size, size_name);
        groups->addWidget(group);
    };
    add(tr("Row of the selected place"), row_, tr("Height"), "row_name", "row_height");
    add(tr("Column of the selected place"), column_, tr("Width"), "column_name", "column_width");
    groups->addStretch(1);
    connect(&document_, &FigureDocument::selection_changed, this, &TrackForm::show_figure);
    show_figure();
}

TrackForm::Fields TrackForm::make_fields(FigureAxis axis) {
    Fields fields{};
    fields.name = text_field([this, axis](const QString& text) {
        change(axis, [&](FigureTrack& track) { track.name = text.toStdString(); });
    });
    fields.size = number_field(0.0, 1000.0, 1, tr(" mm"), [this, axis](double size) {
        change(axis, [&](FigureTrack& track) {
            track.size = size > 0.0 ? std::optional(std::max(size, 1.0)) : std::nullopt;
        });
    });
    fields.size->setSpecialValueText(tr("by contents"));
    return fields;
}

void TrackForm::change(FigureAxis axis, const std::function<void(FigureTrack&)>& edit) {
    document_.change([&](Figure& figure) { edit(track_of(figure, axis, document_.place())); });
}

void TrackForm::show_figure() {
    Figure figure = document_.figure();
    for (const auto& [axis, fields] :
         {std::pair(FigureAxis::row, &row_), std::pair(FigureAxis::column, &column_)}) {
        const FigureTrack& track = track_of(figure, axis, document_.place());
        show_text(*fields->name, QString::fromStdString(track.name));
        show_number(*fields->size, track.size.value_or(0.0));
    }
}

} // namespace hitmap
