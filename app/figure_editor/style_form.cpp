#include "app/figure_editor/style_form.h"

#include "app/figure_editor/form_field.h"

#include <QtWidgets/QCheckBox>

namespace hitmap {

StyleForm::StyleForm(FigureDocument& document, QWidget* parent) : QWidget(parent), document_(document) {
    auto* form = new QFormLayout(this);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    add_sizes(*form);
    add_texts(*form);
    connect(&document_, &FigureDocument::changed, this, &StyleForm::show_figure);
    show_figure();
}

void StyleForm::add_sizes(QFormLayout& form) {
    const auto number = [this](double Figure::*member, double least, double most, int decimals,
                               const QString& unit) {
        return number_field(least, most, decimals, unit, [this, member](double value) {
            document_.change([=](Figure& figure) { figure.*member = value; });
        });
    };
    width_ = number(&Figure::width, 10.0, 1000.0, 1, tr(" mm"));
    width_->setToolTip(tr("Width of the figure, e.g. that of a column of text"));
    dpi_ = number(&Figure::dots_per_inch, lowest_dpi, highest_dpi, 0, tr(" DPI"));
    dpi_->setToolTip(tr("Resolution of pictures of meshes and images; everything else is vectors"));
    font_size_ = number(&Figure::font_size, 3.0, 48.0, 1, tr(" pt"));
    line_width_ = number(&Figure::line_width, 0.05, 5.0, 2, tr(" pt"));
    gap_ = number(&Figure::gap, 0.0, 100.0, 1, tr(" mm"));
    add_field(form, tr("&Width"), width_, "figure_width");
    add_field(form, tr("&Resolution"), dpi_, "figure_dpi");
    font_ = text_field([this](const QString& text) {
        document_.change([&](Figure& figure) { figure.font = text.toStdString(); });
    });
    add_field(form, tr("Fon&t"), font_, "figure_font");
    add_field(form, tr("Font &size"), font_size_, "figure_font_size");
    add_field(form, tr("&Line width"), line_width_, "figure_line_width");
    add_field(form, tr("&Gap between panels"), gap_, "figure_gap");
}

void StyleForm::add_texts(QFormLayout& form) {
    letters_ = new QCheckBox(tr("Letters (a), (b), … before &captions"));
    connect(letters_, &QCheckBox::toggled, this,
            [this](bool on) { document_.change([on](Figure& figure) { figure.letters = on; }); });
    letters_->setObjectName(QStringLiteral("figure_letters"));
    form.addRow(letters_);
    ranges_ = choice_field(
        {tr("One for each metric"), tr("One for all with the same unit"), tr("Each panel has its own")},
        [this](int index) {
            document_.change([index](Figure& figure) { figure.ranges = static_cast<FigureRanges>(index); });
        });
    ranges_->setToolTip(tr("Which panels have one colour range"));
    add_field(form, tr("Colour ra&nges"), ranges_, "figure_ranges");
    caption_ = text_field([this](const QString& text) {
        document_.change([&](Figure& figure) { figure.caption = text.toStdString(); });
    });
    add_field(form, tr("LaTe&X caption"), caption_, "figure_caption");
    label_ = text_field([this](const QString& text) {
        document_.change([&](Figure& figure) { figure.label = text.toStdString(); });
    });
    label_->setPlaceholderText(QStringLiteral("fig:name"));
    add_field(form, tr("LaTeX la&bel"), label_, "figure_label");
}

void StyleForm::show_figure() {
    const Figure& figure = document_.figure();
    show_number(*width_, figure.width);
    show_number(*dpi_, figure.dots_per_inch);
    show_text(*font_, QString::fromStdString(figure.font));
    show_number(*font_size_, figure.font_size);
    show_number(*line_width_, figure.line_width);
    show_number(*gap_, figure.gap);
    const QSignalBlocker blocker(letters_);
    letters_->setChecked(figure.letters);
    show_choice(*ranges_, static_cast<int>(figure.ranges));
    show_text(*caption_, QString::fromStdString(figure.caption));
    show_text(*label_, QString::fromStdString(figure.label));
}

} // namespace hitmap
