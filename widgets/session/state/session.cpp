#include "widgets/session/state/session.h"

#include "core/profile/models/scene_match.h"
#include "widgets/session/panes/pane_scale.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace hitmap {

namespace {

// Changes with shorter pauses between them, such as those of a drag, of scrolling or of typing, are one step
// of undo.
constexpr std::chrono::milliseconds step_pause{400};

View with_camera(View view, const View& from) {
    view.camera = from.camera;
    view.focus_distance = from.focus_distance;
    view.projection = from.projection;
    return view;
}

View with_colours(View view, const View& from) {
    view.colour_by = from.colour_by;
    view.colour_map = from.colour_map;
    view.range_mode = from.range_mode;
    view.range_min = from.range_min;
    view.range_max = from.range_max;
    view.range_of = from.range_of;
    view.range_locked = from.range_locked;
    return view;
}

View with_box_levels(View view, const View& from) {
    view.box_levels = from.box_levels;
    return view;
}

/// Returns `view` with the values of `from` that no other link covers.
View with_layers(const View& view, const View& from) {
    return with_box_levels(with_colours(with_camera(from, view), view), view);
}

/// Returns `view` with the linked values of `from`.
View with_linked(View view, const View& from, const Links& links) {
    if (links.camera) view = with_camera(view, from);
    if (links.range) view = with_colours(view, from);
    if (links.layers) view = with_layers(view, from);
    if (links.box_levels) view = with_box_levels(view, from);
    return view;
}

/// Returns the image with the linked choices of `from`.
ImageLook with_linked(ImageLook look, const ImageLook& from, const Links& links) {
    if (links.metric) look.quantity = from.quantity;
    if (links.image) look.area = from.area;
    return look;
}

/// A pane without a mesh to look at has no camera that others could take.
bool has_camera(const Pane& pane) {
    return pane.recording() == nullptr || pane.recording()->has_mesh();
}

/// Returns the element of `to` that corresponds to the one of `from`, or nothing if there is none.
std::optional<Selection> translated(const std::optional<Selection>& selection, const Pane& from,
                                    const Pane& to) {
    if (!selection || from.recording() == to.recording()) return selection;
    if (from.recording() == nullptr || to.recording() == nullptr) return std::nullopt;
    const SceneMatch match(to.recording()->scene, from.recording()->scene);
    if (!match.matches(selection->kind)) return std::nullopt;
    const auto element = match.element_of(Side::baseline, selection->kind, selection->element);
    if (!element) return std::nullopt;
    return Selection{selection->kind, *element};
}

} // namespace

Session::Session(QObject* parent) : QObject(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(step_pause);
    connect(&pause_, &QTimer::timeout, this, &Session::end_step);
    connect(&work_job_, &JobRunner::failed, this, &Session::failed);
    append_pane();
    history_ = History<SessionState>(state());
}

Session::~Session() = default;

std::size_t Session::index_of(const Pane& pane) const {
    const auto found = std::ranges::find(panes_, &pane, &std::unique_ptr<Pane>::get);
    return static_cast<std::size_t>(found - panes_.begin());
}

bool Session::anything_open() const {
    return std::ranges::any_of(panes_, [](const auto& pane) { return pane->recording() != nullptr; });
}

bool Session::anything_drawn() const {
    // A pane that changes to another recording has none for a moment.
    return std::ranges::any_of(panes_, [](const auto& pane) {
        return pane->showing() || pane->opening().drawn_recording() != nullptr;
    });
}

bool Session::anything_wanted() const {
    return std::ranges::any_of(panes_,
                               [](const auto& pane) { return !pane->opening().wanted_spec().empty(); });
}

Pane& Session::append_pane() {
    panes_.push_back(std::make_unique<Pane>(library_));
    set_letters();
    connect_pane(*panes_.back());
    return *panes_.back();
}

