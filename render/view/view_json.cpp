#include "render/view/view_json.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/trace/model/element_kind.h"
#include "render/image/colour_map.h"
#include "render/view/view_fields.h"
#include "render/view/view_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace hitmap {
namespace {

constexpr NameTable<Projection, 2> projection_names = {
    {{Projection::perspective, "perspective"}, {Projection::orthographic, "orthographic"}}};
constexpr NameTable<RangeMode, 6> range_mode_names = {{{RangeMode::full, "full"},
                                                       {RangeMode::data, "data"},
                                                       {RangeMode::manual, "manual"},
                                                       {RangeMode::all_frames, "all_frames"},
                                                       {RangeMode::percentiles, "percentiles"},
                                                       {RangeMode::frame_percentiles, "frame_percentiles"}}};

/// The keys of View::subtree. Earlier versions refuse them, so that they are written only if they are needed.
constexpr std::array<std::pair<const char*, SubtreeChoice::Drawn>, 2> subtree_keys = {
    {{"only_subtree", SubtreeChoice::Drawn::alone}, {"without_subtree", SubtreeChoice::Drawn::hidden}}};

/// "show_faces"
std::string shown_key(ElementKindId kind) {
    return fmt::format("show_{}", element_kinds()[kind].plural);
}

/// The kinds that are drawn. The key of the first of them, faces, is before those of how surfaces are drawn,
/// and the keys of the others are after these.
struct ShownKeys {
    std::vector<ElementKindId> kinds = in_drawing_order(drawn_kinds());
    [[nodiscard]] ElementKindId first() const { return kinds.front(); }
    [[nodiscard]] std::span<const ElementKindId> others() const { return std::span(kinds).subspan(1); }
};

void read_shown(JsonNode& object, ElementKindId kind, View& view) {
    bool shown = view.shows(kind);
    object.read(shown_key(kind).c_str(), shown);
    view.show(kind, shown);
}

void read_subtree(JsonNode& object, std::optional<SubtreeChoice>& subtree) {
    std::optional<SubtreeChoice> found;
    for (const auto& [key, drawn] : subtree_keys) {
        constexpr std::uint64_t missing = ~std::uint64_t{0};
        std::uint64_t box = missing;
        object.read(key, box, 0, BoxTree::none - 1);
        if (box == missing) continue;
        if (found) object.refuse(key, "expected one subtree, found only_subtree, too");
        found = SubtreeChoice{static_cast<std::uint32_t>(box), drawn};
    }
    subtree = found; // a view of everything does not mention it
}

Json json_of(const glm::vec3& point) {
    return {shortest(point.x), shortest(point.y), shortest(point.z)};
}

/// The keys of what is cut away are written only if there is something, as those of a subtree.
void write_cut(const View& view, Json& object) {
    if (view.cut_plane)
        object["cut_plane"] = {{"normal", json_of(view.cut_plane->normal)},
                               {"offset", shortest(view.cut_plane->offset)}};
    if (view.cut_box)
        object["cut_box"] = {{"lower", json_of(view.cut_box->lower)},
                             {"upper", json_of(view.cut_box->upper)}};
}

void read_cut(JsonNode& object, View& view) {
    view.cut_plane.reset(); // a view that cuts nothing does not mention it
    view.cut_box.reset();
    if (auto plane = object.read_object("cut_plane")) {
        CutPlane& cut = view.cut_plane.emplace();
        read(*plane, "normal", cut.normal);
        plane->read("offset", cut.offset);
        plane->finish();
        if (!is_cut(cut)) plane->refuse("expected a normal that is not 0");
    }
    if (auto box = object.read_object("cut_box")) {
        Aabb cut{glm::vec3(0.0F), glm::vec3(0.0F)};
        read(*box, "lower", cut.lower);
        read(*box, "upper", cut.upper);
        box->finish();
        if (!is_cut(cut)) box->refuse("expected a lower corner that is below the upper one on each axis");
        view.cut_box = cut;
    }
}

/// An object with the two ends of each range by the name of its quantity.
Json json_of(const std::vector<ElementRange>& ranges) {
    Json object = Json::object();
    for (const ElementRange& range : ranges)
        object[range.quantity->name] = {shortest(range.from), shortest(range.to)};
    return object;
}

/// Reads such an object.
std::vector<ElementRange> ranges_from(const JsonNode& object) {
    std::vector<ElementRange> ranges;
    for (const auto& [name, node] : object.members()) {
        const ElementQuantity* const quantity = element_quantity_named(name);
        if (quantity == nullptr) node.refuse(fmt::format("unknown quantity of elements '{}'", name));
        const auto is_end = [](const Json& end) {
            return end.is_number() && std::abs(end.get<double>()) <= std::numeric_limits<float>::max();
        };
        const Json& ends = node.value();
        const bool are_ends = ends.is_array() && ends.size() == 2 && is_end(ends[0]) && is_end(ends[1]) &&
                              ends[0].get<float>() <= ends[1].get<float>();
        if (!are_ends) node.refuse("expected two numbers, the first not above the second");
        ranges.push_back({quantity, ends[0].get<float>(), ends[1].get<float>()});
    }
    return ranges;
}

/// The keys of ranges are written only if there are some.
void write_ranges(const View& view, Json& object) {
    if (!view.only_ranges.empty()) object["only_ranges"] = json_of(view.only_ranges);
    for (const NamedRanges& named : view.named_ranges)
        object["named_ranges"].push_back({{"name", named.name}, {"only_ranges", json_of(named.ranges)}});
}

NamedRanges named_ranges_from(JsonNode& object) {
    NamedRanges named;
    object.read("name", named.name);
    if (const auto ranges = object.read_object("only_ranges")) named.ranges = ranges_from(*ranges);
    object.finish();
    if (named.name.empty() || named.name.size() > most_name_bytes)
        object.refuse("name", fmt::format("expected a name of 1 to {} bytes, found {}", most_name_bytes,
                                          named.name.size()));
    if (named.ranges.empty()) object.refuse("only_ranges", "expected a range, found none");
    return named;
}

void read_named_ranges(JsonNode& object, std::vector<NamedRanges>& lists) {
    lists.clear();
    const auto found = object.read_array("named_ranges");
    if (!found) return;
    if (found->value().size() > most_named_ranges)
        found->refuse(fmt::format("expected at most {}, found {}", most_named_ranges, found->value().size()));
    for (JsonNode& each : found->items()) {
        NamedRanges named = named_ranges_from(each);
        if (std::ranges::find(lists, named.name, &NamedRanges::name) != lists.end())
            each.refuse("name", fmt::format("expected different names, found '{}' twice", named.name));
        lists.push_back(std::move(named));
    }
}

void read_ranges(JsonNode& object, View& view) {
    view.only_ranges.clear(); // a view of all elements does not mention them
    if (const auto found = object.read_object("only_ranges")) view.only_ranges = ranges_from(*found);
    read_named_ranges(object, view.named_ranges);
}

void read_range_subject(JsonNode& object, std::optional<RangeSubject>& subject) {
    std::string name(subject ? info_of(subject->metric).name : "");
    std::string pixels(subject && subject->pixels != nullptr ? subject->pixels->name : "");
    bool difference = subject && subject->difference;
    object.read("range_metric", name);
    object.read("range_pixel_metric", pixels);
    object.read("range_of_difference", difference);
    subject.reset();
    if (!pixels.empty()) {
        const PixelQuantity* const quantity = pixel_quantity_named(pixels);
        if (quantity == nullptr)
            object.refuse("range_pixel_metric", fmt::format("unknown quantity of pixels '{}'", pixels));
        subject = RangeSubject{{}, difference, quantity};
        return;
    }
    if (name.empty()) return;
    const std::optional<Metric> metric = metric_named(name);
    if (!metric) object.refuse("range_metric", fmt::format("unknown metric '{}'", name));
    subject = RangeSubject{*metric, difference};
}

} // namespace

