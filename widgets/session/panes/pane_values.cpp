#include "render/picture/all_frames.h"
#include "render/picture/metric_picture.h"
#include "widgets/session/panes/pane.h"

#include <utility>

namespace hitmap {

void Pane::update_highlighted() {
    const auto& selection = choices_.selection;
    const bool is_pixel = values() != nullptr && selection && selection->is_pixel();
    marks_.highlight(profile(),
                     is_pixel ? std::optional(static_cast<std::uint32_t>(selection->element)) : std::nullopt,
                     choices_.frames);
}

std::optional<std::uint32_t> Pane::pixel_of_rays() const {
    if (values() == nullptr || !choices_.panel<RayDisplay>().segments) return std::nullopt;
    const OpenRecording& recording = *shown().recording;
    if (recording.scene == nullptr || recording.prepared == nullptr || recording.info().has_sums())
        return std::nullopt;
    const auto& element = choices_.accesses ? choices_.accesses->subject.element : choices_.selection;
    if (!element || !element->is_pixel()) return std::nullopt;
    return static_cast<std::uint32_t>(element->element);
}

void Pane::update_rays() {
    marks_.show_rays(recording(), pixel_of_rays());
}

void Pane::set_reference(const Pane* reference, Side side) {
    if (reference == nullptr) side = Side::compared;
    if (reference == reference_ && side == side_) return;
    if (reference_ != nullptr) disconnect(reference_, nullptr, this, nullptr);
    reference_ = reference;
    side_ = side;
    if (reference != nullptr) {
        for (const auto told : {&Pane::profile_changed, &Pane::frames_changed, &Pane::letter_changed})
            connect(reference, told, this, &Pane::request_values);
    }
    Q_EMIT reference_changed();
    request_values();
}

void Pane::set_letter(char letter) {
    if (letter == letter_) return;
    letter_ = letter;
    Q_EMIT letter_changed();
    if (reference_ != nullptr) request_values();
}

SideLetters Pane::side_letters() const {
    return side_ == Side::baseline ? SideLetters{letter_, reference_->letter_}
                                   : SideLetters{reference_->letter_, letter_};
}

WantedValues Pane::wanted_values() const {
    WantedValues request = first_values(simulation(), choices_);
    if (values() != nullptr) request.part = values()->part;
    if (reference_ != nullptr) {
        request.reference = reference_->simulation();
        request.reference_frames = reference_->choices_.frames;
        request.own = side_;
        request.letters = side_letters();
        if (values() != nullptr) request.match = values()->sides.match;
    }
    return request;
}

WantedImage Pane::wanted_image() const {
    const auto ranges = known_ranges(*simulation(), choices_.view.only_ranges);
    WantedImage request{{simulation(), choices_.frames, ranges}, choices_.image.quantity, {}, {}, {}};
    if (reference_ != nullptr && reference_->simulation() != nullptr) {
        request.reference = {reference_->simulation(), reference_->choices_.frames, ranges};
        request.own = side_;
        request.letters = side_letters();
    }
    return request;
}

void Pane::request_image() {
    if (values() == nullptr || !shows_image()) return;
    // Pixels of chosen elements, or without an index, take a simulation: they are counted when the slider is
    // let go.
    const auto& image = image_.values();
    if (live_.shown() && (!choices_.view.only_ranges.empty() || (image != nullptr && image->simulated)))
        return;
    // A recording without one is shown as a page that says why.
    if (why_no_image(*recording()).isEmpty()) image_.request(wanted_image());
}

void Pane::show_image() {
    if (shows_image()) {
        update_extent();
        update_range();
    }
    Q_EMIT image_changed();
    Q_EMIT values_changed();
}

bool Pane::are_chosen(const FrameValues& values) const {
    if (values.metric != choices_.metric || values.drawn_subtree() != choices_.view.subtree) return false;
    if (opening_.early() != nullptr) return true; // it has no frames, ranges and differences
    return values.frames == choices_.frames && values.drawn_ranges() == choices_.view.only_ranges &&
           values.difference == (wanted_values().reference != nullptr) &&
           values.colours.by == chosen_colours(wanted_values());
}

void Pane::request_values() {
    if (opening_.early() != nullptr) return request_early_values();
    if (values() == nullptr) return;
    request_image();
    values_job_.start(
        [request = wanted_values()](const JobContext& job) { return frame_values(request, job); },
        [this](std::shared_ptr<const FrameValues> fresh) {
            opening_.set_values(std::move(fresh));
            update_extent();
            update_range();
            Q_EMIT values_changed();
        });
}

void Pane::request_early_values() {
    values_job_.start(
        [picture = *opening_.early(), request = first_values(nullptr, choices_)](const JobContext& job) {
            return EarlyPicture{early_values(picture, request, job), picture.preview};
        },
        [this](EarlyPicture picture) {
            const EarlyPicture* const shown = opening_.early();
            if (shown == nullptr || shown->values->simulation != picture.values->simulation)
                return; // it was replaced
            opening_.replace_early(std::move(picture));
            update_extent();
            update_range();
            Q_EMIT values_changed();
        });
}

void Pane::request_all_frames() {
    const AllFrames wanted{profile(),    choices_.frames.total,         values()->metric,
                           range_mode(), coloured_kinds(choices_.view), values()->colours.by,
                           std::nullopt};
    // While a slider of the caches moves, the range stays, so that the colours of its steps can be compared.
    if (all_frames_ && all_frames_->same_values(wanted) &&
        (all_frames_->profile == wanted.profile || live_.shown()))
        return;
    all_frames_ = wanted;
    all_frames_job_.start(
        [wanted, view = choices_.view, colours = values()->colours](const JobContext& job) {
            return extent_of_all_frames(*wanted.profile, wanted.total, wanted.metric, wanted.mode, view,
                                        colours, job);
        },
        [this](const std::optional<DataExtent>& extent) {
            all_frames_->extent = extent;
            update_extent();
            update_range();
            Q_EMIT values_changed();
        });
}

void Pane::forget_all_frames() {
    all_frames_job_.stop();
    all_frames_.reset(); // it refers to the profile
}

void Pane::settle_extent() {
    if (shows_image()) {
        extent_ = image_.values() != nullptr ? image_.values()->extent : std::nullopt;
        return;
    }
    extent_ = opening_.drawn() != nullptr ? opening_.drawn()->extent(choices_.view) : std::nullopt;
    const bool all_frames = needs_all_frames(range_mode(), choices_.frames.total);
    if (values() != nullptr && all_frames && !values()->difference) {
        request_all_frames();
        if (all_frames_->extent) extent_ = all_frames_->extent;
    }
}

RangeSubject Pane::range_subject() const {
    if (shows_image()) {
        const auto& image = image_.values();
        return image != nullptr ? range_subject_of(image->request)
                                : RangeSubject{{}, reference_ != nullptr, choices_.image.quantity};
    }
    if (const auto& drawn = opening_.drawn(); drawn != nullptr) return {drawn->metric, drawn->difference};
    return {choices_.metric, reference_ != nullptr};
}

ValueStyle Pane::value_style() const {
    const RangeSubject subject = range_subject();
    if (subject.pixels == nullptr)
        return subject.difference ? difference_bar_text(subject.metric).style
                                  : value_style_of(subject.metric);
    return subject.difference ? difference_bar_text(*subject.pixels, {}).style
                              : value_style_of(*subject.pixels);
}

RangeMode Pane::range_mode() const {
    return shows_image() ? image_range_mode(choices_.view, range_subject())
                         : range_mode_for(choices_.view, range_subject());
}

void Pane::update_extent() {
    settle_extent();
    // A shared range is set by the session; the caller reports the displayed values with it.
    const bool before = std::exchange(showing_, true);
    Q_EMIT extent_changed();
    showing_ = before;
}

void Pane::update_range() {
    if (opening_.drawn() == nullptr) return;
    const View& view = choices_.view;
    const ValueStyle style = value_style();
    const RangeMode mode = range_mode();
    const RangeOrigin origin{range_subject(), style, mode, opening_.drawn()->colours.by};
    // A locked range stays while the subject is the same.
    if (view.range_locked && range_origin_ == origin && mode != RangeMode::manual) return;
    const bool waits = shows_image()
                           ? image_.values() == nullptr
                           : needs_all_frames(mode, choices_.frames.total) && !opening_.drawn()->difference &&
                                 !(all_frames_ && all_frames_->extent);
    range_origin_.reset();
    // A locked range is not that of an early picture.
    if (!waits && opening_.early() == nullptr) range_origin_ = origin;
    const auto& extent = shared_extent_ ? shared_extent_ : extent_;
    range_ = make_colour_range(mode, style, extent, view.range_min, view.range_max);
}

void Pane::set_shared_extent(const std::optional<DataExtent>& extent) {
    shared_extent_ = extent;
    const ColourRange before = range_;
    update_range();
    if (!(range_ == before) && !showing_) Q_EMIT values_changed();
}

} // namespace hitmap