void Session::connect_pane(Pane& pane) {
    connect(&pane, &Pane::opened, this, [this, &pane](const RecordingSpec& spec) {
        join_links(pane);
        Q_EMIT opened(spec, &pane);
    });
    connect(&pane, &Pane::memory_needed, this,
            [this, &pane](const RecordingSpec& spec, const MemoryNeeded& needed) {
                Q_EMIT memory_needed(spec, needed, &pane);
            });
    connect(&pane, &Pane::failed, this, &Session::failed);
    connect(&pane, &Pane::work_changed, this, &Session::work_changed);
    connect(&pane, &Pane::camera_changed, this, [this, &pane] {
        follow(pane, links_.camera && has_camera(pane), [&pane](Pane& other) {
            other.set_view(with_camera(other.choices().view, pane.choices().view));
        });
    });
    connect(&pane, &Pane::look_changed, this, [this, &pane] {
        Links links = links_;
        links.camera &= has_camera(pane);
        follow(pane, true, [&links, &pane](Pane& other) {
            other.set_view(with_linked(other.choices().view, pane.choices().view, links));
        });
        share_range();
    });
    connect(&pane, &Pane::frames_changed, this, [this, &pane] {
        follow(pane, links_.time, [&pane](Pane& other) { other.set_frames(pane.choices().frames); });
        match_work();
        Q_EMIT changed();
    });
    connect(&pane, &Pane::metric_changed, this, [this, &pane] {
        follow(pane, links_.metric, [&pane](Pane& other) {
            other.set_metric(pane.choices().metric);
            other.set_image_look({pane.choices().image.quantity, other.choices().image.area});
        });
    });
    connect(&pane, &Pane::image_area_changed, this, [this, &pane] {
        follow(pane, links_.image, [&pane](Pane& other) {
            other.set_image_look({other.choices().image.quantity, pane.choices().image.area});
        });
    });
    connect(&pane, &Pane::selection_changed, this, [this, &pane] {
        follow(pane, links_.selection, [&pane](Pane& other) {
            other.set_selection(translated(pane.choices().selection, pane, other));
        });
    });
    connect(&pane, &Pane::profile_changed, this, &Session::match_work);
    connect(&pane, &Pane::extent_changed, this, &Session::share_range);
    connect(&pane, &Pane::reference_changed, this, [this, &pane] { share_sign(pane); });
    connect(&pane, &Pane::recording_changed, this, &Session::forget_history);
    connect(&pane, &Pane::early_changed, this, &Session::forget_history);
    connect(&pane, &Pane::early_changed, this, &Session::early_changed);
    for (const auto told :
         {&Pane::camera_changed, &Pane::look_changed, &Pane::shown_changed, &Pane::image_area_changed,
          &Pane::metric_changed, &Pane::selection_changed, &Pane::reference_changed, &Pane::profile_changed})
        connect(&pane, told, this, &Session::note_change);
    connect(&pane, &Pane::panels_changed, this, &Session::note_change);
}

template <class Change>
void Session::follow(const Pane& leader, bool linked, Change change) {
    if (!linked || following_ || applying_ || leader.showing()) return;
    following_ = true;
    for (const auto& pane : panes_) {
        if (pane.get() != &leader) change(*pane);
    }
    following_ = false;
}

void Session::follow_all(const Pane& leader, Links links) {
    const PaneChoices& from = leader.choices();
    links.camera &= has_camera(leader);
    follow(leader, true,
           [&](Pane& other) { other.set_view(with_linked(other.choices().view, from.view, links)); });
    follow(leader, links.time, [&](Pane& other) { other.set_frames(from.frames); });
    follow(leader, links.metric, [&](Pane& other) { other.set_metric(from.metric); });
    follow(leader, links.metric || links.image,
           [&](Pane& other) { other.set_image_look(with_linked(other.choices().image, from.image, links)); });
    follow(leader, links.selection,
           [&](Pane& other) { other.set_selection(translated(from.selection, leader, other)); });
}

