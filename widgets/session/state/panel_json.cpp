#include "widgets/session/state/panel_json.h"

#include "widgets/session/state/curve_json.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();

/// Writes the members that fields() lists, all of them.
class PanelWriter {
public:
    explicit PanelWriter(Json& object) : object_(object) {}

    void operator()(const char* key, bool value) { object_[key] = value; }
    void operator()(const char* key, std::uint32_t value) { object_[key] = value; }
    void operator()(const char* key, const std::optional<std::uint32_t>& value) {
        if (value) object_[key] = *value;
    }
    void operator()(const char* key, const std::vector<PinnedCurve>& curves) {
        object_[key] = curves_to_json(curves);
    }
    template <class Enum, std::size_t count>
    void operator()(const char* key, Enum value, const NameTable<Enum, count>& names) {
        object_[key] = name_in(names, value);
    }
    template <class Row, class Find>
    void named(const char* key, const Row* row, const Find& /*find*/, const char* /*what*/) {
        object_[key] = row->name;
    }
    template <class Range>
    void range(const char* key, const Range& value) {
        object_[key] = {value.first, value.last};
    }
    template <class Range>
    void range(const char* key, const std::optional<Range>& value) {
        if (value) range(key, *value);
    }

private:
    Json& object_;
};

/// Reads the members that fields() lists. A member that is missing keeps its value.
class PanelReader {
public:
    explicit PanelReader(JsonNode& object) : object_(object) {}

    void operator()(const char* key, bool& value) { object_.read(key, value); }
    void operator()(const char* key, std::uint32_t& value) { object_.read(key, value); }
    void operator()(const char* key, std::optional<std::uint32_t>& value) {
        std::uint64_t number = largest; // stands for no value, and cannot be one
        object_.read(key, number, 0, largest - 1);
        if (number != largest) value = static_cast<std::uint32_t>(number);
    }
    void operator()(const char* key, std::vector<PinnedCurve>& curves) {
        if (const auto array = object_.read_array(key)) curves = curves_from_json(*array);
    }
    template <class Enum, std::size_t count>
    void operator()(const char* key, Enum& value, const NameTable<Enum, count>& names) {
        object_.read(key, value, names);
    }
    template <class Row, class Find>
    void named(const char* key, const Row*& row, const Find& find, const char* what) {
        std::string name(row->name);
        object_.read(key, name);
        row = find(name);
        if (row == nullptr) object_.refuse(key, fmt::format("unknown {} '{}'", what, name));
    }
    template <class Range>
    void range(const char* key, Range& value) {
        if (const auto found = range_of<Range>(key)) value = *found;
    }
    template <class Range>
    void range(const char* key, std::optional<Range>& value) {
        if (const auto found = range_of<Range>(key)) value = *found;
    }

private:
    template <class Range>
    std::optional<Range> range_of(const char* key) {
        const auto found = object_.read_array(key);
        if (!found) return std::nullopt;
        const Json& ends = found->value();
        const bool are_ends = ends.size() == 2 && ends[0].is_number_unsigned() &&
                              ends[1].is_number_unsigned() &&
                              ends[0].get<std::uint64_t>() < ends[1].get<std::uint64_t>();
        if (!are_ends)
            found->refuse(fmt::format("expected two whole numbers, the first of which is less than the "
                                      "second; found {}",
                                      ends.dump()));
        return Range{ends[0].get<std::uint64_t>(), ends[1].get<std::uint64_t>()};
    }

    JsonNode& object_;
};

Json all_fields(PanelMemory panels) {
    Json object = Json::object();
    PanelWriter writer(object);
    std::apply([&](auto&... panel) { (fields(writer, panel), ...); }, panels);
    return object;
}

} // namespace

void put_panels(Json& object, const PanelMemory& panels) {
    const Json usual = all_fields({});
    const Json all = all_fields(panels);
    for (const auto& [key, value] : all.items()) {
        const auto same = usual.find(key);
        if (same == usual.end() || *same != value) object[key] = value;
    }
}

PanelMemory read_panels(JsonNode& object) {
    PanelMemory panels;
    PanelReader reader(object);
    std::apply([&](auto&... panel) { (fields(reader, panel), ...); }, panels);
    return panels;
}

} // namespace hitmap
