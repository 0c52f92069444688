#include "app/figure_editor/inset_form.h"

#include "app/figure_editor/form_field.h"

#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <array>
#include <cmath>

namespace hitmap {

namespace {

constexpr double percent = 100.0;

constexpr std::array<double FigureRegion::*, 4> region_members{&FigureRegion::left, &FigureRegion::top,
                                                               &FigureRegion::width, &FigureRegion::height};

QStringList corner_titles() {
    return {InsetForm::tr("Top left"), InsetForm::tr("Top right"), InsetForm::tr("Bottom left"),
            InsetForm::tr("Bottom right")};
}

/// Returns the region with its sides within the picture, in thousandths.
FigureRegion within_picture(FigureRegion region) {
    const auto rounded = [](double share) { return std::round(share * 1000.0) / 1000.0; };
    region = {rounded(region.left), rounded(region.top), rounded(region.width), rounded(region.height)};
    region.width = std::min(region.width, rounded(1.0 - region.left));
    region.height = std::min(region.height, rounded(1.0 - region.top));
    return region;
}

} // namespace

InsetForm::InsetForm(FigureDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      list_(new QListWidget),
      add_(new QPushButton(tr("&Add"))),
      remove_(new QPushButton(tr("Rem&ove"))),
      fields_(new QWidget) {
    list_->setObjectName(QStringLiteral("insets"));
    list_->setAccessibleName(tr("Insets"));
    list_->setMaximumHeight(80);
    add_->setObjectName(QStringLiteral("add_inset"));
    add_->setToolTip(tr("Adds an enlarged region; so does a drag over the selected mesh in the preview"));
    remove_->setObjectName(QStringLiteral("remove_inset"));
    auto* form = new QFormLayout(fields_);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    add_fields(*form);
    add_region_fields(*form);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add_);
    buttons->addWidget(remove_);
    buttons->addStretch(1);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(list_);
    rows->addLayout(buttons);
    rows->addWidget(fields_);
    rows->addStretch(1);
    connect(add_, &QPushButton::clicked, this, [this] { add({0.35, 0.35, 0.2, 0.2}); });
    connect(remove_, &QPushButton::clicked, this, &InsetForm::remove);
    connect(list_, &QListWidget::currentRowChanged, this, &InsetForm::show_inset);
    connect(&document_, &FigureDocument::selection_changed, this, &InsetForm::show_panel);
    show_panel();
}

void InsetForm::add_fields(QFormLayout& form) {
    corner_ = choice_field(corner_titles(), [this](int index) {
        change([index](FigureInset& inset) { inset.corner = static_cast<FigureCorner>(index); });
    });
    add_field(form, tr("&Corner"), corner_, "inset_corner");
    width_ = number_field(5.0, percent, 0, tr(" %"), [this](double width) {
        change([width](FigureInset& inset) { inset.width = width / percent; });
    });
    width_->setToolTip(tr("Share of the width of the panel"));
    add_field(form, tr("&Width"), width_, "inset_width");
    recording_ = choice_field({}, [this](int index) {
        change([index](FigureInset& inset) { inset.source.recording = static_cast<std::size_t>(index); });
    });
    add_field(form, tr("&Recording"), recording_, "inset_recording");
    cache_ = choice_field({}, [this](int index) {
        change([index](FigureInset& inset) { inset.source.cache = static_cast<std::size_t>(index); });
    });
    add_field(form, tr("Cac&hes"), cache_, "inset_cache");
}

void InsetForm::add_region_fields(QFormLayout& form) {
    const std::array titles{tr("Region: &left"), tr("&top"), tr("w&idth"), tr("hei&ght")};
    const std::array names{"region_left", "region_top", "region_width", "region_height"};
    for (std::size_t i = 0; i < region_members.size(); ++i) {
        region_[i] = number_field(i < 2 ? 0.0 : 1.0, percent, 1, tr(" %"), [this, i](double value) {
            change([=](FigureInset& inset) {
                inset.region.*region_members.at(i) = value / percent;
                inset.region = within_picture(inset.region);
            });
        });
        add_field(form, titles.at(i), region_[i], names.at(i));
    }
}

const FigureInset* InsetForm::current() const {
    const FigurePanel* const panel = document_.panel();
    const int row = list_->currentRow();
    if (panel == nullptr || row < 0 || static_cast<std::size_t>(row) >= panel->insets.size()) return nullptr;
    return &panel->insets[static_cast<std::size_t>(row)];
}

void InsetForm::change(const std::function<void(FigureInset&)>& edit) {
    if (current() == nullptr) return;
    const auto number = static_cast<std::size_t>(list_->currentRow());
    document_.change_panel([&](FigurePanel& panel) { edit(panel.insets[number]); });
}

void InsetForm::add(const FigureRegion& region) {
    const FigurePanel* const panel = document_.panel();
    if (panel == nullptr || panel->kind != FigurePanelKind::mesh) return;
    const auto row = static_cast<int>(panel->insets.size());
    document_.change_panel([&](FigurePanel& changed) {
        // Insets go to different corners.
        const auto corner = static_cast<FigureCorner>((3 + changed.insets.size()) % 4);
        changed.insets.push_back({changed.source, within_picture(region), corner});
    });
    list_->setCurrentRow(row);
}

void InsetForm::remove() {
    if (current() == nullptr) return;
    const int row = list_->currentRow();
    document_.change_panel([row](FigurePanel& panel) { panel.insets.erase(panel.insets.begin() + row); });
}

void InsetForm::show_panel() {
    const FigurePanel* const panel = document_.panel();
    const bool is_mesh = panel != nullptr && panel->kind == FigurePanelKind::mesh;
    add_->setEnabled(is_mesh && !panel->compare);
    {
        const QSignalBlocker blocker(list_);
        const int row = std::max(0, list_->currentRow());
        list_->clear();
        if (is_mesh)
            for (const FigureInset& inset : panel->insets)
                list_->addItem(
                    tr("%1, %2").arg(corner_titles().at(static_cast<int>(inset.corner)),
                                     inset.source == panel->source
                                         ? tr("enlarged region")
                                         : QString::fromStdString(
                                               document_.figure().recordings[inset.source.recording].name)));
        list_->setCurrentRow(std::min(row, list_->count() - 1));
    }
    show_inset();
}

void InsetForm::show_inset() {
    const FigureInset* const inset = current();
    fields_->setVisible(inset != nullptr);
    remove_->setEnabled(inset != nullptr);
    if (inset == nullptr) return;
    show_choice(*corner_, static_cast<int>(inset->corner));
    show_number(*width_, inset->width * percent);
    show_choices(*recording_, item_names(document_.figure().recordings),
                 static_cast<int>(inset->source.recording));
    show_choices(*cache_, item_names(document_.figure().caches), static_cast<int>(inset->source.cache));
    for (std::size_t i = 0; i < region_members.size(); ++i)
        show_number(*region_[i], inset->region.*region_members.at(i) * percent);
}

} // namespace hitmap
