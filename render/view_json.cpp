#include "render/view_json.h"

#include "core/base/error.h"
#include "render/colour_map.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace hitmap {
namespace {

using Json = nlohmann::ordered_json;

template <class Enum, std::size_t count>
using NameTable = std::array<std::pair<Enum, std::string_view>, count>;

constexpr NameTable<Projection, 2> projection_names = {
    {{Projection::perspective, "perspective"}, {Projection::orthographic, "orthographic"}}};
constexpr NameTable<RangeMode, 3> range_mode_names = {
    {{RangeMode::full, "full"}, {RangeMode::data, "data"}, {RangeMode::manual, "manual"}}};

template <class Enum, std::size_t count>
std::string_view name_in(const NameTable<Enum, count>& table, Enum value) {
    for (const auto& [known, name] : table) {
        if (known == value) return name;
    }
    return {};
}

/// The double that is written with the fewest digits among those that are this float.
double shortest(float value) {
    return std::stod(fmt::format("{}", value));
}

/// Reads the members of one JSON object; every refusal names file and key.
class ObjectReader {
public:
    ObjectReader(const Json& object, std::string_view file) : object_(object), file_(file) {
        if (!object.is_object())
            throw FileError(file, "", fmt::format("expected an object, found {}", describe(object)));
    }

    void read(const char* key, bool& value) {
        if (const Json* found = find(key, "true or false", &Json::is_boolean)) value = found->get<bool>();
    }
    void read(const char* key, std::string& value) {
        if (const Json* found = find(key, "a text", &Json::is_string)) value = found->get<std::string>();
    }
    void read(const char* key, float& value) {
        if (const Json* found = find(key, "a number", &Json::is_number)) {
            value = found->get<float>();
            if (!std::isfinite(value)) fail(key, "a number that a float can hold", *found);
        }
    }
    template <class Enum, std::size_t count>
    void read(const char* key, Enum& value, const NameTable<Enum, count>& table) {
        const Json* found = find(key, "a text", &Json::is_string);
        if (found == nullptr) return;
        std::string known;
        for (const auto& [candidate, name] : table) {
            if (found->get_ref<const std::string&>() == name) {
                value = candidate;
                return;
            }
            known += fmt::format("{}\"{}\"", known.empty() ? "" : " or ", name);
        }
        fail(key, known, *found);
    }
    void read(const char* key, LevelRange& value) {
        const Json* found = find(key, "two levels", &Json::is_array);
        if (found == nullptr) return;
        const auto is_level = [](const Json& level) {
            return level.is_number_unsigned() && level.get<std::uint64_t>() <= 0xffff;
        };
        if (found->size() != 2 || !is_level((*found)[0]) || !is_level((*found)[1])) {
            fail(key, "two levels from 0 to 65535", *found);
        }
        value = {(*found)[0].get<std::uint16_t>(), (*found)[1].get<std::uint16_t>()};
    }
    void read(const char* key, Camera& value) {
        const Json* found = find(key, "an object", &Json::is_object);
        if (found != nullptr) value = camera_from_json(found->dump(), file_);
    }
    /// Call last: refuses keys that were never asked for.
    void finish() const {
        for (const auto& [key, value] : object_.items()) {
            if (!known_.contains(key)) throw FileError(file_, key, "unknown key");
        }
    }

private:
    static std::string describe(const Json& value) {
        std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
        if (text.size() > 40) text = text.substr(0, 37) + "...";
        return text;
    }
    [[noreturn]] void fail(const char* key, std::string_view expected, const Json& found) const {
        throw FileError(file_, key, fmt::format("expected {}, found {}", expected, describe(found)));
    }
    const Json* find(const char* key, std::string_view expected, bool (Json::*is_right)() const noexcept) {
        known_[key] = true;
        const auto found = object_.find(key);
        if (found == object_.end()) return nullptr;
        if (!((*found).*is_right)()) fail(key, expected, *found);
        return &*found;
    }

    const Json& object_;
    std::string_view file_;
    Json known_ = Json::object();
};

} // namespace

std::string view_to_json(const View& view) {
    Json object;
    object["camera"] = Json::parse(camera_to_json(view.camera));
    object["projection"] = name_in(projection_names, view.projection);
    object["focus_distance"] = shortest(view.focus_distance);
    object["show_faces"] = view.show_faces;
    object["cull_back_faces"] = view.cull_back_faces;
    object["show_boxes"] = view.show_boxes;
    object["box_levels"] = {view.box_levels.first, view.box_levels.last};
    object["show_axes"] = view.show_axes;
    object["show_frustum"] = view.show_frustum;
    object["colour_map"] = view.colour_map;
    object["range_mode"] = name_in(range_mode_names, view.range_mode);
    object["range_min"] = shortest(view.range_min);
    object["range_max"] = shortest(view.range_max);
    return object.dump(2) + "\n";
}

View view_from_json(std::string_view json, std::string_view file, const View& defaults) {
    Json object;
    try {
        object = Json::parse(json);
    } catch (const Json::parse_error& error) {
        throw FileError(file, fmt::format("byte {}", error.byte), "not a JSON text");
    }
    View view = defaults;
    ObjectReader reader(object, file);
    reader.read("camera", view.camera);
    reader.read("projection", view.projection, projection_names);
    reader.read("focus_distance", view.focus_distance);
    reader.read("show_faces", view.show_faces);
    reader.read("cull_back_faces", view.cull_back_faces);
    reader.read("show_boxes", view.show_boxes);
    reader.read("box_levels", view.box_levels);
    reader.read("show_axes", view.show_axes);
    reader.read("show_frustum", view.show_frustum);
    reader.read("colour_map", view.colour_map);
    reader.read("range_mode", view.range_mode, range_mode_names);
    reader.read("range_min", view.range_min);
    reader.read("range_max", view.range_max);
    reader.finish();
    try {
        (void)colour_map_named(view.colour_map);
    } catch (const UsageError& error) {
        throw FileError(file, "colour_map", error.what());
    }
    return view;
}

} // namespace hitmap