void Session::join_links(Pane& pane) {
    const auto shows_something = [&pane](const std::unique_ptr<Pane>& other) {
        return other.get() != &pane && other->recording() != nullptr;
    };
    const auto shows_the_mesh = [&](const std::unique_ptr<Pane>& other) {
        const auto& scene = pane.recording()->scene;
        return shows_something(other) && scene != nullptr && other->recording()->scene != nullptr &&
               other->recording()->scene->source_hash == scene->source_hash;
    };
    auto leader = std::ranges::find_if(panes_, shows_the_mesh);
    // Cameras are shared only between panes of the same mesh; time, metric and colours are shared between all
    // panes.
    const bool one_mesh = leader != panes_.end();
    if (!one_mesh) leader = std::ranges::find_if(panes_, shows_something);
    if (leader == panes_.end()) return;
    PaneChoices choices = pane.choices();
    const PaneChoices& from = (*leader)->choices();
    Links links = links_;
    links.camera &= one_mesh;
    choices.view = with_linked(choices.view, from.view, links);
    if (links_.time) choices.frames = from.frames;
    if (links_.metric) choices.metric = from.metric;
    choices.image = with_linked(choices.image, from.image, links_);
    following_ = true;
    pane.set_choices(choices);
    following_ = false;
}

void Session::set_active(std::size_t i) {
    if (i == active_ || i >= panes_.size()) return;
    active_ = i;
    Q_EMIT active_changed();
    Q_EMIT work_changed();
    Q_EMIT changed();
}

Pane& Session::add_pane() {
    const Pane& from = active();
    Pane& pane = append_pane();
    const int index = static_cast<int>(panes_.size()) - 1;
    Q_EMIT pane_added(index);
    pane.show_same_as(from);
    set_active(panes_.size() - 1);
    share_range();
    forget_history();
    return pane;
}

void Session::remove_pane(std::size_t i) {
    const std::unique_ptr<Pane> removed = std::move(panes_[i]);
    panes_.erase(panes_.begin() + static_cast<std::ptrdiff_t>(i));
    if (active_ > i || active_ == panes_.size()) --active_; // must be valid before signals are emitted
    for (const auto& pane : panes_) {
        if (pane->reference() == removed.get()) pane->set_reference(nullptr);
    }
    set_letters();
    match_work();
    Q_EMIT pane_removed(static_cast<int>(i));
    Q_EMIT active_changed();
    Q_EMIT work_changed();
    share_range();
    forget_history();
}

void Session::take_saved(const std::shared_ptr<const OpenRecording>& recording,
                         const std::shared_ptr<const OpenRecording>& saved) {
    const RecordingSpec before = recording->spec;
    std::map<const Simulation*, std::shared_ptr<const Simulation>> taken; // panes may share one
    applying_ = true;
    for (const auto& pane : panes_) {
        if (pane->recording() != recording) continue;
        auto& simulation = taken[pane->simulation().get()];
        if (simulation == nullptr) {
            auto same = std::make_shared<Simulation>(*pane->simulation());
            same->recording = saved;
            library_.add(same);
            simulation = std::move(same);
        }
        pane->take_saved(simulation);
    }
    applying_ = false;
    history_.rewrite([&](SessionState& state) {
        for (PaneState& pane : state.panes)
            if (pane.spec == before) pane.spec = saved->spec;
    });
    Q_EMIT changed();
}

void Session::set_links(const Links& links) {
    if (links == links_) return;
    Links fresh = links;
    fresh.camera &= !links_.camera;
    fresh.image &= !links_.image;
    fresh.time &= !links_.time;
    fresh.metric &= !links_.metric;
    fresh.selection &= !links_.selection;
    fresh.range &= !links_.range;
    fresh.layers &= !links_.layers;
    fresh.box_levels &= !links_.box_levels;
    links_ = links;
    follow_all(active(), fresh);
    match_work();
    share_range();
    Q_EMIT links_changed();
    note_change();
}

void Session::set_letters() {
    for (std::size_t i = 0; i < panes_.size(); ++i)
        panes_[i]->set_letter(static_cast<char>('A' + i));
}

void Session::share_sign(const Pane& pane) {
    for (const auto& other : panes_) {
        if (other.get() == pane.reference() && other->reference() == &pane)
            other->set_reference(&pane, other_side(pane.side()));
    }
}

void Session::share_range() {
    for (const auto& pane : panes_) {
        std::optional<DataExtent> shared;
        for (const auto& other : panes_) {
            if (!links_.range || !show_the_same(*pane, *other) || !other->extent()) continue;
            shared = joined(shared, other->extent());
        }
        pane->set_shared_extent(shared);
    }
}

} // namespace hitmap