std::vector<ElementKindId> coloured_kinds(const View& view) {
    return in_drawing_order(view.shown_kinds.empty() ? drawn_kinds() : view.shown_kinds);
}

bool colours_faces(const View& view) {
    return view.shown_kinds.empty() || view.shows(face_kind);
}

RangeMode range_mode_for(const View& view, const RangeSubject& shown) {
    const bool of_others = view.range_mode == RangeMode::manual && view.range_of && *view.range_of != shown;
    return of_others ? View().range_mode : view.range_mode;
}

View with_range_resolved(const View& view, const RangeSubject& shown, float shown_min, float shown_max) {
    if (!view.range_locked) return view;
    View resolved = view;
    resolved.range_locked = false;
    resolved.range_mode = RangeMode::manual;
    resolved.range_min = shown_min;
    resolved.range_max = shown_max;
    resolved.range_of = shown;
    return resolved;
}

void write_view(const View& view, Json& object) {
    object["camera"] = Json::parse(camera_to_json(view.camera));
    object["projection"] = name_in(projection_names, view.projection);
    object["focus_distance"] = shortest(view.focus_distance);
    const ShownKeys keys;
    object[shown_key(keys.first())] = view.shows(keys.first());
    object["cull_back_faces"] = view.cull_back_faces;
    object["wireframe"] = view.wireframe;
    object["shading"] = view.shading;
    for (const ElementKindId kind : keys.others())
        object[shown_key(kind)] = view.shows(kind);
    object["box_levels"] = {view.box_levels.first, view.box_levels.last};
    if (view.subtree)
        for (const auto& [key, drawn] : subtree_keys)
            if (drawn == view.subtree->drawn) object[key] = view.subtree->box;
    write_ranges(view, object);
    write_cut(view, object);
    object["show_axes"] = view.show_axes;
    object["show_frustum"] = view.show_frustum;
    object["minimum_accesses"] = view.minimum_accesses;
    // Earlier versions refuse this key.
    if (view.colour_by != ColourBy::automatic) object["colour_by"] = name_in(colour_by_names, view.colour_by);
    object["colour_map"] = view.colour_map;
    object["range_mode"] = name_in(range_mode_names, view.range_mode);
    object["range_min"] = shortest(view.range_min);
    object["range_max"] = shortest(view.range_max);
    object["range_metric"] = view.range_of ? info_of(view.range_of->metric).name : "";
    // Earlier versions refuse this key.
    if (view.range_of && view.range_of->pixels != nullptr)
        object["range_pixel_metric"] = view.range_of->pixels->name;
    object["range_of_difference"] = view.range_of && view.range_of->difference;
    object["range_locked"] = view.range_locked;
}

