#include "widgets/session/panes/pane_opening.h"

#include <utility>

namespace hitmap {

namespace {

using Values = std::shared_ptr<const FrameValues>;

} // namespace

const Values& PaneOpening::values() const {
    static const Values none;
    if (const auto* opening = std::get_if<Opening>(&state_)) return opening->values;
    if (const auto* open = std::get_if<Open>(&state_)) return open->values;
    if (const auto* refused = std::get_if<Refused>(&state_)) return refused->values;
    return none;
}

const EarlyPicture* PaneOpening::early() const {
    const auto* early = std::get_if<Early>(&state_);
    return early != nullptr ? &early->picture : nullptr;
}

const Values& PaneOpening::drawn() const {
    const EarlyPicture* const picture = early();
    return picture != nullptr ? picture->values : values();
}

std::shared_ptr<const OpenRecording> PaneOpening::drawn_recording() const {
    return drawn() != nullptr ? drawn()->simulation->recording : nullptr;
}

const WantedRecording* PaneOpening::wanted() const {
    if (const auto* opening = std::get_if<Opening>(&state_)) return &opening->wanted;
    if (const auto* early = std::get_if<Early>(&state_)) return &early->wanted;
    return nullptr;
}

RecordingSpec PaneOpening::wanted_spec() const {
    if (wanted() != nullptr) return wanted()->spec;
    return values() != nullptr ? values()->simulation->recording->spec : RecordingSpec();
}

const PaneChoices* PaneOpening::own_choices() const {
    // Those of a picture that is drawn early are the choices of the pane already.
    const auto* opening = std::get_if<Opening>(&state_);
    return opening != nullptr && opening->wanted.choices ? &*opening->wanted.choices : nullptr;
}

void PaneOpening::begin(WantedRecording wanted) {
    state_ = Opening{std::move(wanted), values()};
}

void PaneOpening::set_own_choices(const PaneChoices& choices) {
    std::get<Opening>(state_).wanted.choices = choices;
}

void PaneOpening::show_early(EarlyPicture picture, Values values, PaneChoices choices, PaneChoices begun) {
    state_ = Early{std::move(std::get<Opening>(state_).wanted), std::move(picture), std::move(values),
                   std::move(choices), std::move(begun)};
}

void PaneOpening::replace_early(EarlyPicture picture) {
    if (auto* early = std::get_if<Early>(&state_)) early->picture = std::move(picture);
}

std::optional<PaneOpening::Early> PaneOpening::take_early() {
    auto* early = std::get_if<Early>(&state_);
    if (early == nullptr) return std::nullopt;
    std::optional<Early> taken(std::move(*early));
    state_ = Closed();
    return taken;
}

void PaneOpening::set_values(Values values) {
    if (auto* opening = std::get_if<Opening>(&state_))
        opening->values = std::move(values);
    else if (auto* refused = std::get_if<Refused>(&state_))
        refused->values = std::move(values);
    else if (values != nullptr)
        state_ = Open{std::move(values)};
    else
        state_ = Closed();
}

void PaneOpening::end() {
    Values open = values();
    if (open != nullptr)
        state_ = Open{std::move(open)};
    else
        state_ = Closed();
}

void PaneOpening::refuse(WantedRecording wanted) {
    state_ = Refused{std::move(wanted), values()};
}

std::optional<WantedRecording> PaneOpening::take_refused() {
    auto* refused = std::get_if<Refused>(&state_);
    if (refused == nullptr) return std::nullopt;
    std::optional<WantedRecording> taken(std::move(refused->wanted));
    end();
    return taken;
}

} // namespace hitmap
