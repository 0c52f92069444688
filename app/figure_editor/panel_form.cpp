#include "app/figure_editor/panel_form.h"

#include "app/figure/figure_json.h"
#include "app/figure_editor/form_field.h"
#include "app/figure_editor/panel_text.h"
#include "widgets/base/format.h"

#include <QtCore/QEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace hitmap {

namespace {

using Kind = FigurePanelKind;

} // namespace

PanelForm::PanelForm(FigureDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      form_(new QFormLayout),
      fields_(new QWidget),
      nothing_(new QLabel(tr("No panel is at the selected place."))) {
    fields_->setLayout(form_);
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    nothing_->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(nothing_);
    rows->addWidget(fields_);
    rows->addStretch(1);
    add_source_fields();
    add_value_fields();
    add_range_fields();
    add_text_fields();
    add_place_fields();
    connect(&document_, &FigureDocument::selection_changed, this, &PanelForm::show_panel);
    show_panel();
}

void PanelForm::add_source_fields() {
    kind_ = choice_field(panel_kind_titles(), [this](int index) {
        document_.change_panel([index](FigurePanel& panel) { panel.kind = static_cast<Kind>(index); });
    });
    add_field(*form_, tr("&Kind"), kind_, "panel_kind");
    recording_ = choice_field({}, [this](int index) {
        document_.change_panel(
            [index](FigurePanel& panel) { panel.source.recording = static_cast<std::size_t>(index); });
    });
    add_field(*form_, tr("Recor&ding"), recording_, "panel_recording");
    cache_ = choice_field({}, [this](int index) {
        document_.change_panel(
            [index](FigurePanel& panel) { panel.source.cache = static_cast<std::size_t>(index); });
    });
    add_field(*form_, tr("C&aches"), cache_, "panel_cache");
    compare_ = choice_field({}, [this](int index) {
        const std::size_t caches = document_.figure().caches.size();
        document_.change_panel([&](FigurePanel& panel) {
            panel.compare.reset();
            const auto other = static_cast<std::size_t>(index - 1);
            if (index > 0) panel.compare = FigureSource{other / caches, other % caches};
        });
    });
    compare_->setToolTip(tr("Shows how much more this side has, on the mesh of the recording above"));
    add_field(*form_, tr("Difference to"), compare_, "panel_compare");
}

void PanelForm::add_value_fields() {
    QStringList metrics;
    for (const MetricInfo& metric : metric_table())
        metrics.append(text_of(metric.title));
    metric_ = choice_field(metrics, [this](int index) {
        const Metric metric = metric_table()[static_cast<std::size_t>(index)].metric;
        document_.change_panel([&](FigurePanel& panel) {
            change_view(panel, [&](ViewState& state) { state.metric = metric; });
        });
    });
    add_field(*form_, tr("Metric"), metric_, "panel_metric");
    QStringList quantities;
    for (const PixelQuantity& quantity : pixel_quantities())
        quantities.append(text_of(quantity.title));
    pixel_metric_ = choice_field(quantities, [this](int index) {
        document_.change_panel([&](FigurePanel& panel) {
            change_view(panel, [&](ViewState& state) {
                state.image.quantity = &pixel_quantities()[static_cast<std::size_t>(index)];
            });
        });
    });
    add_field(*form_, tr("&Quantity of pixels"), pixel_metric_, "panel_pixel_metric");
    const auto index_field = [this](const QStringList& titles, auto set) {
        return choice_field(titles, [this, set](int index) {
            document_.change_panel([&](FigurePanel& panel) { set(panel, index); });
        });
    };
    plot_ = index_field(plot_titles(),
                        [](FigurePanel& panel, int index) { panel.plot = static_cast<FigurePlot>(index); });
    add_field(*form_, tr("Plo&t"), plot_, "panel_plot");
    table_ = index_field(table_titles(), [](FigurePanel& panel, int index) {
        panel.table = static_cast<FigureTable>(index);
        panel.keys.clear(); // of the other table
    });
    add_field(*form_, tr("Sums &by"), table_, "panel_table");
    frames_ = count_field(1, static_cast<int>(FrameRange::most_frames), [this](int total) {
        change_frames([=](FrameRange& frames) {
            frames = with_frame_count(frames, static_cast<std::uint64_t>(total));
        });
    });
    add_field(*form_, tr("&Number of frames"), frames_, "panel_frames");
    frame_ = count_field(0, 0, [this](int first) {
        change_frames([=](FrameRange& frames) {
            frames = with_first_frame(frames, static_cast<std::uint64_t>(first));
        });
    });
    add_field(*form_, tr("F&rame, from 0"), frame_, "panel_frame");
}

void PanelForm::add_range_fields() {
    range_ = choice_field({tr("Whole range"), tr("Smallest to largest value"), tr("Numbers below"),
                           tr("All frames"), tr("1st to 99th percentile")},
                          [this](int index) {
                              document_.change_panel([&](FigurePanel& panel) {
                                  change_view(panel, [&](ViewState& state) {
                                      state.view.range_mode = static_cast<RangeMode>(index);
                                      state.view.range_of.reset();
                                      state.view.range_locked = false;
                                  });
                              });
                          });
    range_->setToolTip(tr("That of the first panel is the range of all panels that share it"));
    add_field(*form_, tr("C&olour range"), range_, "panel_range");
    const auto end = [this](float View::*member) {
        return number_field(-1e9, 1e12, 4, {}, [this, member](double value) {
            document_.change_panel([&](FigurePanel& panel) {
                change_view(panel, [&](ViewState& state) { state.view.*member = static_cast<float>(value); });
            });
        });
    };
    lowest_ = end(&View::range_min);
    highest_ = end(&View::range_max);
    add_field(*form_, tr("&Lowest value"), lowest_, "panel_lowest");
    add_field(*form_, tr("&Highest value"), highest_, "panel_highest");
}

void PanelForm::add_text_fields() {
    text_ = new QPlainTextEdit;
    text_->setTabChangesFocus(true);
    text_->setMaximumHeight(96);
    text_->setToolTip(
        tr("{l1-hit-rate}, {l2-hit-rate}, {l1-look-ups} and {l2-look-ups} stand for the results "
           "of the recording and caches above"));
    text_->installEventFilter(this);
    add_field(*form_, tr("&Text"), text_, "panel_text");
    caption_ = text_field([this](const QString& text) {
        document_.change_panel([&](FigurePanel& panel) { panel.caption = text.toStdString(); });
    });
    caption_->setToolTip(text_->toolTip());
    add_field(*form_, tr("&Caption"), caption_, "panel_caption");
    letter_ = new QCheckBox(tr("Has &its letter"));
    letter_->setObjectName(QStringLiteral("panel_letter"));
    connect(letter_, &QCheckBox::toggled, this,
            [this](bool on) { document_.change_panel([on](FigurePanel& panel) { panel.has_letter = on; }); });
    form_->addRow(letter_);
}

void PanelForm::add_place_fields() {
    aspect_ = number_field(0.0, 10.0, 2, {}, [this](double aspect) {
        document_.change_panel([aspect](FigurePanel& panel) {
            panel.aspect = aspect > 0.0 ? std::optional(std::max(aspect, 0.1)) : std::nullopt;
        });
    });
    aspect_->setSpecialValueText(tr("usual"));
    aspect_->setSingleStep(0.1);
    add_field(*form_, tr("Width / hei&ght"), aspect_, "panel_aspect");
    const auto span = [this](std::size_t FigurePanel::*member) {
        return count_field(1, 32, [this, member](int count) {
            document_.change_panel(
                [=](FigurePanel& panel) { panel.*member = static_cast<std::size_t>(count); });
        });
    };
    rows_ = span(&FigurePanel::rows);
    columns_ = span(&FigurePanel::columns);
    add_field(*form_, tr("Ro&ws"), rows_, "panel_rows");
    add_field(*form_, tr("Col&umns"), columns_, "panel_columns");
}

void PanelForm::change_frames(const std::function<void(FrameRange&)>& edit) {
    document_.change_panel(
        [&](FigurePanel& panel) { change_view(panel, [&](ViewState& state) { edit(state.frames); }); });
}

bool PanelForm::eventFilter(QObject* watched, QEvent* event) {
    if (watched == text_ && event->type() == QEvent::FocusOut && text_->document()->isModified()) {
        text_->document()->setModified(false);
        const std::string text = text_->toPlainText().toStdString();
        document_.change_panel([&](FigurePanel& panel) { panel.text = text; });
    }
    return QWidget::eventFilter(watched, event);
}

void PanelForm::show_panel() {
    const FigurePanel* const panel = document_.panel();
    fields_->setVisible(panel != nullptr);
    nothing_->setVisible(panel == nullptr);
    if (panel == nullptr) return;
    show_choice(*kind_, static_cast<int>(panel->kind));
    show_sources(*panel);
    show_view(*panel);
    show_choice(*plot_, static_cast<int>(panel->plot));
    show_choice(*table_, static_cast<int>(panel->table));
    if (const QString text = QString::fromStdString(panel->text); text != text_->toPlainText())
        text_->setPlainText(text);
    text_->document()->setModified(false);
    show_text(*caption_, QString::fromStdString(panel->caption));
    const QSignalBlocker blocker(letter_);
    letter_->setChecked(panel->has_letter);
    show_number(*aspect_, panel->aspect.value_or(0.0));
    show_number(*rows_, static_cast<int>(panel->rows));
    show_number(*columns_, static_cast<int>(panel->columns));
    show_fields(*panel);
}

void PanelForm::show_sources(const FigurePanel& panel) {
    const Figure& figure = document_.figure();
    const QStringList recordings = item_names(figure.recordings);
    const QStringList caches = item_names(figure.caches);
    show_choices(*recording_, recordings, static_cast<int>(panel.source.recording));
    show_choices(*cache_, caches, static_cast<int>(panel.source.cache));
    QStringList others{tr("nothing: the values themselves")};
    for (const QString& recording : recordings)
        for (const QString& cache : caches)
            others.append(caches.size() == 1 ? recording : QStringLiteral("%1 · %2").arg(recording, cache));
    const int other = panel.compare ? 1 + static_cast<int>(panel.compare->recording) * caches.size() +
                                          static_cast<int>(panel.compare->cache)
                                    : 0;
    show_choices(*compare_, others, other);
}

void PanelForm::show_view(const FigurePanel& panel) {
    const ViewState state = figure_view(panel);
    const auto metrics = metric_table();
    const auto metric = std::ranges::find(metrics, state.metric, &MetricInfo::metric);
    show_choice(*metric_, static_cast<int>(metric - metrics.begin()));
    show_choice(*pixel_metric_, static_cast<int>(state.image.quantity - pixel_quantities().data()));
    show_number(*frames_, static_cast<int>(state.frames.total));
    const QSignalBlocker blocker(frame_);
    frame_->setMaximum(static_cast<int>(state.frames.total - state.frames.count));
    frame_->setValue(static_cast<int>(state.frames.first));
    show_choice(*range_, static_cast<int>(state.view.range_mode));
    show_number(*lowest_, static_cast<double>(state.view.range_min));
    show_number(*highest_, static_cast<double>(state.view.range_max));
}

void PanelForm::show_fields(const FigurePanel& panel) {
    const bool has_values = panel.kind != Kind::colour_bar;
    const bool has_range = panel.kind == Kind::mesh || panel.kind == Kind::image;
    const bool is_manual = has_range && figure_view(panel).view.range_mode == RangeMode::manual;
    const auto show = [this](QWidget* field, bool shown) { show_field(*form_, *field, shown); };
    show(recording_, has_values);
    show(cache_, has_values && panel.kind != Kind::framebuffer);
    show(compare_, panel.kind == Kind::mesh);
    show(metric_, panel.kind == Kind::mesh);
    show(pixel_metric_, panel.kind == Kind::image);
    show(plot_, panel.kind == Kind::plot);
    show(table_, panel.kind == Kind::table);
    show(frames_, has_values && panel.kind != Kind::text);
    show(frame_, has_values && panel.kind != Kind::text && panel.kind != Kind::plot);
    show(range_, has_range);
    show(lowest_, is_manual);
    show(highest_, is_manual);
    show(text_, panel.kind == Kind::text);
    show(caption_, has_values);
    letter_->setVisible(is_lettered(panel.kind));
    show(aspect_, has_colours(panel.kind) || panel.kind == Kind::plot);
}

} // namespace hitmap
