#include "widgets/session/panes/pane_scale.h"

#include "core/trace/elements/kind_names.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/metric_picture.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/recording/missing_parts.h"

namespace hitmap {

namespace {

PaneScale scale_of_image(const Pane& pane) {
    PaneScale scale;
    scale.counted = tr("pixels");
    const auto& image = pane.image().values();
    if (image == nullptr) {
        WantedImage chosen;
        chosen.quantity = pane.choices().image.quantity;
        scale.text = bar_text_of(chosen);
        return scale;
    }
    scale.text = bar_text_of(image->request, image->refusal);
    if (image->values != nullptr) scale.values.push_back(image->values);
    return scale;
}

/// The sides of the difference that a pane shows; no value: it shows no difference.
std::optional<SideLetters> letters_of(const Pane& pane) {
    if (pane.shows_image()) {
        const WantedImage& request = pane.image().values()->request;
        return request.reference ? std::optional(request.letters) : std::nullopt;
    }
    return pane.values()->difference ? std::optional(pane.values()->sides.letters) : std::nullopt;
}

/// Sums over more faces have another scale.
ColourBy colours_of_mesh(const Pane& pane) {
    return pane.shows_image() ? ColourBy::face : pane.values()->colours.by;
}

bool has_values(const Pane& pane) {
    return pane.shows_image() ? pane.image().values() != nullptr : pane.values() != nullptr;
}

} // namespace

PaneScale scale_of(const Pane& pane) {
    if (pane.shows_image()) return scale_of_image(pane);
    PaneScale scale;
    const auto& values = pane.opening().drawn();
    const View& view = pane.choices().view;
    const KindSet counted = view.shown_kinds.empty() ? View().shown_kinds : view.shown_kinds;
    scale.counted = text_of(list_of(counted, KindName::plural, "and"));
    scale.text = values != nullptr ? bar_text_of(*values, view) : colour_bar_text(pane.choices().metric);
    if (values == nullptr) return scale;
    for (const ElementKindId kind : in_drawing_order(view.shown_kinds))
        scale.values.push_back(values->kinds[kind].values);
    return scale;
}

bool show_the_same(const Pane& a, const Pane& b) {
    return has_values(a) && has_values(b) && a.range_subject() == b.range_subject() &&
           letters_of(a) == letters_of(b) && colours_of_mesh(a) == colours_of_mesh(b);
}

QString why_nothing_is_coloured(const Pane& pane) {
    const auto recording = pane.recording();
    if (recording == nullptr) return {};
    return pane.shows_image() ? why_no_image(*recording) : why_no_mesh(*recording);
}

} // namespace hitmap
