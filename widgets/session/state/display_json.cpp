#include "widgets/session/state/display_json.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

constexpr NameTable<Level, 2> cache_level_names = {{{Level::l1, "l1"}, {Level::l2, "l2"}}};
constexpr NameTable<EvictionValue, 3> eviction_value_names = {{{EvictionValue::evictions, "evictions"},
                                                               {EvictionValue::asked_again, "asked-again"},
                                                               {EvictionValue::dirty, "dirty"}}};
constexpr NameTable<ContentsPart, 2> contents_part_names = {
    {{ContentsPart::shares, "shares"}, {ContentsPart::sets, "sets"}}};
constexpr NameTable<SetColour, 3> set_colour_names = {
    {{SetColour::allocation, "allocation"}, {SetColour::box_level, "box-level"}, {SetColour::age, "age"}}};
constexpr NameTable<EvictionKind, 2> eviction_kind_names = {
    {{EvictionKind::allocations, "allocations"}, {EvictionKind::box_levels, "box-levels"}}};

/// Reads two whole numbers, of which the first is less than the second; no value without this key.
std::optional<std::pair<std::uint64_t, std::uint64_t>> read_range(ObjectReader& reader, const char* key,
                                                                  const std::string& file) {
    const Json* const range = reader.array_member(key);
    if (range == nullptr) return std::nullopt;
    if (range->size() != 2 || !(*range)[0].is_number_unsigned() || !(*range)[1].is_number_unsigned() ||
        (*range)[0].get<std::uint64_t>() >= (*range)[1].get<std::uint64_t>())
        throw FileError(file, key,
                        fmt::format("expected two whole numbers, the first of which is less than the second; "
                                    "found {}",
                                    range->dump()));
    return std::pair((*range)[0].get<std::uint64_t>(), (*range)[1].get<std::uint64_t>());
}

} // namespace

void put_addresses(Json& object, const AddressDisplay& shown) {
    const AddressDisplay usual;
    if (shown.quantity != usual.quantity) object["address_metric"] = shown.quantity->name;
    if (shown.addresses != usual.addresses)
        object["address_range"] = {shown.addresses.first, shown.addresses.last};
    if (shown.time) object["address_time"] = {shown.time->first, shown.time->last};
}

void put_contents(Json& object, const ContentsDisplay& shown) {
    const ContentsDisplay usual;
    if (shown.part != usual.part) object["contents_part"] = name_in(contents_part_names, shown.part);
    if (shown.colour != usual.colour) object["contents_colour"] = name_in(set_colour_names, shown.colour);
    if (shown.level != usual.level) object["contents_level"] = name_in(cache_level_names, shown.level);
    if (shown.sm) object["contents_sm"] = *shown.sm;
    if (shown.value != usual.value) object["contents_evictions"] = name_in(eviction_value_names, shown.value);
    if (shown.kind != usual.kind) object["contents_kind"] = name_in(eviction_kind_names, shown.kind);
}

void put_what_if(Json& object, const WhatIfDisplay& shown) {
    if (shown.level != WhatIfDisplay().level)
        object["what_if_level"] = name_in(cache_level_names, shown.level);
}

AddressDisplay read_addresses(ObjectReader& reader, const std::string& file) {
    AddressDisplay shown;
    std::string name(shown.quantity->name);
    reader.read("address_metric", name);
    shown.quantity = address_quantity_named(name);
    if (shown.quantity == nullptr)
        throw FileError(file, "address_metric", fmt::format("unknown quantity of addresses '{}'", name));
    if (const auto range = read_range(reader, "address_range", file))
        shown.addresses = {range->first, range->second};
    if (const auto range = read_range(reader, "address_time", file))
        shown.time = TimeWindow{range->first, range->second};
    return shown;
}

ContentsDisplay read_contents(ObjectReader& reader) {
    ContentsDisplay shown;
    reader.read("contents_part", shown.part, contents_part_names);
    reader.read("contents_colour", shown.colour, set_colour_names);
    reader.read("contents_level", shown.level, cache_level_names);
    std::uint64_t sm = UINT32_MAX;
    reader.read("contents_sm", sm, 0, UINT32_MAX - 1);
    if (sm != UINT32_MAX) shown.sm = static_cast<std::uint32_t>(sm);
    reader.read("contents_evictions", shown.value, eviction_value_names);
    reader.read("contents_kind", shown.kind, eviction_kind_names);
    return shown;
}

WhatIfDisplay read_what_if(ObjectReader& reader) {
    WhatIfDisplay shown;
    reader.read("what_if_level", shown.level, cache_level_names);
    return shown;
}

} // namespace hitmap