void read_view(JsonNode& object, View& view) {
    read(object, "camera", view.camera);
    object.read("projection", view.projection, projection_names);
    object.read("focus_distance", view.focus_distance);
    const ShownKeys keys;
    read_shown(object, keys.first(), view);
    object.read("cull_back_faces", view.cull_back_faces);
    object.read("wireframe", view.wireframe);
    object.read("shading", view.shading);
    for (const ElementKindId kind : keys.others())
        read_shown(object, kind, view);
    read(object, "box_levels", view.box_levels);
    read_subtree(object, view.subtree);
    read_ranges(object, view);
    read_cut(object, view);
    object.read("show_axes", view.show_axes);
    object.read("show_frustum", view.show_frustum);
    object.read("minimum_accesses", view.minimum_accesses);
    view.colour_by = ColourBy::automatic; // a view with these colours does not mention them
    object.read("colour_by", view.colour_by, colour_by_names);
    object.read("colour_map", view.colour_map);
    object.read("range_mode", view.range_mode, range_mode_names);
    object.read("range_min", view.range_min);
    object.read("range_max", view.range_max);
    read_range_subject(object, view.range_of);
    object.read_earlier("sticky_range", view.range_locked);
    object.read("range_locked", view.range_locked);
    try {
        (void)colour_map_named(view.colour_map);
    } catch (const UsageError& error) {
        object.refuse("colour_map", error.what());
    }
}

std::string view_to_json(const View& view) {
    Json object;
    write_view(view, object);
    return object.dump(2) + "\n";
}

View view_from_json(std::string_view json, std::string_view file, const View& defaults) {
    const Json value = parse_json_text<Json>(json, file);
    JsonNode object(value, "", file);
    View view = defaults;
    read_view(object, view);
    object.finish();
    return view;
}

} // namespace hitmap
